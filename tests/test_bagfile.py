"""The bag file: what goes in comes out, the bytes depend on nothing else, damage is noticed."""

import io
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from nbcourse.corpus.bagfile import canonical_counts, read_bag, write_bag

AWKWARD = ["", " ", "£5", "免费", "a\tb", "\u0085", "\u2028", "🎂", "NA", "\ufeff", "tail\r"]


def as_cells(counts, tokens):
    """Return {(row, token): count}: the content of a bag, whatever the order of its columns."""
    table = sparse.coo_array(counts)
    rows, columns = table.coords
    cells = zip(rows.tolist(), columns.tolist(), table.data.tolist(), strict=True)
    return {(i, tokens[j]): count for i, j, count in cells if count}


def decoded_by_hand(path):
    """Read a bag file one cell at a time, as data/README.md describes the format."""
    arrays = {name: array.tolist() for name, array in np.load(path).items()}

    def numbers(kind):
        large = iter(arrays[f"{kind}_large"])
        return [next(large) if number == 255 else number for number in arrays[kind]]

    tokens = bytes(arrays["tokens"]).decode().split("\n")[:-1]
    steps, counts = iter(numbers("steps")), iter(numbers("counts"))
    cells = {}
    for row, length in enumerate(numbers("lengths")):
        column = 0
        for _ in range(length):
            column += next(steps)
            cells[row, tokens[column]] = next(counts)
    return cells


@st.composite
def bags(draw):
    """Draw counts, tokens, labels and names: few or many rows and columns, none included."""
    n_documents = draw(st.integers(0, 5))
    n_tokens = draw(st.sampled_from([0, 1, 2, 11, 700]))
    cell = st.tuples(st.integers(0, max(n_documents - 1, 0)), st.integers(0, max(n_tokens - 1, 0)))
    counts = st.sampled_from([1, 2, 254, 255, 256, 70_000, 2**32 - 1])
    drawn = draw(st.dictionaries(cell, counts, max_size=30)) if n_documents and n_tokens else {}
    table = sparse.dok_array((n_documents, n_tokens), dtype=np.int64)
    for place, count in drawn.items():
        table[place] = count
    tokens = (AWKWARD + [f"w{j}" for j in range(n_tokens)])[:n_tokens]
    line = st.text(st.characters(exclude_characters="\n\0", exclude_categories=["Cs"]), max_size=5)
    column = st.lists(line, min_size=n_documents, max_size=n_documents)
    labels, names = draw(st.none() | column), draw(st.none() | column)
    return table.tocsr(), draw(st.permutations(tokens)), labels, names


@settings(max_examples=60)
@given(bag=bags())
def test_what_is_written_is_read_again(bag, tmp_path_factory):
    counts, tokens, labels, names = bag
    path = tmp_path_factory.mktemp("bag") / "x.npz"
    write_bag(path, counts, tokens, labels, names)
    found = read_bag(path)
    found_tokens = found.tokens
    assert found.counts.shape == counts.shape
    assert found.counts.dtype == np.int64
    assert found.counts.indices.dtype == np.int32  # what scikit-learn's solvers want
    assert sorted(found_tokens) == sorted(tokens)
    cells = as_cells(counts, tokens)
    assert as_cells(found.counts, found_tokens) == cells == decoded_by_hand(path)
    for given_texts, texts in ((labels, found.labels), (names, found.names)):
        assert (None if texts is None else texts.tolist()) == given_texts


def wide_bag():
    """Return a bag in which lengths, steps and counts need the escape, with empty rows."""
    table = np.zeros((6, 600), dtype=np.int64)
    table[1, :] = 1
    table[2, :300] = [254, 255, 256] * 100
    table[4, [0, 299, 300, 599]] = [1, 2, 3, 100_000]
    return table, [f"t{j:03d}" for j in range(600)]


def test_numbers_from_255_on_are_escaped(tmp_path):
    counts, tokens = wide_bag()
    write_bag(tmp_path / "wide.npz", counts, tokens)
    with np.load(tmp_path / "wide.npz") as arrays:
        assert arrays["lengths_large"].tolist() == [600, 300]
        assert arrays["steps_large"].size == 1
        assert arrays["counts_large"].tolist()[-1] == 100_000
        assert all(arrays[name].dtype.itemsize == 1 for name in ("lengths", "steps", "counts"))
    found = read_bag(tmp_path / "wide.npz")
    found_tokens = found.tokens
    assert found.counts[:, np.argsort(found_tokens)].toarray().tolist() == counts.tolist()


def test_columns_run_by_falling_document_frequency_then_by_token(tmp_path):
    counts = [[9, 0, 1, 1], [0, 1, 1, 1], [0, 0, 1, 1]]
    write_bag(tmp_path / "x.npz", counts, ["once b", "once a", "thrice é", "thrice z"])
    bag = read_bag(tmp_path / "x.npz")
    assert bag.tokens == ["thrice z", "thrice é", "once a", "once b"]
    assert bag.counts.toarray().tolist() == [[1, 1, 0, 9], [1, 1, 1, 0], [1, 1, 0, 0]]
    assert bag.counts.has_canonical_format


def test_bytes_do_not_depend_on_the_form_of_the_input(tmp_path):
    counts, tokens = wide_bag()
    order = np.random.default_rng(5).permutation(len(tokens))
    forms = {
        "dense": (counts, tokens),
        "float": (counts.astype(float), tokens),
        "csc": (sparse.csc_matrix(counts), np.array(tokens)),
        "shuffled": (counts[:, order], [tokens[j] for j in order]),
        "stored zeros": (stored_zeros(counts), tokens),
    }
    for name, (table, words) in forms.items():
        write_bag(tmp_path / name, table, words)
    assert len({(tmp_path / name).read_bytes() for name in forms}) == 1


