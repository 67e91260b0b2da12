"""Property tests draw the same examples in every run, and a busy machine does not fail them."""

from hypothesis import settings

settings.register_profile("course", deadline=None, derandomize=True)
settings.load_profile("course")
