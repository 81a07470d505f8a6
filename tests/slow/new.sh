#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that attnlab new writes complete files, and that the README's steps for adding a variant work. The
# test uses a copy of the built tree.
# make: unit-build
. "$(dirname "$0")/../cli/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_HOME
cd "$here/../.." || exit 1
tree=$work/tree
mkdir -p "$tree/build"
cp -a .clang-format Makefile attnlab attnlab-worker base datasets harness kernels models plots ablations tests "$tree"
cp -a build/obj "$tree/build/"
readme=$PWD/kernels/README.md
cd "$tree" || exit 1
# The user may have created this example already.
rm -f kernels/normalizers/taylor.c
sed -i '/^NORMALIZER(taylor)$/d' kernels/normalizers/list.def
new() { ./attnlab new "$@" >"$work/stdout" 2>"$work/stderr"; }
# refused NAME STATUS-AND-MESSAGE ARGUMENTS...: checks the exit status and message of a refused command.
refused() {
    name=$1 said=$2
    shift 2
    new "$@"
    has "$name" $?-"$(cat "$work/stderr")" "$said"
}

# ---- invalid arguments: nothing is written ----
sources() {
    find kernels datasets models | sort
    cksum kernels/*/list.def datasets/list.def models/tasks/list.def
}
sources >"$work/before"
refused "no name" "2-attnlab new: missing NAME; example: \`attnlab new score mine\`" normalizer
refused "an extra argument" "2-attnlab new: unexpected argument 'two'" score one two
refused "an unknown option" "2-attnlab new: unknown option '--form'" score trial_mine --form dot
refused "an unknown kind" "2-attnlab new: WHAT: unknown kind 'scor', expected score, logits, normalizer, projection (for q, k, v and o), gate, combine, data (a data set of lines with labels), text (a data set of running text), task or question; did you mean score?" scor trial_mine
refused "a name that is not an identifier" "2-attnlab new: NAME: found '2fast', expected at most 40 lower-case letters, digits or '_', starting with a letter" score 2fast
refused "a name with a dash" "2-attnlab new: NAME: found 'my-score'" score my-score
refused "a path as the name" "2-attnlab new: NAME: found '../mine'" score ../mine
refused "a name that is too long" "at most 40" score a23456789b23456789c23456789d23456789e23456789
refused "a keyword of C" "2-attnlab new: NAME: 'while' is reserved in C, YAML or questions" gate while
refused "a keyword of YAML" "2-attnlab new: NAME: 'null' is reserved in C, YAML or questions" gate null
refused "the name of an arm of each setup" "2-attnlab new: NAME: 'plain' is reserved" score plain
refused "the name of the negative control" "2-attnlab new: NAME: 'negative_control' is reserved" score negative_control
refused "the name for no choice" "2-attnlab new: NAME: 'none' is reserved" score none
refused "an existing choice" "2-attnlab new: NAME: 'dot' is taken (listed in $tree/kernels/scores/list.def)" score dot
refused "an existing choice whose file has another name" "2-attnlab new: NAME: 'sigmoid' is taken" gate sigmoid
touch kernels/scores/unlisted.c
refused "an existing file that is in no list" "3-attnlab new: cannot write $tree/kernels/scores/unlisted.c: File exists" score unlisted
is "the existing file is not changed" "$(wc -c <kernels/scores/unlisted.c)" 0
rm kernels/scores/unlisted.c
mkdir -p "$work/elsewhere/plots" "$work/elsewhere/ablations"
ATTNLAB_HOME=$work/elsewhere refused "a folder that is not a checkout" "3-attnlab new: cannot read $work/elsewhere/kernels/scores/list.def; run \`attnlab new\` in a checkout" score trial_mine
mv kernels/templates "$work/templates"
refused "a missing template" "3-attnlab new: $tree/kernels/templates/score.c.in: cannot be read" score trial_mine
mv "$work/templates" kernels/templates
refused "an existing data set" "2-attnlab new: NAME: 'labelled' is taken (listed in $tree/datasets/list.def)" data labelled
refused "an existing task" "2-attnlab new: NAME: 'spans' is taken (listed in $tree/models/tasks/list.def)" task spans
refused "a data set with a dash" "2-attnlab new: NAME: found 'my-data'" data my-data
ATTNLAB_HOME=$work/elsewhere refused "a data set outside a checkout" "3-attnlab new: cannot read $work/elsewhere/datasets/list.def" data trial_mine
refused "an invalid name of a question" "2-attnlab new: NAME: found 'My', expected at most 40 lower-case letters, digits or '_' or '-', starting with a letter" question My
ATTNLAB_HOME=$work/elsewhere refused "a missing template of questions" "3-attnlab new: $work/elsewhere/ablations/templates/question.yaml.in: cannot be read" question trial-mine
is "no question file is left" "$(ls ./*.yaml 2>/dev/null)" ""
sources >"$work/after"
is "rejected commands write nothing" "$(diff "$work/before" "$work/after")" ""

# ---- each slot's template ----
for slot in score logits normalizer projection gate combine; do
    new "$slot" "trial_$slot"
    is "a new $slot is written" $?-"$(cat "$work/stderr")" 0-
    has "the output has the next command" "$(cat "$work/stdout")" "./attnlab check --filter "
    has "the next command uses a tier that can reach a verdict" "$(cat "$work/stdout")" "./attnlab run trial_$slot.yaml --tier full -o results/trial_$slot"
done
mkdir deeper
(cd deeper && ../attnlab new gate trial_deeper) >"$work/stdout" 2>"$work/stderr"
has "from another folder, the output names the checkout" "$(cat "$work/stdout")" "  cd $tree"
has "from another folder, the output names the question" "$(cat "$work/stdout")" "  ./attnlab run $tree/deeper/trial_deeper.yaml --tier full"
echo mine >trial_old.yaml
new score trial_old
is "an existing question file is kept" "$?-$(cat trial_old.yaml)-$(grep -c 'To use the new file in a specification' "$work/stdout")" "0-mine-1"
has "a note says that the file exists" "$(cat "$work/stderr")" "note: cannot write trial_old.yaml: File exists"
# ---- a data set, a task, a question ----
for what in data text task; do
    new $what trial_$what
    is "a new $what is written" $?-"$(cat "$work/stderr")" 0-
    has "the output has the next command" "$(cat "$work/stdout")" "./attnlab run trial_$what.yaml --tier full -o results/trial_$what"
done
new question trial-question
is "a new question is written" $?-"$(cat "$work/stderr")" 0-
has "the output has the next command" "$(cat "$work/stdout")" "./attnlab plan trial-question.yaml"
has "the new question can be planned" "$(./attnlab plan trial-question.yaml --tier smoke 2>&1)" "trial-question: "
cp trial-question.yaml "$work/before.yaml"
refused "an existing question" "2-attnlab new: NAME: trial-question.yaml exists; choose another name" question trial-question
is "the existing question is not changed" "$(cmp trial-question.yaml "$work/before.yaml")" ""

# ---- kernels/README.md: a copy of a choice ----
sed -n "/^    sed 's\/activated/,/^\$/p" kernels/README.md >"$work/copy"
sh -e "$work/copy"
is "the commands of kernels/README.md copy a choice" "$?-$(tail -n 1 kernels/projections/list.def)" "0-PROJECTION(mine)"
is "no placeholder of a template is left" "$(grep -lE '@[a-z]+@' kernels/*/*.c datasets/*/*.c models/*/*.c ./*.yaml)" ""

# ---- the README's example, unchanged ----
sed -n '/^## To add a variant/,/^## To add a choice/p' "$readme" >"$work/section"
fenced() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$work/section" | sed '1d;$d'; }
sed -n 's/^    \(\.\/attnlab .*\)/\1/p' "$work/section" >"$work/commands"
is "the README has five commands" "$(wc -l <"$work/commands")" 5
say() { sed -n "$1p" "$work/commands"; }
sh -c "$(say 1)" >/dev/null
is "$(say 1)" $? 0
fenced c >"$work/yours"
sed -i -e '/^static const struct by_hand/r '"$work/yours" -e '/^\/\* The weight must be finite for every x/,/^};$/d' \
    kernels/normalizers/taylor.c
is "the README's code is in the file" "$(grep -cE '^static .*(weight|slope|by_hand)' kernels/normalizers/taylor.c)" 3
if command -v clang-format >/dev/null; then
    clang-format --dry-run -Werror kernels/*/trial_score.c kernels/*/trial_normalizer.c kernels/*/trial_projection.c \
        kernels/gates/trial_gate_gate.c kernels/logits/trial_logits_logits.c \
        kernels/combinations/trial_combine_combine.c kernels/normalizers/taylor.c datasets/sets/trial_data.c \
        datasets/sets/trial_text.c models/tasks/trial_task.c 2>&1 | head -n 5 >"$work/format"
    is "written files have the project's format" "$(cat "$work/format")" ""
fi
make -s -j "$(nproc)" >"$work/make" 2>&1
is "all new files compile" $?-"$(grep -E 'error:|warning:' "$work/make")" 0-
is "the new question can be planned" "$(./attnlab plan trial_score.yaml 2>&1 | grep -c 'trial_score: Does a small transformer with trial_score')" 1
sh -c "$(say 2) -q --limit 48" >"$work/check" 2>&1 # checking all two thousand would take minutes
has "$(say 2)" $?-"$(tail -n 1 "$work/check")" "0-"
for choice in score=trial_score logits=trial_logits normalizer=trial_normalizer k=trial_projection gate=trial_gate \
    combine=trial_combine v=mine; do
    ./attnlab check -q --filter $choice --limit 12 >"$work/check" 2>&1
    has "the check of $choice passes" $?-"$(tail -n 1 "$work/check")" "0-"
done

# ---- the data set without files, with files, with a wrong file; its question and that of the task ----
shown() { ./attnlab data "$@" 2>&1 | tail -n 8; }
is "a data set without its files" "$(shown show trial_data)" \
    "attnlab data: data set 'trial_data': missing folder $ATTNLAB_DATA/trial_data; put its files into $ATTNLAB_DATA/trial_data"
has "list says that the files are missing" "$(./attnlab list datasets)" "missing: copy your files to $ATTNLAB_DATA/trial_data"
has "a user's data set cannot be fetched" "$(shown fetch trial_data)" "data set 'trial_data' has no download (source: yours)"
mkdir -p "$ATTNLAB_DATA/trial_data"
for i in 0 1 2 3 4 5 6 7 8 9; do printf 'spam\tbuy %d now\nham\tsee you at %d\n' $i $i; done >"$ATTNLAB_DATA/trial_data/train.tsv"
has "a missing part is named" "$(shown show trial_data)" "$ATTNLAB_DATA/trial_data: no such file: test.tsv; put its files into"
echo 'no tab' >"$ATTNLAB_DATA/trial_data/test.tsv"
has "an invalid line" "$(shown show trial_data)" "trial_data/test.tsv:1: invalid line 'no tab' (expected a label, a tab and a text)"
printf 'ham\tbuy 3 now\n' >"$ATTNLAB_DATA/trial_data/test.tsv"
is "the records are counted" "$(./attnlab data show trial_data | sed -n 's/^records  *//p' | tr -s ' ')" "18 2 1"
has "an unknown option" "$(shown show trial_data:x)" "data set 'trial_data': unknown option 'x'"
mkdir -p "$ATTNLAB_DATA/trial_text"
has "a text without its file" "$(shown show trial_text)" "$ATTNLAB_DATA/trial_text: no such file: train.txt"
seq 1000 1999 | sed 's/^/line /' >"$ATTNLAB_DATA/trial_text/train.txt"
is "a tenth of a text is used for validation" "$(./attnlab data show trial_text | sed -n 's/^records  *//p' | tr -s ' ')" "900 100 0"
seq 50 >"$ATTNLAB_DATA/trial_text/valid.txt"
is "an existing valid.txt is used for validation" "$(./attnlab data show trial_text | sed -n 's/^records  *//p' | tr -s ' ')" "1000 50 0"
printf 'a\377b\n' >"$ATTNLAB_DATA/trial_text/test.txt"
has "an invalid byte" "$(shown show trial_text)" "trial_text/test.txt:1: not UTF-8 text: byte 1"
rm "$ATTNLAB_DATA/trial_text/test.txt"
small="--set steps=4 --set seed=1 --set lr=0.004 --set layers=1 --set d_model=32"
for what in data text task; do
    # shellcheck disable=SC2086 # word splitting is intended
    ./attnlab run trial_$what.yaml $small --set valid_limit=50 -o results/trial_$what -q >"$work/said" 2>"$work/stderr"
    is "the first question of a $what runs" "$?-$(cat "$work/stderr")-$(column results/trial_$what/cells.csv status | sort -u | tr '\n' ' ')" "0--ok "
    case $what in text) counting=ngram ;; *) counting=naive_bayes ;; esac
    has "the first question has simple baselines" "$(column results/trial_$what/cells.csv simple_baseline)" "$counting"
