"""Checkers of notebook 15: the line that is wrong, and the property that tells."""

from functools import cache

import numpy as np

from nbcourse import text
from nbcourse.datasets import load
from nbcourse.evaluation import repeated_splits
from nbcourse.exercises.kit import behaves, chosen, exercise, near
from nbcourse.naive_bayes import MultinomialNB

RNG = np.random.default_rng(1500)
TABLES = [RNG.integers(0, 9, size=(2, d)) for d in (2, 5, 8)]
TEN_HAM, OTHER = np.array([10, 0]), np.array([0, 10])
SIZES = [np.array([8, 5]), np.array([30, 4]), np.array([3, 9])]


@exercise("15.1", objectives=(1,), first="write the ten numerators under each other and add them")
def sum_with_two(answer):
    """Sum of ten shares whose denominators know of two pseudo-counts."""
    return near(
        answer,
        (20 + 10) / (20 + 2),
        mistakes=[
            (1, "so it should be; what does the program divide by?"),
            ((20 + 1) / (20 + 2), "each of the ten words brings a pseudo-count of its own"),
            (20 / 22, "the numerators have their pseudo-counts, too"),
            (22 / 30, "upside down: numerators above"),
            (10 * 21 / 22, "the class has its words once, not once for each column"),
        ],
        otherwise="all numerators together, over the one denominator",
    )


@exercise("15.2", objectives=(2,), first="what does one unknown word say, by formula (2)?")
def unknown_words_to_flip(answer):
    """How many unknown words turn a message of -4 nats."""
    vote = np.log(5000 / 3000)
    needed = int(np.floor(4 / vote)) + 1
    return near(
        answer,
        needed,
        mistakes=[
            (int(np.floor(4 / np.log(3))) + 1, "the denominators hold the pseudo-counts, too"),
            (needed - 1, "the log-odds are still below 0"),
            (4 / vote, "nobody writes a part of a word: the smallest whole number that is enough"),
            (vote, "that is the vote of one word"),
            (int(np.floor(4 * 3 / 5)) + 1, "the vote is the logarithm of the ratio"),
        ],
        otherwise="how often does the vote of one word go into what is missing?",
    )


@exercise("15.3", objectives=(3,), first="turn the log shares back into shares")
def misses_of_a_sum(answer):
    """A function (program, N) -> the largest distance of a class's sum from one."""
    programs = [_smoothed, _bracketless, _with_two]
    return behaves(
        answer,
        _misses,
        [(program, N) for program in programs for N in TABLES],
        mistakes=[
            (lambda program, N: np.abs(program(N).sum(axis=1) - 1).max(), "those are logarithms"),
            (
                lambda program, N: np.abs(np.exp(program(N)).sum() - 1),
                "each class has a sum of its own",
            ),
            (
                lambda program, N: np.abs(np.exp(program(N)).sum(axis=0) - 1).max(),
                "that sums over the classes; the shares of the words of one class sum to one",
            ),
            (
                lambda program, N: (np.exp(program(N)).sum(axis=1) - 1).max(),
                "a sum may be too small as well: take the distance",
            ),
            (
                lambda program, N: np.abs(np.exp(program(N)).sum(axis=1) - 1).mean(),
                "the worst class, not their mean",
            ),
            (
                lambda program, N: np.abs(np.exp(program(N)).sum(axis=1) - 1),
                "one number: the worst of the classes",
            ),
        ],
        otherwise="shares, one sum for each class, its distance from one, the largest",
    )


def _misses(program, N):
    return np.abs(np.exp(program(N)).sum(axis=1) - 1).max()


def _smoothed(N):
    return np.log((N + 1) / (N + 1).sum(axis=1, keepdims=True))


def _bracketless(N):
    return np.log(N + 1 / (N + 1).sum(axis=1, keepdims=True))


def _with_two(N):
    return np.log((N + 1) / (N.sum(axis=1, keepdims=True) + 5))


