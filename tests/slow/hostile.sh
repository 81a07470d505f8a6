#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests report, merge, compare, reproduce and reuse on result folders from an untrusted source. Such a folder
# must not be able to run commands or to read or change other files. Control characters must not reach a
# terminal or page.
#   hostile.sh [--sanitizers] [WORDS]: runs only the tests whose names contain WORDS.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # every row is flushed to disk
[ "${1-}" != --sanitizers ] || { export ATTNLAB="$PWD/build/asan/attnlab" && shift; }
. "$(dirname "$0")/../cli/lib.sh"
skip_without python3
ATTNLAB_FAKE_LOSSES=yes
export ATTNLAB_FAKE_LOSSES work
only=${1-}

cat >q.yaml <<'Q'
question: which one learns better?
kind: quality
metric: loss
baseline: dot
margin: 0.01
simple_baselines: none
factors: {seed: 1-2}
arms: {dot: {score: dot}, neural: {score: neural, label: "neural, one"}}
figures: [{kind: dots}]
Q

# edit.py DIR PYTHON: runs Python code that edits `manifest`, `plan` and the journal's `rows`, then recomputes
# the checksums.
cat >edit.py <<'P'
import json, os, sys, zlib
folder, code = sys.argv[1:]
def path(name): return os.path.join(folder, name)
manifest, plan = (json.load(open(path(n + ".json"))) for n in ("manifest", "plan"))
rows = [json.loads(line) for line in open(path("journal.jsonl"))]
exec(code)
for n, o in ("manifest", manifest), ("plan", plan):
    with open(path(n + ".json"), "w") as f: json.dump(o, f)
with open(path("journal.jsonl"), "w") as f:
    for row in rows:
        row.pop("crc32", None)
        body = json.dumps(row, separators=(",", ":"))[:-1]
        f.write('%s,"crc32":"%08x"}\n' % (body, zlib.crc32(body.encode())))
P
edit() { python3 "$work/edit.py" . "$1"; }

