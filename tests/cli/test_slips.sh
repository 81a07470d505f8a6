#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the message and exit status of common user errors.
#
# usage: tests/cli/test_slips.sh [--table]
#
#   --table  print the table of user errors; tests/slips.md has a copy
#
# Each line of slips() describes a user error: its name, a sed command that edits a correct specification, the
# attnlab command, the exit status, and a part of the message.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_DATA # the real worker; no fetched data
PATH=$(cd "$(dirname "$attnlab")" && pwd):$PATH
table=$work/slips.md
cd "$work" || exit 1

timed() { # prints a correct specification of timed layers
    cat <<'Y'
question: "does it, or not?"
rounds: 2
baseline: dot
arms:
  dot: {score: dot}
  neural: {score: neural}
fixed: {d_model: 64, heads: 2}
factors:
  n: [8, 16]
rules:
  - exclude: n > 8 and score == neural
figures:
  - {kind: ratio}
Y
}
trained() { # prints a correct specification of trained models
    cat <<'Y'
question: "does it train better?"
kind: quality
baseline: dot
arms:
  dot: {score: dot}
  neural: {score: neural}
fixed: {data: "text:builtin", steps: 2, d_model: 16, heads: 2, layers: 1, n: 16, evaluate_limit: 2}
seeds: [1, 2]
figures:
  - {kind: dots}
simple_baselines: none
Y
}

# ---- commands of more than one line ----
# Returns once the first row is in the journal.
begun() { # DIR OPTIONS...: starts a run in the background; its process ID is $driver
    folder=$1
    shift
    interruptible attnlab run timed.yaml -o "$folder" "$@" >/dev/null 2>"$folder.said" &
    driver=$!
    until [ -s "$folder/journal.jsonl" ]; do sleep 0.02; done
}
long="-q --set rounds=1000"
killed_run() { # DIR: starts a run and kills its driver
    # shellcheck disable=SC2086 # two words
    begun "$1" $long
    kill -KILL "$driver"
    wait "$driver" 2>/dev/null
}
report_of_killed_run() {
    killed_run cut
    attnlab report cut >/dev/null 2>cut.said
    code=$?
    sed -n 's/^ *\(attnlab run .*--resume\)$/\1/p' cut/report.md >&2
    return $code
}
second_run() {
    # shellcheck disable=SC2086
    begun busy $long
    attnlab run timed.yaml $long -o busy --resume
    code=$?
    kill -KILL "$driver"
    wait "$driver" 2>/dev/null
    return $code
}
control_c() {
    begun stopped --set rounds=1000
    kill -INT "$driver"
    wait "$driver"
    code=$?
    sed -n '/^the run is not finished/,$p' stopped.said >&2
    return $code
}
another_plan() {
    attnlab run timed.yaml -q -o done >/dev/null 2>&1
    attnlab run timed.yaml -q -o done --resume --set n=8
}
full_disk() { # simulated by a limit on the file size
    (ulimit -f 256; trap '' XFSZ; exec attnlab run timed.yaml -q -o full --set rounds=1000) 2>full.said
    code=$?
    head -n 2 full.said >&2 # omits messages about the tables, which may or may not fit on the disk
    return $code
}

