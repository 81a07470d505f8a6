# SPDX-License-Identifier: MIT
"""Where the time of a training step goes, and what the step does of the rate of a large sgemm on the
same core: `attnlab-worker steps` of one worker or two, as a table and a picture."""
import csv
import io
import json
import os
import pathlib
import subprocess
import tempfile

import sides
from sides import ROOT

BAR, MARGIN = 26, 160  # pixels: of a bar, of what stands around them


def take(worker, cell, cpu):
    """Milliseconds of each part of a step of `cell`, trained by `worker` on this core."""
    with tempfile.TemporaryFile() as told:
        done = subprocess.run(
            [worker, "steps", "--record-fd", str(told.fileno()), sides.complete(cell)],
            pass_fds=[told.fileno()], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            preexec_fn=sides.only({cpu}), env=sides.clean(), check=False)
        if done.returncode:
            raise sides.Failure(f"{worker} steps: {done.stderr}")
        told.seek(0)
        return json.loads(told.read())


def rows(found):
    """found: (model, program, what take() gave), in the order of the bars."""
    lines = []  # gnuplot ends a label of a CSV at a comma, quoted or not
    for number, (model, program, steps) in enumerate(found, 1):
        done, whole = 0.0, steps["ms_per_step"]
        for part in steps["parts"]:
            if part["part"] == "evaluation":  # beside the steps
                continue
            share = part["ms_per_step"] / whole
            lines.append({"model": model, "program": program, "part": part["part"],
                          "ms": part["ms_per_step"], "from": done, "to": done + share,
                          "row": number, "label": f"{model} {program}: {whole:.0f} ms"})
            done += share
    return lines


def as_csv(found):
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows(found)[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(found))
    return text.getvalue()


def draw(folder, found):
    """steps.csv and, where gnuplot is installed, steps.svg and steps.png in the folder."""
    folder = pathlib.Path(folder)
    (folder / "steps.csv").write_text(as_csv(found), encoding="utf-8")
    parts = "|".join(p["part"] for p in found[0][2]["parts"] if p["part"] != "evaluation")
    for form in ("svg", "png"):
        facts = {"csv": folder / "steps.csv", "out": folder / f"steps.{form}", "format": form,
                 "plots": ROOT / "plots", "parts": parts,
                 "title_text": "Where the time of a training step goes"}
        text = "".join(f"{name} = '{value}'; " for name, value in facts.items())
        text += f"width = 900.0; height = {BAR * len(found) + MARGIN}.0; rows = {len(found)}; "
        try:
            subprocess.run(["gnuplot", "-e", text, pathlib.Path(__file__).parent / "steps.gp"],
                           check=True, env=dict(os.environ, LC_ALL="C.UTF-8"))
        except FileNotFoundError:
            return