@exercise("15.4", objectives=(3, 4), first="call the program twice: before and after the ham")
def moved_by_ham(answer):
    """A function (program, M, n) -> how far the spam row moves when ten ham arrive."""
    programs = [_own, _crossed, _common]
    return behaves(
        answer,
        _moves,
        [(program, M, n) for program in programs for M, n in zip(TABLES, SIZES, strict=True)],
        mistakes=[
            (
                lambda program, M, n: np.abs(program(M, n + OTHER)[1] - program(M, n)[1]).max(),
                "the new messages are ham, the first number",
            ),
            (
                lambda program, M, n: np.abs(program(M, n + TEN_HAM)[0] - program(M, n)[0]).max(),
                "the row of ham may move; look at that of spam",
            ),
            (
                lambda program, M, n: np.abs(program(M, n + TEN_HAM) - program(M, n)).max(),
                "the row of ham may move; only that of spam counts",
            ),
            (
                lambda program, M, n: (program(M, n + TEN_HAM)[1] - program(M, n)[1]).max(),
                "a number may become smaller as well: take the distance",
            ),
            (
                lambda program, M, n: np.abs(program(M + 10, n)[1] - program(M, n)[1]).max(),
                "the new messages have none of the words: only n changes",
            ),
            (
                lambda program, M, n: np.abs(program(M, n + 10)[1] - program(M, n)[1]).max(),
                "only ham arrives: the number of spam messages stays",
            ),
        ],
        otherwise="the second row of both results, their distances, the largest",
    )


def _moves(program, M, n):
    return np.abs(program(M, n + TEN_HAM)[1] - program(M, n)[1]).max()


def _own(M, n):
    return np.log((M + 1) / (n[:, None] + 2))


def _crossed(M, n):
    return np.log(np.where(M > 0, (M + 1) / (n[:, None] + 2), 1 / (n[::-1, None] + 2)))


def _common(M, n):
    return np.log((M + 1) / (n.sum() + 2)) - n[1] * np.arange(M.shape[1]) / n[0]


@exercise("15.5", objectives=(1, 4), first="which logarithms are above 0 for a sign of spam?")
def two_lines_mended(answer):
    """A function (present, phi, n) -> log-odds of spam of a set of words."""
    cases = []
    for n in SIZES:
        phi = RNG.uniform(0.1, 0.9, size=(2, 6))
        cases += [(RNG.random(6) < share, phi, n) for share in (0.5, 0.0, 1.0)]
    return behaves(
        answer,
        _odds_of,
        cases,
        mistakes=[
            (
                lambda present, phi, n: _turned(present, phi, n, -1, -1),
                "so it was printed: think of an empty message from a world full of spam",
            ),
            (
                lambda present, phi, n: _turned(present, phi, n, 1, -1),
                "the prior is right now; what does the absence of a ham word say?",
            ),
            (
                lambda present, phi, n: _turned(present, phi, n, -1, 1),
                "the absent words are right now; what does an empty message say?",
            ),
            (
                lambda present, phi, n: -_odds_of(present, phi, n),
                "positive is for spam: that is for ham",
            ),
            (
                lambda present, phi, n: _odds_of(present, phi, n) - np.log(n[1] / n[0]),
                "the prior is missing",
            ),
        ],
        otherwise="three sums, and in each spam stands above ham",
    )


def _turned(present, phi, n, prior, absence):
    gains = np.log(phi[1] / phi[0])[present].sum()
    silence = np.log((1 - phi[1]) / (1 - phi[0]))[~present].sum()
    return prior * np.log(n[1] / n[0]) + gains + absence * silence


def _odds_of(present, phi, n):
    return _turned(present, phi, n, 1, 1)


@exercise("15.6", objectives=(5,), first="shuffle once, and use the shuffle for both parts")
def shuffled_marks(answer):
    """Accuracies on training and test part when the labels mean nothing."""
    shuffled, true, constant = _marks()
    return near(
        answer,
        shuffled,
        mistakes=[
            (shuffled[::-1], "the right numbers in the wrong order: first the training part"),
            (true, "those are the marks for the true labels: learn and judge by the shuffled ones"),
            (constant, 'that is what "all ham" gets'),
            (1 - np.array(shuffled), "those are the errors"),
        ],
        otherwise="fit and score, both with the shuffled labels of the rows",
    )


@cache
def _marks():
    sms = load("sms")
    X, labels = sms.features(text.words).counts, sms.labels
    parts = repeated_splits(labels, n_splits=10, random_state=15)[0]
    found = []
    for y in (np.random.default_rng(156).permutation(labels), labels):
        model = MultinomialNB().fit(X[parts[0]], y[parts[0]])
        found.append([model.score(X[rows], y[rows]) for rows in parts])
    return *found, [np.mean(labels[rows] == "ham") for rows in parts]


@exercise("15.7", objectives=(2, 5), first="which columns does the training part use at all?")
def leak_at_ling(answer):
    """Errors at Ling, with the columns of all mails and with those of training."""
    leaky, clean, constant, alarms = _ling_errors()
    return near(
        answer,
        (leaky, clean),
        mistakes=[
            ((clean, leaky), "the right numbers in the wrong order: first the columns of all"),
            ((1 - leaky, 1 - clean), "those are the shares of right verdicts"),
            ((constant, constant), 'that is what "all ham" gets'),
            (alarms, "those are shares of the ham that is lost; count the missed spam, too"),
        ],
        otherwise="fit with all columns, then with those whose sum over train is above zero",
    )


