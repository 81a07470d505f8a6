#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports that a stranger reads once: no raw axes, no sentence with more than three numbers, in the
# parts that everybody sees (prose.awk). Of committed runs, whose pages are made again here.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER # words come from the real one
prose() { awk -f "$here/prose.awk" "$@"; }

# ---- the reader sees what it is there for ----
cat >"$work/bad.md" <<'M'
## Question

It took 1, 2, 3 and 4 seconds.

The arm with q_act = relu is better.

| arm | gain |
| MLP, q_norm = before | 1 |

> Better by 1.2 % [0.3, 2.1] at n = 512, with 16 of 20 seeds.

<details>
Here 1 2 3 4 5 stand behind a click, and q_act = relu too.
</details>
M
is "four numbers in a sentence, an axis in a sentence, one in a table; no more" \
    "$(prose "$work/bad.md" | sed 's/.*bad.md: \([a-z]*\):.*/\1/' | tr '\n' ' ')" "numbers axis axis "

# ---- pages of committed runs ----
reference=$here/../../results/reference
mkdir "$work/all"
for run in gain-over-training mlp-qkv-tasks overhead-batch; do
    [ -f "$reference/$run/cells.csv" ] || continue
    cp -r "$reference/$run" "$work/all"
    cp "$reference/describe.json" "$work/all"
    "$attnlab" report "$work/all/$run" >/dev/null 2>&1
    is "$run" "$(prose "$work/all/$run/report.md")" ""
done
"$attnlab" report "$work/all" >/dev/null 2>&1
is "all of them together" "$(prose "$work/all/report.md")" ""
is "words of ours that a stranger stumbles over" \
    "$(grep -nE '\b(begun as|what lost|is told|speaks for the arm|not to be saved by)\b' "$work"/all/report.md "$work"/all/*/report.md)" ""
for part in "In short" "Variants by tasks" "Questions" "How verdicts come about"; do
    has "the page has a part: $part" "$(cat "$work/all/report.md")" "## $part"
done
has "words are explained where a page uses them" "$(cat "$work/all/mlp-qkv-tasks/report.md")" "(#word-"
finish
