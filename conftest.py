"""nbval compares what pictures say, not their pixels; nothing that is tested sees the network."""

import os

from tests.offline import sitecustomize  # noqa: F401, for this process; the folder is for others


def pytest_configure(config):
    config.option.nbval_sanitize_with = str(config.rootpath / "tests" / "nbval.cfg")
    # what is started here, kernels above all, has what `sitecustomize` does, too
    places = [str(config.rootpath / "tests" / "offline"), os.environ.get("PYTHONPATH")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, places))
