"""The table of long fits is what its script makes: some rows are fitted again."""

import pytest

from nbcourse import load
from tests import transfer


@pytest.fixture(scope="module")
def found():
    return transfer.collections()


def test_the_table_has_two_models_of_each_size():
    table = load("transfer")
    sizes = {n: {"multinomial", "logistic"} for n in transfer.SIZES}
    assert table.groupby("n")["model"].agg(set).to_dict() == sizes
    assert len(table) == 2 * len(transfer.SIZES)
    assert table.drop(columns=["n", "model"]).stack().between(0, 1).all()


@pytest.mark.parametrize("n", [transfer.SIZES[0], transfer.SIZES[-1]])
def test_fitted_again_the_rows_are_the_same(found, n):
    """Solvers differ a little from machine to machine: two mails of a thousand may."""
    stored = load("transfer").set_index(["n", "model"])
    for row in transfer.rows(found, n):
        for score, value in row.items():
            if ":" in score:
                assert stored.loc[(n, row["model"]), score] == pytest.approx(value, abs=2e-3)
