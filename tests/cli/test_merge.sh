#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that merged shards of a plan equal a run of the whole plan.
. "$(dirname "$0")/lib.sh"
spec "$work/many.yaml" "n: [8, 16, 32, 64]" "score: [dot, neural]"
printf '%s\n' "baseline: {score: dot}" >>"$work/many.yaml"
merge() { "$attnlab" merge "$@" >"$work/stdout" 2>"$work/stderr"; }
shard() { run "$work/many.yaml" --shard "$1" -o "$work/$2" >/dev/null; }
rows() { column "$1/cells.csv" key | sort; }
# edited DIR NAME PATH VALUE: copies a shard and changes a value in its manifest.
edited() {
    cp -r "$work/$1" "$work/$2"
    text=$(sed "s|\"$3\": .*|\"$3\": $4,|" "$work/$1/manifest.json")
    printf '%s\n' "$text" >"$work/$2/manifest.json"
}

run "$work/many.yaml" -o "$work/whole" >/dev/null
for i in 1 2 3; do shard $i/3 part$i; done
is "three shards together have the rows of the whole run" \
    "$(cat "$work"/part?/journal.jsonl | wc -l)" "$(wc -l <"$work/whole/journal.jsonl")"

merge "$work/part3" "$work/part1" "$work/part2" -o "$work/all"
is "merging all shards succeeds" "$? $(cat "$work/stderr")" "0 merged 16 rows of 3 shards"
is "the folder is printed to stdout" "$(cat "$work/stdout")" "$work/all"
rows "$work/whole" >"$work/expected"
is "the merged table has every row once" "$(rows "$work/all" | cmp - "$work/expected" 2>&1)" ""
is "the merged journal has every row once" "$(keys "$work/all" | cmp - "$work/expected" 2>&1)" ""
for file in cells samples phases counters; do
    is "$file.csv has as many lines as in a single run" "$(wc -l <"$work/all/$file.csv")" \
        "$(wc -l <"$work/whole/$file.csv")"
done
for file in plan.yaml plan.json describe.json; do
    is "$file equals the file of a single run" "$(cmp "$work/all/$file" "$work/whole/$file" 2>&1)" ""
done
cp "$work/all/cells.csv" "$work/merged.csv"
bare() { grep -hv ^schema "$@" | sed 's/,,*/,/g; s/,$//' | sort; } # without empty fields
is "rows are unchanged by the merge" "$(bare "$work/merged.csv" | cksum)" "$(bare "$work"/part?/cells.csv | cksum)"
"$attnlab" report "$work/all" >/dev/null 2>&1
is "the merged run can be reported" "$(column "$work/all/effects.csv" time_ratio | grep -c '^1$')" 4
is "pairs are the same as in a single run" "$(column "$work/all/statistics.csv" pairs | tr '\n' ' ')" \
    "$("$attnlab" report "$work/whole" >/dev/null 2>&1; column "$work/whole/statistics.csv" pairs | tr '\n' ' ')"
run "$work/many.yaml" -o "$work/all" --resume >/dev/null
is "the merged run is finished" "$? $(rows "$work/all" | cmp - "$work/expected" 2>&1)" "0 "

# ---- missing shards and rows ----
merge "$work/part1" "$work/part3" -o "$work/two"
is "a missing shard exits with 1" $? 1
has "the missing shard is named" "$(cat "$work/stderr")" "missing: shard 2 of 3"
merge "$work/part1" "$work/part2" -o "$work/first"
is "a missing last shard is named" "$? $(head -n 1 "$work/stderr")" "1 missing: shard 3 of 3"
run "$work/many.yaml" -o "$work/two" --resume >/dev/null
is "--resume measures the missing rows, each once" \
    "$? $(rows "$work/two" | cmp - "$work/expected" 2>&1)" "0 "
run "$work/many.yaml" --shard 2/3 --max-time 0.001 -o "$work/begun" >/dev/null
merge "$work/part1" "$work/begun" "$work/part3" -o "$work/short"
is "missing rows of a shard exit with 1" $? 1
planned=$(wc -l <"$work/part2/journal.jsonl")
left=$((planned - $(wc -l <"$work/begun/journal.jsonl")))
has "the missing rows are counted" "$(cat "$work/stderr")" "missing: $left of the $planned rows of shard 2 of 3"
cp -r "$work/part2" "$work/stranger"
sed -i '1s/"key":"/&other /' "$work/stranger/journal.jsonl" && checksummed "$work/stranger/journal.jsonl"
merge "$work/part1" "$work/stranger" "$work/part3" -o "$work/others"
is "a row of another plan is left out with a note" \
    "$? $(grep -c 'key":"other' "$work/others/journal.jsonl") $(tr '\n' ' ' <"$work/stderr")" \
    "1 0 note: $work/stranger contains 1 row that is not in its plan and is left out missing: 1 of the $planned rows of shard 2 of 3 ($work/stranger) merged 15 rows of 3 shards "
"$attnlab" report "$work/others" >/dev/null 2>&1
goes_on=$(grep -o "attnlab run .* --resume" "$work/others/report.md" | head -n 1)
is "the command to resume names no shard" "$(echo "$goes_on" | grep -c -e --shard)-${goes_on#attnlab run }" \
    "0-$work/many.yaml -q -o $work/others --resume"
sh -c "'$attnlab' ${goes_on#attnlab }" >/dev/null 2>&1
is "the command to resume works" "$? $(wc -l <"$work/others/cells.csv")" "0 17"
"$attnlab" report "$work/short" >/dev/null 2>&1
has "the report counts the missing rows" "$(cat "$work/short/report.md")" "$((16 - left)) of 16 rows are finished"

