#!/usr/bin/env python3
"""Runs one file of Python tests; skipped, with the reason, where Debian's packages or the package itself are missing."""
import importlib
import sys

for module, package in {"numpy": "python3-numpy", "scipy": "python3-scipy", "sklearn": "python3-sklearn", "pandas": "python3-pandas",
                        "joblib": "python3-joblib", "pytest": "python3-pytest"}.items():
    try:
        importlib.import_module(module)
    except ImportError:
        print(f"skipped: {module} is missing ({package})")
        sys.exit(77)

import pytest

sys.exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "--tb=short", *sys.argv[1:]]))
