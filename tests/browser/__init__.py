"""What learners see, looked at in a real browser: `make test-browser`.

Decks of `tests.nbtools.budget.FIRST_EDITION` may hold printed tables too wide for large letters,
and its notebooks are not folded yet; all else is asked of every notebook.
"""
