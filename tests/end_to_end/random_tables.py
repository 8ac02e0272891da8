"""Small tables of every format that `discreet fit` reads, on scales from 1e-4 to 1e4, with what options declare of them."""
import dataclasses
import pathlib
import random
import struct
import subprocess

LOSSES = {"number": ["squared", "huber:1", "huber:0.1"], "class": ["logistic", "squared-hinge", "hinge"],
          "count": ["poisson", "poisson:2"]}


@dataclasses.dataclass
class Table:
    """A data file, with what its options need to know."""
    path: str
    task: str
    features: list
    rows: int
    sparse: bool = False
    words: str = ""  # a column of words
    labels: str = ""  # a file of its own

    def needs(self):
        return ([("labels", self.labels)] if self.labels else []) + ([("categorical", f"{self.words}=A,B,C")] if self.words else [])


def target(task, signal, rng):
    if task == "class":
        return int(signal + rng.gauss(0, 0.5) > 0)
    return min(20, int(abs(signal) * 2)) if task == "count" else round(signal * 10 + rng.gauss(0, 1), 6)


def drawn_rows(task, rows, features, rng):
    """Columns on scales from 1e-4 to 1e4, the third one constant; both classes are there."""
    scale = [1, 1e4, 1, 1e-4, 10, 0.1, 1e3, 1]
    for i in range(rows):
        values = [7 if j == 2 else rng.gauss(0, 1) * scale[j % 8] for j in range(features)]
        yield [float(f"{v:.7g}") for v in values], i % 2 if task == "class" and i < 2 else target(task, sum(v / scale[j % 8] for j, v in enumerate(values)), rng)


def numpy_file(path, rows):
    shape = f"({len(rows)}, {len(rows[0])})" if isinstance(rows[0], list) else f"({len(rows)},)"
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    flat = [v for row in rows for v in (row if isinstance(row, list) else [row])]
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + struct.pack(f"<{len(flat)}d", *flat))


def written_tables(folder: pathlib.Path, program: str, rng: random.Random) -> list:
    tables = []
    for task in LOSSES:
        for rows, features in ((3, 2), (40, 1), (60, 4), (120, 8), (300, 5)):
            name = f"{task}{rows}"
            names = [f"f{j + 1}" for j in range(features)]
            data = list(drawn_rows(task, rows, features, rng))
            (folder / f"{name}.csv").write_text("".join(",".join(map(str, line)) + "\n" for line in [names + ["y"]] + [x + [y] for x, y in data]))
            tables.append(Table(f"{name}.csv", task, names, rows))
            if rows == 60:  # some cells left out
                (folder / f"{name}.svm").write_text("".join(f"{y} " + " ".join(f"{j + 1}:{v}" for j, v in enumerate(x) if rng.random() < 0.7) + "\n" for x, y in data))
                tables.append(Table(f"{name}.svm", task, [f"{j + 1}" for j in range(features)], rows, sparse=True))
                numpy_file(folder / f"{name}.npy", [x for x, _ in data])
                numpy_file(folder / f"{name}.labels.npy", [y for _, y in data])
                tables.append(Table(f"{name}.npy", task, [f"x{j + 1}" for j in range(features)], rows, labels=f"{name}.labels.npy"))
            if rows == 120:
                subprocess.run([program, "convert", f"{name}.csv", f"{name}.dcols"], cwd=folder, check=True, capture_output=True)
                tables.append(Table(f"{name}.dcols", task, names, rows))
            if rows == 300:
                (folder / f"{name}w.csv").write_text("".join(",".join(map(str, line)) + "\n" for line in [["ward"] + names + ["y"]] + [[rng.choice("ABCD")] + x + [y] for x, y in data]))
                tables.append(Table(f"{name}w.csv", task, ["ward=A", "ward=B", "ward=C"] + names, rows, words="ward"))
    write_declarations(folder, tables, program, rng)
    return tables


def write_declarations(folder, tables, program, rng):
    """For each table: smoothness, weights, blocks by number and by name, bounds, and a model to start from."""
    for table in tables:
        def declare(kind, line, header="feature,value"):
            names = [name for name in table.features if kind != "bounds" or "=" not in name]
            (folder / f"{table.path}.{kind}.csv").write_text("\n".join([header] + [f"{name},{line(j)}" for j, name in enumerate(names)]) + "\n")
        declare("smoothness", lambda j: round(rng.lognormvariate(0, 1), 4))
        declare("weights", lambda j: round(rng.lognormvariate(0, 1), 4))
        declare("blocks", lambda j: j % 2)
        declare("named", lambda j: ["left", "right"][j % 2])
        declare("bounds", lambda j: "-3,3", "column,lower,upper")
        loss = LOSSES[table.task][0]
        start = [program, "fit", table.path, "--loss", loss, "--epsilon", "1e6", "--delta", "1e-3", "--features", str(len(table.features)), "--out", f"{table.path}.start.json"]
        subprocess.run(start + [word for name, value in table.needs() for word in (f"--{name}", value)], cwd=folder, check=True, capture_output=True)
