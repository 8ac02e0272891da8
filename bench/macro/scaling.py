#!/usr/bin/env python3
"""The cost model of docs/scaling.md: measures its constants on this machine, predicts passes over two processes and measures those as well.
    bench/macro/scaling.py BUILD            two processes on this machine
    bench/macro/scaling.py BUILD 100 1000   also through a link with so many microseconds of delay each way (root; network namespaces)
Every figure is the least of several turns, taken one after the other in rounds, so that what else the machine does falls on all of them."""
import contextlib
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(sys.argv[1]).resolve()
DELAYS = [int(each) for each in sys.argv[2:]]
PROGRAM, LINK = BUILD / "bench/macro/scaling", BUILD / "bench/macro/delayed_link"
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", "2"]
FIRST = ["chrt", "-r", "10"] if os.geteuid() == 0 else []  # before others on a shared machine
ROUNDS = int(os.environ.get("ROUNDS", "3"))
WORDS = 100_000
PASSES = [("coordinates", 40_000, 20), ("coordinates", 10_000, 100), ("full", 80_000, 20), ("full", 20_000, 100)]


def microseconds(before, *arguments):
    out = subprocess.run([*before, *FIRST, str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, timeout=300, check=True)
    return float(out.stdout.split()[-1])


@contextlib.contextmanager
def delayed(delay):
    """Two network namespaces with a cable between them, and the mpirun that starts one process in each."""
    name = f"scaling{os.getpid()}"
    ends = [f"{name}a", f"{name}b"]
    devices = [f"sc{os.getpid() % 10000}{end}" for end in "ab"]
    link = subprocess.Popen([str(LINK), str(delay), *devices], stderr=subprocess.DEVNULL)
    try:
        subprocess.run(["chrt", "-f", "-p", "50", str(link.pid)], check=False)  # a cable does not wait for a processor
        time.sleep(0.5)
        for number, (end, device) in enumerate(zip(ends, devices)):
            here, there = f"10.77.0.{number + 1}", f"10.77.0.{2 - number}"
            for command in (["ip", "netns", "add", end], ["ip", "link", "set", device, "netns", end], ["ip", "-n", end, "link", "set", "lo", "up"],
                            ["ip", "-n", end, "addr", "add", here, "peer", there, "dev", device], ["ip", "-n", end, "link", "set", device, "mtu", "65000", "up"]):
                subprocess.run(command, check=True)
        with tempfile.TemporaryDirectory() as folder:
            agent = pathlib.Path(folder) / "agent"
            agent.write_text(f'#!/bin/bash\nshift\nexec ip netns exec {ends[1]} unshare -u sh -c "hostname other; $*"\n')
            agent.chmod(0o755)
            yield ["ip", "netns", "exec", ends[0], "unshare", "-u", *MPIRUN, "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "10.77.0.0/24",
                   "--mca", "oob_tcp_if_include", "10.77.0.0/24", "--mca", "plm", "rsh", "--mca", "plm_rsh_agent", str(agent), "--mca", "mpi_yield_when_idle", "1",
                   "--host", "10.77.0.1,10.77.0.2", "--map-by", "node"]
    finally:
        link.kill()
        link.wait()
        for end in ends:
            subprocess.run(["ip", "netns", "del", end], check=False, stderr=subprocess.DEVNULL)


def rounds(figures):
    """The least of several rounds of every figure."""
    best = {}
    for _ in range(ROUNDS):
        for key, (before, arguments) in figures.items():
            best[key] = min(best.get(key, math.inf), microseconds(before, *arguments))
    return best


def sums(kind, columns, latency, per_word):
    """Microseconds of the messages of a pass. `latency` is that of a sum over the processes, `per_word` what each of its words adds."""
    return columns * latency if kind == "coordinates" else latency + columns * per_word


def check(name, before):
    figures = {"sum": (before, ["sum", 1]), "large": (before, ["sum", WORDS])}
    for kind, rows, columns in PASSES:
        figures[kind, rows, columns] = before, [kind, rows, columns]
        figures["share", kind, rows, columns] = [], [kind, rows // 2, columns]  # what one of the two has, by itself
    measured = rounds(figures)
    latency, per_word = measured["sum"], (measured["large"] - measured["sum"]) / WORDS
    print(f"\n{name}: a sum takes {latency:.1f} us, each further word of it {1e3 * per_word:.2f} ns")
    print("| pass | rows | columns | predicted ms | measured ms | measured / predicted |\n|---|---|---|---|---|---|")
    for kind, rows, columns in PASSES:
        guess = measured["share", kind, rows, columns] + sums(kind, columns, latency, per_word)
        real = measured[(kind, rows, columns)]
        print(f"| {kind} | {rows} | {columns} | {guess / 1e3:.2f} | {real / 1e3:.2f} | {real / guess:.2f} |", flush=True)


def number(kind, rows, columns):
    """Nanoseconds of one number of the data in a pass."""
    return 1e3 * (one[kind, rows, columns] - columns * one["noise"] / 1000) / (rows * columns)


SMALL, LARGE = (20_000, 100), (400_000, 100)  # one fits the last cache of most machines, the other is read from memory
one = rounds({"noise": ([], ["noise", 1000])} | {(kind, *size): ([], [kind, *size]) for kind in ("coordinates", "full") for size in (SMALL, LARGE)})
print(f"one process and thread: {one['noise']:.0f} ns for the noise of a number; for a number of the data")
for kind in ("coordinates", "full"):
    print(f"  {kind}: {number(kind, *SMALL):.2f} ns in cache, {number(kind, *LARGE):.2f} ns from memory")
check("two processes of this machine", MPIRUN)
for delay in DELAYS:
    with delayed(delay) as mpirun:
        check(f"a link of {delay} us each way", mpirun)

# Sixty-four machines: a sum goes through six rounds of messages, and every machine's cores walk its own rows.
MACHINES, CORES, MESSAGE, WORD = 64, 16, 50.0, 8 / 1000.0
for kind in ("coordinates", "full"):
    hops = math.ceil(math.log2(MACHINES))
    walk = 1e9 * 100 / (MACHINES * CORES) * number(kind, *LARGE) / 1e3
    time_of = walk + 100 * one["noise"] / 1000 + sums(kind, 100, hops * MESSAGE, hops * WORD)
    print(f"10^9 rows x 100 columns on {MACHINES} machines of {CORES} cores, messages of {MESSAGE:.0f} us: {time_of / 1e6:.3f} s for a pass ({kind})")
