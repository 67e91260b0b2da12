"""What learners see, looked at in a real browser: `make test-browser`."""
