"""Right answers of the exercises by other routes than the checkers take, and rules that only seem
right."""

from fractions import Fraction
from itertools import combinations, product
from math import exp, factorial, log, log1p

import networkx
import numpy as np
import pandas as pd
import pytest
from scipy import optimize, sparse, stats
from scipy.special import expit, logsumexp, softmax
from sklearn.datasets import load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import CategoricalNB, MultinomialNB

import nbcourse as nbc
from nbcourse import BagOfWords, check, evaluation, load, text
from nbcourse.evaluation import repeated_splits, resampled_interval

SILENT = np.errstate(all="ignore")


def violation(joint):
    """Cell by cell, for each class."""
    return max(
        abs(p / table.sum() - table[a].sum() * table[:, b].sum() / table.sum() ** 2)
        for table in joint
        for (a, b), p in np.ndenumerate(table)
    )


def appended():
    """By writing the word behind the messages, one copy after another."""
    sms = load("sms")
    train, test = repeated_splits(sms.labels, n_splits=1, random_state=0)[0]
    bag = BagOfWords(analyzer=text.words)
    model = MultinomialNB().fit(bag.fit_transform(sms[train]), sms.labels[train])
    copy = bag.transform(["you"]).toarray()
    message = bag.transform(["Congratulations, you have won a prize! Call now"]).toarray()
    spam = bag.transform(sms[test[sms.labels[test] == "spam"]]).toarray()
    needed = next(n for n in range(99) if model.predict(message + n * copy) == "ham")
    found = [model.predict(spam + n * copy) == "spam" for n in (0, needed)]
    return needed, int((found[0] & ~found[1]).sum())


def without_copies():
    """Message by message: a copy is one whose sorted tokens came before."""
    sms = load("sms")
    has = BagOfWords(analyzer=text.words).fit(["call"]).transform(sms).toarray().ravel() > 0
    seen, ham, left = set(), [], []
    for row, label, call in zip(sms.counts, sms.labels, has, strict=True):
        if label == "ham":
            ham.append(call)
            bag = (tuple(row.indices), tuple(row.data))
            left += [] if bag in seen else [call]
            seen.add(bag)
    share = sum(ham) / len(ham)
    rest = sum(left) / len(left)
    return rest, (share - rest) / (share * (1 - share) / len(ham)) ** 0.5


def two_bells(name):
    """By the density of scipy, message by message lengths from the tokens of each row."""
    corpus = load(name)
    characters = np.array([len(token) for token in corpus.tokens])
    rows = np.split(np.arange(corpus.counts.nnz), corpus.counts.indptr[1:-1])
    data, columns = corpus.counts.data, corpus.counts.indices
    x = np.log([(data[r] * (characters[columns[r]] + 1)).sum() - 1 for r in rows])
    spam = corpus.labels == "spam"
    bells = [stats.norm(x[part].mean(), x[part].std()) for part in (~spam, spam)]
    named = bells[1].logpdf(x) > bells[0].logpdf(x)
    return (np.mean(~named[~spam]) + np.mean(named[spam])) / 2


def by_all_messages(a, b, n):
    """All messages of n words: the first word, the second, any other; those with both add up."""
    shares = np.array([a, b, 1 - a - b])
    state = np.zeros((2, 2))  # has the first, has the second
    state[0, 0] = 1
    for _ in range(n):
        after = shares[2] * state
        after[1] += shares[0] * state.sum(axis=0)
        after[:, 1] += shares[1] * state.sum(axis=1)
        state = after
    return state[1, 1]


def correlated_pair():
    """Errors of both rules on a grid over the plane, and the best of all directions."""
    x, y = np.meshgrid(*[np.linspace(-8, 10, 1201)] * 2, indexing="ij")
    inverse = np.linalg.inv([[1, 0.5], [0.5, 1]])
    densities = []
    for mean in (0, 2):
        u = np.stack([x - mean, y])
        form = np.einsum("iab,ij,jab->ab", u, inverse, u)
        densities.append(np.exp(-form / 2))
    zero, one = (density / density.sum() for density in densities)
    naive = np.where(x > 1, zero, one) * np.where(x == 1, 0.5, 1)
    tie = (zero * (x == 1)).sum() / 2
    return (naive.sum() / 2 + tie / 2, np.minimum(zero, one).sum() / 2)


def sorted_sweep(nats, is_spam):
    """From the top down: begin with all messages called ham, and let them pass one value a time."""
    errors = fewest = int(np.sum(is_spam))
    for value in sorted(set(nats.tolist()), reverse=True):
        here = nats == value
        errors += int(np.sum(here & ~is_spam)) - int(np.sum(here & is_spam))
        fewest = min(fewest, errors)
    return fewest


def two_hundred_mails():
    """By scikit-learn's naive Bayes and another solver of logistic regression."""
    corpus = load("csdmc").features(text.words)
    X, spam = (corpus.counts > 0).astype(float), corpus.labels == "spam"
    wrong = []
    for repeat in range(5):
        order = np.random.default_rng(repeat).permutation(len(spam))
        test, train = order[:1000], order[1000:1200]
        known = np.unique(X[train].nonzero()[1])
        line = LogisticRegression(C=10, solver="liblinear", tol=1e-6)
        for model in (MultinomialNB(), line):
            model.fit(X[train][:, known], spam[train])
            wrong.append(np.mean(model.predict(X[test][:, known]) != spam[test]))
    return np.mean(wrong[::2]), np.mean(wrong[1::2])