# ---- a harmless run, the basis of all attacks ----
mkdir good outside outside/pictures
run q.yaml -o good/run >/dev/null
is "the original run succeeds" "$? $(cat stderr)" "0 "
for i in 1 2; do run q.yaml --shard $i/2 -o good/part$i >/dev/null; done
for folder in good/*; do
    mkdir "$folder/predictions"
    for i in 0 1 2 3; do echo "$i" >"$folder/predictions/000000000000000$i.jsonl"; done
    (cd "$folder" && edit 'for i, r in enumerate(rows):
    r["record"]["quality"]["predictions"] = "predictions/%016d.jsonl" % i')
done
"$attnlab" report good/run >said 2>&1
is "the original run is reported" "$? $(grep -c 'report\.' said)" "0 2"
for name in secret pictures/0000000000000000.jsonl; do echo SECRET >outside/$name; done
echo mine >outside/mine
cat >outside/canary <<'C'
#!/bin/sh
touch "$work/outside/was-run"
exec sleep 100
C
chmod +x outside/canary
state() { (cd "$work/outside" && find . -printf '%p %s %T@ %l\n' -type f -exec md5sum {} \; | sort); }
cp -a outside kept

# ---- attacks on one folder ----
# limited COMMAND...: runs a command with limits. Its messages go to the file `said`; $told lists failures.
limited() {
    (ulimit -t 10 && PATH=$path timeout 60 "$@") >said 2>&1 </dev/null
    code=$? codes="$codes$code"
    if [ $code -ge 124 ] || [ $code -eq 70 ]; then told="$told; $2 ended with $code: $(tail -n 1 said)"; fi
    if grep 'Sanitizer:\|runtime error:' said >text; then told="$told; $2: $(head -n 1 text)"; fi
    if controls said; then told="$told; $2 printed control characters"; fi
}
# controls FILE...: succeeds if a file contains a control character (C0, DEL, C1) or invalid UTF-8.
controls() {
    cat "$@" >text
    ! iconv -f UTF-8 -t UTF-8 text >/dev/null 2>&1 || grep -q "$(printf '\302[\200-\237]')" text ||
        tr -d '\n\t -~\200-\377' <text | grep -q .
}
# hostile NAME SHELL: runs a shell command in the folder of a complete run and in the folder of a shard.
hostile() {
    case $1 in *"$only"*) ;; *) return ;; esac
    told='' codes='' path=${3:-$PATH}
    rm -rf sent merged again reused outside
    cp -r good sent
    cp -a kept outside
    state >before
    for folder in run part1; do (cd sent/$folder && eval "$2") || told="$told; not made"; done
    limited "$attnlab" report sent/run
    limited "$attnlab" merge sent/part1 sent/part2 -o merged
    limited "$attnlab" compare sent/run good/run
    limited "$attnlab" compare good/run sent/run
    limited "$attnlab" reproduce sent/run --question q -o again
    limited "$attnlab" run q.yaml --reuse sent/run --keep predictions -o reused
    limited "$attnlab" run -o sent/run --resume
    mkdir -p merged again reused
    # shellcheck disable=SC2046 # names without spaces
    if controls said $(find sent/run merged -type f -name '*.md' -o -type f -name effects.csv -o -type f -name '*.html'); then
        told="$told; a page has control characters"
    fi
    state >state
    cmp -s state before || told="$told; outside changed: $(diff before state | xargs)"
    ! grep -rq SECRET sent merged again reused || told="$told; what is outside was copied"
    is "$1" "${told#; }" ""
}

o=../../outside
hostile "nothing" ":"
[ -n "$only" ] || is "every command succeeds on the unchanged folder" "$codes" 0000000
hostile "links in place of temporary files" \
    "mkdir -p figures && touch figures/q-dots.csv
    for f in *; do ln -s $o/mine \$f.tmp; done; for f in figures/*; do ln -s ../$o/mine \$f.tmp; done"
hostile "links in place of output files" \
    "for f in report.md report.html effects.csv summary.csv; do ln -sf $o/mine \$f; done"
hostile "links in place of figures" "mkdir -p figures && for e in csv gp svg png; do ln -sf ../$o/mine figures/q-dots.\$e; done"
hostile "the folder of figures is a link" "rm -rf figures && ln -s $o/pictures figures"
for file in manifest.json plan.json cells.csv journal.jsonl describe.json; do
    hostile "$file is a link to a secret" "ln -sf $o/secret $file"
done
hostile "tables are links to a device" "for f in *.csv; do ln -sf /dev/zero \$f; done"
hostile "predictions are links" "ln -sf ../$o/secret predictions/0000000000000000.jsonl"
hostile "the folder of predictions is a link" "rm -r predictions && ln -s $o/pictures predictions"
hostile "the journal names files outside the run" \
    'edit "for r in rows: r[\"record\"][\"quality\"].update(predictions=\"../../outside/secret\", scores=\"/etc/passwd\")"'
for file in journal.jsonl cells.csv samples.csv manifest.json plan.json effects.csv report.md.tmp; do
    hostile "$file is a pipe" "rm -f $file && mkfifo $file"
done
hostile "a command with a carriage return" 'edit "
for s in manifest[\"sessions\"]: s[\"command\"] = \"run;touch \$work/outside/was-run\\r\\x1b[2J\\x9b\"
rows.pop()"; rm -f *.csv'
hostile "a tier with line breaks" 'edit "manifest[\"plan\"][\"tier\"] = plan[\"tier\"] = \"\\r\\n\\nrm -rf ~\\x1b[2J\""'
hostile "names with control characters" 'edit "
plan[\"questions\"][0][\"question\"] = plan[\"questions\"][0][\"arms\"][1][\"label\"] = \"a\\r\\n\\x1b]0;\\x9b\"
for r in rows: r[\"reason\"] = r[\"started_utc\"] = \"\\x1b[2J\\x7f\""'
hostile "names that are paths outside the run" 'edit "
plan[\"questions\"][0][\"name\"] = \"../../outside/x\"
for r in rows: r[\"ablation\"] = \"../../outside/x\""'
hostile "a table that expands a thousand times" \
    "rm cells.csv && head -c 400000000 /dev/zero | tr '\\0' '\\n' | gzip -1 >cells.csv.gz"
hostile "two billion shards" 'edit "manifest[\"plan\"][\"shards\"] = plan[\"shards\"] = 2000000000"'
hostile "huge counts" 'edit "
manifest[\"plan\"].update(rows=10**15, all_rows=10**15, cells=10**15)
for r in rows: r[\"round\"] = r[\"position\"] = 2**31 - 1
plan[\"questions\"][0][\"rounds\"] = 2**31 - 1"'
hostile "a plan with wrong types" 'edit "
plan[\"questions\"][0][\"arms\"] = {}; plan[\"cells\"] = [[], 1, None]; plan[\"rows\"] = [[-1, -1, -1], [9, 9, 9]]"'
hostile "a description that lacks a choice of the plan" "sed -i 's/\"neural\"/\"other\"/' describe.json"
hostile "nested brackets" 'printf "%0100000d" 0 | tr 0 "[" | tee plan.json >manifest.json'
hostile "programs with the names of started programs" \
    "for p in gnuplot cmark-gfm attnlab-worker sh cc; do cp $o/canary \$p; done" ".:$PATH"
for entries in "" sent/run; do
    hostile "programs found through the entry '$entries' of PATH" "for p in gnuplot cmark-gfm; do cp $o/canary \$p; done" "$entries:$PATH"
done
hostile "startup scripts for gnuplot" "mkdir -p figures && for f in .gnuplot gnuplotrc figures/q-dots.gp figures/x.gp; do
    echo \"system('$work/outside/canary')\" >\$f; done"
hostile "labels with quotes and commands" 'edit "
plan[\"questions\"][0][\"arms\"][1][\"label\"] = \"=cmd|x!A\`touch \$work/outside/was-run\` '"'"' \\\" @{}\""'

# ---- two reports on one folder in parallel ----
cp -r good/run good/twice
for i in 1 2 3 4; do ("$attnlab" report good/twice >"twice-$i" 2>&1 || echo "exit $?" >>"twice-$i") & done
wait
is "parallel reports do not disturb each other" "$(cat twice-* | sort | uniq -c | xargs)" "4 good/twice/report.html 4 good/twice/report.md"
is "parallel reports leave complete files and no temporary files" "$(find good/twice -name '.new*') $(diff -r good/twice/figures good/run/figures) $(grep -c '^</svg>' good/twice/figures/q-dots.svg)" "  1"
finish
