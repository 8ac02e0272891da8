"""What can go wrong, by who must act. Every error of the library is a `DiscreetError`; those about what the caller gave are
`ValueError` too, as scikit-learn's conventions ask. No error holds a value of the data."""


class DiscreetError(Exception):
    """Any refusal of the library."""

    spent = False  # whether it came after noisy answers were drawn: the budget of the fit is spent all the same


class OptionError(DiscreetError, ValueError):
    """A setting is unknown, missing or out of range (exit code 2 of the command line)."""


class BudgetRefused(DiscreetError, ValueError):
    """The privacy budget does not cover the request (exit code 3)."""


class PrivacyPreconditionError(DiscreetError, ValueError):
    """Something that depends on the data is neither declared nor paid for (exit code 4)."""


class DataError(DiscreetError, ValueError):
    """Data or a model file is unreadable or malformed (exit code 5)."""


class DataTypeError(DataError, TypeError):
    """Data holds objects that are not numbers; a `TypeError` too, as scikit-learn's conventions ask."""


class InternalError(DiscreetError, RuntimeError):
    """A defect of the library (exit code 1)."""

    spent = True  # for all that is known


class FitInterrupted(KeyboardInterrupt):
    """Ctrl-C during a fit. The budget of the fit is spent all the same: noise was drawn and may have been seen."""


class PrivacyWarning(UserWarning):
    """Something was done that the stated epsilon does not cover."""


class OptionWarning(UserWarning):
    """An option was given that has no effect beside the others."""


class ModelWarning(UserWarning):
    """The fit is worth less than it looks, as its released numbers tell: the `warnings_` of the model."""
