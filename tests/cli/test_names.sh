#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests names of folders and files that contain arbitrary bytes. No name may be run as a command, break a page
# or table, or make a command use the wrong folder.
# make: write-plan
# suite: slow
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$(cd "$here/../.." && pwd)
export ATTNLAB_HOME
attnlab=$(cd "$(dirname "$attnlab")" && pwd)/$(basename "$attnlab")
spec "$work/small.yaml" "score: [dot, neural]" "n: [16, 32]"
echo "baseline: {score: dot}
figures: [{kind: ratio}]" >>"$work/small.yaml"
cd "$work" || exit 1
run small.yaml -o plain >/dev/null
report() { "$attnlab" report "$@" >stdout 2>stderr; }
drawn=0
command -v gnuplot >/dev/null || drawn=1

# valid FILE: succeeds if the file is UTF-8 and has no control characters other than tab and line feed.
valid() { iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>&1 && ! tr -d '\t\n' <"$1" | grep -q '[[:cntrl:]]'; }
# takes NAME FOLDER: checks that attnlab can report a run in FOLDER.
takes() {
    cp -r plain "./$2"
    report "$2"
    is "$1: the report is written" "$?" $drawn
    is "$1: the figure is drawn" "$(ls "./$2/figures" 2>/dev/null | grep -c '^small-ratio\.svg$')" $((1 - drawn))
    for page in report.md report.html; do
        is "$1: $page is valid text" "$(valid "./$2/$page" && echo yes)" yes
    done
}
takes "a name like a pipe to read from" '<touch PWN;'
takes "a name like a pipe to write to" '|touch PWN;'
takes "a name with quotes and a backslash" "it's \"a\" \\run \$(touch PWN) \`touch PWN\`"
takes "a name with a line break" 'two
lines'
takes "a name that is not UTF-8" "$(printf 'r\377n')"
mkdir two && cp -r plain 'two/a#b c' && cp -r plain two/plain
report two
is "links to a run with # in its name are escaped" \
    "$(grep -o 'href="a[^"]*"' two/report.html | sort -u | xargs)" \
    "href=a%23b%20c/report.html"
is "no name was run as a command" "$(find . -name 'PWN*')" ""
mkdir "<touch PWN;home"
(ATTNLAB_HOME="<touch PWN;home" report plain)
is "a project without figures exits with 1" $? 1
is "the project's name was not run as a command" "$(find . -name 'PWN*')" ""

# ---- commands on pages ----
if command -v bash >/dev/null; then
    # again FOLDER: parses the command `attnlab reproduce` on the report page with a shell and prints the
    # folder.
    again() { sed -n 's/^ *\.\/attnlab \(reproduce .*\)/set -- \1; printf %s "$2"/p' "./$1/report.md" | bash; }
    for folder in '<touch PWN;' "it's \"a\" \\run \$(touch PWN) \`touch PWN\`" 'two
lines' "$(printf 'r\377n')"; do
        is "the page's command names the folder of its run" "$(again "$folder")" "$folder"
    done
else
    echo "ok $((tests += 1)) - commands on pages # SKIP bash is not installed"
fi

# ---- runs in such folders ----
run small.yaml -o "$(printf 'new\377\nrun')" >/dev/null
is "a run is written to a folder of any name" "$?-$(cat stderr)" 0-
sed 1d small.yaml >"$(printf 'sm\377ll.yaml')"
run "$(printf 'sm\377ll.yaml')" -o named >/dev/null
is "a question whose file name is not UTF-8 is refused" $? 2
has "the message explains that the file name is not UTF-8" "$(cat stderr)" "the name of the file is not one line of UTF-8 text"
mkdir "$(printf 'two\nlines.d')" && cp small.yaml "$(printf 'two\nlines.d')"
run "$(printf 'two\nlines.d/small.yaml')" -o named >/dev/null
is "a question with a line break in its path is refused" "$?-$(grep -c "the file's path contains a line break" stderr)" 2-1
cp small.yaml "$(printf 'sm\377ll.yaml')"
run "$(printf 'sm\377ll.yaml')" -o named >/dev/null
is "a question with its own name runs under any file name" $? 0
is "the manifest has all arguments of the run" "$(grep -c "$(printf '"sm\357\277\275ll.yaml"')" named/manifest.json)" 2
report named
is "the pages are valid text" "$(valid named/report.md && valid named/report.html && echo yes)" yes

# ---- arguments that look like parts of the line above a saved specification ----
# reads NAME ARGUMENTS...: checks that the report of a run contains every row.
reads() {
    name=$1
    shift
    rm -rf saved
    run "$@" -o saved >/dev/null
    report saved
    is "$name: the run is read back" "$?-$(cat stderr)" "$plain"
}
report plain
plain="$?-$(cat stderr)"
reads "a filter of two lines" small.yaml --filter 'n == 16
or n == 32'
reads "a setting that contains an option" small.yaml --set 'note=run 1, --shard 1/2 of it'
reads "a setting with a quote and an option" small.yaml --set "note=x', --filter 'n == 8"
mkdir -p 'a, tier b' "x, --set 'n=8'"
sed '/^name:/d' small.yaml >'a, tier b/q.yaml'
cp small.yaml "x, --set 'n=8'/t.yaml"
reads "a path with a tier" 'a, tier b/q.yaml'
reads "a path with a setting" "x, --set 'n=8'/t.yaml"

# ---- reused training runs ----
printf '%s\n' 'question: which?' 'kind: quality' 'factors: {n: [30, 40]}' >trained.yaml
ATTNLAB_FAKE_LOSSES=1
export ATTNLAB_FAKE_LOSSES
run trained.yaml -o "$(printf 'tr\377ned')" >/dev/null
run trained.yaml --reuse "$(printf 'tr\377ned')" -o again >/dev/null
is "reused rows name their run" "$(column again/cells.csv trained_in)" \
    "$(printf 'tr\357\277\275ned\ntr\357\277\275ned')"

# ---- byte order marks, and long names ----
printf '\357\273\277question: does it?\nfactors: {n: [8, 16]}\n' >marked.yaml
run marked.yaml -o marked >/dev/null
is "a byte order mark before a specification is ignored" "$?-$(cat stderr)" 0-
run marked.yaml -o marked --resume >/dev/null
is "the byte order mark is not saved in plan.yaml" "$?-$(grep -c "$(printf '\357\273\277')" marked/plan.yaml)" 0-0
printf '\357\273\277rounds: two\n' >marked.yaml
run marked.yaml -o none >/dev/null
has "error columns do not count the byte order mark" "$(cat stderr)" "marked.yaml:1:9: key rounds: found 'two'"
long=$(printf '%0210d' 0)
cp small.yaml "$long.yaml"
sed -i '/^name:/d' "$long.yaml"
run "$long.yaml" -o none >/dev/null
has "names of questions have a maximum length" "$?-$(cat stderr)" "2-$long.yaml: found the name '0000000000000000000000000000000000000000...', expected at most 200 bytes"

# ---- names that look like glob patterns ----
for i in 1 2; do
    run small.yaml --shard $i/2 -o "part[$i]" >/dev/null
    for kept in predictions/a.jsonl weights/b.safetensors scores/c.gz; do
        file=${kept%.*}00000000000000$i.${kept##*.}
        mkdir -p "part[$i]/${kept%/*}" && echo "$i" >"part[$i]/$file"
    done
done
"$attnlab" merge 'part[1]' 'part[2]' -o 'part[*]' >stdout 2>&1
is "a merge copies the files that rows have saved" "$? $(ls -d 'part[*]'/*/*[12].* | sed 's|.*/||; s|00000000000000||' | xargs)" \
    "0 a1.jsonl a2.jsonl c1.gz c2.gz b1.safetensors b2.safetensors"
mkdir 'runs[1]' && cp -r plain 'runs[1]/one run' && cp -r plain 'runs[1]/b'
"$attnlab" compare 'runs[1]' plain >stdout 2>stderr
has "the runs of a folder are listed" "$(cat stderr)" "runs[1] is not a run, because it has no cells.csv. It contains the runs b, one run"
"$attnlab" reproduce 'runs[1]' --question smal >stdout 2>stderr
has "the questions of a folder are listed" "$(cat stderr)" "Its questions are small; did you mean small?"
mkdir -p 'home[1]/ablations/setups' && ln -s "$here/../../plots" 'home[1]/plots'
cp small.yaml 'home[1]/ablations' && cp small.yaml 'home[1]/ablations/setups/cheap.yaml'
printf 'question: which?\nuse: chea\n' >uses.yaml
in_home() { ATTNLAB_HOME=$PWD/home[1] "$attnlab" "$@" 2>&1; }
has "the project's questions are found" "$(in_home list ablations)" "home[1]/ablations/small.yaml"
has "the project's kinds of figures are found" "$(in_home list figures)" "ratio"
has "the project's setups are found" "$(in_home plan uses.yaml)" "one of cheap; did you mean cheap?"
finish
