# SPDX-License-Identifier: MIT
"""The PyTorch side of a comparison: one process on one core, asked by lines of JSON.

It stays alive between its turns, so that importing PyTorch is not timed, and sleeps in a read
while the other side runs.

    {"do": "facts"}                                 versions, threads, which BLAS
    {"do": "load", "key": "dot", "folder": "...", "fused": false}   an export; runs once, compares,
                                                    frees; null: there is no fused function
    {"do": "time", "key": "dot", "phase": "forward" | "both", "samples": 5}
"""
import ctypes
import json
import os
import sys
import time

# A pass as long as this is timed once a turn, without one before it to warm up.
LONG_NS = 1e9


def open_blas_core():
    """The core that the OpenBLAS in this process works for; None if it has none."""
    try:
        library = ctypes.CDLL("libopenblas.so.0")
        library.openblas_get_corename.restype = ctypes.c_char_p
        return library.openblas_get_corename().decode()
    except (OSError, AttributeError):
        return None


def capability():
    """The vector instructions that PyTorch's own kernels take."""
    import torch  # after the core has been chosen, as all that loads a BLAS
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
        self.last = {}  # (key, phase) -> ns of the last pass seen

    def facts(self, _):
        return {"torch": torch.__version__, "numpy": numpy.__version__,
                "threads": torch.get_num_threads(), "cpus": sorted(os.sched_getaffinity(0)),
                "vectors": capability(),
                "blas": mapped_blas(), "blas_core": open_blas_core()}

    def load(self, request):
        """Errors of attnlab's float beside PyTorch's, at the shape that is timed."""
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
    """Answers until its input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # nothing else may get among the answers
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
