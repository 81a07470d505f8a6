#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests runs whose files do not match, for example after an interrupted copy. `report` and `compare` must
# print an error or continue without the missing files.
# suite: slow
. "$(dirname "$0")/lib.sh"
ATTNLAB_FAKE_LOSSES=1
export ATTNLAB_FAKE_LOSSES
cd "$work" || exit 1
mkdir bin && printf '#!/bin/sh\n' >bin/gnuplot && chmod +x bin/gnuplot # figures are not tested here
PATH=$work/bin:$PATH
spec timed.yaml "score: [dot, neural]" "n: [16, 32]"
printf '%s\n' "baseline: {score: dot}" "figures: [{kind: ratio}, {kind: phases}]" >>timed.yaml
cat >trained.yaml <<'T'
question: which is better?
kind: quality
metric: loss
baseline: dot
factors: {n: [30, 40], m: 8, seed: 1-3}
tune: {axis: n, seeds: [1]}
arms: {dot: , neural: {score: neural}}
claims: [{arm: neural, expects: better, published: "1 %", source: a paper}]
figures: [{kind: dots}, {kind: lr_curves}]
T
run timed.yaml trained.yaml -o whole >/dev/null

# ends STATUS: succeeds if --help lists this exit status.
ends() { [ "$1" -le 2 ]; }
# survives NAME: runs report and compare on torn/, reports errors, and restores torn/.
survives() {
    wrong=""
    "$attnlab" report torn >said 2>&1
    ends $? || wrong="report: $(tail -n 3 said)"
    "$attnlab" compare whole torn >said 2>&1
    ends $? || wrong="$wrong compare: $(tail -n 3 said)"
    "$attnlab" compare torn whole >said 2>&1
    ends $? || wrong="$wrong compare: $(tail -n 3 said)"
    is "$1" "$wrong" ""
    torn
}
# torn: copies the run without its journal, because the journal would restore missing rows of the tables.
torn() { rm -rf torn && cp -r whole torn && rm torn/journal.jsonl; }

torn
for table in cells phases samples; do
    for question in timed trained; do
        at=$(head -n 1 whole/$table.csv | tr ',' '\n' | grep -n '^ablation$' | cut -d : -f 1)
        awk -F , -v at="$at" -v without=$question '$at != without' whole/$table.csv >torn/$table.csv
        is "$table.csv without $question has fewer rows" \
            "$(($(wc -l <torn/$table.csv) < $(wc -l <whole/$table.csv) || $(grep -c ",$question," whole/$table.csv) == 0))" 1
        survives "$table.csv without the rows of $question"
    done
done
for table in cells phases curves; do
    printf '\n' >torn/$table.csv
    survives "$table.csv is a single line end"
    for text in '' 'ablation,key,status' '"'; do
        echo "$text" | tr -d '\n' >torn/$table.csv
        survives "$table.csv is '$text'"
        echo "$text" >torn/$table.csv
        survives "$table.csv is '$text' with a line end"
    done
done
for question in timed trained; do
    "$attnlab" run $question.yaml --max-time 0.001 -o alone -q >/dev/null 2>&1
    mv alone/plan.json torn/plan.json && rm -r alone
    "$attnlab" report torn >said 2>&1
    has "a plan of $question only: missing parts are named" "$(cat said)" "is not in plan.json"
    survives "a plan of $question only"
done
for member in counters sessions peaks plan program worker statuses; do
    for value in null 5 '"text"' '[5]' '{"measured": [5], "absent": {"a": 5}, "set": [5], "filter": [{}], "tier": 5}'; do
        sed "1s/.*/{\"$member\": $value}/;2,\$d" whole/manifest.json >torn/manifest.json
        survives "a manifest whose $member is $value"
    done
done

# ---- results of a newer format ----
# refuses FILE COMMAND...: checks that a command refuses FILE in torn/.
refuses() {
    file=$1 && shift
    "$attnlab" "$@" torn >said 2>&1
    is "$file of a newer format: $1 refuses it" "$?" 2
    has "$file of a newer format: $1 prints the format" "$(cat said)" "format 7 (expected at most 1)"
    is "nothing is written" "$(find torn -name 'report.*')" ""
}
sed -i '2,$s/^1,/7,/' torn/cells.csv
refuses cells.csv report
refuses cells.csv compare whole
torn
sed -i 's/"schema_version": 1,/"schema_version": 7,/' torn/manifest.json
refuses manifest.json report
torn
sed -i 's/"schema": *1,/"schema": 7,/' torn/describe.json
refuses describe.json report
finish
