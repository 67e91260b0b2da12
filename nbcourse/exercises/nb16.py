"""Checkers of notebook 16."""

from nbcourse.exercises.kit import exercise, near


@exercise(
    "16.a",
    objectives=(2,),
    first="what do the two give together?",
)
def quick(answer):
    """Mean of 4 and 8."""
    return near(
        answer,
        (4 + 8) / 2,
        mistakes=[
            (4 + 8, "that is the sum: divide it by the number of values"),
            (8 - 4, "that is the distance between them: add them up"),
        ],
        otherwise="add the two, then divide by two",
    )


@exercise(
    "16.1",
    objectives=(1, 2, 3),
    first="what do the values give together, and how many are there?",
)
def mean(answer):
    """Mean of 2, 3 and 10."""
    values = [2, 3, 10]
    return near(
        answer,
        sum(values) / len(values),
        mistakes=[
            (sum(values), "that is the sum: divide it by the number of values"),
            (sorted(values)[1], "that is the median, the value in the middle"),
        ],
        otherwise="add the values, then divide by their number",
    )
