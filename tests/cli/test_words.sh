#!/bin/sh
# SPDX-License-Identifier: MIT
# suite: slow
# Reports that a stranger reads once: no raw axes, no sentence with more than three numbers, in the
# parts that everybody sees and in figures (prose.awk). Of committed runs, of every kind of question
# one, whose pages are made again here.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER # words come from the real one
# Names that only a specification has: of axes and choices with an underscore or a digit, of activations.
# d_model is of the field.
raw=$("$attnlab" list axes | awk '{ print $1; if ($3 == "choice") print $4 }' | tr '|' '\n' |
    grep '_\|^[a-z]\{3,\}[0-9]$\|^lr$\|^.elu$\|^silu$' | grep -vx d_model | sort -u | tr '\n' ' ')
prose() { awk -v raw="$raw" -f "$here/prose.awk" "$@"; }
# What is written in figures, and what their points say, a line each
figure_words() {
    for svg in "$1"/figures/*.svg; do
        sed 's/></>\n</g' "$svg" | sed -n 's/^<\(text\|title\|desc\)[^>]*>\([^<]*\).*/\2/p' | sort -u
    done
}
raw_figures() { figure_words "$1" | awk -v raw="$raw" -v words=1 -f "$here/prose.awk" | sort -u | head -5; }

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
    "$(prose "$work/bad.md" | grep -v ': raw: ' | sed 's/.*bad.md: \([a-z]*\):.*/\1/' | tr '\n' ' ')" "numbers axis axis "
is "and the raw names of each, also of what stands alone" \
    "$(printf '%s\n' '### q\_norm x q_act' 'lr of `lr`' 'd_model' | cat "$work/bad.md" - >"$work/worse.md"
    prose "$work/worse.md" | sed -n 's/.*: raw: \([^:]*\):.*/\1/p' | tr '\n' ' ')" "q_act relu q_norm q_norm q_act lr "
mkdir -p "$work/bad/figures"
echo '<svg><title>a</title><text>lr = 1</text><g><title>MLP: better; d_prime = 2</title></g><text>width 2</text></svg>' >"$work/bad/figures/a.svg"
is "and those in a figure" "$(raw_figures "$work/bad" | cut -d: -f 3 | tr '\n' ' ')" " d_prime  lr "

# ---- pages of committed runs ----
reference=$here/../../results/reference
mkdir "$work/all"
drawn=$(command -v gnuplot) || echo "ok - words of figures # SKIP gnuplot is not installed"
for run in gain-over-training mlp-qkv-tasks mlp-qkv-stability which-projection neural-attention-dprime \
    overhead-batch overhead-mlp overhead-threads; do
    [ -f "$reference/$run/plan.json" ] || continue
    cp -r "$reference/$run" "$work/all"
    cp "$reference/describe.json" "$work/all"
    "$attnlab" report "$work/all/$run" >/dev/null 2>&1
    is "$run" "$(prose "$work/all/$run/report.md")" ""
    [ -z "$drawn" ] || is "$run: its figures" "$(raw_figures "$work/all/$run")" ""
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
