# make lab · work · test · slides · handout · book · teach · test-browser · bench: each sets up .venv itself;
# test-lowest · test-newest · test-anywhere · test-twenty · test-fuzz: CONTRIBUTING.md says what for.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# each command is shown; the one that fails is named once more, below all that it printed
# (no `:=` here: make 4.4 expands the flags a second time, earlier ones do not)
.SHELLFLAGS = -c '/bin/sh -c "$$0" || { code=$$?; echo "This command failed: $$0" >&2; exit $$code; }'
PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder
INSTALL := $(BIN)/python -m pip install --editable
# root has to be allowed, and without a browser JupyterLab prints its address; LAB= adds options
JUPYTER = $(BIN)/jupyter lab --LabApp.default_url=/lab/tree/work/00_start_here.ipynb $(LAB) \
	$$(test "$$(id -u)" != 0 || echo --allow-root) \
	$$($(BIN)/python -c 'import webbrowser; webbrowser.get()' 2>/dev/null || echo --no-browser)

.PHONY: lab work teach test test-lowest test-newest test-anywhere test-twenty test-fuzz test-browser lint slides handout book bench clean

lab: $(READY) work
	$(JUPYTER)

# where readers write: nothing there is ever overwritten
work:
	mkdir -p work
	for nb in notebooks/*.ipynb; do test -e work/$${nb##*/} || cp -v $$nb work/ || exit 1; done

test: lint
	$(PYTEST) --nbval

# on the oldest versions that pyproject.toml admits, and on the newest, each in an environment of its own
test-lowest: PYTHON = python3.11
test-lowest:
	mkdir -p build
	$(PYTHON) tests/floors.py > build/lowest.txt
	PIP_CONSTRAINT=build/lowest.txt $(MAKE) .venv-lowest/.ready-test VENV=.venv-lowest PYTHON=$(PYTHON)
	$(MAKE) test VENV=.venv-lowest

test-newest:
	rm -rf .venv-newest
	$(MAKE) test VENV=.venv-newest PYTHON=$(PYTHON)

# in another folder, with another clock, alphabet, order and BLAS; ANYWHERE=--whole runs all of it
test-anywhere: $(READY)-test
	$(BIN)/python -m tests.anywhere $(ANYWHERE)

# does one run in twenty fail?
test-twenty: $(READY)-test
	for run in $$(seq 20); do echo "run $$run of 20"; $(PYTEST) --nbval notebooks || exit 1; done

# ten thousand hostile mails, files of messages, and damaged bags
test-fuzz: $(READY)-test
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest tests/test_hostile.py

lint: $(READY)-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# static decks, paper and book, in build/: nothing is fetched once the extra is installed
slides handout book: $(READY)-book,browser
	$(BIN)/python -m book $@

# live slides: JupyterLab with a button that turns a notebook into a presentation
teach: $(READY)-teach work
	$(JUPYTER)

# decks, book and notebooks in the system's Chromium; -rs says why, if they are skipped
test-browser: $(READY)-test,book,browser
	$(BIN)/python -m pytest tests/browser -rs

# installed anew only when the list of dependencies changes
$(READY): pyproject.toml
	@echo "Setting up $(VENV) for the course: once, some minutes and 900 MB."
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) '.[lab]'
	touch $@

# more, when it is first needed
$(READY)-%: $(READY)
	$(INSTALL) '.[$*]'
	touch $@

bench: $(READY)-test
	$(BIN)/python -m tests.benchmarks

clean:
	rm -rf .venv .venv-* build dist
