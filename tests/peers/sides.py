# SPDX-License-Identifier: MIT
"""The two sides of a comparison, and the peak rates of the core. All processes run on the same core."""
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
    """Returns the environment without BLAS variables, as the driver does for its workers."""
    return {**{name: value for name, value in os.environ.items()
               if not name.startswith("OPENBLAS_")}, "OPENBLAS_NUM_THREADS": "1"}


def only(cpus):
    return lambda: os.sched_setaffinity(0, cpus)


def separate_cores(first=None):
    """Returns the allowed CPUs, one per core, because siblings share its units. `first`, or else the
    last CPU, comes first."""
    cpus, seen = sorted(os.sched_getaffinity(0), key=lambda c: (c != first, -c)), {}
    for cpu in cpus:
        topology = pathlib.Path(f"/sys/devices/system/cpu/cpu{cpu}/topology")
        try:
            core = tuple((topology / name).read_text() for name in
                         ("physical_package_id", "core_id"))
        except OSError:  # siblings are unknown, so each CPU counts as a core
            core = cpu
        seen.setdefault(core, cpu)
    return list(seen.values())


def last_line(command, cpus):
    """Returns the JSON that a program prints on its last line, run on these CPUs."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, preexec_fn=only(cpus),
                          env=clean(), check=True)
    return json.loads(done.stdout.splitlines()[-1])


def cell(text, round_number, cpus):
    """Returns the record of a new worker process."""
    done = subprocess.run([ROOT / "attnlab", "cell", f"{text},round={round_number}", "--format", "json",
                           "--cpus", ",".join(map(str, cpus))],
                          stdout=subprocess.PIPE, text=True, check=False,
                          env={**os.environ, "ATTNLAB_DISTURBED": "no"})  # this script alternates the two sides
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
    """Makes OpenBLAS use the same core type on both sides by setting the shared environment: that of
    attnlab's worker, unless OPENBLAS_CORETYPE is set. Returns the core type."""
    core = cell("n=16", 1, [min(os.sched_getaffinity(0))])["environment"]["blas_core"]
    os.environ.setdefault("OPENBLAS_CORETYPE", core)
    return core


class Torch:
    """The persistent PyTorch process; it sleeps between requests."""

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
            raise Failure(f"the PyTorch process failed at {request} with status "
                          f"{self.process.wait()} (-9: out of memory?)")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def complete(text):
    """Returns the cell with every axis that applies, because the worker accepts complete cells only."""
    return subprocess.run([ROOT / "attnlab", "cell", "--print-complete", text], text=True,
                          stdout=subprocess.PIPE, check=True).stdout.strip()


def whole_life_peak(text, cpu):
    """Returns the peak resident bytes of one worker: (as recorded, over its whole life).

    The recorded peak starts after the check. The other is the maximum of the kernel's peak values,
    polled from outside while the worker runs."""
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
