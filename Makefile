# make lab · make work · make test · make slides · make book · make bench: each sets up .venv itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: lab work test lint slides book bench clean

lab: $(READY) work
	$(BIN)/jupyter lab work/00_start_here.ipynb

# where readers write: nothing there is ever overwritten
work:
	mkdir -p work
	for nb in notebooks/*.ipynb; do test -e work/$${nb##*/} || cp $$nb work/; done

test: lint
	$(BIN)/python -m pytest --nbval --numprocesses 2 --dist loadfile

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

slides: $(READY)
	$(BIN)/jupyter nbconvert --to slides --SlidesExporter.reveal_scroll=True --output-dir build/slides notebooks/*.ipynb

# the "classic" template keeps the alternative texts of figures
book: $(READY)
	$(BIN)/jupyter nbconvert --to html --template classic --output-dir build/book notebooks/*.ipynb

# installed anew only when the list of dependencies changes
$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[lab,test]'
	touch $(READY)

bench: $(READY)
	$(BIN)/python -m tests.benchmarks

clean:
	rm -rf $(VENV) build dist