def two_priors(alpha, class_alpha):
    """From the counts of the table: (3, S) in class +1 and in class -1."""
    plus = (9 + class_alpha) * (4 + alpha) / (9 + 3 * alpha) * (1 + alpha) / (9 + 3 * alpha)
    minus = (6 + class_alpha) * (1 + alpha) / (6 + 3 * alpha) * (3 + alpha) / (6 + 3 * alpha)
    return plus / (plus + minus)


def new_words():
    """Message by message, over sets of words; the model by scikit-learn."""
    sms = load("sms")
    train, test = repeated_splits(sms.labels, n_splits=1, random_state=0)[0]
    bag = BagOfWords(analyzer=text.words)
    X, labels = bag.fit_transform(sms[train]), sms.labels[train]
    model = MultinomialNB(alpha=1e-9, force_alpha=True).fit(X, labels)
    used = {k: set(X[labels == k].nonzero()[1].tolist()) for k in ("ham", "spam")}
    named = differ = 0
    X_test = bag.transform(sms[test])
    for row, said in zip(X_test.toarray(), model.predict(X_test), strict=True):
        new = {k: sum(row[j] for j in np.flatnonzero(row) if j not in used[k]) for k in used}
        if new["ham"] != new["spam"]:
            named += 1
            differ += said != min(new, key=new.get)
    return named, differ


def peak_of_evidence():
    """By the chain rule: one draw after another, each predicted from the past."""
    alpha = np.logspace(-2, 1, 20_001)
    seen_before = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0]  # nine times one outcome, then another
    logs = sum(np.log((n + alpha) / (t + 4 * alpha)) for t, n in enumerate(seen_before))
    return float(alpha[logs.argmax()])


def tied_by_loops(counts, alpha):
    columns = [sum(column) + alpha - 1 for column in zip(*counts, strict=True)]
    return [column / sum(columns) for column in columns]


def mixed_by_words():
    """Occurrence by occurrence in the new spam, with scikit-learn's shares."""
    sms, bag = load("sms"), BagOfWords(analyzer=text.words)
    train, test = repeated_splits(sms.labels, n_splits=1, random_state=0)[0]
    X, spam = bag.fit_transform(sms[train]).toarray(), sms.labels == "spam"
    shares = np.exp(MultinomialNB(alpha=1e-300).fit(X, spam[train]).feature_log_prob_[1])
    new = bag.transform(sms[test[spam[test]]]).toarray().sum(axis=0)
    words = np.repeat(np.arange(len(new)), new)
    answer = []
    for r in (1 / len(new), X.sum(axis=0)[words] / X.sum()):
        fits = {e: np.log((1 - e) * shares[words] + e * r).sum() for e in np.arange(1, 51) / 100}
        answer.append(max(fits, key=fits.get))
    return tuple(answer)


def log_theta_by_loops(counts, alpha):
    return [[np.log((n + alpha) / (sum(row) + alpha * len(row))) for n in row] for row in counts]


def nearest(w, b, P, y):
    """The foot of each perpendicular, and how far it is."""
    found = []
    for point, sign in zip(P, y, strict=True):
        foot = point - w * ((point @ w + b) / (w @ w))
        side = 1 if (point - foot) @ w * sign > 0 else -1
        found.append(side * np.linalg.norm(point - foot))
    return min(found)


def soft_margin(w, b, P, y, C):
    """Point by point: who has less than 1 pays for the rest."""
    price = 0.5 * np.linalg.norm(w) ** 2
    for point, sign in zip(P, y, strict=True):
        score = sign * (sum(point * w) + b)
        if score < 1:
            price += C * (1 - score)
    return price


def worst_violation(w, b, alpha, P, y):
    """Condition by condition, point by point."""
    worst, held, balance = 0.0, np.array(w, dtype=float), 0.0
    for a, point, sign in zip(alpha, P, y, strict=True):
        score = sign * (point @ w + b)
        worst = max(worst, -a, 1 - score, abs(a * (score - 1)))
        held, balance = held - a * sign * point, balance + a * sign
    return max(worst, *abs(held), abs(balance))


def after_a_hundred():
    """Naive Bayes of scikit-learn; the SVM by its dual, a quadratic in a box."""
    corpus = load("sms")
    rows = evaluation.duplicate_groups(corpus.features(text.words))
    messages = corpus[np.unique(rows, return_index=True)[1]]
    [(train, test)] = repeated_splits(
        messages.labels, n_splits=1, test_size=0.25, stratify=True, random_state=14
    )
    bag, few = BagOfWords(analyzer=text.words), train[:100]
    A, labels = bag.fit_transform(messages[few]), messages.labels
    B = bag.transform(messages[test])
    counted = np.sum(MultinomialNB().fit(A, labels[few]).predict(B) != labels[test])
    sign = np.where(labels[few] == "spam", 1, -1)
    signed = sign[:, None] * np.column_stack([A.toarray(), np.ones(len(few))])
    prices = optimize.minimize(
        lambda a: (a @ signed @ (signed.T @ a) / 2 - a.sum(), signed @ (signed.T @ a) - 1),
        np.zeros(len(few)),
        jac=True,
        bounds=[(0, 0.1)] * len(few),
        options={"ftol": 1e-14, "gtol": 1e-10, "maxiter": 10_000},
    ).x
    v = prices @ signed
    return counted, np.sum((B @ v[:-1] + v[-1] > 0) != (labels[test] == "spam"))


