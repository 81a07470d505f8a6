# SPDX-License-Identifier: MIT
"""Speed-up of a layer by a second core, compared with that of a large sgemm; needs no PyTorch. Started
by run.sh. The rows are those for two threads in the large table, at fewer and shorter rounds.
"""
import argparse
import sys

import rows
import sides
import table

NAMES = ("dot again", "dot two", "sgemm two", "neural two", "neural again")


def arguments():
    parser = argparse.ArgumentParser(prog="tests/peers/run.sh --threads", description=__doc__)
    parser.add_argument("--rounds", type=rows.count, default=12, help="number of rounds [default: 12]")
    parser.add_argument("-o", dest="file", metavar="FILE", help="CSV file for the rows")
    return parser.parse_args()


def main():
    given = arguments()
    cpus = sides.separate_cores()
    if len(cpus) < 2:
        print("skipped: needs two cores")
        return 77
    session = rows.Session(cpus[:2], rows.TWO_THREADS_N, "", None)
    core = sides.same_blas()
    try:
        rounds = [rows.measure_round(session, number, lambda _: None, NAMES)
                  for number in range(1, given.rounds + 1)]
    except sides.Failure as failure:
        print(f"tests/peers: {failure}", file=sys.stderr)
        return 1
    results = table.results(rows.TWO_THREADS, rounds, [], True, False)
    print(f"CPUs {cpus[0]} and {cpus[1]}, {rows.SHAPE}, N = {session.n}, OpenBLAS core {core}, "
          f"{given.rounds} rounds\n\n{table.as_text(results)}")
    if given.file:
        with open(given.file, "w", encoding="utf-8", newline="") as file:
            file.write(table.as_csv(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
