"""Threads, forks, workers, Ctrl-C: no crash, no shared noise, no lock held, no copy of what need not be copied."""
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import joblib
import numpy as np
import pytest

import discreet
from discreet import DPLogisticRegression, DPRidge, FitInterrupted

pytestmark = pytest.mark.filterwarnings("ignore::discreet.PrivacyWarning")
X = np.random.default_rng(1).normal(size=(2000, 3))
y = X @ [1.0, 2, 3]


def fitted(noise="secure"):
    return DPRidge(noise=noise).fit(X, y).coef_


def in_a_child(task):
    """What the task answers in a fork of this process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, pickle.dumps(task()))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        found = answer.read()
    assert os.waitpid(child, 0)[1] == 0
    return pickle.loads(found)


def test_noise_differs_across_forks():
    # Each weight carries noise of many bits: two equal ones are a shared stream and not chance.
    fitted()
    found = [fitted(), in_a_child(fitted), in_a_child(fitted), fitted()]
    assert len({tuple(one) for one in found}) == 4
    # The twin: a stream that everybody has gives the same everywhere.
    found = [fitted("seeded:1"), in_a_child(lambda: fitted("seeded:1"))]
    assert tuple(found[0]) == tuple(found[1])


def test_fifty_threads_fit_at_once():
    found, begin = [], threading.Barrier(50)

    def work():
        begin.wait()
        found.append((tuple(fitted()), tuple(fitted("seeded:1"))))

    threads = [threading.Thread(target=work) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 50 and len({noise for noise, _ in found}) == 50 and len({seeded for _, seeded in found}) == 1


def test_estimators_work_in_joblib_workers():
    jobs = [joblib.delayed(DPRidge().fit)(X, y) for _ in range(6)]
    found = joblib.Parallel(n_jobs=2)(jobs)
    assert len({tuple(model.coef_) for model in found}) == 6
    assert all(model.privacy_["private"] for model in found)


class Enough(Exception):
    pass


def test_the_lock_is_free_during_a_fit():
    # The fit goes on until another thread has had twenty turns; it would end first if it held Python's lock.
    turns, going = [], threading.Event()

    def turn():
        going.wait()
        while len(turns) < 20:
            turns.append(time.sleep(0.001))

    def progress(done, total):
        going.set()
        if len(turns) >= 20:
            raise Enough

    other = threading.Thread(target=turn)
    other.start()
    wide = np.asfortranarray(np.random.default_rng(1).normal(size=(20000, 50)))
    try:
        with pytest.raises(Enough):
            DPRidge(solver="cd", passes=20000, verbose=progress).fit(wide, wide[:, 0])
    finally:
        going.set()
        other.join()


def test_progress_tells_updates_and_nothing_else():
    seen = []
    DPRidge(solver="cd", passes=7, verbose=lambda *numbers: seen.append(numbers)).fit(X, y)
    assert seen[-1] == (28, 28) and all(done <= total == 28 for done, total in seen)


def test_control_c_says_that_the_budget_is_spent():
    wide = np.asfortranarray(np.random.default_rng(1).normal(size=(20000, 50)))
    going = threading.Event()
    kill = threading.Thread(target=lambda: (going.wait(), os.kill(os.getpid(), signal.SIGINT)))
    kill.start()
    with pytest.raises(FitInterrupted, match=r"epsilon 1\) counts as spent"):
        DPRidge(solver="cd", passes=200000, verbose=lambda done, total: going.set()).fit(wide, wide[:, 0])
    kill.join()
    with pytest.warns(discreet.PrivacyWarning, match="fit number 2"):
        DPRidge().fit(wide, wide[:, 0])


GROWTH = """
import resource, sys, numpy as np
from discreet import DPRidge, _core
order = sys.argv[1]
X = np.empty((400000, 100), dtype=np.float32, order=order)
rng = np.random.default_rng(1)
for i in range(0, 400000, 10000):
    X[i:i + 10000] = rng.standard_normal((10000, 100), dtype=np.float32)
y = np.array(X[:, 0])
small = np.asarray(X[:2000], order="F")
DPRidge(solver="cd", passes=2, noise="seeded:1").fit(small, y[:2000])  # whatever is set up once
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
DPRidge(solver="cd", passes=2, noise="seeded:1").fit(X, y)
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
print(grown / X.nbytes)
"""


@pytest.mark.parametrize("order, copies", [("F", False), ("C", True)])
def test_columns_of_float32_are_not_copied(order, copies):
    done = subprocess.run([sys.executable, "-c", GROWTH, order], capture_output=True, text=True, check=True)
    # One number a row for labels, margins and thresholds is a few hundredths of 100 columns; a copy is 1.
    assert (float(done.stdout) > 0.8) if copies else (float(done.stdout) < 0.25)


def test_who_is_copied_depends_on_layout_and_options_alone():
    borrowed = discreet._core.is_borrowed
    for dtype in (np.float32, np.float64):
        array, options = np.asfortranarray(X, dtype=dtype), {"precision": np.dtype(dtype).name}
        assert borrowed(array, options) and borrowed(array[10:-3], options)
        assert not borrowed(np.ascontiguousarray(array), options)
        assert not borrowed(array[::2], options) and not borrowed(array[::-1], options)
        assert not borrowed(array, {**options, "bound": ["x1=0,1"]})
        assert not borrowed(array, {"precision": "float64" if dtype == np.float32 else "float32"})


@pytest.mark.parametrize("rows", [2, 3, 7, 8, 9, 63, 64, 65, 1023, 1025])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_borrowed_memory_gives_the_same_bits(rows, dtype):
    # Slices begin at odd addresses and end where the next column begins: reading past the end would change the result.
    whole = np.asfortranarray(np.random.default_rng(2).normal(size=(2000, 5)), dtype=dtype)
    part = whole[3:3 + rows]
    label = np.arange(rows) % 2
    for solver in ("cd", "block", "sgd", "exact"):
        made = [DPLogisticRegression(solver=solver, noise="seeded:1", epsilon=float("inf") if solver == "exact" else 1.0, delta=1e-6).fit(one, label)
                for one in (part, np.ascontiguousarray(part))]
        np.testing.assert_array_equal(made[0].coef_, made[1].coef_)