def silence(phi, prior):
    total = log(prior[1]) - log(prior[0])
    for in_ham, in_spam in zip(*np.asarray(phi).tolist(), strict=True):
        total += log1p(-in_spam) - log1p(-in_ham)
    return total


def perceptron(X, sign, passes):
    """Number by number."""
    w, b = [0.0] * X.shape[1], 0.0
    for _ in range(passes):
        for x, s in zip(X.tolist(), np.asarray(sign).tolist(), strict=True):
            if s * (sum(p * q for p, q in zip(w, x, strict=True)) + b) <= 0:
                w = [p + s * q for p, q in zip(w, x, strict=True)]
                b += s
    return [*w, b]


def sets_of_csdmc():
    """One refit for each mail, on the words of the others, of which it has some."""
    mails = load("csdmc").features(text.s4_words)
    X, spam = mails.counts.sign().tocsr(), mails.labels == "spam"
    sums = {c: X[spam == c].sum(axis=0) for c in (False, True)}
    made = promised = 0
    for i, label in enumerate(spam):
        words, score = X.indices[X.indptr[i] : X.indptr[i + 1]], {}
        known = words[sums[False][words] + sums[True][words] > 1]
        columns = X.shape[1] - len(words) + len(known)
        for c in (False, True):
            own = int(c == label)
            counts, total = sums[c][known] - own, sums[c].sum() - own * len(words)
            score[c] = log((spam == c).sum() - own)
            score[c] += np.log((counts + 1) / (total + columns)).sum()
        t = score[True] - score[False]
        made += (t > 0) != label
        promised += exp(-abs(t)) / (1 + exp(-abs(t)))
    return int(made), promised


def conditional(t, sign):
    total = 0.0
    for score in (np.asarray(sign) * t).tolist():
        total += -log1p(exp(-score)) if score > 0 else score - log1p(exp(score))
    return total


def empty_document(has, sizes, alpha):
    odds = np.log(sizes[1]) - np.log(sizes[0])
    for ham, spam in zip(*np.asarray(has).tolist(), strict=True):
        odds += np.log1p(-(spam + alpha) / (sizes[1] + 2 * alpha))
        odds -= np.log1p(-(ham + alpha) / (sizes[0] + 2 * alpha))
    return odds


def short_ham_called_spam():
    """One refit for each short ham message, both models written out."""
    sms = load("sms").features(text.words)
    X, spam = sms.counts.sign().toarray(), sms.labels == "spam"
    n, N = (
        np.array([[(spam == c).sum()] for c in (False, True)]),
        [X[spam == c].sum(axis=0) for c in (False, True)],
    )
    short = np.flatnonzero(~spam & (X.sum(axis=1) < 10))
    lost = [0, 0]
    for i in short:
        has = X[i] > 0
        M, m = np.array([N[0] - X[i], N[1]]) + 0.1, n - [[1], [0]]
        theta, phi = M / M.sum(axis=1, keepdims=True), M / (m + 0.2)
        prior = log(m[1, 0] / m[0, 0])
        by_word = prior + np.log(theta[1, has] / theta[0, has]).sum()
        by_set = prior + np.log(np.where(has, phi[1] / phi[0], (1 - phi[1]) / (1 - phi[0]))).sum()
        lost = [lost[0] + (by_word > 0), lost[1] + (by_set > 0)]
    return tuple(map(int, lost))


def winner(errors_a, errors_b, test_share):
    """By the t of the corrected variance, against its quantile."""
    gain, n = np.subtract(errors_b, errors_a), len(errors_a)
    error = gain.std(ddof=1) * (1 / n + test_share / (1 - test_share)) ** 0.5
    return np.sign(gain.mean()) * (abs(gain.mean()) > stats.t.ppf(0.975, n - 1) * error)


def from_moments(n_a, mean_a, var_a, n_b, mean_b, var_b):
    n = n_a + n_b
    mean = (n_a * mean_a + n_b * mean_b) / n
    return mean, (n_a * (var_a + mean_a**2) + n_b * (var_b + mean_b**2)) / n - mean**2


def spam_filter(seed):
    """scikit-learn's classifier, and the quarter put aside."""
    sms = nbc.load("sms")
    train, test = train_test_split(np.arange(len(sms)), random_state=seed)
    bag = nbc.BagOfWords(analyzer=nbc.text.words)
    model = MultinomialNB().fit(bag.fit_transform(sms[train]), sms.labels[train])
    decided = model.predict(bag.transform(sms[test]))
    return bag, model, pd.crosstab(sms.labels[test], decided)


def at_enron(name):
    """Share of Enron's ham that a filter loses which has learnt another collection, by refit."""
    mails = {n: load(n).features(text.s4_words) for n in ("enron", name)}
    mails = {n: mail[np.diff(mail.counts.indptr) > 5] for n, mail in mails.items()}
    bag = mails[name]
    model = MultinomialNB(alpha=0.1).fit(bag.counts.sign(), bag.labels)
    ham = mails["enron"][mails["enron"].labels == "ham"].select(bag.tokens).counts.sign()
    return np.mean(model.predict(ham) == "spam")


