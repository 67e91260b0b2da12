"""The checkers of the exercises, one module per notebook, behind `check`."""

from importlib import import_module, resources

from nbcourse.exercises.kit import CHECKERS, Result, judge


def check(number, answer):
    """Say where an exercise stands: not attempted, not yet (with a hint), or ok.

    Parameters
    ----------
    number : str
        Number of the exercise, such as ``"05.2"``.
    answer : object
        Whatever the learner wrote; never an error.

    Returns
    -------
    Result
        Shown as one line.

    Examples
    --------
    >>> check("05.1", ...)
    not attempted
    >>> check("77.7", 1)
    not yet: there is no exercise 77.7; look at the number in the text
    """
    number = str(number)
    module = f"nb{number.partition('.')[0]}"
    if resources.files(__name__).joinpath(f"{module}.py").is_file():
        import_module(f"{__name__}.{module}")
    if number not in CHECKERS:
        return Result("not yet", f"there is no exercise {number}; look at the number in the text")
    return judge(CHECKERS[number], answer)