@cache
def _ling_errors():
    ling = load("ling").features(text.s4_words)
    ling = ling[ling.counts.sign().sum(axis=1) > 5]
    L, spam = ling.counts.sign(), ling.labels == "spam"
    [(train, test)] = repeated_splits(spam, n_splits=1, random_state=15)
    wrong = []
    for used in (slice(None), L[train].sum(axis=0) > 0):
        model = MultinomialNB().fit(L[train][:, used], spam[train])
        wrong.append(model.predict(L[test][:, used]) != spam[test])
    alarms = tuple(errors[~spam[test]].mean() for errors in wrong)
    return *(errors.mean() for errors in wrong), spam[test].mean(), alarms


@exercise("15.a", objectives=(1,), first="put a count of 8 and a total of 100 into each line")
def bracket(answer):
    """The line without its bracket."""
    return near(
        answer,
        5,
        mistakes=[
            (2, "the second number of the shape is the number of words: right"),
            (3, "a sum over the words, one for each class: right"),
            (4, "each word gives a pseudo-count to the denominator: right"),
        ],
        otherwise="compare with formula (1), numerator and denominator apart",
    )


@exercise("15.b", objectives=(4,), first="follow the number, not the names: which line gives it?")
def traced_default(answer):
    """The line that computes the default of a word that no ham has."""
    return near(
        answer,
        4,
        mistakes=[
            (3, "so says its comment; which of the two names does line 7 use?"),
            (5, "that share line 7 replaces, where no ham message has the word"),
            (7, "it puts the share in its place; where was it computed?"),
            (8, "that line is about the words that no spam has"),
        ],
        otherwise="the line that fills the row of ham, then the line where its default is computed",
    )


@exercise("15.c", objectives=(1,), first="ask of each line: which messages does it look at?")
def leaking_line(answer):
    """The line that learns the vocabulary of all messages."""
    return near(
        answer,
        3,
        mistakes=[
            (2, "a rule for words looks at no message"),
            (4, "an empty model has seen nothing yet"),
            (5, "it takes rows of training only; but which columns are there?"),
            (6, "to judge test messages is what it is for"),
        ],
        otherwise="which line learns something from messages that it must not know?",
    )


@exercise("15.d", objectives=(1,), first="how long is train before the loop, and after it?")
def copy_line(answer):
    """The line that deletes from a copy."""
    return near(
        answer,
        6,
        mistakes=[
            (2, "a range is good enough for numbers in a row; what happens to it later?"),
            (4, "a position in what is left: right"),
            (5, "it takes the number at that position: right"),
            (7, "arrays of both: right, if both are"),
        ],
        otherwise="which line promises to change something, and does not?",
    )


@exercise("15.e", objectives=(5,), first="79 % are many errors; beside what?")
def straw(answer):
    """What to ask for first: a constant answer beside the two filters."""
    return chosen(
        answer,
        "c",
        mistakes=[
            ("a", "79 % are far from 2 %: other draws will not close that gap"),
            ("b", "how sure the number is does not say whether it is good or bad"),
            ("d", "then the question is another one; what do 79 % mean for a hundred?"),
        ],
        otherwise="one letter: a, b, c or d",
    )


@exercise("15.f", objectives=(1,), first="which number can become smaller and smaller?")
def product_line(answer):
    """The line that multiplies shares."""
    return near(
        answer,
        4,
        mistakes=[
            (2, "the copy keeps the caller's prior as it is: right"),
            (3, "a word that is not there has the factor one: it may be skipped"),
            (5, "to divide by the sum is right, as long as there is a sum"),
        ],
        otherwise="look for a product of many numbers below one",
    )


@exercise("15.g", objectives=(1,), first="put the scores -1200 and -1201 into the lines")
def exponential_line(answer):
    """The line that exponentiates too early."""
    return near(
        answer,
        2,
        mistakes=[
            (1, "there the scores are still whole"),
            (3, "a sum over the classes: right, but of what is left?"),
            (4, "each over the sum: right, but of what is left?"),
        ],
        otherwise="after which line are both numbers the same?",
    )