def passes():
    """Words added one by one, each time the best one, until scikit-learn's verdict is ham."""
    bag, model, _ = spam_filter(0)
    ratio = model.feature_log_prob_[1] - model.feature_log_prob_[0]
    words = [*bag.get_feature_names_out()[ratio.argsort()[:9]]]
    start = "Congratulations, you have won a prize! Call now"
    messages = [" ".join([start, *words[:n]]) for n in range(9)]
    return model.predict(bag.transform(messages)).tolist().index("ham")


def undecided():
    """The share of spam at which "free" is as probable in both classes, found by bisection."""
    bag, model, _ = spam_filter(0)
    [x] = bag.transform(["free"]).toarray()
    ham, spam = np.exp(model.feature_log_prob_ @ x)
    return optimize.brentq(lambda share: share * spam - (1 - share) * ham, 0, 1)


def corrected(mean, s, k, ratio):
    """The interval of two differences that have this mean and, corrected, this error."""
    error = s * (1 / k + ratio) ** 0.5
    return stats.t.interval(0.95, k - 1, loc=mean, scale=error)


def chosen_inside():
    """By scikit-learn: a threshold from a quarter of the training part, paid on the test part."""
    sms = nbc.load("sms")
    spam = sms.labels == "spam"

    def odds(fit, rows):
        bag = nbc.BagOfWords(analyzer=text.words)
        model = MultinomialNB().fit(bag.fit_transform(sms[fit]), spam[fit])
        return model.predict_joint_log_proba(bag.transform(sms[rows])) @ [-1, 1]

    train, test = train_test_split(np.arange(len(sms)), random_state=0)
    learn, choose = train_test_split(train, random_state=2)
    above = odds(train, test) > odds(learn, choose)[~spam[choose]].max()
    return int(sum(above & spam[test])), int(sum(above & ~spam[test]))


def left_out(X, spam):
    """Log-odds of each message without itself and without its own words, cell by cell."""
    rows, words = X.nonzero()
    n, shared = np.asarray(X[rows, words]).ravel(), np.bincount(words)[words] > 1
    known = np.unique(words).size - np.bincount(rows, ~shared, minlength=spam.size)
    scores = []
    for side in (~spam, spam):
        others = np.bincount(words, n * side[rows])[words] - n * side[rows]
        total = n @ side[rows] - side * np.bincount(rows, n, minlength=spam.size) + known
        votes = n * shared * np.log((others + 1) / total[rows])
        scores.append(np.log(side.sum() - side) + np.bincount(rows, votes, minlength=spam.size))
    return scores[1] - scores[0]


def bills(price, asking):
    """Mean bills over fifty splits: every message's cheapest button, by scikit-learn's models."""
    sms = load("sms").features(text.words)
    rows = []
    for a, b in repeated_splits(sms.labels, n_splits=50, random_state=11):
        X, y, spam = sms.counts[:, sms.counts[a].sum(axis=0) > 0], sms.labels, sms.labels == "spam"
        joint = MultinomialNB().fit(X[a], y[a]).predict_joint_log_proba(X[b])
        left = left_out(X[a], spam[a])[:, None]
        line = LogisticRegression(C=np.inf, solver="newton-cg", tol=1e-10).fit(left, spam[a])
        bill = []
        for nats in (np.diff(joint)[:, 0], line.decision_function(np.diff(joint))):
            p = expit(nats)
            risks = np.stack([p, price * expit(-nats), np.full(p.size, asking)])
            costs = np.stack([spam[b], price * ~spam[b], np.full(p.size, asking)])
            bill.append(1000 * costs[risks.argmin(axis=0), np.arange(p.size)].mean())
        rows.append(bill)
    return tuple(np.mean(rows, axis=0))


def cheaper_to_throw_away(table):
    """Where two straight lines meet, by a root."""
    return optimize.brentq(lambda p: np.subtract(*([1 - p, p] @ np.asarray(table, float))), 0, 1)


def star_of_rows():
    """Free numbers counted in the tables of a fitted SPODE: each table loses one."""
    rng = np.random.default_rng(0)
    model = nbc.SPODE(0).fit(rng.integers(0, 5, (200, 30)), rng.integers(0, 2, 200))
    free = 0
    for factors in model.factor_log_prob_:
        blocks = [factors[:, 5 * j : 5 * j + 5] for j in range(30)]
        free += blocks[0][-1].size - 1  # the super-parent, given the class alone
        free += sum(row.size - 1 for block in blocks[1:] for row in block[:5])
    return free


def heaviest_tree(weights, d):
    """By trying every set of d - 1 edges that joins all."""
    graphs = (networkx.Graph(edges) for edges in combinations(weights, d - 1))
    trees = [g for g in graphs if len(g) == d and networkx.is_connected(g)]
    return max(trees, key=lambda g: sum(weights[tuple(sorted(edge))] for edge in g.edges))


def parents_from(tree, root):
    above = {child: parent for parent, child in networkx.bfs_edges(tree, root)}
    return [above.get(j, -1) for j in range(len(tree))]


def by_entropies(counts):
    """H(A, C) + H(B, C) - H(A, B, C) - H(C)."""
    counts = np.asarray(counts)
    a, b, c = counts.sum(axis=2), counts.sum(axis=1), counts.sum(axis=(1, 2))
    h = {n: stats.entropy(t.ravel()) for n, t in zip("acbt", (a, c, b, counts), strict=True)}
    return h["a"] + h["b"] - h["t"] - h["c"]


