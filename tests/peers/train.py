# SPDX-License-Identifier: MIT
"""Compares training speed with PyTorch, for the same decoder on the same core; see README.md. Started by
run.sh --train.
"""
import argparse
import csv
import dataclasses
import json
import os
import pathlib
import random
import string
import subprocess
import sys
import tempfile
import time

import sides
import table
from compare import say, write
from rows import Row, count
from sides import ROOT

# The first loss is a mean over 2048 targets, so its tolerance is 1e-5. Later losses have a tolerance of 1e-4,
# because AdamW divides small gradients by their own size, which amplifies rounding errors. For comparison, a
# 1 % higher learning rate changes the fifth loss by 1e-3.
FIRST_LOSS, LATER_LOSS, LOSSES = 1e-5, 1e-4, 5
# Gradients are sums over all rows and layers, so their tolerance is large.
FIRST_GRADIENT = 1e-3


@dataclasses.dataclass
class Size:
    layers: int
    heads: int
    d: int
    n: int
    batch: int
    tokenizer: str
    vocabulary: int  # 0: all words that occur
    steps: int       # timed steps per turn
    target: float    # required multiple of PyTorch's rate
    share: float     # required fraction of the rate of a large sgemm on the same core
    lr: float = 1e-3

    def cell(self, folder, steps, every, lr=None):
        return (f"kind=quality,data=text:{folder},task=next_token,tokenizer={self.tokenizer},"
                f"vocabulary={self.vocabulary},score=dot,layers={self.layers},heads={self.heads},"
                f"d_model={self.d},d_head={self.d // self.heads},n={self.n},batch={self.batch},"
                f"ffn_act=gelu,norm_place=pre,position=learned,tied=yes,dropout=0,"
                f"lr={lr or self.lr},schedule=constant,warmup=0,weight_decay=0.1,beta1=0.9,"
                f"beta2=0.95,clip=1,steps={steps},evaluate_every={every},evaluate_limit=1,seed=1")

    def subject(self):
        return (f"d {self.d}, {self.layers} layers, {self.heads} heads, context {self.n}, "
                f"batch {self.batch}, {self.symbols()}")

    def symbols(self):
        return f"{self.vocabulary} words" if self.vocabulary else "characters"


SIZES = {"128": Size(4, 4, 128, 128, 16, "chars", 0, 20, 1.6, 0.85),
         "128-words": Size(4, 4, 128, 128, 16, "words", 4096, 20, 1.2, 0.85),
         "256": Size(6, 8, 256, 256, 8, "chars", 0, 5, 1.25, 0.9),
         "256-words": Size(6, 8, 256, 256, 8, "words", 4096, 5, 1.2, 0.9),
         "512": Size(8, 8, 512, 256, 8, "chars", 0, 2, 1.0, 0.9),
         "512-words": Size(8, 8, 512, 256, 8, "words", 8000, 1, 1.0, 0.9),
         # The sizes are those of ablations/long/scaling.yaml: 1 and 3.1 million parameters without
         # embeddings.
         "1m": Size(5, 8, 128, 256, 16, "words", 4096, 10, 1.2, 0.85),
         "3m": Size(7, 12, 192, 256, 16, "words", 4096, 4, 1.2, 0.85)}
PAIR = "pair"  # runs two cells in parallel
PAIR_TARGET, PAIR_STEPS = 1.9, 40


# ---- text ----

def write_text(folder):
    """Writes Zipf-distributed words of 63 characters, 65 with space and line end, as in Tiny
    Shakespeare. All words occur once at the start, so a vocabulary of 8,000 is full."""
    draw = random.Random(1)
    letters = string.ascii_letters + ".,;:!?'-&3$"
    words = sorted({"".join(draw.choices(letters, k=draw.randint(2, 8))) for _ in range(9000)})
    draw.shuffle(words)
    drawn = draw.choices(words, weights=[1 / (i + 1) for i in range(len(words))], k=60000)
    all_words = words + drawn
    lines = [" ".join(all_words[i:i + 12]) + "\n" for i in range(0, len(all_words), 12)]
    folder = pathlib.Path(folder)
    (folder / "train.txt").write_text("".join(lines), encoding="utf-8", newline="")
    (folder / "valid.txt").write_text("".join(lines[-20:]), encoding="utf-8", newline="")


# ---- attnlab's side ----

WORKER = ROOT / "attnlab-worker"


