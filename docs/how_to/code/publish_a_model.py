"""From a pandas frame to a published model with its privacy label."""
import numpy as np
import pandas as pd

from discreet import Bounds, DPLogisticRegression, Ledger

# Made up here; yours comes from pd.read_csv.
rng = np.random.default_rng(1)
n = 20_000
patients = pd.DataFrame({"age": rng.integers(18, 100, n), "stays": rng.poisson(1.0, n), "creatinine": rng.lognormal(0, 0.4, n)})
readmitted = rng.random(n) < 1 / (1 + np.exp(4 - 0.03 * patients["age"] - 0.8 * patients["stays"]))
train, test = patients[:15_000], patients[15_000:]

# What is known without looking: people are between 18 and 110 years old. Scales that are not declared are bought inside epsilon.
bounds = Bounds({"age": (18, 110), "stays": (0, 20)})

# Everything that is ever fitted to these rows is paid from here, and refused when it is empty.
ledger = Ledger(epsilon=1.5, delta=1e-7)
model = DPLogisticRegression(epsilon=1.0, delta=1e-7, alpha=1e-4, bounds=bounds, ledger=ledger)
model.fit(train, readmitted[:15_000])

print("weights:", dict(zip(model.feature_names_in_, model.coef_[0].round(3))))
print("of values moved into:", dict(zip(model.feature_names_in_, model.bounds_.round(3).tolist())))
print(f"epsilon {model.privacy_['epsilon_spent']:.4f} at delta {model.privacy_['delta']:g}; private: {model.privacy_['private']}")
print(f"left in the ledger: {ledger.remaining}")
# Rows that were not fitted; the figure is exact, and about them.
print(f"accuracy on other rows: {model.score(test, readmitted[15_000:]):.2f}")

model.save("model.json")  # what `discreet predict model.json new.csv` reads
model.report("report.html")  # a page for people
print(model.label("markdown").splitlines()[0])
