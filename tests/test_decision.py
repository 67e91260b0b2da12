"""Losses and risks: each number by two routes, whatever the labels are called."""

import itertools
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import confusion_matrix, precision_recall_curve, roc_curve

import nbcourse as nbc
from nbcourse.decision import Loss, operating_points, zero_one
from nbcourse.evaluation import confusion, repeated_splits

SPAM = Loss.of({"ham": {"spam": 20}, "spam": {"ham": 1}})
NAMES = [["ham", "spam"], [False, True], [-1, 1], [0.5, 2.5], ["正常", "垃圾"], [3, 7]]
ints = st.integers(0, 9)


def worlds(K=3, n=4):
    """Joint tables of small whole numbers: sums of them are exact."""
    counts = arrays(np.int64, (K, n), elements=st.integers(1, 9))
    return counts.map(lambda c: c / c.sum())


def losses(K=3, A=3):
    return arrays(np.int64, (K, A), elements=st.integers(-9, 9))


@given(losses(3, 4), worlds())
def test_risk_is_the_sum_over_the_truths(table, world):
    loss = Loss(table, [0, 1, 2], [*"abcd"])
    posterior = (world / world.sum(axis=0)).T
    for x, risks in zip(posterior, loss.risk(posterior), strict=True):
        by_hand = [sum(x[k] * table[k, a] for k in range(3)) for a in range(4)]
        np.testing.assert_allclose(risks, by_hand, atol=1e-12)
        np.testing.assert_allclose(loss.risk(x), by_hand, atol=1e-12)


@given(losses(), worlds())
def test_the_bayes_rule_is_the_best_of_all_rules(table, world):
    loss = Loss(table, [*"abc"])
    by_definition = {
        rule: sum(
            world[k, x] * table[k, "abc".index(d)] for x, d in enumerate(rule) for k in range(3)
        )
        for rule in itertools.product("abc", repeat=4)
    }
    least = min(by_definition.values())
    assert loss.bayes_risk(world) == pytest.approx(least, abs=1e-12)
    chosen = loss.decide((world / world.sum(axis=0)).T)
    assert by_definition[tuple(chosen.tolist())] == pytest.approx(least, abs=1e-12)
    for rule, risk in [*by_definition.items()][::7]:
        assert loss.total_risk(world, rule) == pytest.approx(risk, abs=1e-12)


@given(worlds())
def test_zero_one_loss_is_the_error_rate_and_its_rule_the_largest_posterior(world):
    loss, posterior = zero_one([*"abc"]), (world / world.sum(axis=0)).T
    np.testing.assert_allclose(loss.risk(posterior), 1 - posterior, atol=1e-12)
    best = posterior.max(axis=1)
    chosen = np.take_along_axis(posterior, loss.decide(posterior).view(np.int32)[:, None] - 97, 1)
    np.testing.assert_allclose(chosen[:, 0], best)
    assert 1 - loss.bayes_risk(world) == pytest.approx(world.max(axis=0).sum())


def test_only_under_zero_one_loss_one_minus_the_risk_is_an_accuracy():
    world = np.array([[0.3, 0.3], [0.2, 0.2]])
    dear = Loss([[0, 5], [50, 0]], ["a", "b"])
    assert dear.decide([0.6, 0.4]) == "b"  # not the larger posterior
    assert 1 - dear.bayes_risk(world) == pytest.approx(-2)
    assert zero_one(["a", "b"]).decide([0.6, 0.4]) == "a"


@given(ints, ints, st.integers(1, 9), st.integers(1, 9), st.integers(1, 99))
def test_critical_odds_are_where_the_two_risks_meet(right, hit, alarm, miss, percent):
    loss = Loss([[right, right + alarm], [hit + miss, hit]], ["ham", "spam"])
    odds = loss.critical_odds()
    p = Fraction(percent, 100)
    cheaper = p * hit + (1 - p) * (right + alarm) < p * (hit + miss) + (1 - p) * right
    assert Fraction(odds).limit_denominator(100) == Fraction(alarm, miss)
    if p / (1 - p) != Fraction(alarm, miss):
        assert (p / (1 - p) > Fraction(alarm, miss)) == cheaper
        assert (loss.decide([1 - float(p), float(p)]) == "spam") == cheaper
    np.testing.assert_allclose(*loss.risk([1 / (1 + odds), odds / (1 + odds)]), atol=1e-12)


