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
FIRST = ["nice", "-n", "-15"] if os.geteuid() == 0 else []  # before others on a shared machine
ROUNDS = int(os.environ.get("ROUNDS", "3"))
WORDS = 100_000
PASSES = [("coordinates", 200_000, 20), ("coordinates", 20_000, 100), ("full", 200_000, 20), ("full", 20_000, 400)]


def microseconds(before, *arguments):
    out = subprocess.run([*before, str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, timeout=300, check=True)
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
                            ["ip", "-n", end, "addr", "add", here, "peer", there, "dev", device], ["ip", "-n", end, "link", "set", device, "up"]):
                subprocess.run(command, check=True)
        with tempfile.TemporaryDirectory() as folder:
            agent = pathlib.Path(folder) / "agent"
            agent.write_text(f'#!/bin/bash\nshift\nexec ip netns exec {ends[1]} unshare -u sh -c "hostname other; $*"\n')
            agent.chmod(0o755)
            yield ["ip", "netns", "exec", ends[0], "unshare", "-u", *FIRST, *MPIRUN, "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "10.77.0.0/24",
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


def predicted(constants, kind, rows, columns, ranks, latency, per_word):
    """Microseconds of a pass; also for other machines. `latency` is that of a sum over the processes, `per_word` what each of its words adds."""
    walk = rows * columns * constants[kind] / ranks
    noise = columns * constants["noise"]
    sums = columns * latency if kind == "coordinates" else latency + columns * per_word
    return walk + noise + sums


def check(name, before, constants):
    figures = {"sum": (before, ["sum", 1]), "large": (before, ["sum", WORDS])}
    figures |= {each: (before, each) for each in PASSES}
    measured = rounds(figures)
    latency, per_word = measured["sum"], (measured["large"] - measured["sum"]) / WORDS
    print(f"\n{name}: a sum takes {latency:.1f} us, each further word of it {1e3 * per_word:.2f} ns")
    print("| pass | rows | columns | predicted ms | measured ms | measured / predicted |\n|---|---|---|---|---|---|")
    for kind, rows, columns in PASSES:
        guess = predicted(constants, kind, rows, columns, 2, latency, per_word)
        real = measured[(kind, rows, columns)]
        print(f"| {kind} | {rows} | {columns} | {guess / 1e3:.2f} | {real / 1e3:.2f} | {real / guess:.2f} |", flush=True)


one = rounds({"noise": (FIRST, ["noise", 1000]), "coordinates": (FIRST, ["coordinates", 100_000, 20]), "full": (FIRST, ["full", 100_000, 20])})
constants = {"noise": one["noise"] / 1000}
for kind in ("coordinates", "full"):
    constants[kind] = (one[kind] - 20 * constants["noise"]) / (100_000 * 20)
print(f"one process: {1e3 * constants['coordinates']:.3f} ns for a row of a coordinate, {1e3 * constants['full']:.3f} ns for a number of a full step, "
      f"{1e3 * constants['noise']:.0f} ns for the noise of a number")
check("two processes of this machine", [*FIRST, *MPIRUN], constants)
for delay in DELAYS:
    with delayed(delay) as mpirun:
        check(f"a link of {delay} us each way", mpirun, constants)

# Sixty-four machines: a sum goes through six rounds of messages, and every machine's cores walk its own rows.
MACHINES, CORES, MESSAGE, WORD = 64, 16, 50.0, 8 / 1000.0
for kind in ("coordinates", "full"):
    sums = math.ceil(math.log2(MACHINES))
    time_of = predicted(constants, kind, 1e9, 100, MACHINES * CORES, sums * MESSAGE, sums * WORD)
    print(f"10^9 rows x 100 columns on {MACHINES} machines of {CORES} cores, messages of {MESSAGE:.0f} us: {time_of / 1e6:.3f} s for a pass ({kind})")
