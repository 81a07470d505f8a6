#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw a seeded sample of the words that people read, to be graded by readers.

usage: tests/slow/sample_prose.py [--seed N] [--count N] [--table] [FOLDER...]

  --seed N   random seed [default: 1]
  --count N  sample size per kind [default: 60]
  --table    print a Markdown table to be graded
  FOLDER     sample these folders only [default: the whole tree]

Three kinds: comments (of C, shell, Makefile, Python, gnuplot, awk), messages (string literals of C with
at least three words, lines of echo and printf in shell) and sentences of pages (README files, CHANGELOG,
reports in results/reference). Of the C files in tests/ only the names of tests are messages; their other
strings are data. Recorded plans in results/ are data and not sampled. Grades: plain
(understood at once), stiff (understood, but not how one would say it) or confusing (needs a second
reading).
"""
import argparse
import random
import re
import subprocess
import sys

C_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"(?:[\s\\]*"(?:\\.|[^"\\\n])*")*|\'(?:\\.|[^\'\\\n])*\'', re.S)
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
TEST_NAME = re.compile(r'\bTEST\w*\("((?:\\.|[^"\\\n])*)"')
WORD = re.compile(r"[A-Za-z][A-Za-z']+")


def words(text):
    return len(WORD.findall(text))


def c_words(text):
    """Yield (kind, line, text) for the comments and messages of a C file."""
    for match in C_TOKEN.finditer(text):
        token, line = match.group(), text.count("\n", 0, match.start()) + 1
        if token.startswith("/*"):
            body = re.sub(r"\n\s*\* ?", " ", token[2:-2])
            body = re.sub(r"SPDX-License-Identifier: MIT", "", body)
            if not re.match(r"\s*(----|NOLINT|clang-format o)", body):
                yield "comment", line, body
        elif token.startswith("//"):
            yield "comment", line, token[2:]
        elif token.startswith('"'):
            start = text.rfind("\n", 0, match.start()) + 1
            if not text[start:match.start()].lstrip().startswith("#include"):
                yield "message", line, "".join(LITERAL.findall(token))


def script_words(text):
    """Yield (kind, line, text) for runs of # comments and for messages of a script."""
    run, first = [], 0
    for number, line in enumerate(text.split("\n") + [""], 1):
        stripped = line.strip()
        if re.match(r"# (-{4}|shellcheck|suite:|make:|As run by attnlab)|#(define|include)", stripped):
            continue
        if stripped.startswith("#") and not stripped.startswith("#!"):
            run, first = run + [stripped.lstrip("# ")], first or number
            continue
        if run:
            yield "comment", first, " ".join(run).replace("SPDX-License-Identifier: MIT", "")
            run, first = [], 0
        message = re.match(r"""(?:echo|printf)\s+["'](.*)["']""", stripped)
        if message:
            yield "message", number, message.group(1)


def page_words(text):
    """Yield ("page", line, sentence) for the sentences of a Markdown page."""
    text = re.sub(r"```.*?```", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
    text = re.sub(r"\n(?=\s*[-*] |\s*\d+\. )", "\n\n", text)  # each list item is a block of its own
    line = 1
    for block in re.split(r"(\n\s*\n)", text):
        if not re.match(r"\s*([|#<]|\!\[|    )", block):
            flat = re.sub(r"\s+", " ", re.sub(r"^\s*[-*>]\s+", "", block))
            for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z`*\[])", flat):
                yield "page", line + block[: len(block) - len(block.lstrip())].count("\n"), sentence
        line += block.count("\n")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def collect(folders):
    found = {"comment": [], "message": [], "page": []}
    for path in subprocess.run(["git", "ls-files", "--", *folders], capture_output=True, text=True,
                               check=True).stdout.split("\n"):
        if re.search(r"\.(c|h|def|c\.in)$", path):
            source = c_words
        elif re.match("results/.*/plan.yaml$", path):
            continue
        elif re.search(r"\.(sh|py|gp|awk|yaml)$|(^|/)Makefile$", path):
            source = script_words
        elif path.endswith(".md") and not path.startswith("results/long/"):
            source = page_words
        else:
            continue
        content = read(path)
        names = set(TEST_NAME.findall(content))
        for kind, line, text in source(content):
            if kind == "message" and re.match(r"tests/.*\.[ch]$", path) and text not in names:
                continue
            text = re.sub(r"\s+", " ", text).strip()
            if words(text) >= 3 and " " in text:
                found[kind].append((path, line, text))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="random seed [default: 1]")
    parser.add_argument("--count", type=int, default=60, help="sample size per kind [default: 60]")
    parser.add_argument("--table", action="store_true", help="print a Markdown table to be graded")
    parser.add_argument("folders", nargs="*", help="sample these folders only [default: the whole tree]")
    args = parser.parse_args()
    number = 0
    if args.table:
        print("| # | kind | place | text | grade |\n| --- | --- | --- | --- | --- |")
    for kind, list_ in sorted(collect(args.folders).items()):
        chosen = random.Random(f"{args.seed} {kind}").sample(list_, min(args.count, len(list_)))
        for path, line, text in sorted(chosen):
            number += 1
            if args.table:
                print(f"| {number} | {kind} | {path}:{line} | {text.replace('|', chr(92) + '|')} | |")
            else:
                print(f"{number}. {kind} {path}:{line}: {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
