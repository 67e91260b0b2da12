"""A progress bar for work that may take more than two seconds."""


def progress(items, what, wanted=True):
    """Return items, to be looped over under a progress bar on stderr.

    The bar comes after two seconds, and on a terminal only: nothing of it gets into the stored
    output of a notebook or into a log.

    Parameters
    ----------
    items : iterable
    what : str
        What the items are, in the plural.
    wanted : bool, default True
        False: no bar.

    Returns
    -------
    iterable
        The same items.

    Examples
    --------
    >>> sum(progress([1, 2], "numbers"))
    3
    """
    from tqdm import tqdm  # here and not above: most of the course has no use for it

    return tqdm(items, unit=f" {what}", delay=2, leave=False, disable=None if wanted else True)
