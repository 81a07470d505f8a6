# SPDX-License-Identifier: MIT
"""The PyTorch side of a comparison: one process on one core that answers JSON lines.

The process stays alive between requests, so importing PyTorch is not timed. It sleeps in a read while
the other side runs.

    {"do": "facts"}                                 versions, threads, BLAS library
    {"do": "load", "key": "dot", "folder": "...", "fused": false}   loads an export, runs it once,
    compares
                                                    and frees; null without a fused function
    {"do": "time", "key": "dot", "phase": "forward" | "both", "samples": 5}
"""
import ctypes
import json
import os
import sys
import time

# A pass that takes at least this long is timed once per round, without a warm-up.
LONG_NS = 1e9


def open_blas_core():
    """Returns the core type that this process's OpenBLAS was built for or detected; None if unknown."""
    try:
        library = ctypes.CDLL("libopenblas.so.0")
        library.openblas_get_corename.restype = ctypes.c_char_p
        return library.openblas_get_corename().decode()
    except (OSError, AttributeError):
        return None


def capability():
    """Returns the vector instruction set of PyTorch's own kernels."""
    import torch  # loads BLAS, so the core type must be chosen first
    line = next((l for l in torch.__config__.show().splitlines() if "CPU capability" in l), "")
    return line.split(":")[-1].strip() or "unknown"


def mapped_blas():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split()[-1] for line in maps if "blas" in line or "mkl_" in line}
    return sorted(os.path.basename(path) for path in paths if path.startswith("/"))


def time_once(run):
    start = time.perf_counter_ns()
    run()
    return time.perf_counter_ns() - start


class Peer:
    def __init__(self):
        self.passes = {}
        self.last = {}  # (key, phase) -> ns of the last pass

    def facts(self, _):
        return {"torch": torch.__version__, "numpy": numpy.__version__,
                "threads": torch.get_num_threads(), "cpus": sorted(os.sched_getaffinity(0)),
                "vectors": capability(),
                "blas": mapped_blas(), "blas_core": open_blas_core()}

    def load(self, request):
        """Compares attnlab's and PyTorch's float results at the timed shape."""
        if request["fused"] and not modules.FUSED:
            return None
        layer = modules.FusedLayer if request["fused"] else modules.Layer
        cell = exported.Export(request["folder"])
        mine, _ = equality.compare(cell, double=False, layer=layer)
        self.passes[request["key"]] = modules.Pass(cell, layer=layer)
        name, error = max(mine.items(), key=lambda e: e[1] / equality.tolerance(e[0], large=True))
        return {"name": name, "error": error, "tolerance": equality.tolerance(name, large=True)}

    def time(self, request):
        key, phase = request["key"], request["phase"]
        if key not in self.passes:
            return None
        run = getattr(self.passes[key], phase)
        if (key, phase) not in self.last:
            self.last[key, phase] = time_once(run)
        samples = request["samples"]
        if self.last[key, phase] >= LONG_NS:
            samples = 1
        else:
            run()
        times = [time_once(run) for _ in range(samples)]
        self.last[key, phase] = min(times)
        return {"times_ns": times}


def serve(peer):
    """Answers requests until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # separates other output from the answers
    for line in sys.stdin:
        request = json.loads(line)
        answers.write(json.dumps(getattr(peer, request["do"])(request)) + "\n")
        answers.flush()


if __name__ == "__main__":
    os.sched_setaffinity(0, {int(sys.argv[1])})
    import numpy
    import torch

    import equality
    import exported
    import modules
    torch.set_num_threads(1)
    serve(Peer())
