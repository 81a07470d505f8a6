#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes small random faults in copies of the sources and checks that the tests detect each. See
README.md.

    tests/mutations/run.py [--count N] [--seed S] [--trees N] [--area NAME,...] [--only PREFIX] [-o FILE]

A mutation changes one operator, constant or bound in one line. Mutations that do not compile, or compile
to the same object, are replaced by others. The most likely tests run first, until one fails. Last are
the unit tests that name the source, under the sanitizers. A mutation that passes all tests has survived.
All tests must pass before the first mutation. Exits with 1 if fewer than nine of ten are detected. Each
result is written to FILE at once, one line per mutation.
"""
import argparse, hashlib, os, random, re, resource, shutil, signal, subprocess, sys, threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Files to mutate, and the shell tests of each, fastest first.
AREAS = {
    "formulas": (["kernels/scores", "kernels/normalizers", "kernels/projections", "kernels/logits", "kernels/gates",
                  "kernels/forget", "kernels/combinations", "kernels/stages", "kernels/activations.c", "kernels/norms.c",
                  "base/formula"],
                 ["test_by_formula", "test_broken", "test_peers", "test_quality"]),
    "readers": (["datasets/formats", "datasets/sets", "datasets/tokenizers", "datasets/pictures", "datasets/text",
                 "base/csv_read", "base/utf8", "base/cell.c", "harness/plan/yaml"],
                ["test_data", "test_slips", "test_records", "test_quality", "test_simple_baselines", "test_predictions"]),
    "metrics": (["models/metrics", "models/tasks/report_records.c", "models/tasks/class_scores.c", "base/records"],
                ["test_records", "test_predictions", "test_simple_baselines", "test_quality", "test_peers"]),
    "analysis": (["harness/analysis", "base/statistics/stats.c", "base/statistics/signed_rank.c", "base/statistics/paired.c"],
                 ["test_quality_report", "test_report", "test_compare", "test_interactions",
                  "test_scaling", "test_matrix", "test_figures", "test_swap", "test_shared",
                  "test_records", "test_simple_baselines", "slow/simulated"]),
    "engine": (["kernels/engine", "kernels/gemm", "kernels/product.c", "kernels/layer.c", "kernels/forward.c",
                "kernels/backward", "kernels/shared_tensors.c", "kernels/logit_path.c", "kernels/formula_path.c",
                "kernels/work.c", "kernels/published_initial.c"],
               ["test_by_formula", "test_peers", "test_quality", "slow/repeatable"]),
    "training": (["models/net", "models/trainer.c", "models/schedule.c", "models/evaluation.c", "models/starts.c",
                  "models/swap.c", "models/parameters.c", "models/checkpoint.c", "models/tasks", "models/simple_baselines"],
                 ["test_peers", "test_quality", "slow/repeatable", "test_swap",
                  "test_simple_baselines", "test_records", "test_predictions", "test_cell"]),
}
CHANGES = [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
           (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "),
           (r" \+= ", " -= "), (r" -= ", " += "), (r"\+\+", "--"), (r"(?<![\w.])\d+(\.\d+)?(?![\w.])", None)]
# Messages and assertions are not mutated.
SKIPPED = re.compile(r'^\s*(#|/?\*)|require\(|die\(|xformat\(|printf\(|\berror\b.*=|SPDX|static const char')


def sites(path):
    """Returns (line, start, end, new) for every possible change outside comments and strings."""
    found, comment, example = [], False, False
    for number, line in enumerate(path.read_text().splitlines()):
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'|/\*.*?\*/|//.*', lambda m: "\x00" * len(m[0]), line)
        if comment or "/*" in code:
            comment = "*/" not in code
            continue
        # Worked examples are not mutated, because they are expectations of the test and not part of the
        # formula.
        example = (example or "struct by_hand " in code and "= {" in code) and line != "};"
        if example or SKIPPED.search(line):
            continue
        for pattern, new in CHANGES:
            for m in re.finditer(pattern, code):
                text = new if new else str(float(m[0]) + 1) if "." in m[0] else str(int(m[0]) + 1)
                found.append((number, m.start(), m.end(), text))
    return found


def limits(command):
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CPU, (120, 130))
    if "asan" not in command[0]: # AddressSanitizer needs more address space
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def failure(tree, name, command):
    """Returns None if the test passes, otherwise its name and whether it timed out."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ATTNLAB_")}
    environment |= {"OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C"}
    try:
        done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: limits(command), timeout=900)
    except subprocess.TimeoutExpired:
        return name + " (no end)"
    return None if done.returncode in (0, 77) else name + " (no end)" if done.returncode == -signal.SIGXCPU else name


