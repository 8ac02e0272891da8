"""What the docstrings of all estimators say."""

CLASSES = """
    classes : list, "from-data" or None
        The classes, which are public: None for labels 0 and 1 (also True and False), a list such as ``[-1, 1]`` or ``["no", "yes"]``, of more than
        two for several classes. A label that is not declared is an error before any budget is spent. "from-data" reads the classes off the
        rows, which the model says in its caveats: it is not private then.
"""

COMMON = """
    fit_intercept : bool
        Whether to learn an intercept, which is never penalised.
    epsilon, delta : float
        The privacy budget; "auto" is a delta of min(1e-5, 1/n^2). `epsilon=float("inf")` runs the same code without noise.
    neighbours : {"replace-one", "zero-out", "add-remove"}
        What is hidden: a row's values, its contribution, or its presence (which needs `normaliser`, a public number of rows).
    bounds : Bounds, dict, pair or None
        Public bounds of the columns, by name; declaring them saves budget. Columns of type bool have (0, 1) without a declaration.
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
    coef_, intercept_, bounds_, row_norm_
        What predicts. Values are moved into the limits `bounds_` first, a row (low, high) for each column, (-inf, inf) where there are none;
        ``np.clip(X, *bounds_.T) @ coef_.T + intercept_`` is the linear predictor, in which rows longer than `row_norm_` (inf where there is
        none) are shrunk to that length before the intercept. One against the rest has limits for each class.
    warnings_ : list of dict
        What the released numbers tell about the fit, as kind and text; also given as one `ModelWarning`.
    n_features_in_, feature_names_in_, privacy_ (the label, as in the model file), solver_
"""
