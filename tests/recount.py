#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/recount.py RUN [WORKER]: counts the FLOP of a run's trainings again, by the rule of today.

For tables of programs that counted otherwise (work_version in cells.csv): `flop` and `flop_per_token` of
cells.csv and `flop` of curves.csv become what WORKER (default ./attnlab-worker) says of the same batches, and
work_version its own. Rows of timed steps (kind=step) get the mean of a training's steps: how many of them were
timed, no table says. All else stays as it is, to the byte; a run whose data is not at hand stays whole. Data as
$ATTNLAB_DATA has it. A run that has a journal makes its tables of that, so only tables without one are changed."""
import csv
import gzip
import io
import json
import os
import re
import subprocess
import sys


class Table:
    """cells.csv or curves.csv, packed or not; None as rows where there is none."""

    def __init__(self, folder, name):
        self.rows = None
        for self.path, self.open in ((f"{folder}/{name}.gz", gzip.open), (f"{folder}/{name}", open)):
            if os.path.exists(self.path):
                with self.open(self.path, "rt", newline="") as f:
                    text = f.read()
                reader = csv.DictReader(io.StringIO(text))
                self.rows, self.columns = list(reader), reader.fieldnames
                if self.text() != text:
                    sys.exit(f"{self.path}: written by no attnlab, expected its own quotes and ends of lines")
                return

    def text(self):
        out = io.StringIO()
        writer = csv.DictWriter(out, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return out.getvalue()

    def write(self):
        data = self.text().encode()
        if self.open is gzip.open:
            data = gzip.compress(data, 9, mtime=0)
        with open(self.path + ".new", "wb") as f:
            f.write(data)
        os.replace(self.path + ".new", self.path)


def complete(cell):
    """With the axes that there have been since, at their defaults."""
    made = subprocess.run(["./attnlab", "cell", "--print-complete", cell], capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"{cell}: {made.stderr}")
    return made.stdout.split("\n")[-2]


def count(worker, cells):
    """{cell: its points, {step: flop}} and the version of the rule."""
    cells = sorted(cells, key=lambda c: re.search(r"seed=\d+", c)[0])  # the worker keeps open what the next one shares
    asked = [complete(c) for c in cells]
    made = subprocess.run([worker, "count"], input="\n".join(asked) + "\n", capture_output=True, text=True)
    if made.returncode:
        sys.exit(made.stderr)
    told = [json.loads(line) for line in made.stdout.splitlines()]
    for one in told:
        if one["error"]:
            sys.exit(f"{one['cell']}: {one['error']}")
    points = [{p["step"]: p["flop"] for p in one["curve"]} for one in told]
    return dict(zip(cells, points)), told[0]["version"]


def number(x):
    return repr(int(x)) if x == int(x) else repr(x)


def recount(row, points, version):
    """The row's FLOP, and a token's of what came after a swap, whose tokens are those of before."""
    flop, before = points[int(float(row["steps_done"]))], 0
    old, old_before = float(row["flop"]), 0
    if float(row.get("swap_steps") or 0):
        swap = int(float(row["swap_steps"]))
        before, old_before = points[swap], row["_curve"][swap]
    tokens = (old - old_before) / float(row["flop_per_token"])
    row.update(flop=number(flop), flop_per_token=number((flop - before) / round(tokens)), work_version=str(version))


def recount_step(row, points, version):
    steps = max(points)
    flop = points[steps] / steps
    row.update(flop=number(flop), gflops=number(flop / float(row["time_ns_median"])), work_version=str(version))


def training_of(row):
    """The cell whose batches the row met."""
    return re.sub("^kind=step", "kind=quality", row["cell"])


def main(folder, worker="./attnlab-worker"):
    if os.path.exists(f"{folder}/journal.jsonl"):
        sys.exit(f"{folder}: found journal.jsonl, of which its tables are made; expected a run without")
    cells, curves = Table(folder, "cells.csv"), Table(folder, "curves.csv")
    if cells.rows is None:
        sys.exit(f"{folder}: found no cells.csv")
    good = [r for r in cells.rows if r["status"] == "ok"]
    trained = [r for r in good if r["kind"] == "quality" and r.get("steps_done")]
    stepped = [r for r in good if r["kind"] == "step"]
    if not trained + stepped:
        return print(f"{folder}: trained nothing")
    points, version = count(worker, {training_of(r) for r in trained + stepped})
    of_key = {(r["ablation"], r["key"]): r for r in trained}
    for row in trained:
        row["_curve"] = {}
    for p in curves.rows or []:
        row = of_key.get((p["ablation"], p["key"]))
        if row:
            row["_curve"][int(p["step"])] = float(p["flop"])
            p["flop"] = number(points[row["cell"]][int(p["step"])])
    changed = 0
    for row in trained:
        old = row["flop"]
        recount(row, points[row["cell"]], version)
        changed += old != row["flop"]
        del row["_curve"]
    for row in stepped:
        old = row["flop"]
        recount_step(row, points[training_of(row)], version)
        changed += old != row["flop"]
    cells.write()
    if curves.rows is not None:
        curves.write()
    print(f"{folder}: {len(trained + stepped)} rows counted again, {changed} have other FLOP")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
