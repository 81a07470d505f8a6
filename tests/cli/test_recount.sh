#!/bin/sh
# SPDX-License-Identifier: MIT
# FLOP of trainings, counted again from their batches: `attnlab-worker count` and tests/recount.py. What a
# training counted, two seeds of it, with a swap and with words hidden, must come out again to the byte.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER
root=$here/../..
worker=$root/attnlab-worker
skipped() { tests=$((tests + 1)); echo "ok $tests - $1 # SKIP $2"; }

cat >"$work/q.yaml" <<'EOF'
name: q
question: does it, or not?
kind: quality
baseline: plain
fixed: {n: 16, batch: 4, layers: 1, heads: 2, d_model: 16, steps: 7, evaluate_every: 3, lr: 0.01}
factors: {seed: 1-2}
grids:
  - {fixed: {data: "text:builtin", task: masked_token}, arms: {plain: {}, mlp: {q: mlp}}}
  - {fixed: {data: "mqar:train=50,valid=20,length=16,vocabulary=200", task: positions}, arms: {plain: {}}}
  - {fixed: {data: numbers, task: translate, tokenizer: words, m: 16, swap_steps: 4}, arms: {plain: {}, mlp: {q: mlp}}}
EOF
run "$work/q.yaml" -o "$work/run" >/dev/null
is "it is trained" "$? $(cat "$work/stderr")" "0 "

# ---- the worker ----
cell=$("$attnlab" cell --print-complete "n=16,kind=quality,data=text:builtin,task=masked_token,d_model=16,heads=2,steps=5")
layer=$("$attnlab" cell --print-complete "n=16")
has "a cell that trains" "$(echo "$cell" | "$worker" count)" '"error":null,"version":3,"curve":[{"step":1,"flop":'
has "one that trains nothing" "$(echo "$layer" | "$worker" count)" '"error":"found a cell that trains nothing"'
has "data that is not there" "$(echo "$cell" | sed 's/data=text:builtin/data=wikitext-2/' | "$worker" count)" \
    'wikitext'
echo "n=16" | "$worker" count >/dev/null 2>"$work/stderr"
is "no complete cell" "$?" 2

# ---- the tables ----
if ! command -v python3 >/dev/null; then
    skipped "tables are counted again" "python3 is not installed"
    finish
    exit
fi
recount() { (cd "$root" && python3 tests/recount.py "$@" 2>&1); }
has "a run that has its journal" "$(recount "$work/run")" "found journal.jsonl, of which its tables are made"
rm "$work/run/journal.jsonl"
cp -r "$work/run" "$work/other"
# As another rule would have counted: half as much again.
python3 - "$work/other" <<'EOF'
import csv, sys
for name, columns in ("cells.csv", ("flop", "flop_per_token")), ("curves.csv", ("flop",)):
    with open(f"{sys.argv[1]}/{name}") as f:
        rows = list(csv.DictReader(f))
    for row in rows:
        for c in columns:
            if row[c]:
                row[c] = repr(1.5 * float(row[c])).removesuffix(".0")
        if row.get("work_version"):
            row["work_version"] = "2"
    with open(f"{sys.argv[1]}/{name}", "w") as f:
        w = csv.DictWriter(f, rows[0], lineterminator="\n")
        w.writeheader()
        w.writerows(rows)
EOF
is "the tables are others" "$(cmp -s "$work/run/cells.csv" "$work/other/cells.csv" || echo yes)" yes
gzip "$work/other/curves.csv"
is "they are counted again" "$(recount "$work/other")" "$work/other: 10 rows counted again, 10 have other FLOP"
gzip -d "$work/other/curves.csv.gz"
for table in cells.csv curves.csv; do
    is "$table is what the trainings counted" "$(diff "$work/run/$table" "$work/other/$table" | head -c 600)" ""
done
sed 's/text:builtin/text:gone/g' "$work/run/cells.csv" >"$work/other/cells.csv"
cp "$work/other/cells.csv" "$work/kept"
has "without the data" "$(recount "$work/other")" "gone"
is "the tables stay" "$(cmp "$work/kept" "$work/other/cells.csv" && echo yes)" yes
finish