def start(cell, cpu, more=(), worker=WORKER):
    return subprocess.Popen([worker, "run", *more, sides.complete(cell)],
                            text=True, stdout=subprocess.PIPE, preexec_fn=sides.only({cpu}),
                            env=sides.clean())


def finish(worker):
    lines = worker.communicate()[0].splitlines()
    record = json.loads(lines[-1]) if lines else {"status": "nothing", "reason": ""}
    if worker.returncode or record["status"] != "ok":
        raise sides.Failure(f"attnlab-worker: {record['status']}: {record['reason']}")
    return record


def speed(record):
    """Speed over the steps after the first point of the learning curve."""
    first, last = record["curve"][0], record["curve"][-1]
    seconds = last["seconds"] - first["seconds"]
    return {"rate": (last["tokens"] - first["tokens"]) / seconds,
            "flop": (last["flop"] - first["flop"]) / seconds,
            "peak": record["memory"]["peak_rss_bytes"]}


def turn(size, folder, cpu, worker=WORKER):
    """Runs a new worker: one warm-up step, then the timed steps, with the large sgemm of the same core
    before and after."""
    before = sides.peaks(cpu)["one_thread_sgemm_gflops"]
    found = speed(finish(start(size.cell(folder, size.steps + 1, 1), cpu, worker=worker)))
    sgemm = (before + sides.peaks(cpu)["one_thread_sgemm_gflops"]) / 2
    return {**found, "share": found["flop"] / (sgemm * 1e9)}


# ---- equality ----

def compare_losses(size, folder, torch, cpu):
    """Compares both sides with equal parameters, text and batches: the losses of the first steps, and
    the gradients of the first step, taken from AdamW's first moment. The smallest learning rate keeps
    the initial parameters in the checkpoint up to 1e-9."""
    files = {name: pathlib.Path(folder).parent / f"{name}-{size.d}-{size.layers}-{size.tokenizer}.safetensors"
             for name in ("initial", "moments")}
    finish(start(size.cell(folder, 1, 1, lr=1e-9), cpu, ["--checkpoint", files["initial"]]))
    finish(start(size.cell(folder, 1, 1), cpu, ["--checkpoint", files["moments"]]))
    record = finish(start(size.cell(folder, LOSSES, 1), cpu))
    mine = [point["train_loss"] for point in record["curve"]]
    facts = torch.ask(do="load", size=dataclasses.asdict(size), initial=str(files["initial"]),
                      text=str(pathlib.Path(folder) / "train.txt"))
    if facts["parameters"] != record["work"]["parameters"]:
        raise sides.Failure(f"d {size.d}: PyTorch has {facts['parameters']} parameters, attnlab "
                            f"{record['work']['parameters']:.0f}")
    theirs = torch.ask(do="losses", steps=LOSSES)["losses"]
    worst = torch.ask(do="first_step", moments=str(files["moments"]))
    errors = [abs(a - b) / abs(b) for a, b in zip(mine, theirs)]
    text = (f"At d {size.d} ({facts['parameters']} parameters, vocabulary {facts['vocabulary']}), the loss "
            f"falls from {mine[0]:.5f} to {mine[-1]:.5f} in {LOSSES} steps. Relative to PyTorch, the "
            f"first loss differs by {errors[0]:.0e} (tolerance {FIRST_LOSS:.0e}), all losses by at most "
            f"{max(errors):.0e} ({LATER_LOSS:.0e}), and the first gradients by {worst['error']:.0e} "
            f"({FIRST_GRADIENT:.0e})")
    if not (errors[0] <= FIRST_LOSS and max(errors) <= LATER_LOSS and
            worst["error"] <= FIRST_GRADIENT):
        raise sides.Failure(f"{text}\nthe training of the two sides differs ({worst['name']}); "
                            "nothing is timed")
    return text


# ---- rounds ----

def measure_size(size, folder, cpu, rounds, earlier):
    """Returns (lines to print, results per round). earlier: the worker of another build, or None."""
    torch = sides.Torch(cpu, "train_peer.py")
    empty = torch.ask(do="facts")
    text, found = compare_losses(size, folder, torch, cpu), []
    print(text, flush=True)
    for number in range(1, rounds + 1):
        say(f"d {size.d}: round {number} of {rounds}")
        turns = {"ours": lambda: turn(size, folder, cpu),
                 "torch": lambda: torch.ask(do="time", steps=size.steps)}
        if earlier:
            turns["earlier"] = lambda: turn(size, folder, cpu, earlier)
        order = list(turns) if number % 2 else list(reversed(turns))
        result = {side: turns[side]() for side in order}
        result["torch"]["before"] = empty["peak"]
        result["torch"]["rate"] = result["torch"]["tokens"] / result["torch"]["seconds"]
        found.append(result)
    torch.close()
    say("")
    return empty, text, found


