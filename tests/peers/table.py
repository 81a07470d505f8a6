# SPDX-License-Identifier: MIT
"""The table of results as plain text, CSV and Markdown."""
import csv
import dataclasses
import io

from paired import Estimate

COLUMNS = ["row", "quantity", "measured", "interval", "rounds", "target", "verdict"]
SCALE = {"x": 1, "%": 100, "MB": 1e-6, "k": 1e-3}


@dataclasses.dataclass
class Result:
    row: object
    estimate: object = None  # None if not measured; see reason
    reason: str = ""
    judged: bool = True  # true if measured at the shape of the target

    def verdict(self):
        if self.estimate is None or self.row.target is None or not self.judged:
            return ""
        ends = [self.good(v) for v in (self.estimate.low, self.estimate.high)]
        if not self.estimate.exact:  # too few rounds for an interval
            return f"met in {sum(map(self.good, self.estimate.values))} of {self.estimate.n}"
        return "met" if all(ends) else "inconclusive" if any(ends) else "missed"

    def good(self, value):
        target = self.row.target / (SCALE["MB"] if self.row.unit == "MB" else 1)
        return value >= target if self.row.sign == ">=" else value <= target

    def number(self, value):
        value *= SCALE[self.row.unit]
        digits = 1 if value >= 20 else 2 if value >= 2 else 3
        return f"{value:.{digits}f}"

    def cells(self):
        row, e = self.row, self.estimate
        unit = {"x": "x", "%": " %", "MB": " MB", "k": " k"}[row.unit]
        target = row.target if row.unit != "%" else row.target and 100 * row.target
        return [row.subject, row.quantity, f"{self.number(e.middle)}{unit}" if e else self.reason,
                f"{self.number(e.low)} to {self.number(e.high)} ({e.kind})"
                if e and e.n > 1 else "",
                str(e.n) if e else "",
                f"{row.sign} {target:g}{unit}" if target and self.judged else "", self.verdict()]


def results(rows, rounds, memory, judged, quick):
    """rounds: the results of each round by measurement; memory: bytes for rows without a formula."""
    memory = list(memory)
    found = []
    for row in rows:
        if row.value is None:
            found.append(Result(row, Estimate([memory.pop(0)])) if memory
                         else Result(row, reason="not measured (--quick)"))
            continue
        values = [row.value(r) for r in rounds]
        if None in values:
            lacks = ", or not --quick" if quick and row.needs == "two cores" else ""
            found.append(Result(row, reason=f"not measured (needs {row.needs}{lacks})"))
        else:
            found.append(Result(row, Estimate(values), judged=judged))
    return found


def as_text(list_of_results):
    lines, last = [], None
    for result in list_of_results:
        subject, quantity, measured, interval, count, target, verdict = result.cells()
        if subject != last:
            lines.append(subject)
        last = subject
        if not result.estimate:
            measured, interval = "", measured
        lines.append(f"    {quantity:<58} {measured:>10}  {interval:<30} {target:>10}  {verdict}"
                     .rstrip())
    return "\n".join(lines) + "\n"


def as_csv(list_of_results):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["row", "quantity", "unit", "median", "low", "high", "interval", "rounds",
                     "sign", "target", "verdict", "not_measured"])
    for result in list_of_results:
        row, e = result.row, result.estimate
        scale = SCALE[row.unit]
        figures = [f"{scale * v:.6g}" for v in (e.middle, e.low, e.high)] if e else [""] * 3
        target = "" if row.target is None else f"{row.target * (100 if row.unit == '%' else 1):g}"
        writer.writerow([row.subject, row.quantity, row.unit, *figures,
                         e.kind if e and e.n > 1 else "", e.n if e else "", row.sign if target else
                         "", target, result.verdict(), result.reason])
    return out.getvalue()


def as_markdown(list_of_results):
    lines = ["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS)]
    lines += ["| " + " | ".join(result.cells()) + " |" for result in list_of_results]
    return "\n".join(lines) + "\n"
