#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many floating-point operations ran in each phase: for every instruction that Callgrind met
(--dump-instr=yes), how often it ran times the operations that it stands for, as objdump names it.

    counted_flop.py FILE [RECORD]

FILE is of valgrind --tool=callgrind --dump-instr=yes --combine-dumps=yes --compress-pos=no
--compress-strings=no, RECORD what `attnlab cell --format json` says of the same cell. Prints a line for
each phase: its name, the operations that ran, and those that its kernels declare, useful or again; without
RECORD those of the whole process alone.

Sums, products, quotients, roots, maxima and minima of floats count 1 a lane, fused multiply-adds 2;
moves, comparisons, conversions and rounding count nothing, nor does what is done in double."""
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict

OPERATION = re.compile(r"v?(fn?m(?:add|sub)\d+|(?:add|sub|mul|div|sqrt|max|min|hadd|hsub))(p|s)s\b")
LANES = {"x": 4, "y": 8, "z": 16}
NEAR = 16384  # bytes between instructions that one call of objdump shows together


def executions(path):
    """{phase: {object: {address: times}}}"""
    counts = defaultdict(lambda: defaultdict(Counter))
    phase, obj, skip = None, None, False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("desc: Trigger: "):
                phase = line.split()[-1] if "Client Request" in line else "ended"
            elif line.startswith("ob="):
                obj = line[3:].strip()
            elif line.startswith("calls="):
                skip = True  # the next line is what the called function took in all
            elif line.startswith("0x"):
                if not skip and phase:
                    address, _, times = line.split()[:3]
                    counts[phase][obj][int(address, 16)] += int(times)
                skip = False
    return counts


def ranges(addresses):
    first = last = None
    for address in sorted(addresses):
        if first is None or address - last > NEAR:
            if first is not None:
                yield first, last
            first = address
        last = address
    if first is not None:
        yield first, last


def operations(text):
    """Of an instruction, as objdump words it."""
    found = OPERATION.match(text)
    if not found:
        return 0
    register = re.search(r"%([xyz])mm", text)
    lanes = LANES[register.group(1)] if found.group(2) == "p" else 1
    return lanes * (2 if found.group(1).startswith("f") else 1)


def weights(obj, addresses):
    """{address: operations} of those that are any."""
    weight = {}
    for first, last in ranges(addresses):
        shown = subprocess.run(["objdump", "-d", "--no-show-raw-insn", f"--start-address={first}",
                                f"--stop-address={last + 16}", obj],
                               capture_output=True, text=True, check=True).stdout
        for line in shown.splitlines():
            address, tab, text = line.partition(":\t")
            if tab and (count := operations(text.strip())):
                weight[int(address, 16)] = count
    return weight


def main(path, record=None):
    counts = executions(path)
    met = defaultdict(set)
    for objects in counts.values():
        for obj, times in objects.items():
            met[obj] |= times.keys()
    weight = {obj: weights(obj, addresses) for obj, addresses in met.items() if obj.startswith("/")}

    def ran(phase):
        return sum(times * weight.get(obj, {}).get(address, 0)
                   for obj, at in counts[phase].items() for address, times in at.items())

    if not record:
        return print(ran("ended"))
    with open(record, encoding="utf-8") as text:
        phases = json.load(text)["record"]["phases"]
    for phase in phases:
        print(phase["phase"], ran(phase["phase"]), round(phase["flop"] + phase.get("recomputed_flop", 0)))


main(*sys.argv[1:])
