#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that formulas, tables and pages do not change in a locale that writes 1,5 instead of 1.5.
# suite: slow
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME

# Finds an installed locale with a decimal comma, or compiles one from the definitions of the system.
comma=$(locale -a 2>/dev/null | while read -r name; do
    [ "$(LC_ALL=$name locale decimal_point 2>/dev/null)" != , ] || { echo "$name"; break; }
done)
if [ -z "$comma" ] && localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" 2>/dev/null; then
    comma=de_DE.UTF-8 LOCPATH=$work
    export LOCPATH
fi
if [ "$(LC_ALL=$comma locale decimal_point 2>/dev/null)" != , ]; then
    echo "ok 1 - # SKIP neither a locale with a decimal comma nor localedef with de_DE is installed"
    echo 1..1
    exit 0
fi
cd "$work" || exit 1
cat >points.yaml <<'T'
question: "does it, or not?"
factors: {n: [16, 32], score: [dot, neural]}
derive: {m: "n * 1.5"}
rules: [{exclude: "n / 64 > 0.4 and d_prime >= 15.5"}]
baseline: {score: dot}
figures: [{kind: ratio}]
T
# under NAME LOCALE: compares the plan, a run and its report in LOCALE with those in the locale C.
under() {
    mkdir "$1"
    (LC_ALL=$2 && "$attnlab" plan points.yaml --rows --filter 'm < 47.5') >"$1/plan" 2>"$1/stderr"
    (LC_ALL=$2 && run points.yaml -o "$1/run" && "$attnlab" report "$1/run" 2>&1) >"$1/said"
    sed -n 's/^.*,key,.*$//; p' "$1/run/summary.csv" >"$1/summary"
}
under point C
under comma "$comma"
has "a fractional derived value is accepted" "$(cat point/plan)" "m=24"
is "the plan does not change" "$(cmp point/plan comma/plan 2>&1)" ""
is "error messages do not change" "$(cat comma/stderr)" "$(cat point/stderr)"
for table in samples phases; do
    is "$table.csv does not change" "$(cmp point/run/$table.csv comma/run/$table.csv 2>&1)" ""
done
is "the conclusions do not change" "$(cmp point/run/effects.csv comma/run/effects.csv 2>&1)" ""
if command -v gnuplot >/dev/null; then
    is "the figures do not change" "$(cmp point/run/figures/points-ratio.svg comma/run/figures/points-ratio.svg 2>&1)" ""
else
    echo "ok $((tests += 1)) - the figures do not change # SKIP gnuplot is not installed"
fi
finish
