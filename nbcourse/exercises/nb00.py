"""Checkers of notebook 00: how exercises answer back."""

from nbcourse.datasets import load
from nbcourse.exercises.kit import exercise, near


@exercise(
    "00.1",
    objectives=(1,),
    first="compare all labels with 'ham': True counts as one when you add them up",
)
def ham_messages(answer):
    """How many messages of the collection are ham."""
    labels = load("sms").labels
    counts = {label: int((labels == label).sum()) for label in ("ham", "spam")}
    return near(
        answer,
        counts["ham"],
        mistakes=[
            (counts["spam"], "that is the spam; the question asks for the ham"),
            (len(labels), "that is all messages; subtract the spam"),
            (counts["ham"] / len(labels), "that is the share; the question asks for the number"),
        ],
        otherwise="count the labels that equal 'ham'",
    )