def averaged_by_loops(logs, qualify):
    """Class by class, with the logarithms of scipy."""
    rows = [[v for v, use in zip(row, qualify, strict=True) if use] for row in logs]
    scores = np.array([logsumexp(row) if row else 0.0 for row in rows])
    return softmax(scores)


def copied_odds():
    """From the joint table of class, feature and noisy copy."""
    first, copied = {"A": 0.6, "B": 0.2}, {("A", 1): 0.9, ("B", 1): 0.8, ("A", 0): 0.1}
    joint = {}
    for c in "AB":
        for x in (0, 1):
            share = first[c] if x else 1 - first[c]
            on = copied.get((c, x), 0.1)
            joint[c, x, 1], joint[c, x, 0] = share * on, share * (1 - on)
    naive = {c: (joint[c, 1, 0] + joint[c, 1, 1]) * (joint[c, 0, 1] + joint[c, 1, 1]) for c in "AB"}
    return naive["A"] / naive["B"], joint["A", 1, 1] / joint["B", 1, 1]


def wines_in_halves():
    """With scikit-learn's naive Bayes; TAN written out by its formula, tree of networkx."""
    X, y = load_wine(return_X_y=True)
    losses = []
    for train, test in repeated_splits(y, n_splits=10, random_state=0):
        Z = (np.median(X[train], axis=0) < X).astype(int)
        naive = CategoricalNB(min_categories=2).fit(Z[train], y[train])
        own = -naive.predict_log_proba(Z[test])[np.arange(len(test)), y[test]]
        losses.append([own.mean(), tan_by_hand(Z[train], y[train], Z[test], y[test])])
    return tuple(np.mean(losses, axis=0))


def tan_by_hand(Z, y, Z_test, y_test):
    tables = {
        (i, j): np.histogramdd(np.column_stack([y, Z[:, i], Z[:, j]]), bins=(3, 2, 2))[0]
        for i, j in combinations(range(13), 2)
    }
    graph = networkx.Graph()
    graph.add_weighted_edges_from((*pair, by_entropies(t)) for pair, t in tables.items())
    parents = parents_from(networkx.maximum_spanning_tree(graph), 0)
    scores = np.tile(np.log(np.bincount(y) / len(y)), (len(y_test), 1))
    for j, p in enumerate(parents):
        for k in range(3):
            for n, row in enumerate(Z_test):
                same = (y == k) & ((Z[:, p] == row[p]) if p >= 0 else True)
                scores[n, k] += log((np.sum(Z[same, j] == row[j]) + 1) / (same.sum() + 2))
    return np.mean(logsumexp(scores, axis=1) - scores[np.arange(len(y_test)), y_test])


WEIGHTS = {(0, 1): 30, (0, 2): 90, (0, 3): 20, (0, 4): 40, (1, 2): 80, (1, 3): 70, (1, 4): 10}
WEIGHTS |= {(2, 3): 60, (2, 4): 50, (3, 4): 85}
FOUR = {(0, 1): 0.5, (1, 2): 0.4, (0, 2): 0.3, (1, 3): 0.2, (0, 3): 0.1, (2, 3): 0.0}


def ways_apart(arrows, z):
    """By networkx, which goes along the paths and marries nobody."""
    graph = networkx.DiGraph(arrows)
    others = sorted(set(graph) - set(z))
    return sum(networkx.is_d_separator(graph, {x}, {y}, set(z)) for x, y in combinations(others, 2))


def gaps_filled(prior, tables, row):
    """By adding the rows of the joint table that agree with what was measured."""
    total = np.zeros(len(prior))
    for full in product(*(range(len(table[0])) for table in tables)):
        if all(value in (None, k) for value, k in zip(row, full, strict=True)):
            pairs = list(zip(tables, full, strict=True))
            total += [p * np.prod([t[c][k] for t, k in pairs]) for c, p in enumerate(prior)]
    return total / total.sum()


def eight_words():
    """By the classifiers of the package, message by message."""
    sms, words = load("sms"), ["call", "claim", "free", "later", "ok", "prize", "txt", "won"]
    seen = [{*text.words(" ".join(sms.tokens[row.indices]))} for row in sms.counts]
    X, losses = np.array([[word in message for word in words] for message in seen], dtype=int), []
    for train, test in repeated_splits(sms.labels, n_splits=10, random_state=0):
        for model in (nbc.CategoricalNB(class_alpha=1), nbc.TAN(class_alpha=1)):
            model.fit(X[train], sms.labels[train])
            own = np.searchsorted(model.classes_, sms.labels[test])
            losses.append(-model.predict_log_proba(X[test])[np.arange(len(test)), own].mean())
    return np.mean(losses[::2]), np.mean(losses[1::2])


def missed_sum(program, N):
    """Class by class, word by word."""
    return max(abs(sum(exp(log_share) for log_share in row) - 1) for row in program(N).tolist())


def shift_by_ham(program, M, n):
    """Word by word, with the ham counted up in a copy."""
    more = np.array([n[0] + 10, n[1]])
    before, after = program(M, n)[1], program(M, more)[1]
    return max(abs(a - b) for a, b in zip(before.tolist(), after.tolist(), strict=True))


def set_by_products(present, phi, n):
    """By two products of probabilities, spam over ham."""
    joint = np.asarray(n) / np.sum(n) * np.prod(np.where(present, phi, 1 - phi), axis=1)
    return log(joint[1] / joint[0])


