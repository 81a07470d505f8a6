#!/bin/sh
# SPDX-License-Identifier: MIT
# attnlab new: what it writes is complete, and what the README says of adding a variant is true as
# typed. In a copy of the built tree, so that only what is new is compiled.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_HOME
cd "$here/../.." || exit 1
tree=$work/tree
mkdir -p "$tree/build"
cp -a .clang-format Makefile attnlab attnlab-worker base datasets harness kernels models plots ablations tests "$tree"
cp -a build/obj "$tree/build/"
readme=$PWD/kernels/README.md
cd "$tree" || exit 1
# Whoever went by the README has its example already.
rm -f kernels/normalizers/taylor.c
sed -i '/^NORMALIZER(taylor)$/d' kernels/normalizers/list.def
new() { ./attnlab new "$@" >"$work/stdout" 2>"$work/stderr"; }
# refused NAME STATUS-AND-MESSAGE ARGUMENTS...
refused() {
    name=$1 said=$2
    shift 2
    new "$@"
    has "$name" $?-"$(cat "$work/stderr")" "$said"
}

# ---- refusals: nothing is written ----
find kernels | sort >"$work/before"
cksum kernels/*/list.def >>"$work/before"
refused "nothing asked" "2-attnlab new: expected WHAT NAME" normalizer
refused "one word too many" "2-attnlab new: unexpected argument 'two'" score one two
refused "an unknown option" "2-attnlab new: unknown option '--form'" score trial_mine --form dot
refused "a kind that is none" "2-attnlab new: WHAT: found 'scor', expected score, logits, normalizer, projection (for q, k, v and o), gate, combine, data (a data set), task or question; did you mean score?" scor trial_mine
refused "a name that is no identifier" "2-attnlab new: NAME: found '2fast', expected a small letter" score 2fast
refused "a name with a dash" "2-attnlab new: NAME: found 'my-score'" score my-score
refused "a path" "2-attnlab new: NAME: found '../mine'" score ../mine
refused "a long name" "40 at most" score a23456789b23456789c23456789d23456789e23456789
refused "a word of C" "2-attnlab new: NAME: 'while' is a word of C or YAML" gate while
refused "a word of YAML" "2-attnlab new: NAME: 'null' is a word of C or YAML" gate null
refused "a choice that there is" "2-attnlab new: NAME: 'dot' is taken: $tree/kernels/scores/list.def lists it" score dot
refused "a choice whose file is called otherwise" "2-attnlab new: NAME: 'sigmoid' is taken" gate sigmoid
refused "a file of another slot" "2-attnlab new: NAME: $tree/kernels/normalizers/relu.c is there already" score relu
refused "a file of another room" "2-attnlab new: NAME: $tree/base/stats.c is there already" score stats
refused "a copy of nothing" "2-attnlab new: --from: 'sofmax' is no normalizer; attnlab list slots shows them; did you mean softmax?" normalizer trial_mine --from sofmax
touch kernels/scores/unlisted.c
refused "a file that no list has" "2-attnlab new: NAME: $tree/kernels/scores/unlisted.c is there already" score unlisted
is "it stays as it was" "$(wc -c <kernels/scores/unlisted.c)" 0
rm kernels/scores/unlisted.c
mkdir -p "$work/elsewhere/plots" "$work/elsewhere/ablations"
ATTNLAB_HOME=$work/elsewhere refused "no checkout" "3-attnlab new: $work/elsewhere has no kernels/scores/list.def" score trial_mine
mv kernels/templates "$work/templates"
refused "a template that is gone" "3-attnlab new: $tree/kernels/templates/score.c.in: cannot be read" score trial_mine
mv "$work/templates" kernels/templates
mkdir kernels/scores/list.def.tmp
refused "a list that cannot be written" "3-attnlab new: cannot write $tree/kernels/scores/list.def: " score trial_mine
rmdir kernels/scores/list.def.tmp
{ find kernels | sort; cksum kernels/*/list.def; } >"$work/after"
is "a refusal writes nothing" "$(diff "$work/before" "$work/after")" ""

