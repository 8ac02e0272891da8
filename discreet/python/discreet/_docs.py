"""What the docstrings of all estimators say."""

COMMON = """
    fit_intercept : bool
        Whether to learn an intercept, which is never penalised.
    epsilon, delta : float
        The privacy budget; "auto" is a delta of min(1e-5, 1/n^2). `epsilon=float("inf")` runs the same code without noise.
    neighbours : {"replace-one", "zero-out", "add-remove"}
        What is hidden: a row's values, its contribution, or its presence (which needs `normaliser`, a public number of rows).
    bounds : Bounds, dict, pair or None
        Public bounds of the columns, by name; declaring them saves budget.
    solver, passes, noise, threads, strict
        As the options of the command line.
    ledger : Ledger or None
        A budget shared with other fits.
    options : dict or None
        Any other option of the command line by its name, as ``{"clip-rule": "ball"}``.
    verbose : bool or function(done, total)
        Progress: time and updates, never anything about the data.

    Attributes
    ----------
    coef_, intercept_, n_features_in_, feature_names_in_, privacy_ (the label, as in the model file), solver_

    A prediction is intercept_ plus coef_ times values that were first moved into the limits of the model, as predict does.
"""