@pytest.mark.parametrize("names", NAMES)
def test_names_do_not_matter(names):
    other, positive = names
    loss = Loss.of({positive: {other: 1}, other: {positive: 20}})
    assert loss.critical_odds(positive) == 20
    assert loss.critical_odds(other) == 1 / 20
    p = np.array([[0.07, 0.93], [0.04, 0.96]])
    in_order = p if loss.classes.tolist() == names else p[:, ::-1]
    decided = loss.decide(in_order)
    assert decided.tolist() == [other, positive]
    assert loss.paid([positive, other], decided).tolist() == [1, 20]
    asked = loss.rejecting(0.5).decide(in_order)
    assert asked.tolist() == ["ask", "ask"]
    assert loss.rejecting(0.9).paid([other, positive], ["ask", positive]).tolist() == [0.9, 0]
    points = operating_points([1, 2, 3], [other, other, positive], positive)
    assert points.cheapest(loss, positive) == 2


@pytest.mark.parametrize("names", [names for names in NAMES if 0.5 not in names])
def test_truths_stand_in_the_order_of_the_models(names):
    model = nbc.MultinomialNB().fit([[2, 0], [0, 3]], names)
    loss = Loss.of({name: {other: 1 for other in names if other != name} for name in names[::-1]})
    assert loss.classes.tolist() == model.classes_.tolist()
    np.testing.assert_array_equal(loss.decide(model.predict_proba([[1, 0], [0, 1]])), names)


@given(st.floats(0, 1), worlds())
def test_asking_is_chows_rule(price, world):
    loss, posterior = zero_one([0, 1, 2]).rejecting(price), (world / world.sum(axis=0)).T
    sure = posterior.max(axis=1)
    clear = np.abs(sure - (1 - price)) > 1e-9
    asked = loss.decide(posterior) == "ask"
    np.testing.assert_array_equal(asked[clear], (sure < 1 - price)[clear])
    assert loss.bayes_risk(world) <= zero_one([0, 1, 2]).bayes_risk(world) + 1e-12


def test_asking_may_cost_differently_and_under_any_name():
    loss = SPAM.rejecting([2, 0.5], name="a human").rejecting(0.1, name=7)
    assert loss.table.tolist() == [[0, 20, 2, 0.1], [1, 0, 0.5, 0.1]]
    assert loss.decisions.tolist() == ["ham", "spam", "a human", 7]
    assert SPAM.table.shape == (2, 2)


@given(st.lists(st.tuples(st.sampled_from([0, 1]), st.sampled_from([0, 1])), min_size=1))
def test_what_is_paid_is_the_table_of_decisions_times_the_losses(pairs):
    truth, decided = np.transpose(pairs)
    table = np.array([[0, 20], [1, 0]])
    counted = confusion_matrix(truth, decided, labels=[0, 1])
    assert Loss(table, [0, 1]).paid(truth, decided).sum() == (counted * table).sum()


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.booleans()), min_size=2, max_size=30),
    st.lists(ints, min_size=4, max_size=4),
)
def test_operating_points_are_what_each_threshold_does(rows, costs):
    scores, truth = (np.array(column) for column in zip(*rows, strict=True))
    if truth.all() or not truth.any():
        with pytest.raises(ValueError, match="positive=True is"):
            operating_points(scores, truth, True)
        return
    points = operating_points(scores, truth, True)
    loss = Loss(np.reshape(costs, (2, 2)), [False, True])
    assert points.threshold.tolist() == [*sorted({*scores.tolist()}, reverse=True), -np.inf]
    paid = [loss.paid(truth, scores > t).mean() for t in points.threshold]
    np.testing.assert_allclose(points.costs(loss, True), paid, atol=1e-12)
    for t, tp, fp in zip(points.threshold, points.tp, points.fp, strict=True):
        found = confusion(truth, scores > t, positive=True)
        assert (tp, fp) == (found.tp, found.fp)
    best = loss.paid(truth, scores > points.cheapest(loss, True)).mean()
    assert best == pytest.approx(min(paid))
    higher = points.threshold > points.cheapest(loss, True)
    assert all(cost > best - 1e-12 for cost in np.array(paid)[higher])


def test_operating_points_are_the_curves_of_scikit_learn():
    rng = np.random.default_rng(0)
    scores, truth = rng.integers(0, 40, 300), rng.integers(0, 2, 300)
    points = operating_points(scores, truth, 1)
    fpr, tpr, _ = roc_curve(truth, scores, drop_intermediate=False)
    np.testing.assert_allclose(points.fp / points.negatives, fpr)
    np.testing.assert_allclose(points.tp / points.positives, tpr)
    precision, recall, _ = precision_recall_curve(truth, scores)
    alarms = points.tp + points.fp
    np.testing.assert_allclose((points.tp[1:] / alarms[1:])[::-1], precision[:-1])
    np.testing.assert_allclose((points.tp / points.positives)[::-1], recall)


def test_infinite_scores_have_their_places():
    points = operating_points([np.inf, 0, -np.inf], ["spam", "ham", "spam"])
    assert points.threshold.tolist() == [np.inf, 0, -np.inf]
    assert points.tp.tolist() == [0, 1, 1]  # what has no chance is above no threshold


