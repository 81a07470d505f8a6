#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the wording of the committed pages. Pages have a limited length, lists have no items with a count of
# 0, and figures contain no raw axis names.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER # names come from the real worker
reference=$here/../../results/reference
[ -f "$reference/report.md" ] || {
    echo "ok 1 - committed pages # SKIP results/reference is missing"
    echo 1..1
    exit 0
}
# words FILE: counts the words and numbers of a page. Bars of tables are not counted.
words() { sed -E 's/\]\([^)]*\)//g' "$1" | grep -oE '[^ |]*[[:alnum:]][^ |]*' | wc -l; }

long=$(for page in "$reference"/*/report*.md; do
    n=$(words "$page")
    [ "$n" -le 1500 ] || echo "$page has $n words"
done)
is "a page of a question has at most 1500 words" "$long" ""
is "the front page has at most 1500 words" "$([ "$(words "$reference/report.md")" -le 1500 ] && echo yes)" yes
is "the part shown in the README has at most 700 words" "$([ "$(words "$reference/front.md")" -le 700 ] && echo yes)" yes
is "no page lists items with a count of 0" \
    "$(grep -nE '(^|[ (])0 (better|worse|faster|slower|equivalent|inconclusive|suggestive|not judged|of )' "$reference"/report.md "$reference"/*/report.md)" ""
# Comments, messages and pages must not contain these words. CHANGELOG.md is exempt, because it names what was
# renamed.
old='yardsticks?|damaged (on purpose|controls?)|unresolved|not assessable|can be said|reproduced at this scale|foretold|foretell
|set-up|so many|noughts?|plain layer|is told|are told|hangs? on|made again|goes on|whom|dear|heads of keys and values
|learned function of scores|no query matrix|wider feed-forward net|scores below 5 by tanh|difference of two softmaxes'
if python3 -c '' 2>/dev/null; then
    is "comments, messages and pages contain no replaced words" "$(cd "$here/../.." &&
        python3 tests/slow/sample_prose.py --count 1000000 | cut -d' ' -f2- | grep -vE ' (CHANGELOG.md|tests/unit/bleu_corpus.h):' |
        grep -iE "^[a-z]+ [^ ]+: (.*[^a-z])?($(echo "$old" | tr -d '\n'))([^a-z]|\$)")" ""
else
    echo "ok $((tests += 1)) - replaced words # SKIP python3 is not installed"
fi
is "each page starts with an answer in bold" \
    "$(for page in "$reference"/*/report.md; do head -n 6 "$page" | grep -q '^\*\*' || echo "$page"; done)" ""
is "each linked figure exists" "$(for page in "$reference"/*/report*.md "$reference/report.md"; do
    sed -n 's/^!\[.*](\(figures[^)]*\))$/\1/p' "$page" | while read -r figure; do
        [ -f "$(dirname "$page")/$figure" ] || echo "$page: $figure"
    done
done)" ""
is "no figure is missing from its page" "$(for folder in "$reference" "$reference"/*/; do
    for figure in "$folder"/figures/*.svg; do
        [ ! -f "$figure" ] || grep -q "(figures/$(basename "$figure"))" "$folder"/report*.md || echo "$figure"
    done
done)" ""

# Figures must not contain names with an underscore or a digit.
raw=$("$attnlab" list axes | awk '{ print $1; if ($3 == "choice") print $4 }' | tr '|' '\n' |
    grep '_\|^[a-z]\{3,\}[0-9]$' | grep -vx d_model | sort -u | paste -sd '|')
is "no figure shows a raw axis name" "$(for svg in "$reference"/*/figures/*.svg; do
    sed 's/></>\n</g' "$svg" | sed -n 's/^<text[^>]*>\([^<]*\).*/\1/p' | grep -wE "$raw" | sed "s|^|$svg: |"
done | sort -u | head -n 5)" ""
finish