def sweep(specification, seeds, cpus):
    """Returns the tokens per second of the cells of a sweep, in parallel if there are several cores."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [ROOT / "attnlab", "run", specification, "--set", "seed=" + ",".join(map(str, seeds)),
             "--cpus", ",".join(map(str, cpus)), "-o", f"{folder}/run", "--quiet"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise sides.Failure(f"attnlab run {specification}: {done.stderr}")
        with open(f"{folder}/run/cells.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    if len(rows) != len(seeds) or {row["bound_cpus"] for row in rows} != set(map(str, cpus)):
        raise sides.Failure(f"attnlab run {specification}: not one cell on each of CPUs {cpus}")
    return [float(row["tokens_per_s"]) for row in rows]


def measure_pair(folder, cpus, rounds):
    """Measures two cells in parallel, one per core, relative to one cell alone on either core."""
    specification, found = pathlib.Path(folder).parent / "pair.yaml", []
    cell = SIZES["128"].cell(folder, PAIR_STEPS, PAIR_STEPS)
    factors = dict(part.split("=", 1) for part in cell.split(","))
    del factors["kind"], factors["seed"]
    fixed = "".join(f"  {name}: {value}\n" for name, value in factors.items())
    specification.write_text("question: How fast are two cells in parallel?\nsource: none\n"
                             "claim: 1.9 times as fast as one\nkind: quality\nbaseline: plain\n"
                             "simple_baselines: none\n"
                             f"fixed:\n{fixed}seeds: [1, 2]\narms:\n  plain: {{}}\n",
                             encoding="utf-8")
    turns = {"alone": ([1], cpus[:1]), "both": ([1, 2], cpus[:2]), "alone too": ([2], cpus[1:2])}
    for number in range(1, rounds + 1):
        say(f"two cells in parallel: round {number} of {rounds}")
        order = turns if number % 2 else reversed(turns)
        found.append({part: sum(sweep(specification, *turns[part])) for part in order})
    say("")
    return found


def earlier_rows(subject):
    return [
        Row(subject, "earlier build: declared FLOPs, share of the sgemm rate", None, ">=", "%",
            lambda r: r["earlier"]["share"]),
        Row(subject, "tokens per second over those of the earlier build", None, ">=", "x",
            lambda r: r["ours"]["rate"] / r["earlier"]["rate"]),
        Row(subject, "earlier build, peak resident memory", None, "<=", "MB",
            lambda r: r["earlier"]["peak"]),
    ]


def size_rows(size, earlier):
    subject = size.subject()
    return [
        Row(subject, "declared FLOPs of a step, share of the sgemm rate", size.share, ">=", "%",
            lambda r: r["ours"]["share"]),
        Row(subject, "tokens per second of attnlab over PyTorch", size.target, ">=", "x",
            lambda r: r["ours"]["rate"] / r["torch"]["rate"]),
        Row(subject, "attnlab, thousand tokens per second", None, ">=", "k",
            lambda r: r["ours"]["rate"]),
        Row(subject, "PyTorch, thousand tokens per second", None, ">=", "k",
            lambda r: r["torch"]["rate"]),
        Row(subject, "attnlab, peak resident memory", None, "<=", "MB", lambda r: r["ours"]["peak"]),
        Row(subject, "PyTorch, peak resident memory", None, "<=", "MB", lambda r: r["torch"]["peak"]),
        Row(subject, "peak resident memory of attnlab over PyTorch", 1, "<=", "x",
            lambda r: r["ours"]["peak"] / r["torch"]["peak"]),
        Row(subject, "peak memory over PyTorch's without interpreter and libraries", 1, "<=", "x",
            lambda r: r["ours"]["peak"] / (r["torch"]["peak"] - r["torch"]["before"])),
        *(earlier_rows(subject) if earlier else []),
    ]


PAIR_ROWS = [
    Row("two training cells of a sweep, d 128, in parallel on two cores",
        "tokens per second of both over one cell alone", PAIR_TARGET, ">=", "x", lambda r: r["both"] / ((r["alone"] + r["alone too"]) / 2)),
]

NOTES = """Each round starts a new attnlab worker. The PyTorch process keeps running and waits for its turn.
PyTorch runs first in every second round. The first step of each program is a warm-up and is not timed.
A timed step includes making the batch, the forward and backward pass, gradient clipping and AdamW. The
share of the sgemm rate compares the operations per second of a step, as attnlab counts them, with those
of a product of two 1536 x 1536 matrices. The sgemm rate is measured before and after each turn on the
same core. Ratios are computed within each round. Measured values are Hodges-Lehmann estimates over
rounds. With 6 or more rounds, the interval comes from the exact signed-rank test. With fewer rounds, it
is the full range. A target is met or missed only if the whole interval is on one side of the target.
Otherwise the verdict is inconclusive. Peak resident memory is VmHWM of the whole process. The memory of
PyTorch includes the Python interpreter and its libraries. The last row of each size subtracts their
memory. The two cells in parallel are two rows of one `attnlab run`. The single cell runs on each of the
two cores in turn. The rates of these cells include the first step.
"""


def arguments():
    parser = argparse.ArgumentParser(prog="tests/peers/run.sh --train", description=__doc__)
    parser.add_argument("--size", action="append", choices=[*SIZES, PAIR],
                        help="model size; may be repeated; pair: two cells in parallel [default: all]")
    parser.add_argument("--earlier", metavar="WORKER",
                        help="attnlab-worker of another build to compare with")
    parser.add_argument("--rounds", type=count, default=6, help="number of rounds [default: 6]")
    parser.add_argument("--cpu", type=int, help="CPU to run on [default: the last allowed one]")
    parser.add_argument("-o", dest="folder", metavar="DIR",
                        help="folder for train.txt, train.csv and train.md")
    given = parser.parse_args()
    allowed = os.sched_getaffinity(0)
    if given.cpu is not None and given.cpu not in allowed:
        parser.error(f"--cpu {given.cpu}: expected one of {sorted(allowed)}")
    return given


def measure(given, folder):
    """Returns the heading and the results."""
    cpus = sorted(os.sched_getaffinity(0), reverse=True)
    if given.cpu is not None:
        cpus.sort(key=lambda c: c != given.cpu)
    core = sides.same_blas()
    sizes, results, lines, facts = given.size or [*SIZES, PAIR], [], [], {}
    for size in (SIZES[s] for s in sizes if s != PAIR):
        facts, text, rounds = measure_size(size, folder, cpus[0], given.rounds, given.earlier)
        lines.append(text)
        results += table.results(size_rows(size, given.earlier), rounds, [], True, False)
    if PAIR in sizes and len(cpus) > 1:
        rounds = measure_pair(folder, cpus, given.rounds)
        results += table.results(PAIR_ROWS, rounds, [], True, False)
    elif PAIR in sizes:
        results += [table.Result(row, reason="not measured (one core)") for row in PAIR_ROWS]
    head = f"One pinned core (CPU {cpus[0]}), float; {given.rounds} rounds.\n"
    if facts:
        head += (f"PyTorch {facts['torch']} ({facts['vectors']}), {facts['threads']} thread, "
                 f"{', '.join(facts['blas'])}, {facts['attention']}; uses {facts['peak'] / 1e6:.0f} MB before the model is created. "
                 f"OpenBLAS core: {core} in attnlab, {facts['blas_core']} in PyTorch.\n")
    return head + "".join(f"{line}.\n" for line in lines), results


def main():
    given = arguments()
    begin = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "text"
            folder.mkdir()
            write_text(folder)
            head, results = measure(given, folder)
            if given.folder:
                pathlib.Path(given.folder).mkdir(parents=True, exist_ok=True)
    except sides.Failure as failure:
        print(f"tests/peers: {failure}", file=sys.stderr)
        return 1
    text = f"{head}\n{table.as_text(results)}\n{NOTES}{time.monotonic() - begin:.0f} s.\n"
    print("\n" + text)
    if given.folder:
        write(given.folder, {"train.txt": text, "train.csv": table.as_csv(results),
                             "train.md": f"{head}\n{table.as_markdown(results)}\n{NOTES}"})
    return 0


if __name__ == "__main__":
    sys.exit(main())
