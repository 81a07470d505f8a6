#!/bin/sh
# SPDX-License-Identifier: MIT
# Results of each format that there was are read, and say what they said (../fixtures/); those of a format that this
# program does not know are refused, and nothing of them is changed.
. "$(dirname "$0")/lib.sh"
fixtures=$here/../fixtures
ATTNLAB_HOME=$(cd "$here/../.." && pwd)
export ATTNLAB_HOME
drawn=0
command -v gnuplot >/dev/null || drawn=1 # then a report says so, and is whole but for its figures

# rounded FILE: numbers to five digits, as another compiler may round the last of six otherwise
rounded() {
    awk 'BEGIN { FS = OFS = "," }
        { for (i = 1; i <= NF; i++) if ($i ~ /^-?[0-9.]+(e-?[0-9]+)?$/) $i = sprintf("%.5g", $i); print }' "$1"
}
# of_columns THEN NOW: the columns of the one table, by name, out of the other, which may have more by now. Left out of
# both: intervals of fewer than six rounds, which effects.csv had without their level and has not any more; and the split
# and the values at equal FLOP and time, which were those at equal steps and are of the curves now; and the p of
# trainings, which paid for damaged controls and does no more.
of_columns() {
    awk 'function split_line(line, out, n) { n = 0
            while (line != "") { n++
                if (match(line, /^"([^"]|"")*"/)) ; else match(line, /^[^,]*/)
                out[n] = substr(line, 1, RLENGTH); line = substr(line, RLENGTH + 2) }
            return n }
        FNR == 1 { files++; many = split_line($0, names); for (i = 1; i <= many; i++) at[names[i]] = i
            if (files == 1) { wanted = many; for (i = 1; i <= many; i++) want[i] = names[i] } }
        files == 2 { delete field; split_line($0, field); line = ""
            few = "n" in at && FNR > 1 && field[at["metric"]] == "time" && field[at["n"]] < 6
            curves = "reading" in at && field[at["reading"]] ~ /^(flop|time)$/
            trained = "reading" in at && FNR > 1 && field[at["metric"]] != "time"
            for (i = 1; i <= wanted; i++) { value = field[at[want[i]]]
                if (few && (want[i] == "low" || want[i] == "high")) value = ""
                if (curves && (want[i] == "split" || want[i] ~ /^(reference_)?value$/)) value = ""
                if (trained && want[i] == "p") value = ""
                line = line (i > 1 ? "," : "") value }
            print line }' "$1" "$2"
}
# says_it NAME FORMAT COPY TABLE: the table of the copy is that of the answers that were given then
says_it() {
    answers=$fixtures/answers-$2/$4.csv
    of_columns "$answers" "$answers" >"$work/t" && rounded "$work/t" >"$work/then"
    of_columns "$answers" "$3/$4.csv" >"$work/t" && rounded "$work/t" >"$work/now"
    is "format $2: $1" "$(diff "$work/then" "$work/now")" ""
}
columns() { head -n 1 "$1" | tr ',' '\n'; }
"$attnlab" list columns >"$work/dictionary"

for results in "$fixtures"/results-*; do
    format=${results##*-}
    copy=$work/results-$format
    cp -r "$results" "$copy"
    "$attnlab" report "$copy" >/dev/null 2>"$work/stderr"
    is "format $format: report" "$?" $drawn
    for table in effects gates; do
        says_it "$table.csv says what it said" "$format" "$copy" $table
    done
    # Columns are the dictionary's, an axis' own, or a metric's in a split.
    { awk '{ print $2 }' "$work/dictionary" && grep -o '"name":"[a-z0-9_]*"' "$results/describe.json" | cut -d '"' -f 4; } >"$work/known"
    unknown=$(for table in cells samples phases counters curves; do columns "$results/$table.csv"; done |
        grep -v -E '^(train|valid|held_out|test)_' | grep -v -x -F -f "$work/known")
    is "format $format: every column has its meaning yet" "$unknown" ""
    "$attnlab" compare "$copy" "$copy" >"$work/said" 2>&1
    is "format $format: compare with itself" "$?" 0
    # Tables that are gone come again from the journal.
    rm "$copy"/*.csv
    "$attnlab" report "$copy" >/dev/null 2>"$work/stderr"
    says_it "the journal alone says it too" "$format" "$copy" effects
done
is "there is a fixture of the present format" "$([ -d "$fixtures/results-$(sed -n 's/^enum { RESULTS_SCHEMA = \([0-9]*\) };$/\1/p' \
    "$here/../../harness/run/results.h")" ] && echo yes)" yes

# ---- a format that does not exist yet ----

cp -r "$fixtures/results-1" "$work/newer"
sed -i '2,$s/^1,/7,/' "$work/newer/cells.csv"
# refused NAME COMMAND...
refused() {
    name=$1 && shift
    "$attnlab" "$@" "$work/newer" >/dev/null 2>"$work/stderr"
    is "$name: $1 refuses it" "$?" 2
    has "$name: $1 says which format it is" "$(cat "$work/stderr")" "found results of format 7, expected at most 1"
}
refused "cells.csv of a newer format" report
refused "cells.csv of a newer format" compare "$fixtures/results-1"
cp "$fixtures/results-1/cells.csv" "$work/newer"
sed -i 's/"schema_version": 1,/"schema_version": 7,/' "$work/newer/manifest.json"
refused "a manifest of a newer format" report
rm "$work/newer"/*.csv
refused "a journal of a newer format" report
cp "$fixtures/results-1"/*.csv "$fixtures/results-1/manifest.json" "$work/newer"
sed -i 's/"schema": *1,/"schema": 7,/' "$work/newer/describe.json"
"$attnlab" report "$work/newer" >/dev/null 2>"$work/stderr"
is "a description of a newer format: report refuses it" "$?" 2
has "a description of a newer format: what was found" "$(cat "$work/stderr")" "found a description of format 7, expected at most 1"
is "nothing was written" "$(find "$work/newer" -name 'report.*')" ""
finish