# ---- each slot's template, and a copy with a fast path ----
for pair in score:bilinear logits:fourier normalizer:softmax projection:residual gate:sigmoid combine:differential; do
    slot=${pair%:*} from=${pair#*:}
    new "$slot" "trial_$slot"
    is "a $slot" $?-"$(cat "$work/stderr")" 0-
    has "tells what to do next" "$(cat "$work/stdout")" "./attnlab check --filter "
    new "$slot" "trial_$from" --from "$from"
    is "a copy of $from" $?-"$(cat "$work/stderr")" 0-
done
echo mine >trial_old.yaml
new score trial_old
is "what is there already stays" "$?-$(cat trial_old.yaml)-$(grep -c 'name it in a specification' "$work/stdout")" "0-mine-1"
new projection trial_fourth --from fourth_matrix
is "a copy stands in its list as its original does" "$(tail -n 1 kernels/projections/list.def)" "OUTPUT(trial_fourth)"
is "no name of a template is left" "$(grep -l '@name@' kernels/*/*.c)" ""

# ---- the README's example, as it stands there ----
sed -n '/^## To add a variant/,/^## To add a choice/p' "$readme" >"$work/section"
fenced() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$work/section" | sed '1d;$d'; }
sed -n 's/^    \(\.\/attnlab .*\)/\1/p' "$work/section" >"$work/commands"
is "commands of the README" "$(wc -l <"$work/commands")" 6
say() { sed -n "$1p" "$work/commands"; }
sh -c "$(say 1)" >/dev/null
is "$(say 1)" $? 0
fenced c >"$work/yours"
sed -i -e '/^static const struct by_hand/r '"$work/yours" -e '/^\/\* Finite whatever x/,/^};$/d' \
    kernels/normalizers/taylor.c
is "its part is in the file" "$(grep -cE '^static .*(weight|slope|by_hand)' kernels/normalizers/taylor.c)" 3
if command -v clang-format >/dev/null; then
    clang-format --dry-run -Werror kernels/*/trial_score.c kernels/*/trial_normalizer.c kernels/*/trial_projection.c \
        kernels/gates/trial_gate_gate.c kernels/logits/trial_logits_logits.c \
        kernels/combinations/trial_combine_combine.c kernels/normalizers/taylor.c 2>&1 | head -n 5 >"$work/format"
    is "what is written has the project's format" "$(cat "$work/format")" ""
fi
make -s -j "$(nproc)" >"$work/make" 2>&1
is "all compile" $?-"$(grep -E 'error|warning' "$work/make")" 0-
is "a question about it, which can be planned" "$(./attnlab plan trial_score.yaml 2>&1 | grep -c 'trial_score: Does trial_score lower')" 1
for line in 2 3; do
    sh -c "$(say $line) -q --limit 200" >"$work/check" 2>&1 # of some two thousand, which take minutes
    has "$(say $line)" $?-"$(tail -n 1 "$work/check")" "0-"
done
for choice in score=trial_score logits=trial_logits logits=trial_fourier normalizer=trial_normalizer k=trial_projection \
    gate=trial_gate score=trial_bilinear normalizer=trial_softmax v=trial_residual gate=trial_sigmoid o=trial_fourth \
    combine=trial_combine combine=trial_differential; do
    ./attnlab check -q --filter $choice --limit 24 >"$work/check" 2>&1
    has "check of $choice" $?-"$(tail -n 1 "$work/check")" "0-"
    ./attnlab check -q --gradients --filter $choice --limit 12 >"$work/check" 2>&1
    has "its gradients" $?-"$(tail -n 1 "$work/check")" "0-"
done
fenced yaml >taylor.yaml
for line in 4 5 6; do
    sh -c "$(say $line)" >"$work/said" 2>"$work/stderr"
    has "$(say $line)" $?-"$(tail -n 3 "$work/stderr")" "0-"
done
is "every training is ok" "$(column results/taylor/cells.csv status | sort -u | tr '\n' ' ')" "not_needed ok "
has "the report has the question" "$(cat results/taylor/report.md)" "Does the Taylor softmax"

# ---- the unit tests read the lists ----
units="initial_values layer scores score_backward normalizers normalizer_backward projections \
projection_backward gates logits net_decoding"
make -s -j "$(nproc)" unit-build >"$work/make" 2>&1
is "unit tests are built" $?-"$(grep error "$work/make")" 0-
for unit in $units; do
    build/obj/unit/tests "test_$unit" >"$work/unit" 2>&1
    has "test_$unit" $?-"$(tail -n 20 "$work/unit")" "0-"
done
finish
