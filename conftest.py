"""nbval compares what pictures say, not their pixels; nothing that is tested sees the network.

Two processes test at once, each with one thread for matrices: with more they wait for each other.
"""

import os

from tests.offline import sitecustomize  # noqa: F401, for this process; the folder is for others

for library in ("OMP", "OPENBLAS", "MKL"):  # each reads it when it is loaded, also in kernels
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def pytest_configure(config):
    config.option.nbval_sanitize_with = str(config.rootpath / "tests" / "nbval.cfg")
    # what is started here, kernels above all, has what `sitecustomize` does, too
    places = [str(config.rootpath / "tests" / "offline"), os.environ.get("PYTHONPATH")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, places))
