"""Linear models under differential privacy, with scikit-learn's conventions.

>>> import numpy as np
>>> from discreet import DPLogisticRegression
>>> X = np.random.default_rng(1).normal(size=(5000, 3))
>>> model = DPLogisticRegression(epsilon=1.0, delta=1e-6).fit(X, X[:, 0] > 0)
>>> model.privacy_["private"], model.coef_.shape
(True, (1, 3))

A prediction moves values into `bounds_` before `coef_` weighs them: ``np.clip(X, *model.bounds_.T) @ model.coef_.T + model.intercept_``.
"""
from ._calculator import account, calibrate, plan
from ._classification import DPClassifier, DPLinearSVC, DPLogisticRegression
from ._core import __version__
from ._fairness import fairness
from ._fit import Model, fit
from ._options import Bounds
from ._program import audit, compare
from ._regression import DPElasticNet, DPHuber, DPLasso, DPRegressor, DPRidge
from .errors import (BudgetRefused, DataError, DiscreetError, FitInterrupted, InternalError, ModelWarning, OptionError, OptionWarning,
                     PrivacyPreconditionError, PrivacyWarning)
from .ledger import Ledger

__all__ = ["DPClassifier", "DPElasticNet", "DPHuber", "DPLasso", "DPLinearSVC", "DPLogisticRegression", "DPRegressor", "DPRidge", "Bounds",
           "BudgetRefused", "DataError", "DiscreetError", "FitInterrupted", "InternalError", "Ledger", "Model", "ModelWarning", "OptionError", "OptionWarning",
           "PrivacyPreconditionError", "PrivacyWarning", "account", "audit", "calibrate", "compare", "fairness", "fit", "plan"]
