"""Where things are: the data files, and the line of the reader that a warning speaks of."""

import os
import sys
import warnings
from pathlib import Path

__all__ = ["DATA", "data_path", "given_path", "warn_caller"]

_PACKAGE = Path(__file__).resolve().parent
#: Packages in which no reader writes: the course, scikit-learn, and joblib, which runs pipelines.
_BETWEEN = ("nbcourse", "sklearn", "joblib")


def _data_folder():
    """Return ``nbcourse/data`` if the wheel brought one, else ``data`` beside the package."""
    inside = _PACKAGE / "data"
    return inside if inside.is_dir() else _PACKAGE.parent / "data"


#: Folder of the course's data files.
DATA = _data_folder()


def data_path(name: str) -> Path:
    """Return the path of the data file ``name``.

    Parameters
    ----------
    name : str
        File name inside the data folder, for example ``"stopwords_en.txt"``.

    Returns
    -------
    pathlib.Path

    Raises
    ------
    FileNotFoundError
        If the data folder holds no such file.

    Examples
    --------
    >>> data_path("stopwords_en.txt").name
    'stopwords_en.txt'
    """
    path = DATA / name
    if not path.is_file():
        raise FileNotFoundError(
            f"no data file {name!r} in {DATA}; reinstall the course or restore its data folder"
        )
    return path


def given_path(name: str, path: str | os.PathLike) -> Path:
    """Return what a caller gives as a path, if it can be one.

    Parameters
    ----------
    name : str
        What the path is called in the error.
    path : str or os.PathLike

    Returns
    -------
    pathlib.Path

    Raises
    ------
    ValueError
        If it is neither a text nor a path.

    Examples
    --------
    >>> given_path("folder", "data").name
    'data'
    """
    try:
        return Path(path)
    except TypeError as error:
        raise ValueError(
            f"{name} is {path!r:.60} of type {type(path).__name__}, expected a path: give it as a "
            "str or pathlib.Path"
        ) from error


def warn_caller(message: str) -> None:
    """Warn at the line of the reader's own code, however deep in the packages the cause was found.

    Parameters
    ----------
    message : str
        Text of the ``UserWarning``.

    Examples
    --------
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_caller("look here")
    >>> str(caught[0].message)
    'look here'
    """
    level, frame = 1, sys._getframe()
    while frame and frame.f_globals.get("__name__", "").partition(".")[0] in _BETWEEN:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, stacklevel=level)
