"""Checkers of notebook 16: sums of parts, tasks that are repeated, what does not add up."""

from functools import cache

import numpy as np

from nbcourse import text
from nbcourse.datasets import load
from nbcourse.evaluation import duplicate_groups
from nbcourse.exercises.kit import behaves, exercise, near


@exercise("16.a", objectives=(1,), first="how many words of spam do both parts have together?")
def share_of_both(answer):
    """Share of a word in the spam of two parts, 3 of 20 and 1 of 80."""
    return near(
        answer,
        4 / 100,
        mistakes=[
            ((3 / 20 + 1 / 80) / 2, "the mean of two shares gives the small part too much say"),
            (3 / 20 + 1 / 80, "shares do not add up; the counts that they come from do"),
            (4, "that is the count; divide it by the words of both"),
            (4 / 96, "divide by all words of both, those that are *call* too"),
        ],
        otherwise="add above and below the fraction line, then divide",
    )


@exercise("16.b", objectives=(2,), first="how many models are left after the first round?")
def adding_tasks(answer):
    """Adding tasks for 64 parts, four at a time."""
    return near(
        answer,
        16 + 4 + 1,
        mistakes=[
            (16, "that is the first round; the 16 models have to be added up, too"),
            (3, "those are the rounds; count the tasks in each"),
            (64 + 21, "the counting tasks are in it; only those that add are asked for"),
            (63, "so many are needed two at a time"),
            (20, "the last four models still have to become one"),
        ],
        otherwise="write down how many models there are after each round",
    )


@exercise("16.c", objectives=(3,), first="which numbers are added, one after the other?")
def shared_total(answer):
    """A shared total to which the second of three tasks was added twice."""
    return near(
        answer,
        5 + 7 + 7 + 9,
        mistakes=[
            (5 + 7 + 9, "that is right, and not what the shared total says"),
            (5 + 9, "the dead worker had added its number already"),
            (5 + 5 + 7 + 9, "the first task was not repeated"),
            (2 * (5 + 7 + 9), "the other two tasks were not repeated"),
        ],
        otherwise="the second task is done twice, and adds each time",
    )


@exercise("16.d", objectives=(4,), first="what is t here, and what t + o?")
def four_workers(answer):
    """Speed-up of four workers, 20 ms of work and 5 ms of overhead."""
    return near(
        answer,
        4 * 20 / 25,
        mistakes=[
            (4, "without overhead it would be so"),
            (20 / 25, "that is one worker against the loop"),
            (4 * 25 / 20, "upside down: overhead makes it slower"),
            (4 * 20 / (20 + 4 * 5), "each task has its overhead once, whoever does it"),
            (25 / 4, "those are milliseconds for each task; how many has the loop?"),
        ],
        otherwise="formula (2) with its numbers",
    )


@exercise("16.e", objectives=(5,), first="how many messages are there, and how many with the word?")
def idf_of_both(answer):
    """Idf of a word in 0 of 99 and 19 of 100 messages."""
    mean = np.mean([np.log(100 / 1), np.log(101 / 20)]) + 1
    return near(
        answer,
        1 + np.log(200 / 20),
        mistakes=[
            (mean, "that is the mean of the parts' idfs: first add, then compute"),
            (np.log(200 / 20), "the 1 before the logarithm is missing"),
            (1 + np.log(201 / 21), "1 is added once, to the sum, not in each part"),
            (1 + np.log(199 / 19), "1 is added to both numbers in the fraction"),
            (1 + np.log10(200 / 20), "the logarithm is the natural one"),
        ],
        otherwise="sum up m and df, then put both into the formula",
    )


