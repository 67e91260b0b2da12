"""All benchmarks: `make bench` prints the table and writes it to tests/benchmarks/RESULTS.md."""

from pathlib import Path

from tests.benchmarks import (
    dependence,
    exactness,
    first_use,
    growth,
    loading,
    models,
    networks,
    streaming,
    validation,
)
from tests.benchmarks.measure import HEAD, line, machine, measured

RESULTS = Path(__file__).with_name("RESULTS.md")


def lines():
    """The lines of the report."""
    yield "# Speed, as ratios\n"
    yield "Written by `make bench`. The peer's time divided by ours: above 1 the course is faster."
    yield "Both take turns in one process; medians over the turns.\n"
    yield f"Machine: {machine()}.\n"
    yield HEAD
    for module in (models, dependence, networks, validation, streaming, loading):
        for work in module.works():
            yield line(work, measured(work))
    yield exactness.report()
    yield ""
    yield from growth.report()
    yield ""
    yield first_use.report()
    yield ""
    yield networks.report()
    tenth, all_of_them = streaming.flat_memory()
    yield (
        f"\nMemory of a stream: {tenth:.0f} MB resident at the peak after 1 million documents, "
        f"{all_of_them:.0f} MB after 10 million."
    )


def main():
    """Print each line as soon as it is known, and write them all."""
    written = []
    for text in lines():
        print(text, flush=True)
        written.append(text)
    RESULTS.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
