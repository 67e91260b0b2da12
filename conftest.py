"""nbval compares what pictures say, not their pixels, from whatever folder it is started."""


def pytest_configure(config):
    config.option.nbval_sanitize_with = str(config.rootpath / "tests" / "nbval.cfg")
