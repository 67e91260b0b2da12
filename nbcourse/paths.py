"""Where the data files live, in a checkout and in an installed wheel alike."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


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