UNITS, PROGRAMS, SANITIZERS = [["unit-build"]], [["all", "simulated-build", "write-plan"], ["BROKEN=1"]], [["ASAN=1", "unit-build"]]


def make(tree, targets):
    for target in targets:
        done = subprocess.run(["make", "-s", "-j", "2", *target], cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode:
            return False
    return True


def objects(tree, source):
    """Returns the compiled code of a source in every build except the sanitizers', without line numbers."""
    told = hashlib.sha256()
    for built in sorted((tree / "build/obj").glob(f"**/{source[:-2]}.o")):
        bare = tree / "bare.o"
        subprocess.run(["objcopy", "--strip-debug", built, bare], check=True)
        told.update(bare.read_bytes())
    return told.hexdigest()


def unit_tests(source):
    """Returns all unit tests, first those that name the source file or its functions; and the number of
    the latter."""
    text = (ROOT / source).read_text()
    names = set(re.findall(r"^[a-z][\w \*]*?\b([a-z]\w{3,})\(", text, re.M)) | {Path(source).stem}
    def likeness(test):
        said = test.read_text()
        return -5 * any(word in test.stem for word in Path(source).stem.split("_") if len(word) > 3) - sum(
            bool(re.search(rf"\b{name}\b", said)) for name in names)
    found = sorted((likeness(t), t.stem) for t in (ROOT / "tests/unit").glob("test_*.c"))
    return [stem for _, stem in found], sum(like < 0 for like, _ in found)


def tests_of(area, source):
    """Returns (name, command, required build target) in the order of execution."""
    units, near = unit_tests(source)
    for test in units:
        yield test, ["build/obj/unit/tests", test], UNITS
    if source.startswith("kernels/"):
        yield "attnlab check", ["./attnlab", "check", "-q", "-j", "1"], PROGRAMS
        yield "attnlab check --gradients", ["./attnlab", "check", "-q", "-j", "1", "--gradients"], PROGRAMS
    for test in AREAS[area][1]:
        yield test + ".sh", [f"tests/{test}.sh" if "/" in test else f"tests/cli/{test}.sh"], PROGRAMS
    for test in units[:near]:
        yield f"{test}, sanitizers", ["build/asan/unit/tests", test], SANITIZERS


class Campaign:
    def __init__(self, arguments):
        self.random, self.lock = random.Random(arguments.seed), threading.Lock()
        self.wanted, self.done, self.out = arguments.count, [], arguments.o
        tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
        self.files = {area: [f for f in tracked if f.endswith(".c") and any(f.startswith(p) for p in prefixes)
                             and f.startswith(arguments.only)] for area, (prefixes, _) in AREAS.items()
                      if area in arguments.area.split(",")}
        self.areas = [area for area, files in self.files.items() if files]
        self.begun, self.seen = 0, set()

    def draw(self):
        with self.lock:
            while len(self.done) + self.begun < self.wanted:
                area = self.areas[(len(self.done) + self.begun) % len(self.areas)]
                source = self.random.choice(self.files[area])
                places = sites(ROOT / source)
                if not places:
                    continue
                site = self.random.choice(places)
                if (source, site) not in self.seen:
                    self.seen.add((source, site))
                    self.begun += 1
                    return area, source, site
            return None

    def settle(self, area, source, site, line, verdict):
        with self.lock:
            self.begun -= 1
            if verdict is None:
                return
            self.done.append((area, verdict))
            number, start, end, new = site
            changed = f"{line[:start]}[{line[start:end].strip()} -> {new.strip()}]{line[end:]}".strip()
            text = f"{len(self.done)}\t{area}\t{source}:{number + 1}\t{changed}\t{verdict}"
            print(text, flush=True)
            with open(self.out, "a") as out:
                out.write(text + "\n")

    def judge(self, tree, area, source, as_it_was):
        """Returns the failing test, "SURVIVED", or None if the change is not a mutation."""
        if not make(tree, UNITS) or objects(tree, source) == as_it_was:
            return None
        built = [UNITS]
        for name, command, needs in tests_of(area, source):
            if needs not in built: # some builds are slow, so they are made only when needed
                if not make(tree, needs):
                    return None
                built.append(needs)
            if failed := failure(tree, name, command):
                return failed
        return "SURVIVED"

    def work(self, tree):
        last = None
        while drawn := self.draw():
            area, source, site = drawn
            if source == last: # the object file still contains the last mutation
                make(tree, UNITS)
            last = source
            number, start, end, new = site
            before = objects(tree, source)
            lines = (ROOT / source).read_text().split("\n")
            line = lines[number]
            lines[number] = line[:start] + new + line[end:]
            (tree / source).write_text("\n".join(lines))
            verdict = self.judge(tree, area, source, before)
            (tree / source).write_text((ROOT / source).read_text())
            self.settle(area, source, site, line, verdict)


def stands(tree, areas):
    """Whether all tests pass without a mutation; otherwise every mutation would seem detected."""
    tests = {name: command for area, source in areas.items() for name, command, _ in tests_of(area, source)}
    if not make(tree, UNITS + PROGRAMS + SANITIZERS):
        sys.exit(f"{tree}: the build failed")
    failed = [name for name, command in tests.items() if failure(tree, name, command)]
    for name in failed:
        print(f"{name} fails without a mutation", file=sys.stderr)
    return not failed


def copy_of_sources(tree):
    shutil.rmtree(tree, ignore_errors=True) # old files would be built, too
    tree.mkdir(parents=True)
    files = subprocess.run(["git", "ls-files", "-z", "--", ":!results/reference"], cwd=ROOT, capture_output=True).stdout
    packed = subprocess.run(["tar", "--null", "-T", "-", "-cf", "-"], cwd=ROOT, input=files, capture_output=True).stdout
    subprocess.run(["tar", "-xf", "-", "-C", tree], input=packed, check=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trees", type=int, default=os.cpu_count())
    parser.add_argument("--area", default=",".join(AREAS))
    parser.add_argument("--only", default="")
    parser.add_argument("-o", default="build/mutations/found.tsv")
    arguments = parser.parse_args()
    if unknown := set(arguments.area.split(",")) - set(AREAS):
        parser.error(f"unknown area {', '.join(sorted(unknown))} (expected {', '.join(AREAS)})")
    campaign = Campaign(arguments)
    trees = [ROOT / f"build/mutations/tree{i}" for i in range(arguments.trees)]
    for tree in trees:
        copy_of_sources(tree)
        if not make(tree, UNITS + PROGRAMS):
            sys.exit(f"{tree}: the build failed")
    if not stands(trees[0], {area: campaign.files[area][0] for area in campaign.areas}):
        sys.exit(1)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    with open(arguments.o, "a") as out:
        out.write(f"# seed {arguments.seed}, {commit}\n")
    workers = [threading.Thread(target=campaign.work, args=(tree,)) for tree in trees]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print("\n| area | mutations | detected | survived |\n| --- | ---: | ---: | ---: |")
    for area in campaign.areas:
        all_of = [verdict for where, verdict in campaign.done if where == area]
        print(f"| {area} | {len(all_of)} | {sum(v != 'SURVIVED' for v in all_of)} | {all_of.count('SURVIVED')} |")
    caught = sum(verdict != "SURVIVED" for _, verdict in campaign.done)
    print(f"| total | {len(campaign.done)} | {caught} | {len(campaign.done) - caught} |")
    return 0 if 10 * caught >= 9 * len(campaign.done) else 1


if __name__ == "__main__":
    sys.exit(main())
