# SPDX-License-Identifier: MIT
"""Measurements of a round, and the rows computed from them.

A measurement is a function of the session and the round. A row's formula finds the result in `r` under
the name of the measurement. Measurements run in the order listed, in every second round in reverse, so
that neighbours alternate in order.
"""
import argparse
import dataclasses
import typing

import sides

SHAPE = "d_model=512,heads=8,d_head=64,batch=1,mask=causal,counters=none"
MLP = ",".join(f"{s}=mlp,{s}_depth=2,{s}_width=2,{s}_norm=before,{s}_act=relu" for s in "qkv")
VARIANTS = {"dot": "score=dot", "neural": "score=neural,d_prime=16",
            "neural2": "score=neural2,d_prime=2", "mlp": MLP}
FUSED = "dot, fused"  # the same layer with PyTorch's fused attention, if available
TWO_THREADS_N = 1024  # shorter layers may scale badly


# ---- measurements ----

@dataclasses.dataclass
class Session:
    """What measurements need: the cores, the shape, the PyTorch process."""
    cpus: list
    n: int
    isa: str
    torch: sides.Torch

    def two_threads(self):
        return len(self.cpus) > 1 and self.n >= TWO_THREADS_N

    def text(self, variant, phase, more=""):
        return f"{VARIANTS[variant]},{SHAPE},n={self.n},phase={phase}{more}"


def ours(variant, phase, more="", threads=1):
    def run(session, number):
        if threads > 1 and not session.two_threads():
            return None
        text = session.text(variant, phase, f"{more},threads={threads}")
        record = sides.cell(text, number, session.cpus[:threads])
        return {"ns": sides.median_ns(record), "record": record}
    return run


def torch(variant, phase):
    def run(session, _):
        found = session.torch.ask(do="time", key=variant, phase=phase, samples=5)
        return found and {"ns": sides.statistics.median(found["times_ns"])}
    return run


def sgemm(session, _):
    return {"rate": sides.peaks(session.cpus[0])["one_thread_sgemm_gflops"]}


def sgemm_two(session, _):
    return sides.peaks(*session.cpus) if session.two_threads() else None


def vector(session, _):
    return sides.vector(session.isa, session.cpus[0])


ROUND = {
    "torch dot": torch("dot", "forward"),
    "sgemm": sgemm,
    "dot": ours("dot", "forward"),
    "torch fused": torch(FUSED, "forward"),
    "neural": ours("neural", "forward"),
    "neural materialised": ours("neural", "forward", ",method=materialised"),
    "torch neural": torch("neural", "forward"),
    "torch neural2": torch("neural2", "forward"),
    "neural2": ours("neural2", "forward"),
    "torch dot both": torch("dot", "both"),
    "dot both": ours("dot", "both"),
    "torch fused both": torch(FUSED, "both"),
    "neural both": ours("neural", "both"),
    "torch neural both": torch("neural", "both"),
    "torch mlp both": torch("mlp", "both"),
    "mlp both": ours("mlp", "both"),
    "mlp": ours("mlp", "forward"),
    "sgemm again": sgemm,
    "mlp backward": ours("mlp", "backward"),
    "vector": vector,
    "dot again": ours("dot", "forward"),
    "dot two": ours("dot", "forward", threads=2),
    "sgemm two": sgemm_two,
    "neural two": ours("neural", "forward", threads=2),
    "neural again": ours("neural", "forward"),
}
LONG_CELL = f"score=neural,d_prime=16,{SHAPE},n=8192,phase=forward,samples=1,min_sample_ms=0"


