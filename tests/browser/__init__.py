"""What learners see, looked at in a real browser: `make test-browser`."""

#: Notebooks still to be rewritten: their printed tables are wide, their solutions begin with code.
#: A notebook of the second edition leaves this set.
FIRST_EDITION = {
    "00_start_here",
    "01_mle_bernoulli",
    "02_naive_bayes_derivation",
    "03_laplace_smoothing",
    "04_lagrange_proof",
    "05_sms_spam",
    "06_enron_spam",
    "07_linear_classifier",
    "08_event_models",
    "09_gaussian_naive_bayes",
}