@exercise("16.1", objectives=(1,), first="add the counts of both parts before you think of α")
def smoothed_once(answer):
    """Smoothed probability from two parts: 3 of 400 and 9 of 600, 500 words, alpha 1."""
    parts = (3 + 1) / (400 + 500), (9 + 1) / (600 + 500)
    return near(
        answer,
        (12 + 1) / (1000 + 500),
        mistakes=[
            (np.mean(parts), "that is the mean of two smoothed shares; add the counts first"),
            ((12 + 2) / (1000 + 1000), "smoothed twice: the pseudo-counts come once, at the end"),
            (12 / 1000, "that is the share without smoothing"),
            ((12 + 1) / (1000 + 1), "each of the 500 words has its pseudo-count"),
            ((12 + 1) / 1000, "the pseudo-counts are missing below the fraction line"),
        ],
        otherwise="(counts of both + 1) over (words of both + 500)",
    )


@exercise("16.2", objectives=(2,), first="how many groups of eight are there among a thousand?")
def tree_of_eight(answer):
    """Adding tasks and rounds for a thousand parts, eight at a time."""
    return near(
        answer,
        (125 + 16 + 2 + 1, 4),
        mistakes=[
            ((4, 144), "the right numbers in the wrong order: first the tasks"),
            ((125 + 15 + 1 + 1, 4), "the rest of a division is a group of its own, too"),
            ((125, 1), "that is the first round"),
            ((125 + 16 + 2, 3), "two models are left: they, too, have to become one"),
            ((125 + 16 + 2, 4), "the last round has a task, too"),
            ((125 + 16 + 2 + 1, 3), "the tasks are right; the last two models need a round, too"),
            ((999, 4), "so many tasks are needed two at a time"),
            ((1000 + 144, 4), "only the adding tasks are asked for"),
            ((1000 + 144, 5), "only the adding tasks and their rounds are asked for"),
        ],
        otherwise="1,000 models become 125; and then?",
    )


@exercise("16.3", objectives=(3,), first="which container lets a key stand in it only once?")
def total_of_notes(answer):
    """A function of pairs (part, messages), some parts repeated -> the total."""
    cases = [
        ([(0, 10), (1, 20), (2, 30)],),
        ([(0, 10), (1, 20), (1, 20), (2, 30)],),
        ([(0, 10), (1, 10), (2, 10), (1, 10)],),
        ([(0, 10), (2, 3), (1, 20), (2, 30), (0, 10)],),
        ([(7, 9), (7, 4)],),
    ]
    return behaves(
        answer,
        lambda pairs: sum(dict(pairs).values()),
        cases,
        mistakes=[
            (lambda pairs: sum(n for _, n in pairs), "repeated parts are in it more than once"),
            (
                lambda pairs: sum({n for _, n in pairs}),
                "two parts may have the same number of messages: tell them apart by part",
            ),
            (
                lambda pairs: sum(n for _, n in set(pairs)),
                "an earlier attempt of the same part may have another number",
            ),
            (
                lambda pairs: sum(dict(reversed(pairs)).values()),
                "that takes the first attempt of a part; the last one is right",
            ),
            (
                lambda pairs: sum(dict(sorted(pairs)).values()),
                "that takes the largest number of a part; the last one is right",
            ),
            (lambda pairs: len(dict(pairs)), "that is the number of parts"),
        ],
        otherwise="one number for each part, the last one; then their sum",
    )


@exercise("16.4", objectives=(4,), first="how many seconds of work has a whole task?")
def speed_up(answer):
    """A function (w, t, o, size) -> formula (2) for tasks of so many messages."""
    cases = [(2, 1e-5, 0.01, 10_000), (4, 2e-6, 0.005, 500), (3, 0.1, 0.2, 1), (1, 0.3, 0, 7)]
    return behaves(
        answer,
        lambda w, t, o, size: w * size * t / (size * t + o),
        cases,
        mistakes=[
            (
                lambda w, t, o, size: w * t / (t + o),
                "a task has `size` messages with t seconds each, and one overhead",
            ),
            (lambda w, t, o, size: size * t / (size * t + o), "there are w workers"),
            (lambda w, t, o, size: (size * t + o) / (w * size * t), "upside down: loop over time"),
            (
                lambda w, t, o, size: w * size * t / (size * t + w * o),
                "each task has its overhead once, whoever does it",
            ),
        ],
        otherwise="formula (2), with the work of a whole task",
    )