def test_a_threshold_of_the_posterior_is_one_of_the_log_odds():
    sms = nbc.load("sms").features(nbc.text.words)
    [(train, test)] = repeated_splits(sms.labels, n_splits=1, random_state=0)
    model = nbc.MultinomialNB().fit(sms.counts[train], sms.labels[train])
    decided = SPAM.decide(model.predict_proba(sms.counts[test]))
    nats = nbc.log_odds(model, sms.counts[test])
    np.testing.assert_array_equal(decided == "spam", nats > np.log(SPAM.critical_odds()))


def test_a_loss_does_not_change_behind_its_back():
    table = np.array([[0.0, 1.0], [1.0, 0.0]])
    loss = Loss(table, ["a", "b"])
    table[0, 1] = 9
    assert loss.table[0, 1] == 1
    with pytest.raises(ValueError, match="read-only"):
        loss.table[0, 1] = 9


def test_a_frame_names_truths_and_decisions():
    frame = SPAM.rejecting(2).frame
    assert frame.loc["ham", "spam"] == 20
    assert frame.loc["spam", "ham"] == 1
    assert frame.columns.name == "truth, decision"
    assert frame["ask"].tolist() == [2, 2]


def test_series_and_frames_belong_together_by_position():
    truth = pd.Series(["ham", "spam"], index=[7, 3])
    assert SPAM.paid(truth, pd.Series(["spam", "spam"], index=[3, 7])).tolist() == [20, 0]
    assert SPAM.decide(pd.DataFrame([[0.5, 0.5]])).tolist() == ["ham"]
    assert operating_points(pd.Series([2.0, 1.0], index=[1, 0]), truth).fp.tolist() == [0, 1, 1]


@pytest.mark.parametrize("values", [["ham", "spam"], pd.Series(["ham", "spam"]).to_numpy()])
def test_of_several_cheapest_decisions_the_first_is_taken(values):
    assert zero_one(values).decide([0.5, 0.5]) == "ham"
    assert zero_one(values[::-1]).decide([0.5, 0.5]) == "spam"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: Loss([[0, 1], [1, 0], [1, 1]], ["a", "b"], ["a", "b", "ask"]), ["transpose it"]),
        (
            lambda: Loss([[0, 1, np.inf], [1, 0, np.nan]], ["a", "a"], ["a"]),
            ["classes=", "each of them once", r"shape (2, 3), expected (2, 1)", "inf, nan", "1e6"],
        ),
        (lambda: Loss([[0, 1], [1, 0]], [None, "b"]), ["classes[0] is None"]),
        (lambda: Loss.of({"ham": {"Spam": 20}, "spam": {"ham": 1}}), ["['ham']['spam']", "'Spam'"]),
        (lambda: Loss.of({"ham": 20}), ["a ham that is called spam costs 20"]),
        (lambda: SPAM.risk([[0.2, 0.3, 0.5], [1, 0, 0]]), ["(2, 3)", "2 columns", "transpose"]),
        (lambda: SPAM.risk(np.full((2, 5), 0.5)), ["transpose it"]),
        (lambda: SPAM.risk([[0.4, 0.4], [np.nan, np.nan], [0, 1]]), ["2 of 3", "0.4", "alpha"]),
        (lambda: SPAM.risk([[-0.1, 1.1]]), ["1 of 1"]),
        (lambda: SPAM.paid(["x", "ham"], ["ham"]), ["y_true holds 'x'", "2 labels, decided 1"]),
        (lambda: SPAM.paid(["ham"], ["ask"]), ["decided holds 'ask'", "'spam'"]),
        (lambda: SPAM.total_risk([[0.5, 0.5]], ["ham", "ham"]), ["joint", "2 rows"]),
        (lambda: SPAM.total_risk([[1, 2], [3, 4]], ["ham", "ham"]), ["sums to 10"]),
        (
            lambda: SPAM.total_risk([[0.25, 0.25], [0.25, 0.25]], ["ham", "no", "ham"]),
            ["'no'", "3 decisions for 2 inputs"],
        ),
        (lambda: SPAM.rejecting([1, 2, 3]), ["(3,)", "2 classes"]),
        (lambda: SPAM.rejecting(1, "ham"), ["each of them once"]),
        (lambda: SPAM.critical_odds("Spam"), ["positive", "'Spam'", "'spam'"]),
        (lambda: SPAM.rejecting(1).critical_odds(), ["two classes", "use decide"]),
        (lambda: Loss([[1, 0], [0, 1]], ["ham", "spam"]).critical_odds(), ["truths in rows"]),
        (
            lambda: operating_points([1, np.nan], ["ham"]),
            ["(2,)", "(1,)", "NaN, 1 times", "positive='spam' is 0 of 1"],
        ),
    ],
)
def test_errors_name_all_that_is_wrong(call, told):
    with pytest.raises(ValueError, match=".") as error:
        call()
    assert [words for words in told if words not in str(error.value)] == []