@exercise("15.h", objectives=(1,), first="what is counted, messages or words?")
def two_for_d(answer):
    """The line with the two of another model."""
    return near(
        answer,
        3,
        mistakes=[
            (2, "one pseudo-count for each word: right for words"),
            (5, "counts of words: right"),
            (6, "words are drawn, so words are counted: right"),
            (7, "count over total, then the logarithm: right"),
        ],
        otherwise="numerators and denominator must get the same pseudo-counts in all",
    )


@exercise("15.i", objectives=(3,), first="begin with one word: two sets, two products")
def sets_without_absence(answer):
    """Sum over all sets of the products over present words."""
    return near(
        answer,
        1.5**4,
        mistakes=[
            (1, "so it should be, and so it is with the factors of the absent words"),
            (16 * 0.5, "a set of two words has two factors, the empty set none"),
            (1 + 0.5 * 4, "sets of more words than one have their products, too"),
            (1.5, "that is for one word"),
            (
                4 * 0.5,
                "that is for the four sets of one word; there are eleven larger and an empty one",
            ),
        ],
        otherwise="each word multiplies the sum by one plus its share",
    )


@exercise("15.j", objectives=(2,), first="what comes out for a message without a word?")
def prior_line(answer):
    """The line that lacks the prior."""
    return near(
        answer,
        4,
        mistakes=[
            (1, "N and counts are enough to compute shares and weights"),
            (2, "smoothed shares: right"),
            (3, "spam over ham: right"),
        ],
        otherwise="log-odds have a start and steps; which is missing?",
    )


@exercise("15.k", objectives=(1,), first="send The through the lines, one by one")
def order_of_lines(answer):
    """The two lines in their right order."""
    return near(
        answer,
        (3, 2),
        mistakes=[
            ((2, 3), "so they stand; which should come first?"),
            ((4, 2), "punctuation is another matter; look at the capitals"),
            ((4, 3), "letters stay letters in lower case"),
        ],
        otherwise="the words of the stop list are in lower case",
    )


@exercise("15.l", objectives=(2,), first="where is something in a row for the first time?")
def unordered(answer):
    """The line that gives a set an order."""
    return near(
        answer,
        5,
        mistakes=[
            (2, "to collect in a set is right: each word once, in no order"),
            (3, "the messages come in their order: right"),
            (4, "words are added to a set, which has no order yet"),
        ],
        otherwise="a set has no order; which line needs one?",
    )


@exercise("15.m", objectives=(1,), first="is that a mean? over which cells, and how heavy is each?")
def unweighted(answer):
    """The line that forgets the weights of the mean."""
    return near(
        answer,
        5,
        mistakes=[
            (2, "each class divided by its own sum: right"),
            (3, "summed over y, so it is the share of x: right"),
            (4, "summed over x, so it is the share of y: right"),
        ],
        otherwise="compare with formula (3) of notebook 12, factor by factor",
    )


@exercise("15.n", objectives=(1,), first="in which unit is each line, if the sample is in metres?")
def no_root(answer):
    """The line that calls a variance a deviation."""
    return near(
        answer,
        3,
        mistakes=[
            (2, "the mean of the sample: right"),
            (4, "distance over deviation: right, if it is one"),
            (5, "the logarithm of the Gaussian density: right"),
        ],
        otherwise="one line has metres times metres",
    )


@exercise("15.o", objectives=(2,), first="what does toarray do with two values at one place?")
def stored_twice(answer):
    """What two stored ones look like in the dense table."""
    return near(
        answer,
        2,
        mistakes=[
            (1, "each of the stored values becomes that, and then they are added"),
            (0, "nothing is removed"),
            (4, "each stored value becomes one before they are added"),
        ],
        otherwise="set each stored value, then add up those of the place",
    )


@exercise("15.p", objectives=(5,), first="what have the twenty gaps in common?")
def shared_part(answer):
    """The line that draws one test part for all."""
    return near(
        answer,
        2,
        mistakes=[
            (3, "to repeat is right; what is drawn anew each time?"),
            (4, "new rows for training each time: right"),
            (5, "both models on the same rows: a pair is what we want"),
            (6, "one difference for each pair: right"),
            (7, "the interval is right for independent draws"),
        ],
        otherwise="which draw is made only once?",
    )


@exercise("15.q", objectives=(5,), first="do the two rows hold the same messages?")
def which_control(answer):
    """The control that tells memory from composition."""
    return chosen(
        answer,
        "b",
        mistakes=[
            ("a", "more of the same comparison; what differs between its two rows?"),
            ("c", "how sure the number is does not say what it is due to"),
            ("d", "with another similarity the rows still hold different messages"),
        ],
        otherwise="one letter: a, b, c or d",
    )
