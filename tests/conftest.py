"""Property tests draw the same examples in every run, and a busy machine does not fail them.

``HYPOTHESIS_PROFILE=search`` draws others each time, to look for what the usual ones miss;
``HYPOTHESIS_PROFILE=long`` draws ten thousand, where a test does not say how many.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("course", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, derandomize=False, print_blob=True)
settings.register_profile("long", parent=settings.get_profile("search"), max_examples=10_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or "course")


@pytest.fixture(scope="session")
def raw():
    """The folder of raw corpora."""
    folder = os.environ.get("NBCOURSE_RAW")
    if not folder:
        pytest.skip("the raw messages are not part of the course: point NBCOURSE_RAW at them")
    return Path(folder)