done

fenced yaml >taylor.yaml
for line in 3 4 5; do
    sh -c "$(say $line)" >"$work/said" 2>"$work/stderr"
    has "$(say $line)" $?-"$(tail -n 3 "$work/stderr")" "0-"
done
is "every training run succeeds" "$(column results/taylor/cells.csv status | sort -u | tr '\n' ' ')" "not_needed ok "
has "the report has the question" "$(cat results/taylor/report.md)" "Does the Taylor softmax"

# ---- the unit tests read the lists ----
units="initial_values layer logits net_decoding net_company dataset generated each_task quality_cell simple_baselines labels"
make -s -j "$(nproc)" unit-build >"$work/make" 2>&1
is "the unit tests are built" $?-"$(grep error: "$work/make")" 0-
for unit in $units; do
    # Only the new choices are tested; the unit tests check all others. The exception net_company also tests
    # the normalizer `taylor`.
    case $unit in
    net_company) unset ATTNLAB_TEST_CHOICES ;;
    *) export ATTNLAB_TEST_CHOICES=trial_ ;;
    esac
    build/obj/unit/tests "test_$unit" >"$work/unit" 2>&1
    has "test_$unit" $?-"$(tail -n 20 "$work/unit")" "0-"
done
# ---- a list entry whose file is missing ----
rm kernels/scores/trial_score.c
make -s >"$work/make" 2>&1
is "make fails without a file that a list names" $? 2
has "the message names the line of the list" "$(cat "$work/make")" \
    "/list.def:$(grep -n '^SCORE(trial_score)' kernels/scores/list.def | cut -d: -f1): SCORE(trial_score): no source has \`score_trial_score\`; restore the file, or remove the line"
finish