def marks_of_nonsense():
    """scikit-learn's model, its verdicts compared one by one."""
    sms = load("sms")
    X, y = sms.features(text.words).counts, np.random.default_rng(156).permutation(sms.labels)
    train, test = repeated_splits(sms.labels, n_splits=10, random_state=15)[0]
    model = MultinomialNB().fit(X[train], y[train])
    return tuple(np.mean(model.predict(X[rows]) == y[rows]) for rows in (train, test))


def linguists_without_the_vote():
    """By the package's bag of words, fitted on all mails or on the training part."""
    ling = load("ling").features(text.s4_words)
    ling = ling[[len(row.indices) > 5 for row in ling.counts]]
    [(train, test)] = repeated_splits(ling.labels == "spam", n_splits=1, random_state=15)
    wrong = []
    for whose in (ling, ling[train]):
        bag = BagOfWords(binary=True).fit(whose)
        model = MultinomialNB().fit(bag.transform(ling[train]), ling.labels[train])
        wrong.append(np.mean(model.predict(bag.transform(ling[test])) != ling.labels[test]))
    return tuple(wrong)


def all_sixteen_sets():
    sets = product((0, 1), repeat=4)
    return sum(0.5 ** sum(chosen) for chosen in sets)


ROUTES = {
    "00.a": [179 / 185, 0.9676],
    "00.b": [1.45 * 2 - 1.88],
    "00.c": [1.14, Fraction(114, 100)],
    "00.d": [5574 - 747],
    "00.e": [(2, 3), np.array([2, 3])],
    "00.1": [spam_filter(1)[2].loc["spam", "ham"]],
    "00.2": [(5, 3, 7), [5.0, 3.0, 7.0]],
    "00.3": [undecided()],
    "00.4": [passes()],
    "01.1": [(0.85, stats.bernoulli.logpmf([1] * 34 + [0] * 6, 0.85).sum()), [0.85, -16.9084]],
    "01.2": [(stats.beta(10, 3).mean(), Fraction(9, 11)), [0.7692, 0.8182]],
    "01.3": [{"b", "e"}, ["e", "B"], ("b", "e"), frozenset("be")],
    "01.4": [lambda x: len(x) / sum(x), lambda x: 1 / stats.expon.fit(x, floc=0)[1]],
    "01.5": [optimize.brentq(lambda p: stats.binom.pmf(0, 300, p) - 0.05, 0, 0.5), 0.009936],
    "01.6": [optimize.brentq(lambda p: p**5 - 0.4, 0, 1), 0.8326],
    "01.7": [without_copies()],
    "01.a": [Fraction(81, 1000), 0.081],
    "01.b": [Fraction(32, 27), 1.185],
    "01.c": [stats.bernoulli.logpmf([1, 1, 0, 1], 0.75).sum(), log(27 / 256)],
    "01.d": [Fraction(3, 100), 0.03],
    "01.e": [stats.binom.pmf(0, 5, 0.1), 0.5905],
    "01.f": [Fraction(2, 9), stats.beta(2, 7).mean()],
    "01.g": [25],
    "02.1": [(3145727, 92), [3145727, 92.0]],
    "02.2": [Fraction(16, 19), 0.8421],
    "02.3": [violation],
    "02.4": [Fraction(1, 5)],
    "02.5": [lambda scores: [row - logsumexp(row) for row in scores]],
    "02.6": [6, np.int64(6)],
    "02.7": [appended()],
    "02.a": [Fraction(1, 3), 0.3333],
    "02.b": [Fraction(3, 4)],
    "02.c": [1, 1.0],
    "02.d": [Fraction(6 * 2 * 1 * 81, 9 * 3 * 4 * 36)],
    "02.e": [log(400 / 7), 4.046],
    "02.f": [Fraction(3, 4), 1 / (1 + 3 / 9)],
    "03.1": [1],
    "03.2": [(Fraction(1, 7), Fraction(1, 6), Fraction(1, 17)), [0.1429, 0.1667, 0.05882]],
    "03.3": [lambda x, levels, a: [(x.count(v) + a) / (len(x) + a * len(levels)) for v in levels]],
    "03.4": [Fraction(5, 49), 0.1020],
    "03.5": [(two_priors(0.5, 0.5), two_priors(0.5, 0)), (0.4895, 0.4960)],
    "03.6": [peak_of_evidence(), 0.16, 0.1644],
    "03.7": [new_words()],
    "03.a": [3],
    "03.b": [2],
    "03.c": [Fraction(1, 24), 0.04167],
    "03.d": [Fraction(25, 11), 2.273],
    "03.e": [Fraction(1, 6), 0.1667],
    "03.f": [log(71.001 / 0.001) - log(72 / 1), 3 * log(10), 6.9],
    "04.1": [Fraction(1, 432), 0.002315],
    "04.2": [(-30, 30), [-30.0, 30]],
    "04.3": [(0.4, 0.2)],
    "04.4": [10 * next(n for n in range(99) if n * (5 * log(5 / 6) + 2 * log(2)) > 10)],
    "04.5": [(0.5, 0.3)],
    "04.6": [tied_by_loops],
    "04.7": [mixed_by_words(), (0.04, 0.11)],
    "04.a": [-30, log(0.5**10 * 0.25**10) / log(2)],
    "04.b": [16, 14 * 2 - 6 * 2],
    "04.c": [Fraction(1, 10), 50 * log(1.002)],
    "04.d": [5 * (2 - 1 - log(2)), 1.534],
    "04.e": [(3, 9)],
    "05.1": [(747 / 5574, 1, 747 / 5574), (0.1340, 1, 0.1340)],
    "05.2": [(0.9375, 0.75)],
    "05.3": [log_theta_by_loops],
    "05.4": [log(1.75), 0.5596],
    "05.5": [corrected(4, 6, 50, 1 / 4), (-2.265, 10.265)],
    "05.6": [chosen_inside()],
    "05.a": [3, len(set(text.words("Free entry 2 WIN free £1000!")))],
    "05.b": [9, 9.0],
    "05.c": [(Fraction(3, 5), Fraction(3, 4)), [0.6, 0.75]],
    "05.d": [(29 / 4) ** 0.5, 2.693],
    "05.e": [Fraction(1, 100)],
    "05.f": [20 * log(20_000 / 40_000), -13.863],
    "06.1": [next(n for n in range(99) if 1.5**n > 100)],
    "06.2": [1.791],
    "06.3": [log(1802 / 362), 1.605],
    "06.4": [next(n for n in range(99) if 6**5 * 3**n > exp(18))],
    "06.5": [lambda x, q: min(t for t in x if np.mean(x > t) <= q)],
    "06.6": [lambda nats, y: (sum(expit(-abs(nats))), sum((nats > 0) != y))],
    "06.7": [(at_enron("ling"), at_enron("csdmc"))],
    "06.a": [np.prod([1.5] * 3), Fraction(27, 8)],
    "06.b": [0.9735, Fraction(1947, 2000)],
    "06.c": [log(0.1 / 0.9) - log(0.5 / 0.5), -2.197],
    "06.d": [74.6 / (410 - 16.2), 0.1894],
    "06.e": [log(5), 1.609],
    "06.f": [3],
    "06.g": [1e-4 / 1.663, 6.013e-5],
    "07.1": [(log(77 / 12), -log(2)), [1.859, -0.6931]],
    "07.2": [exp(3) / (6 + exp(3)), 0.7700],
    "07.3": [silence],
    "07.4": [perceptron],
    "07.5": [conditional],
    "07.6": [log(11 / 71) - 2 * log(31 / 11) + log(11 / 21), -4.584],
    "07.7": [(0.4, log(19) / 5), [0.4, 0.5889]],
    "07.8": [sets_of_csdmc()],
    "07.a": [log(7 / 55) + log(12 / 11), -1.974],
    "07.b": [log(99), 4.595],
    "07.c": [log(7 * 16 / (9.8 * 19)), -0.5082],
    "07.d": [2, 2.0],
    "07.e": [60, 60.0],
    "07.f": [2],
    "08.1": [(15, factorial(4) // 2)],
    "08.2": [(log(46 * 702 / 302 / 15), 3 * log(91 * 15_500 / 14_000 / 22)), [1.964, 4.564]],
    "08.3": [empty_document],
    "08.4": [20 * log(40_002 / 10_002 * 18 / 48), 8.106],
    "08.5": [60_000 / 402 - 60_000 / 2_002, 119.3],
    "08.6": [winner],
    "08.7": [short_ham_called_spam()],
    "08.a": [(Fraction(2, 5), Fraction(11, 250))],
    "08.b": [log(5 / 9), -0.5878],
    "08.c": [600, 600.0],
    "08.d": [stats.poisson.logpmf(10, 30) - stats.poisson.logpmf(10, 20), -5.945],
    "09.1": [(5, 3)],
    "09.2": [3 + 2 / 3 * log(4), 3.924],
    "09.3": [lambda x, mean, variance: stats.norm.logpdf(x, mean, variance**0.5)],
    "09.4": [(3, 1), (3.0, 1.0004)],
    "09.5": [from_moments],
    "09.6": [lambda scores, prior: softmax(prior + sum(s - prior for s in scores), axis=1)],
    "09.7": [[two_bells("sms"), two_bells("ling")]],
    "09.a": [1 / 0.2],
    "09.b": [0.0009],
    "09.c": [2],
    "09.d": [1.5],
    "09.e": [np.mean([0, 10])],
    "10.1": [
        (
            log(0.4 * 0.4 * 0.3 * 0.2),
            2 * log(Fraction(2, 3)) + log(Fraction(3, 4)) + log(Fraction(1, 3)),
        )
    ],
    "10.2": [Fraction(171, 171 + 56), 0.7533],
    "10.3": [(0.158655, 0.124107), correlated_pair()],
    "10.4": [sorted_sweep],
    "10.5": [by_all_messages],
    "10.6": [two_hundred_mails()],
    "10.a": [-40 + log1p(exp(-2)), -39.87],
    "10.b": [(2, 1)],
    "10.c": [30],
    "10.d": ["smaller", " Smaller"],
    "10.e": [0.2, Fraction(1, 5)],
    "11.1": [Fraction(49, 20), min(0.3 + 0.2 * 30, 0.5 * 3 + 0.3 * 0.5 + 0.2 * 4, 0.5 * 20)],
    "11.2": [cheaper_to_throw_away],
    "11.3": [Fraction(34, 100), min(4 * 0.15, 0.1) + min(4 * 0.09, 0.2) + min(4 * 0.01, 0.45)],
    "11.4": [lambda p, c, r: sum(r < q and r < c * (1 - q) for q in p)],
    "11.5": [log(5), 1.609],
    "11.6": [bills(100, 0.25), [19.91, 20.49]],
    "11.a": [Fraction(2, 5)],
    "11.b": [["both", "free"], ("Free", "BOTH")],
    "11.c": [20, Fraction(60, 3)],
    "11.d": [11, 2 + 9.0],
    "11.e": [(Fraction(1, 2), Fraction(39, 40))],
    "13.1": [(52, 728), [52.0, 728.0]],
    "13.2": [(Fraction(95, 1085), Fraction(9025, 18925), Fraction(475, 475 + 99 * 900))],
    "13.3": [(Fraction(1854, 3774), Fraction(594, 2514)), (0.4913, 0.2363)],
    "13.4": [{"a", "b", "d"}, ["D", "b", "A"]],
    "13.5": [ways_apart],
    "13.6": [gaps_filled],
    "13.7": [eight_words()],
    "13.a": [11, 2 + 1 + 6 + 2.0],
    "13.b": [0.05, Fraction(1, 20)],
    "13.c": [0.5, Fraction(1, 2)],
    "13.d": [1, 1.0],
    "13.e": [2, len({"A", "E"})],
    "14.1": [(-3, Fraction(-3, 5)), [-3, -0.6]],
    "14.2": [(5, -1.8), [5.0, -1.800]],
    "14.3": [nearest],
    "14.4": [soft_margin],
    "14.5": [worst_violation],
    "14.6": [after_a_hundred()],
    "14.a": [2, 10 / 5],
    "14.b": [0.4],
    "14.c": [0.8],
    "14.d": [1.3],
    "14.e": [1, np.mean([0, 4, 4, 10]) - np.mean([0, 4, 4, 4]) - 0.5],
    "14.f": [log(3), 1.099],
    "15.1": [Fraction(30, 22), 1.3636],
    "15.2": [next(k for k in range(99) if k * log(5000 / 3000) > 4)],
    "15.3": [missed_sum],
    "15.4": [shift_by_ham],
    "15.5": [set_by_products],
    "15.6": [marks_of_nonsense()],
    "15.7": [linguists_without_the_vote()],
    "15.a": [5, 5.0],
    "15.b": [4, 4.0],
    "15.c": [3],
    "15.d": [6],
    "15.e": ["c", " C"],
    "15.f": [4],
    "15.g": [2],
    "15.h": [3],
    "15.i": [all_sixteen_sets(), 5.0625],
    "15.j": [4],
    "15.k": [(3, 2), [3, 2]],
    "15.l": [5],
    "15.m": [5],
    "15.n": [3],
    "15.o": [sparse.csr_array(([1, 1], [0, 0], [0, 2])).toarray()[0, 0]],
    "15.p": [2],
    "15.q": ["b", " B"],
    "12.1": [(49, 137)],
    "12.2": [(Fraction(1, 6), Fraction(1, 2))],
    "12.3": [copied_odds(), (7.25, 3.375)],
    "12.4": [parents_from(heaviest_tree(WEIGHTS, 5), 0)],
    "12.5": [by_entropies],
    "12.6": [averaged_by_loops],
    "12.7": [Fraction(9, 16)],
    "12.8": [wines_in_halves()],
    "12.a": [81],
    "12.b": [star_of_rows()],
    "12.c": [sum(FOUR[tuple(sorted(e))] for e in heaviest_tree(FOUR, 4).edges), 1.1],
    "12.d": [Fraction(1, 14), 0.0714286],
    "12.e": [np.zeros((4, 3, 3)).size],
}


@pytest.mark.parametrize("number", ROUTES)
def test_another_route_leads_to_the_same_answer(number):
    for answer in ROUTES[number]:
        assert repr(check(number, answer)) == "ok"


def shifted_by(shift):
    """Log posteriors, stable only if the shift is the right one."""

    @SILENT
    def log_posteriors(scores):
        scores = scores - shift(scores)
        return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))

    return log_posteriors