@exercise("16.5", objectives=(5,), first="turn each triple into number, sum, sum of squares")
def pooled(answer):
    """A function of triples (n, mean, variance) -> the triple of the whole."""
    draws = np.random.default_rng(1600)
    samples = [[draws.normal(k, 1 + k, 4 + 3 * k) for k in range(parts)] for parts in (2, 3, 5)]
    cases = [([(len(x), x.mean(), x.var()) for x in parts],) for parts in samples]
    cases.append(([(1, 2.0, 0.0), (3, 6.0, 0.0)],))
    return behaves(
        answer,
        _pooled,
        cases,
        mistakes=[
            (_plain_means, "a part with more values has more say, in mean and variance"),
            (
                lambda triples: (*_pooled(triples)[:2], _weighted(triples, 2)),
                "the means of the parts lie apart: that is spread, too",
            ),
            (
                lambda triples: (*_pooled(triples)[:2], sum(v for *_, v in triples)),
                "variances do not add up: go back to the sum of squares",
            ),
            (
                lambda triples: (*_pooled(triples)[:2], _pooled(triples)[2] * _correction(triples)),
                "the divisor is the number of values, here and there",
            ),
            (
                lambda triples: (*_pooled(triples)[:2], np.sqrt(_pooled(triples)[2])),
                "that is the standard deviation",
            ),
        ],
        otherwise="the sum of squares of a part is number * (variance + mean squared)",
    )


def _weighted(triples, place):
    """Mean of an entry of the triples, each with the weight of its number."""
    return sum(row[0] * row[place] for row in triples) / sum(n for n, *_ in triples)


def _pooled(triples):
    mean = _weighted(triples, 1)
    between = sum(n * (other - mean) ** 2 for n, other, _ in triples)
    n = sum(n for n, *_ in triples)
    return n, mean, _weighted(triples, 2) + between / n


def _plain_means(triples):
    return sum(n for n, *_ in triples), *np.mean([row[1:] for row in triples], axis=0)


def _correction(triples):
    n = sum(n for n, *_ in triples)
    return n / (n - 1)


@exercise(
    "16.6", objectives=(5,), first="if ten boxes hold 50 balls, what holds the fullest at least?"
)
def candidates(answer):
    """The threshold within a part that misses no word, and how many candidates it gives."""
    df = _frequencies()

    def named(threshold):
        return int((df >= threshold).any(axis=0).sum())

    return near(
        answer,
        (5, named(5)),
        mistakes=[
            ((named(5), 5), "the right numbers in the wrong order: first the threshold"),
            ((50, named(50)), "a word spread evenly over the parts would be missed"),
            ((4, named(4)), "it guarantees that, but a larger threshold does, too"),
            ((6, named(6)), "nothing is missed here, by luck: deal a word evenly to all parts"),
            ((5, int((df >= 5).all(axis=0).sum())), "a single part is enough to name a candidate"),
            (
                (5, int((df.sum(axis=0) >= 50).sum())),
                "the threshold is right; candidates are all words that some part names",
            ),
            ((10, named(10)), "there are ten parts, but what does a part have at least?"),
        ],
        otherwise="deal the messages of a word as evenly as you can; then (df >= …).any(axis=0)",
    )


@cache
def _frequencies():
    """Document frequencies in ten parts of the distinct messages, dealt as in Section 5."""
    bag = load("sms").features(text.words)
    once = bag.counts[np.unique(duplicate_groups(bag), return_index=True)[1]]
    parts = np.array_split(np.random.default_rng(16).permutation(once.shape[0]), 10)
    return np.array([(once[rows] > 0).sum(axis=0) for rows in parts])
