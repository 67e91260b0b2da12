# make lab · work · test · slides · handout · book · teach · test-browser · bench: each sets up .venv itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: lab work teach test test-browser lint slides handout book bench clean

lab: $(READY) work
	$(BIN)/jupyter lab work/00_start_here.ipynb

# where readers write: nothing there is ever overwritten
work:
	mkdir -p work
	for nb in notebooks/*.ipynb; do test -e work/$${nb##*/} || cp $$nb work/; done

test: lint
	$(BIN)/python -m pytest --nbval --numprocesses 2 --dist loadfile --no-loadscope-reorder

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# static decks, paper and book, in build/: nothing is fetched once the extra is installed
slides handout book: $(READY)-book $(READY)-browser
	$(BIN)/python -m book $@

# live slides: JupyterLab with a button that turns a notebook into a presentation
teach: $(READY)-teach work
	$(BIN)/jupyter lab work/00_start_here.ipynb

# decks, book and notebooks in the system's Chromium
test-browser: $(READY)-book $(READY)-browser
	$(BIN)/python -m pytest tests/browser

# installed anew only when the list of dependencies changes
$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[lab,test]'
	touch $(READY)

# an extra, added when first needed
$(READY)-%: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[$*]'
	touch $@

bench: $(READY)
	$(BIN)/python -m tests.benchmarks

clean:
	rm -rf $(VENV) build dist