def uncorrected(errors_a, errors_b, test_share):
    result = stats.ttest_1samp(np.subtract(errors_b, errors_a), 0)
    return np.sign(result.statistic) if result.pvalue < 0.05 else 0


@pytest.mark.parametrize(
    ("number", "answer"),
    [
        ("02.5", shifted_by(lambda scores: 0)),
        ("02.5", shifted_by(lambda scores: scores.min(axis=1, keepdims=True))),
        ("02.5", shifted_by(lambda scores: scores[:, :1])),
        ("02.5", shifted_by(lambda scores: scores[:, -1:])),
        ("02.5", shifted_by(lambda scores: scores.mean(axis=1, keepdims=True))),
        ("02.5", shifted_by(lambda scores: np.median(scores, axis=1, keepdims=True))),
        ("03.6", 0.15),
        ("03.6", 0.185),
        ("08.6", lambda a, b, share: int(np.mean(b - a) > 0.008 * share)),
        ("08.6", lambda a, b, s: np.sign(np.mean(b - a)) * (abs(np.mean(b - a)) > 0.008 * s)),
        ("08.6", uncorrected),
        ("08.6", lambda a, b, share: np.sign(resampled_interval(b - a, share)[0])),
    ],
)
def test_what_only_seems_right_is_not(number, answer):
    assert check(number, answer).status == "not yet"


def test_right_ways_to_subtract_something_first_are_ok():
    answer = shifted_by(lambda scores: scores.max(axis=1, keepdims=True))
    assert repr(check("02.5", answer)) == "ok"