def stored_zeros(counts):
    """Return a CSR table with every cell stored, the zeros too, columns from right to left."""
    n_rows, n_columns = counts.shape
    columns = np.tile(np.arange(n_columns)[::-1], n_rows)
    starts = np.arange(n_rows + 1) * n_columns
    return sparse.csr_array((counts[:, ::-1].ravel(), columns, starts), shape=counts.shape)


def test_zip_entries_carry_neither_clock_nor_system(tmp_path):
    write_bag(tmp_path / "x.npz", [[1]], ["a"], ["ham"], ["n"])
    with zipfile.ZipFile(tmp_path / "x.npz") as archive:
        entries = archive.infolist()
        first = archive.read(entries[0])
    traits = {(e.date_time, e.create_system, e.external_attr >> 16, e.extra) for e in entries}
    assert traits == {((1980, 1, 1, 0, 0, 0), 3, 0o644, b"")}
    assert [e.filename for e in entries][:3] == ["tokens.npy", "labels.npy", "names.npy"]
    assert first[:8] == b"\x93NUMPY\x01\x00"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1, 2]], ["a"]), "1 tokens for 2 places"),
        (([[1]], ["a"], ["ham", "spam"]), "2 labels for 1 places"),
        (([[1]], ["a"], ["ham"], []), "0 names for 1 places"),
        (([[1]], ["a\nb"]), r"tokens hold 'a\\nb', expected texts of one line"),
        (([[1]], ["a"], [0]), "labels hold 0, expected texts of one line"),
        (([[1]], ["\ud800"]), "surrogates not allowed"),
        (([[-1]], ["a"]), "counts run from -1 to -1, expected whole numbers from 0"),
        (([[0.5]], ["a"]), "counts run from 0.5 to 0.5, expected whole numbers"),
        (([[np.nan]], ["a"]), "counts run from nan"),
        (([[2**32]], ["a"]), "to 4294967296, expected whole numbers from 0 to 4294967295"),
    ],
)
def test_what_cannot_be_kept_is_refused(tmp_path, arguments, message):
    with pytest.raises(ValueError, match=message):
        write_bag(tmp_path / "x.npz", *arguments)
    assert not (tmp_path / "x.npz").exists()


def test_canonical_counts_leaves_its_argument_alone():
    table = sparse.csr_array(([3, 0, 1, 1], [1, 0, 0, 0], [0, 2, 4]), shape=(2, 2))
    found = canonical_counts(table)
    assert (found.indices.tolist(), found.data.tolist()) == ([1, 0], [3, 2])
    assert table.data.tolist() == [3, 0, 1, 1]
    assert np.shares_memory(canonical_counts(found).data, found.data)


def test_missing_file_names_the_path(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no bag file .*none\.npz"):
        read_bag(tmp_path / "none.npz")


def small_bag_bytes(tmp_path):
    """Return the bytes of a small bag file."""
    path = tmp_path / "small.npz"
    write_bag(path, [[300, 0, 1], [0, 0, 0], [1, 2, 0]], ["a", "b", "c"], ["ham", "spam", "ham"])
    return path.read_bytes()


def read_or_refused(path, content):
    """Return what `read_bag` makes of some bytes, None if it says they are no bag file."""
    path.write_bytes(content)
    try:
        bag = read_bag(path)
    except ValueError as error:
        return str(error) if "not a whole bag file" not in str(error) else None
    return bag.counts.toarray().tolist(), bag.tokens, bag.labels.tolist()


def test_damaged_bytes_are_never_read_as_another_bag(tmp_path):
    content = small_bag_bytes(tmp_path)
    intact = read_or_refused(tmp_path / "x.npz", content)
    outcomes = []
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 0xFF
        outcomes.append(read_or_refused(tmp_path / "x.npz", bytes(damaged)))
    assert all(outcome in (None, intact) for outcome in outcomes)
    assert outcomes.count(None) > len(content) / 2


@pytest.mark.parametrize("kept", [0, 1, 4, 100, -1])
def test_half_a_file_is_refused(tmp_path, kept):
    assert read_or_refused(tmp_path / "x.npz", small_bag_bytes(tmp_path)[:kept]) is None


@pytest.mark.parametrize(
    "change",
    [
        {"lengths": np.array([2, 1, 2], dtype=np.uint8)},
        {"lengths": np.array([2, 0, 1], dtype=np.uint8)},
        {"lengths": np.array([2, 2], dtype=np.uint8)},
        {"steps": np.array([0, 1, 0], dtype=np.uint8)},
        {"steps": np.array([0, 9, 0, 1], dtype=np.uint8)},
        {"counts": np.array([255, 1, 1, 255], dtype=np.uint8)},
        {"counts_large": np.array([1, 2, 3], dtype=np.uint32)},
        {"labels": np.frombuffer(b"ham\n", dtype=np.uint8)},
        {"labels": np.frombuffer(b"h\xffm\n\n\n", dtype=np.uint8)},
        {"tokens": np.array([["pickled"]], dtype=object)},
        {"counts": None},
    ],
)
def test_arrays_that_do_not_fit_are_refused(tmp_path, change):
    arrays = dict(np.load(io.BytesIO(small_bag_bytes(tmp_path)))) | change
    buffer = io.BytesIO()
    np.savez(buffer, **{name: array for name, array in arrays.items() if array is not None})
    assert read_or_refused(tmp_path / "x.npz", buffer.getvalue()) is None