def count(text):
    """Parses a number of rounds from an option."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"invalid number of rounds '{text}' (expected a whole number from 1 on)")
    return number


def measure_round(session, number, say, names=tuple(ROUND)):
    results = {}
    for name in names if number % 2 else reversed(names):
        say(f"round {number}: {name}")
        results[name] = ROUND[name](session, number)
    return results


# ---- rows ----

@dataclasses.dataclass
class Row:
    subject: str
    quantity: str
    target: typing.Optional[float]  # None: shown for information
    sign: str                       # ">=" or "<="
    unit: str                       # "x" a ratio, "%" a share (1 is 100 %), "MB", "k" thousand
    value: typing.Optional[typing.Callable]  # computed from the results of a round; None if measured once per run
    needs: str = "two cores"                 # the missing requirement if the value is None


def ratio(above, below):
    return lambda r: r[above] and r[below] and r[above]["ns"] / r[below]["ns"]


def sgemm_share(name, peak, part=None):
    """Declared FLOPs per time, of a phase or of the whole pass, divided by the sgemm rate."""
    def value(r):
        record = r[name]["record"]
        if part:
            p = sides.phase(record, part)
            return p["flop"] / p["time_ns"] / r[peak]["rate"]
        return record["work"]["flop"] / r[name]["ns"] / r[peak]["rate"]
    return value


def score_phase_share(r):
    """The score phase of the layer including query and key features, per visible pair."""
    shape = dict(p.split("=") for p in SHAPE.split(","))
    n = r["n"]
    products = int(shape["heads"]) * n * (n + 1) / 2 * r["vector"]["units"]
    return products / sides.phase(r["neural"]["record"], "score")["time_ns"] / \
        r["vector"]["bound_per_ns"]


def gain_over_sgemm(one, two):
    """The speed-up of a layer by a second thread, divided by that of a large sgemm."""
    def value(r):
        if not r[two] or not r["sgemm two"]:
            return None
        sgemm_gain = r["sgemm two"]["sgemm_gflops"] / r["sgemm two"]["one_thread_sgemm_gflops"]
        return r[one]["ns"] / r[two]["ns"] / sgemm_gain
    return value


STREAM = "neural streaming layer, forward, d'=16, one hidden layer"
BOTH = "neural streaming layer, forward + backward, d'=16"
MLP_ROW = "mlp projection (depth 2, width 2, LayerNorm, ReLU)"
TILE = "score tile of neural, relu"
LONG = "neural, N = 8192, d'=16, forward"
TWO_THREADS = [
    Row("two threads, dot, forward", "time of one thread over two", 1.9, ">=", "x",
        ratio("dot again", "dot two")),
    Row("two threads, dot, forward", "speed-up over that of a large sgemm", 0.95, ">=", "x",
        gain_over_sgemm("dot again", "dot two")),
    Row("two threads, neural, forward", "time of one thread over two", 1.9, ">=", "x",
        ratio("neural again", "neural two")),
    Row("two threads, neural, forward", "speed-up over that of a large sgemm", 0.95, ">=", "x",
        gain_over_sgemm("neural again", "neural two")),
]
ROWS = [
    Row("dot-product layer, forward", "useful FLOPs, share of the core's sgemm rate", 0.8, ">=",
        "%", sgemm_share("dot", "sgemm")),
    Row("dot-product layer, forward", "time of PyTorch over attnlab", 4, ">=", "x",
        ratio("torch dot", "dot")),
    Row("dot-product layer, forward + backward", "time of PyTorch over attnlab", None, ">=", "x",
        ratio("torch dot both", "dot both")),
    Row("dot-product layer, forward", "time of PyTorch's fused attention over attnlab", None, ">=",
        "x", ratio("torch fused", "dot"), needs="PyTorch 2"),
    Row("dot-product layer, forward + backward", "time of PyTorch's fused attention over attnlab",
        None, ">=", "x", ratio("torch fused both", "dot both"), needs="PyTorch 2"),
    Row(STREAM, "time over that of the dot-product layer", 1, "<=", "x", ratio("neural", "dot")),
    Row(STREAM, "time of the published PyTorch code over attnlab", 100, ">=", "x",
        ratio("torch neural", "neural")),
    Row(STREAM, "time of the materialised method over streaming", 20, ">=", "x",
        ratio("neural materialised", "neural")),
    Row("neural streaming layer, d'=2, two hidden layers (released code)", "time of PyTorch over attnlab", 18, ">=",
        "x", ratio("torch neural2", "neural2")),
    Row(BOTH, "time of PyTorch over attnlab", 50, ">=", "x",
        ratio("torch neural both", "neural both")),
    Row(BOTH, "time over that of the dot-product layer", 1.3, "<=", "x",
        ratio("neural both", "dot both")),
    Row(MLP_ROW + ", forward", "useful FLOPs, share of the sgemm rate", 0.85, ">=", "%",
        sgemm_share("mlp", "sgemm again", "projection")),
    Row(MLP_ROW + ", backward", "useful FLOPs, share of the sgemm rate", 0.85, ">=", "%",
        sgemm_share("mlp backward", "sgemm again", "projection")),
    Row("layer with these projections, forward + backward", "time of PyTorch over attnlab", None,
        ">=", "x", ratio("torch mlp both", "mlp both")),
    Row(TILE, "products, share of the vector-unit bound", 0.7, ">=", "%",
        lambda r: r["vector"]["tile_per_ns"] / r["vector"]["bound_per_ns"]),
    Row(TILE, "whole score phase, share of the vector-unit bound", None, ">=", "%",
        score_phase_share),
    Row(LONG, "peak resident memory of the worker, polled", 160, "<=", "MB", None),
    Row(LONG, "peak resident memory of the worker, recorded", 160, "<=", "MB", None),
    *TWO_THREADS,
]
