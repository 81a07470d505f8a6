#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the hardware counters in the records of two layers: counters.py WHAT DOT NEURAL, for run.sh."""
import json, sys

what, *files = sys.argv[1:]
dot, neural = (json.load(open(f))["record"] for f in files)


def counted(record, event):
    return {c["phase"]: c["value"] for c in record["counters"] if c["group"] == "cycles" and c["event"] == event}


instructions, cycles = counted(dot, "instructions"), counted(dot, "cycles")
phases = sorted(set(instructions) & set(cycles) - {"all"})
yes = {True: "yes", False: "no"}
if what == "groups":
    print(*sorted({c["group"] for c in dot["counters"]}))
elif what == "absent":
    print(*sorted(a["group"] for a in dot["counters_absent"]))
elif what == "silent":
    print(*(a["group"] for a in dot["counters_absent"] if not a["reason"].startswith("event ")))
elif what == "phases":
    print(*phases)
elif what == "sum":  # code before the first phase counts only in the total
    print(yes[0.95 * instructions["all"] < sum(instructions[p] for p in phases) <= instructions["all"]])
elif what == "cycles":
    print(*sorted({f"{cycles[p] / instructions[p]:.2f}" for p in cycles}))
elif what == "more":
    print(yes[counted(neural, "instructions")["score"] > instructions["score"]])
elif what == "table":
    for a in dot["counters_absent"]:
        print(f"# absent: {a['group']}: {a['reason']}")
    for name, record in ("dot", dot), ("neural", neural):
        of = {event: counted(record, event) for event in ("instructions", "cycles")}
        for phase in of["instructions"]:
            print(f"# {name}, {phase}: " + ", ".join(f"{of[event][phase]:.0f} {event}" for event in of))
