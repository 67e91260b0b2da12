# make lab · work · test · slides · handout · book · teach · test-browser · bench: each sets up .venv itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# each command is shown; the one that fails is named once more, below all that it printed
.SHELLFLAGS := -c '/bin/sh -c "$$0" || { code=$$?; echo "This command failed: $$0" >&2; exit $$code; }'
INSTALL := $(BIN)/python -m pip install --editable
# root has to be allowed, and without a browser JupyterLab prints its address; LAB= adds options
JUPYTER = $(BIN)/jupyter lab --LabApp.default_url=/lab/tree/work/00_start_here.ipynb $(LAB) \
	$$(test "$$(id -u)" != 0 || echo --allow-root) \
	$$($(BIN)/python -c 'import webbrowser; webbrowser.get()' 2>/dev/null || echo --no-browser)

.PHONY: lab work teach test test-browser lint slides handout book bench clean

lab: $(READY) work
	$(JUPYTER)

# where readers write: nothing there is ever overwritten
work:
	mkdir -p work
	for nb in notebooks/*.ipynb; do test -e work/$${nb##*/} || cp -v $$nb work/ || exit 1; done

test: lint
	$(BIN)/python -m pytest --nbval --numprocesses 2 --dist loadfile --no-loadscope-reorder

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
	rm -rf $(VENV) build dist