# ---- shards killed before writing tables, or while writing a row ----
merge "$work/part1" "$work/part2" "$work/part3" -o "$work/fresh"
mkdir "$work/folder"
for i in 1 2 3; do
    mkdir "$work/folder/shard-$i"
    for file in journal.jsonl manifest.json plan.json describe.json; do
        cp "$work/part$i/$file" "$work/folder/shard-$i"
    done
done
printf '{"ablation":"many","key":' >>"$work/folder/shard-2/journal.jsonl"
merge "$work"/folder/shard-* -o "$work/killed"
is "shards without tables are merged" "$? $(cat "$work/stderr")" "0 merged 16 rows of 3 shards"
for file in cells samples phases counters curves; do
    is "$file.csv is the same as for shards that ended normally" "$(cmp "$work/killed/$file.csv" "$work/fresh/$file.csv" 2>&1)" ""
done

# ---- refused merges ----
# refused NAME PART DIR...: checks that merge names the reason and writes nothing.
refused() {
    name=$1 part=$2
    shift 2
    merge "$@" -o "$work/refused"
    has "$name" "$?-$(cat "$work/stderr")" "2-attnlab merge: "
    has "$name: the message says why" "$(cat "$work/stderr")" "$part"
    is "$name: nothing is written" "$(ls "$work/refused" 2>/dev/null)" ""
}
cp -r "$work/part1" "$work/again"
refused "a shard given twice" "are both shard 1 of 3" "$work/part1" "$work/again"
refused "a whole run instead of a shard" "this is a whole run, expected the shard of a run" "$work/whole" "$work/part1"
run "$work/many.yaml" --shard 2/3 --set n=8,16,32,128 -o "$work/plan" >/dev/null
refused "another plan" "different plan: " "$work/part1" "$work/plan"
shard 2/4 fourth
refused "another number of shards" "different number of shards: $work/part1 has 3" \
    "$work/part1" "$work/fourth"
edited part2 judged rules '"00ff"'
refused "shards with different rules of the plan" "different rules of the plan (arms, baselines, tuning, verdicts)" \
    "$work/part1" "$work/judged"
cp -r "$work/part2" "$work/old"
sed -i '/"rules":/d' "$work/old/manifest.json"
refused "a shard without recorded rules" "different rules of the plan" "$work/part1" "$work/old"
edited part2 tier tier '"full"'
refused "another tier" "different tier: " "$work/part1" "$work/tier"
edited part2 commit commit '"0123456789ab"'
refused "another commit" "$work/commit has 0123456789ab" "$work/part1" "$work/commit"
edited part2 build driver_hash '"00ff"'
refused "another build" "different build of attnlab (hash)" "$work/part1" "$work/build"
edited part2 host host '"elsewhere"'
refused "another machine" "different machine (host)" "$work/part1" "$work/host"
# Training rows may come from several machines, because trained models are not compared by time.
sed 's/^rounds/kind: quality\nrounds/' "$work/many.yaml" >"$work/models.yaml"
for i in 1 2; do run "$work/models.yaml" --shard $i/2 -o "$work/model$i" >/dev/null; done
edited model2 elsewhere host '"elsewhere"'
sed -i "s/,$(hostname | cut -d. -f1),/,elsewhere,/" "$work/elsewhere/cells.csv"
merge "$work/model1" "$work/elsewhere" -o "$work/models"
is "models from two machines are merged" "$? $(cat "$work/stderr")" "0 merged 16 rows of 2 shards"
column "$work/models/cells.csv" host | sort | uniq -c >"$work/hosts"
run "$work/models.yaml" -o "$work/models" --resume >/dev/null
is "each row keeps its host, even when the tables are rebuilt" \
    "$(column "$work/models/cells.csv" host | sort | uniq -c)" "$(cat "$work/hosts")"
has "rows of both machines are present" "$(cat "$work/hosts")" "elsewhere"
cp -r "$work/part2" "$work/double"
head -n 1 "$work/part1/journal.jsonl" >>"$work/double/journal.jsonl"
merge "$work/part1" "$work/double" "$work/part3" -o "$work/single"
is "a row of another shard does not count" "$? $(wc -l <"$work/single/journal.jsonl")" "0 16"
mkdir "$work/empty"
refused "a folder that is not a run" "empty/manifest.json" "$work/part1" "$work/empty"
is "an input without a journal stays unchanged" "$(ls "$work/empty")" ""
interruptible ATTNLAB_FAKE_SLEEP=3600 "$attnlab" run "$work/many.yaml" --shard 2/3 -o "$work/busy" -q \
    >/dev/null 2>&1 &
busy=$!
await test -s "$work/busy/manifest.json"
refused "a shard that is still running" "another attnlab is writing" "$work/part1" "$work/busy"
kill -INT $busy
wait $busy 2>/dev/null
merge "$work/part1" -o "$work/whole"
has "a folder with files is not written to" "$?-$(cat "$work/stderr")" \
    "2-attnlab merge: $work/whole is not empty"
is "the message does not suggest to resume" "$(grep -c resume "$work/stderr")" 0
merge "$work/part1" "$work/part3" "$work/./part1" -o "$work/none"
has "a shard given twice under different paths is refused" "$?-$(cat "$work/stderr")" \
    "2-attnlab merge: $work/part1 and $work/./part1 are the same run, expected each shard once"
merge "$work/part1"
has "-o is required" "$?-$(cat "$work/stderr")" "2-attnlab merge: expected -o DIR"
merge -o "$work/none"
has "folders are required" "$?-$(cat "$work/stderr")" "2-attnlab merge: missing DIR...; example:"
finish