# ---- the user errors ----
slips() {
    sed '/^#/d; /^$/d' <<'T'
# Columns: name | edit of the specification | command | exit status | part of the message

# errors in a specification
a typo in a key | s/^factors/factros/ | attnlab plan timed.yaml | 2 | timed.yaml:8:1: key factros: unknown key in a question
text instead of a number | s/rounds: 2/rounds: two/ | attnlab plan timed.yaml | 2 | timed.yaml:2:9: key rounds: found 'two', expected an integer
a range in another language's syntax | s/^seeds.*/seeds: 1..3/ | attnlab plan trained.yaml | 2 | trained.yaml:8:8: key seeds: found '1..3', expected a range: first-last,
a range that falls | s/  n: .*/  n: 16-8/ | attnlab plan timed.yaml | 2 | timed.yaml:9:6: key n: 
an empty list | s/  n: .*/  n: []/ | attnlab plan timed.yaml | 2 | timed.yaml:9:6: key n: found 0 values, expected at least one value
an unknown choice | s/{score: neural}/{score: nural}/ | attnlab plan timed.yaml | 2 | did you mean neural?
a width that is not a multiple of the heads | s/d_model: 64/d_model: 65/ | attnlab plan timed.yaml | 2 | timed.yaml:7:9: key d_model: d_head: found '32.5', expected an integer from 1 to 4096 (computed from d_model = 65, heads = 2)
a width that is not a multiple of the heads, in a cell | | attnlab cell "d_model=65,heads=2" | 2 | axis d_model: d_head: found '32.5', expected an integer from 1 to 4096 (computed from d_model = 65, heads = 2)
a misspelt operator | s/ and / adn / | attnlab plan timed.yaml | 2 | unexpected 'adn' (expected an operator or the end of the formula); did you mean and?
a tab instead of spaces | s/^  n:/\tn:/ | attnlab plan timed.yaml | 2 | timed.yaml:9:1: YAML syntax: found character that cannot start any token
a tab after a dash | s/- {kind/-\t{kind/ | attnlab plan timed.yaml | 2 | timed.yaml:13:4: YAML syntax: 
a colon in a text | s/^question.*/question: what: is it/ | attnlab plan timed.yaml | 2 | timed.yaml:1:15: YAML syntax: mapping values are not allowed in this context
an unknown figure | s/kind: ratio/kind: training_axis/ | attnlab plan timed.yaml | 2 | timed.yaml:13:12: key kind: found 'training_axis', expected one of
a figure for other kinds of questions | s/kind: ratio/kind: dots/ | attnlab plan timed.yaml | 2 | found 'dots', which is for questions that train models
an option that the figure does not have | s/kind: ratio/kind: ratio, reading: flop/ | attnlab plan timed.yaml | 2 | timed.yaml:13:28: key figures: kind ratio: found 'reading', expected one of where panel
a misspelt option | s/kind: ratio/kind: scaling, panels: n/ | attnlab plan timed.yaml | 2 | did you mean panel?
a figure of an unknown axis | s/kind: ratio/kind: scaling, x: lenght/ | attnlab plan timed.yaml | 2 | timed.yaml:13:24: key x: found 'lenght', expected the name of an axis
a figure of an invalid value | s/kind: ratio/kind: ratio, where: {n: ten}/ | attnlab plan timed.yaml | 2 | key n: found 'ten'
a figure of an unknown arm | s/kind: ratio/kind: ratio, where: {arm: nural}/ | attnlab plan timed.yaml | 2 | key where: found 'nural', expected the name of an arm
an unknown figure and an unknown choice | s/kind: ratio/kind: training_axis/; s/{score: neural}/{score: nural}/ | attnlab plan timed.yaml | 2 | timed.yaml:13:12: key kind: found 'training_axis', expected one of
a figure along an axis that no cell has | s/kind: ratio/kind: scaling, x: lr/ | attnlab plan timed.yaml | 2 | timed.yaml:13:24: key x: found 'lr', expected an axis with several values
a figure along an axis with one value | s/kind: ratio/kind: scaling, x: heads/ | attnlab plan timed.yaml | 2 | timed.yaml:13:24: key x: found 'heads', expected an axis with several values
panels by an axis that no cell has | s/kind: ratio/kind: ratio, panel: lr/ | attnlab plan timed.yaml | 2 | key panel: found 'lr', expected an axis with a value in at least one cell
two arms with the same settings | s/  neural: .*/&\n  again: {score: neural}/ | attnlab plan trained.yaml | 2 | again has the same settings as neural
an arm in another condition | s/  neural: {score: neural}/  neural: {score: neural, position: none}/ | attnlab plan trained.yaml | 2 | arm neural differs from its baseline dot in an axis of conditions
a single tuning seed | s/^seeds.*/&\nfactors: {lr: [0.004, 0.008]}\ntune: {axis: lr, seeds: [9]}/ | attnlab plan trained.yaml | 2 | key tune: found 1 tuning seed that is used only for tuning, expected 3 to 7
a single tuning seed, with seeds from --set | s/^seeds.*/&\nfactors: {lr: [0.004, 0.008]}\ntune: {axis: lr, seeds: [1]}/ | attnlab plan trained.yaml --set seed=5-8 | 2 | key tune: found 1 tuning seed that is used only for tuning
an axis that depends on the tuned one | s/^seeds.*/factors: {lr: [0.004, 0.008], seed: [1, 2]}\nderive: {weight_decay: 0.0001 \/ lr}\ntune: {axis: lr, seeds: [1]}/ | attnlab plan trained.yaml | 2 | key tune: lr depends on another axis in all cells, so there is nothing to choose; expected cells that differ only in lr
a rule about an unknown choice | s/== neural$/== neurl/ | attnlab plan timed.yaml | 2 | key exclude: in the formula 'n > 8 and score == neurl': score: found 'neurl'
a rule about an unknown arm | s/score == neural$/arm in [dot, neurl]/ | attnlab plan timed.yaml | 2 | arm: found 'neurl', expected an arm of this question; did you mean neural?
a rule that excludes all tuning seeds | s/^seeds.*/&\nfactors: {lr: [0.004, 0.008]}\ntune: {axis: lr, seeds: [7, 8, 9]}\nrules:\n  - {exclude: seed > 5, because: none}/ | attnlab plan trained.yaml | 2 | key tune: no cell has a tuning seed, so no value of lr can be chosen; add the key `seeds`, and let all rules keep
an arm that sets an axis of a grid | s/^seeds.*/grids: [{factors: {lr: [0.004, 0.008], seed: [1, 2]}}]/; s/{score: neural}/{score: neural, lr: 0.004}/ | attnlab plan trained.yaml | 2 | key lr: found in the arm neural and in factors, zip or derive
two arms with the same label | s/{score: dot}/{score: dot, label: same}/; s/{score: neural}/{score: neural, label: same}/ | attnlab plan timed.yaml | 2 | timed.yaml:6:3: key label: found 'same' for both dot and neural, expected different labels
an empty label | s/{score: dot}/{score: dot, label: ""}/ | attnlab plan timed.yaml | 2 | timed.yaml:5:28: key label: found '', expected a text
a metric that the task does not measure | s/^seeds.*/&\nmetric: bleu/ | attnlab plan trained.yaml | 2 | trained.yaml:9:9: key metric: found bleu, which some cells do not measure, expected one of loss, perplexity
a metric that needs other settings | s/^seeds.*/&\nmetric: loss_2n/ | attnlab plan trained.yaml | 2 | key metric: found loss_2n, which some cells do not measure, expected one of
a control character in a label | s/{score: dot}/{score: dot, label: "M\\x1b[31m"}/ | attnlab plan timed.yaml | 2 | timed.yaml:5:28: found an invalid text: byte 2 is 0x1b, a control character
an invalid name | s/^rounds/name: .\n&/ | attnlab plan timed.yaml | 2 | timed.yaml:2:7: key name: found '.', expected a name of at most 100 letters

values without brackets | s/^seeds.*/&\nfactors: {n: [8, 16], lr: "1e-3, 3e-3"}/ | attnlab plan trained.yaml | 2 | key lr: found '1e-3, 3e-3', expected a number from 1e-09 to 100; write several values as a list: [1e-3, 3e-3]
values without brackets in a map | s/^seeds.*/&\nfactors: {lr: 1e-3, 3e-3}/ | attnlab plan trained.yaml | 2 | found '3e-3', expected the name of an axis (`attnlab list axes`); write several values of one axis as a list: [1e-3, 3e-3]
tuning with only the name of an axis | s/^seeds.*/&\ntune: lr/ | attnlab plan trained.yaml | 2 | key tune: found 'lr', expected {axis: lr, seeds: [101, 102, 103]}
a width that is not a multiple of the heads | s/d_model: 16/d_model: 15/ | attnlab plan trained.yaml | 2 | key d_model: d_head: found '7.5', expected an integer from 1 to 4096 (computed from d_model = 15, heads = 2)

# errors on the command line
an unknown arm | | attnlab plan timed.yaml --filter arm=nural | 2 | unknown arm 'nural'; the arms are dot, neural; did you mean neural?
a name with a hyphen in a formula | | attnlab plan timed.yaml --filter 'arm in [dot, dot-plain]' | 2 | 'dot' is text (expected a number); quote a name with a hyphen: "dot-plain"
filters that leave no cell | | attnlab plan timed.yaml --filter score=dot --filter n=32 | 2 | 'n=32': 0 of 2 cells pass (after 'score=dot'); the values are 8, 16
an unknown axis in --filter and --set, with two files | | attnlab plan timed.yaml trained.yaml --filter socre=dot --set nn=3 | 2 | --set: 'nn=3': there is no axis nn; did you mean n?
--resume without a run | | attnlab run timed.yaml --resume | 2 | missing folder of the run (expected -o DIR --resume)
--resume of a missing run | | attnlab run timed.yaml -q -o nowhere --resume | 2 | there is no run in nowhere
another tier with --resume | | attnlab run timed.yaml -q -o known >stdout; attnlab run -o known --resume --tier full | 2 | need a specification
a file in place of the folder | | attnlab run timed.yaml -q -o timed.yaml | 2 | timed.yaml: Not a directory: this path or a parent folder is a file
a key of the specification in --set | | attnlab plan trained.yaml --set metric=accuracy | 2 | the key metric can only be set in the file
a nonexistent CPU | | attnlab run timed.yaml -q -o nocpu --cpus core:99 | 2 | --cpus: CPU list "core:99": no Core 99 (there are
an invalid list of CPUs | | attnlab run timed.yaml -q -o nocpu --cpus x | 2 | expected a CPU number
a nonexistent CPU for a cell | | attnlab cell n=8,d_model=16,heads=2 --cpus 9999 | 2 | --cpus: CPU list "9999": CPU 9999 is not allowed
a training cell in attnlab check | | attnlab check --cell kind=quality | 2 | the kind 'quality' trains a model, expected the kind 'overhead', which times a single layer
an unknown topic | | attnlab list nonsense | 2 | attnlab list: unknown topic 'nonsense', expected slots, axes,
a topic in the singular form | | attnlab list slot | 2 | did you mean slots?
an extra argument | | attnlab data list extra | 2 | attnlab data: list: unexpected argument 'extra'
a shard given twice | | attnlab merge . . -o merged | 2 | . and . are the same run, expected each shard once
another plan in the folder of a run | | another_plan | 2 | done contains rows of another plan

# events during a run
a full disk | | full_disk | 1 | Finished rows are safe in full/journal.jsonl; fix this, then resume with
the report of a killed run | | report_of_killed_run | 0 | attnlab run timed.yaml -q --set rounds=1000 -o cut --resume
two runs in one folder | | second_run | 2 | another attnlab is writing to this run
Ctrl-C | | control_c | 130 | attnlab run timed.yaml --set rounds=1000 -o stopped --resume

# commands whose data are missing
missing data in a plan | s/text:builtin/multi30k/ | attnlab plan trained.yaml --data . --set task=translate | 2 | datasets/fetch.sh multi30k
missing data in a run | s/text:builtin/multi30k/ | attnlab run trained.yaml -q -o lacking --data . --set task=translate | 2 | datasets/fetch.sh multi30k
a task that cannot read the data | | attnlab plan trained.yaml --set task=images | 2 | every cell is `unsupported`
a tilde that is not expanded | | attnlab data show text:~/mine.txt | 2 | ~ is not expanded here: give the full path
a file name as a data set | | attnlab data show timed.yaml | 2 | use text:timed.yaml, or labelled:timed.yaml
T
}

# ---- running the commands, and the table of messages ----
# Removes text that differs between machines or runs: notes on the machine, commands that rerun a row, the
# signal that ended a worker, the error of a full disk, and the progress of a run. Also removes lists that grow
# with the project.
normal() {
    sed -e '/^note: /d; /^    attnlab cell /d' -e "s|$work|.|g" \
        -e 's/\(cannot write a row\): .*\. Finished/\1: .... Finished/' \
        -e 's/\(expected one of\) [a-z_0-9 ]*[a-z_0-9]/\1 .../' \
        -e 's/\(a list of names, one of\) [a-z_0-9, -]*[a-z_0-9]/\1 .../' \
        -e 's/\(memory_mib = 1\) (.*/\1 (...)/; s/[0-9][0-9]* of its [0-9]* rows are/... of its rows are/' \
        -e 's/(there are [0-9]*, numbered/(there are ..., numbered/; s/(allowed: [-0-9,]*)/(allowed: ...)/' "$@"
}
# field: formats text as a cell of a Markdown table.
field() { sed 's/|/\\|/g; s/</\&lt;/g' | awk 'NR > 1 { printf "<br>" } { printf "%s", $0 }'; }

trim() { sed 's/^ *//; s/ *$//'; }
ask() { # LINE
    name=$(printf '%s\n' "$1" | cut -d'|' -f1 | trim)
    edit=$(printf '%s\n' "$1" | cut -d'|' -f2 | trim)
    command=$(printf '%s\n' "$1" | cut -d'|' -f3 | trim)
    expected=$(printf '%s\n' "$1" | cut -d'|' -f4 | trim)
    piece=$(printf '%s\n' "$1" | cut -d'|' -f5 | sed 's/^ //')
    timed | sed "$edit" >timed.yaml
    trained | sed "$edit" >trained.yaml
    eval "$command" >stdout 2>stderr
    code=$?
    answer=$(cat stderr)
    is "$name: exit status" "$code" "$expected"
    has "$name: message" "$answer" "$piece"
    printf '| %s | %s | `%s` | %s | %s |\n' "$name" "$(printf '%s\n' "$edit" | field | sed 's/..*/`&`/')" \
        "$(printf '%s\n' "$command" | field)" "$code" "$(echo "$answer" | normal | field)" >>"$table"
}

cat >"$table" <<'M'
# User errors

Common user errors, with the message and the exit status of each command. Exit status 1 means that a
row failed, 2 means a wrong command or specification, and 128 + n means signal n.
`tests/cli/test_slips.sh` runs all commands and compares their messages with this page. The script
contains the two correct specifications, which the `sed` expressions of the second column edit, and the
commands of more than one line. `tests/cli/test_slips.sh --table > tests/slips.md` rewrites the page.

| error | edit of the specification | command | exit status | message |
| --- | --- | --- | ---: | --- |
M
slips >lines
while IFS= read -r line <&9; do ask "$line"; done 9<lines >"$work/tap"
if [ "${1:-}" = --table ]; then
    cat "$table"
    grep '^not ok' "$work/tap" >&2
else
    cat "$work/tap"
    is "tests/slips.md has these messages (--table prints the page)" "$(diff "$here/../slips.md" "$table" 2>&1)" ""
    finish
fi
