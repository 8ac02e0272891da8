#!/usr/bin/env python3
"""Column files against memory.

  bench/macro/out_of_core.py                        time of a pass: a column file in the page cache against the same rows in memory
  bench/macro/out_of_core.py --limit 300 --data 1000   a fit of a file of 1000 MB where the program may have 300 MB, page cache
                                                    included: what it took, and whether the model is the one without a limit

The limit is a control group of its own (version 1 or 2; that needs root), or systemd-run where groups cannot be made. Everything
is written to --folder (default: a new one under the temporary folder) and removed again."""
import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MB = 10**6


def run(program, *arguments, prefix=(), before=None):
    """Seconds, seconds of the processor, and bytes that came from the disk."""
    start, before_it = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*prefix, program, *map(str, arguments)], capture_output=True, text=True, preexec_fn=before)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: exit code {done.returncode}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before_it.ru_utime - before_it.ru_stime
    return time.monotonic() - start, processor, 512 * (after.ru_inblock - before_it.ru_inblock)


class Group:
    """A control group with a limit on memory, page cache included; none where it cannot be made."""

    def __init__(self, limit):
        self.limit, self.path, self.prefix = limit, None, ()
        one, two = pathlib.Path("/sys/fs/cgroup/memory"), pathlib.Path("/sys/fs/cgroup")
        name = f"discreet_{os.getpid()}"
        try:
            if (one / "memory.limit_in_bytes").exists():
                self.path, self.names = one / name, ("memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.stat")
            elif "memory" in (two / "cgroup.subtree_control").read_text().split():
                self.path, self.names = two / name, ("memory.max", "memory.peak", "memory.stat")
            if self.path:
                self.path.mkdir()
                (self.path / self.names[0]).write_text(str(limit))
                return
        except OSError:
            self.path = None
        if not shutil.which("systemd-run"):
            sys.exit("no control group can be made here (root is needed), and there is no systemd-run")
        self.prefix = ("systemd-run", "--scope", "--quiet", "-p", f"MemoryMax={limit}", "-p", "MemorySwapMax=0")

    def enter(self):
        if self.path:
            (self.path / "cgroup.procs").write_text(str(os.getpid()))

    def peak(self):
        return int((self.path / self.names[1]).read_text()) if self.path and (self.path / self.names[1]).exists() else None

    def close(self):
        if self.path:
            for name in ("memory.force_empty",):  # what the cache still holds
                if (self.path / name).exists():
                    (self.path / name).write_text("0")
            self.path.rmdir()


def forget(path):
    """Drops what the page cache has of a file."""
    file = os.open(path, os.O_RDONLY)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def spec(megabytes, features):
    return f"synthetic:regression?n={megabytes * MB // (8 * (features + 1))}&p={features}"


def limited(arguments, folder):
    data = folder / "rows.dcols"
    seconds, _, _ = run(arguments.program, "convert", spec(arguments.data, arguments.columns), data)
    size = data.stat().st_size
    print(f"converted: {size / MB:.0f} MB in {seconds:.1f} s ({size / MB / seconds:.0f} MB/s); limit {arguments.limit} MB "
          f"= {arguments.limit * MB / size:.2f} of it")
    same = True
    for solver in arguments.solver.split(","):
        settings = ("--solver", solver, "--epsilon", "1", "--passes", arguments.passes, "--noise", "seeded:1")
        if solver == "moments":
            settings = settings[:4] + settings[6:]
        free, _, _ = run(arguments.program, "fit", data, *settings, "--out", folder / "free.json")
        forget(data)
        group = Group(arguments.limit * MB)
        try:
            # The group counts pages by who touched them first, so the file must not be in the cache already.
            seconds, _, read = run(arguments.program, "fit", data, *settings, "--out", folder / "limited.json",
                                prefix=group.prefix, before=group.enter)
            peak = group.peak()
        finally:
            group.close()
        equal = (folder / "free.json").read_bytes() == (folder / "limited.json").read_bytes()
        same = same and equal
        print(f"{solver:<10} limit {arguments.limit} MB, data {size / MB:.0f} MB, peak of resident memory and cache "
              f"{f'{peak / MB:.0f} MB' if peak else '?'}; {seconds:.1f} s, {read / MB:.0f} MB from the disk "
              f"({read / MB / seconds:.0f} MB/s), {read / size:.1f} times the file; without a limit {free:.1f} s; "
              f"models {'equal to the last byte' if equal else 'DIFFER'}")
    return 0 if same else 1


def passes(arguments, folder):
    """Two numbers of passes, so that reading the table does not count; in turn, so that the machine's moods do not; time of the
    processor, that of the system included, which waits for nobody."""
    table, data = folder / "rows.csv", folder / "rows.dcols"
    run(arguments.program, "generate", spec(arguments.data, arguments.columns)[10:], "--out", table)
    run(arguments.program, "convert", table, data)
    size = data.stat().st_size
    few, many = 2, 2 + arguments.more
    for solver in arguments.solver.split(","):
        if solver == "moments":
            continue
        ratios, times = [], {table: [], data: []}
        for _ in range(arguments.repetitions):
            once = {}
            for source in (table, data):
                took = [run(arguments.program, "fit", source, "--solver", solver, "--epsilon", "1", "--noise", "seeded:1",
                            "--threads", arguments.threads, "--passes", count, "--out", folder / f"{source.name}.{count}.json")[1]
                        for count in (few, many)]
                once[source] = (took[1] - took[0]) / (many - few)
                times[source].append(once[source])
            ratios.append(once[data] / once[table])
        equal = (folder / f"rows.csv.{many}.json").read_bytes() == (folder / f"rows.dcols.{many}.json").read_bytes()
        print(f"{solver:<10} {size / MB:.0f} MB, ms a pass: memory {1e3 * min(times[table]):.1f}, column file "
              f"{1e3 * min(times[data]):.1f}; ratio least {min(ratios):.2f}, median {statistics.median(ratios):.2f}; "
              f"models {'equal' if equal else 'DIFFER'}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, help="MB of memory that the fit may have")
    parser.add_argument("--data", type=int, help="MB of the file (default: 3.4 times the limit, or 200)")
    parser.add_argument("--columns", type=int, default=100, help="features (default 100)")
    parser.add_argument("--solver", default="cd,block,newton", help="solvers, by commas (default cd,block,newton)")
    parser.add_argument("--passes", default="2", help="passes of the limited fit (default 2)")
    parser.add_argument("--more", type=int, default=20, help="passes that are timed (default 20)")
    parser.add_argument("--threads", default="1", help="threads of the timed fits (default 1)")
    parser.add_argument("--repetitions", type=int, default=5, help="of the timed fits (default 5)")
    parser.add_argument("--program", default=str(ROOT / "build/discreet"))
    parser.add_argument("--folder", help="where files go; on the disk that is to be measured")
    arguments = parser.parse_args()
    arguments.data = arguments.data or (arguments.limit * 34 // 10 if arguments.limit else 200)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        return (limited if arguments.limit else passes)(arguments, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
