# SPDX-License-Identifier: MIT
"""Reads the files of `attnlab cell --export`: a cell's choices, shape and arrays."""
import json
import pathlib
import subprocess

import numpy

from sides import ROOT


class Export:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        facts = json.loads((self.folder / "cell.json").read_text())
        self.cell = facts["cell"]
        self.isa = facts["isa"]
        self.environment = facts["environment"]
        self.shape = facts["shape"]
        self.fields = dict(part.split("=", 1) for part in self.cell.split(","))
        self.arrays = {array["name"]: array for array in facts["arrays"]}

    def __contains__(self, name):
        return name in self.arrays

    def __getitem__(self, name):
        """Returns the array after checking its dtype and shape against cell.json."""
        facts = self.arrays[name]
        array = numpy.load(self.folder / facts["file"])
        if array.dtype != facts["dtype"] or list(array.shape) != facts["shape"]:
            raise ValueError(f"{facts['file']} has {array.dtype} {array.shape}, "
                             f"cell.json has {facts['dtype']} {facts['shape']}")
        return array

    def names(self, role):
        return [name for name, facts in self.arrays.items() if facts["role"] == role]


def export(cell, folder):
    """Runs `attnlab cell --export`; on failure ends the program with its error message."""
    subprocess.run([ROOT / "attnlab", "cell", cell, "--export", folder], check=True,
                   stdout=subprocess.DEVNULL)
    return Export(folder)
