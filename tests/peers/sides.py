# SPDX-License-Identifier: MIT
"""The two sides of a comparison, and the roofs of the core, each started on the same core."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Failure(Exception):
    pass


def clean():
    """Our own environment without what the shell says of BLAS: the driver starts workers so."""
    return {**{name: value for name, value in os.environ.items()
               if not name.startswith("OPENBLAS_")}, "OPENBLAS_NUM_THREADS": "1"}


def only(cpus):
    return lambda: os.sched_setaffinity(0, cpus)


def separate_cores(first=None):
    """The allowed CPUs, `first` or else the last one first, one of each core: siblings share one's
    units."""
    cpus, seen = sorted(os.sched_getaffinity(0), key=lambda c: (c != first, -c)), {}
    for cpu in cpus:
        topology = pathlib.Path(f"/sys/devices/system/cpu/cpu{cpu}/topology")
        try:
            core = tuple((topology / name).read_text() for name in
                         ("physical_package_id", "core_id"))
        except OSError:  # not told: each counts as a core
            core = cpu
        seen.setdefault(core, cpu)
    return list(seen.values())


def last_line(command, cpus):
    """The JSON that a program prints last, run on these CPUs."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, preexec_fn=only(cpus),
                          env=clean(), check=True)
    return json.loads(done.stdout.splitlines()[-1])


def cell(text, round_number, cpus):
    """The record of one fresh worker process."""
    done = subprocess.run([ROOT / "attnlab", "cell", f"{text},round={round_number}", "--format", "json",
                           "--cpus", ",".join(map(str, cpus))],
                          stdout=subprocess.PIPE, text=True, check=False,
                          env={**os.environ, "ATTNLAB_DISTURBED": "no"})  # turns are taken here
    found = json.loads(done.stdout) if done.stdout else {"status": "nothing", "reason": ""}
    if found["status"] != "ok":
        raise Failure(f"attnlab cell \"{text}\": {found['status']}: {found['reason']}")
    return found["record"]


def median_ns(record):
    return statistics.median(s["time_ns"] for s in record["samples"] if not s["warmup"])


def phase(record, name):
    return next(p for p in record["phases"] if p["phase"] == name)


def peaks(*cpus):
    return last_line([ROOT / "attnlab-worker", "peaks"], set(cpus))


def vector(isa, cpu):
    return last_line([ROOT / "build" / "obj" / "peers" / f"vector-{isa}"], {cpu})


def same_blas():
    """Makes OpenBLAS take the same core on both sides, through the environment that both get: the
    one that our worker takes, unless OPENBLAS_CORETYPE says another. Returns it."""
    core = cell("n=16", 1, [min(os.sched_getaffinity(0))])["environment"]["blas_core"]
    os.environ.setdefault("OPENBLAS_CORETYPE", core)
    return core


class Torch:
    """The persistent PyTorch process; it sleeps unless asked."""

    def __init__(self, cpu, program="peer.py"):
        environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        self.process = subprocess.Popen([sys.executable, HERE / program, str(cpu)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=environment)

    def ask(self, **request):
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Failure(f"the PyTorch process ended at {request} with status "
                          f"{self.process.wait()} (-9: out of memory?)")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def complete(text):
    """The cell with every axis that applies: the worker reads no other."""
    return subprocess.run([ROOT / "attnlab", "cell", "--print-complete", text], text=True,
                          stdout=subprocess.PIPE, check=True).stdout.strip()


def whole_life_peak(text, cpu):
    """Peak resident bytes of one worker: (as its record has it, the highest in its whole life).

    The record's figure begins after the check; the other is read from outside, over and over,
    and so is the larger of all that the kernel noted up to any of these moments."""
    worker = subprocess.Popen([ROOT / "attnlab-worker", "run", complete(text)], text=True,
                              stdout=subprocess.PIPE, preexec_fn=only({cpu}),
                              env=dict(os.environ, OPENBLAS_NUM_THREADS="1"))
    highest = 0
    reader = threading.Thread(target=lambda: answer.append(worker.stdout.read()))
    answer = []
    reader.start()
    while worker.poll() is None:
        highest = max(highest, resident_peak(worker.pid))
        time.sleep(0.005)
    reader.join()
    record = json.loads(answer[0])
    if record["status"] != "ok":
        raise Failure(f"{text}: {record['status']}: {record['reason']}")
    in_record = record["memory"]["peak_rss_bytes"]
    return in_record, max(highest, in_record)


def resident_peak(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            lines = [line for line in status if line.startswith("VmHWM:")]
        return 1024 * int(lines[0].split()[1]) if lines else 0
    except OSError:
        return 0
