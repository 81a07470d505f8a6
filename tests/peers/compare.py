# SPDX-License-Identifier: MIT
"""Compares attnlab with textbook PyTorch modules; see README.md. Started by run.sh."""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile
import time

import torch

import equality
import exported
import rows
import sides
import table

JUDGED_N, QUICK_N = 1024, 256


def arguments():
    parser = argparse.ArgumentParser(prog="tests/peers/run.sh", description=__doc__)
    parser.add_argument("--check", action="store_true", help="check equality only and print TAP lines")
    parser.add_argument("--quick", action="store_true", help=f"run in under a minute, at N = {QUICK_N}")
    parser.add_argument("--rounds", type=rows.count, help="number of rounds [default: 6, with --quick 2]")
    parser.add_argument("--cpu", type=int, help="CPU to run on [default: the last allowed one]")
    parser.add_argument("-o", dest="folder", metavar="DIR",
                        help="folder for peers.txt, peers.csv and peers.md")
    given = parser.parse_args()
    allowed = os.sched_getaffinity(0)
    if given.cpu is not None and given.cpu not in allowed:
        parser.error(f"--cpu {given.cpu}: expected one of {sorted(allowed)}")
    given.rounds = given.rounds or (2 if given.quick else 6)
    return given


def say(text):
    """Shows progress on a terminal, in one line that is overwritten."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def load(session, scratch):
    """Gives PyTorch the parameters and input of every variant, and compares all results."""
    for key in (*rows.VARIANTS, rows.FUSED):
        fused = key == rows.FUSED
        cell = exported.export(session.text("dot" if fused else key, "both"),
                               pathlib.Path(scratch) / key)
        found = session.torch.ask(do="load", key=key, folder=str(cell.folder), fused=fused)
        if not found:
            print(f"{key}: not available in this PyTorch")
            continue
        print(f"{key}: float against float at N = {session.n}, worst {found['name']} "
              f"{found['error']:.1e} of the largest entry, tolerance {found['tolerance']:.0e}")
        if not found["error"] <= found["tolerance"]:
            raise sides.Failure(f"{key}: the results of the two sides differ; nothing is timed")


def medians(rounds):
    """Prints the times of both sides for information; ratios are computed within rounds."""
    lines = []
    for name in rounds[0]:
        times = [r[name]["ns"] / 1e6 for r in rounds if isinstance(r[name], dict) and
                 "ns" in r[name]]
        if times:
            lines.append(f"    {name:<22} {statistics.median(times):10.3f} ms  "
                         f"({min(times):.3f} to {max(times):.3f})")
    rates = [r[k]["rate"] for r in rounds for k in ("sgemm", "sgemm again")]
    lines.append(f"    {'large sgemm':<22} {statistics.median(rates):10.1f} GFLOP/s  "
                 f"({min(rates):.1f} to {max(rates):.1f})")
    return "\n".join(lines)


def take_rounds(session, count_of_rounds):
    found = []
    for number in range(1, count_of_rounds + 1):
        found.append(dict(rows.measure_round(session, number, say), n=session.n))
        if not sys.stderr.isatty():
            print(f"round {number} of {count_of_rounds}", file=sys.stderr)
    say("")
    return found


def measure(given):
    """Returns the results and a heading."""
    cpus = sides.separate_cores(given.cpu)
    core = sides.same_blas()
    session = rows.Session(cpus[:2], QUICK_N if given.quick else JUDGED_N, "",
                           sides.Torch(cpus[0]))
    facts = session.torch.ask(do="facts")
    with tempfile.TemporaryDirectory() as scratch:
        load(session, scratch)
        session.isa = exported.Export(pathlib.Path(scratch) / "dot").isa
    rounds = take_rounds(session, given.rounds)
    session.torch.close()
    memory = [] if given.quick else reversed(sides.whole_life_peak(rows.LONG_CELL, cpus[0]))
    head = (f"One pinned core (CPU {cpus[0]}), float, d_model 512, 8 heads of 64, N = {session.n}, "
            f"causal, batch 1; {given.rounds} rounds.\n"
            f"attnlab {session.isa}; PyTorch {facts['torch']} ({facts['vectors']}), "
            f"{facts['threads']} thread, {', '.join(facts['blas'])}; OpenBLAS core: {core} in attnlab, "
            f"{facts['blas_core']} in PyTorch.\n")
    judged = session.n == JUDGED_N
    if not judged:
        head += f"Targets are for N = {JUDGED_N} and are not judged here.\n"
    return table.results(rows.ROWS, rounds, memory, judged, given.quick), head, medians(rounds)


NOTES = """Each round starts a new attnlab process for each value. The PyTorch process keeps running and waits
for its turn. Ratios are computed within each round. Measured values are Hodges-Lehmann estimates over
rounds. With 6 or more rounds, the interval comes from the exact signed-rank test. With fewer rounds, it
is the full range. A target is met or missed only if the whole interval is on one side of the target.
Otherwise the verdict is inconclusive. FLOPs are those that the kernels declare, unless a row says
otherwise. The vector-unit bound is measured with independent max and multiply-add instructions.
"""


def write(folder, files):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")


def main():
    given = arguments()
    torch.set_num_threads(1)
    failures = equality.check_small()
    if given.check or failures:
        return 1 if failures else 0
    start = time.monotonic()
    try:
        results, head, times = measure(given)
    except sides.Failure as failure:
        print(f"tests/peers: {failure}", file=sys.stderr)
        return 1
    text = f"{head}\n{table.as_text(results)}\nMedian times over rounds (smallest to largest):\n" \
           f"{times}\n\n{NOTES}{time.monotonic() - start:.0f} s.\n"
    print("\n" + text)
    if given.folder:
        write(given.folder, {"peers.txt": text, "peers.csv": table.as_csv(results),
                             "peers.md": f"{head}\n{table.as_markdown(results)}\n{NOTES}"})
    return 0


if __name__ == "__main__":
    sys.exit(main())
