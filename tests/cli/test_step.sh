#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `kind: step` with the real worker. A row times whole training steps, which need as much memory as a
# training run. Nothing is learned or scored.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_CACHE
cd "$work" || exit 1
model="data=text:builtin,d_model=16,heads=2,layers=1,n=16,batch=4"

# ---- a cell ----
"$attnlab" cell "kind=step,$model" --format json >step 2>stderr
is "a training step is timed" "$?-$(cat stderr)" 0-
is "the requested number of samples is measured" "$(grep -c '"warmup": false' step)" 5
is "the phases are the parts of a training step, without scoring" \
    "$(sed -n 's/.*"phase": "\(.*\)",/\1/p' step | tr '\n' ' ')" \
    "batch embedding norms projections scores weights feed-forward head optimiser "
is "nothing is scored" "$(grep -c 'loss' step)" 0

# said CELL COLUMN: runs the cell and prints a column of the result.
said() {
    rm -rf kept && cell_question one.yaml "$1" && run one.yaml -o kept >/dev/null
    column kept/cells.csv "$2"
}
is "a step has the parameters of the trained model" "$(said "kind=step,$model" parameters)" \
    "$(said "kind=quality,$model,steps=1" parameters)"
is "a step records its CPUs, as a layer does" "$(said "kind=step,$model" last_cpus)" "$(said "kind=step,$model" bound_cpus)"
# A step reads 4 texts of 16 characters, which are 64 tokens.
is "a step has the FLOPs of a training step" "$(said "kind=step,$model" flop)" \
    "$(said "kind=quality,$model,steps=1" flop_per_token | awk '{ print $1 * 64 }')"
is "accumulated steps count together" "$(said "kind=step,$model,accumulate=3" flop)" \
    "$(said "kind=step,$model" flop | awk '{ print $1 * 3 }')"
# An image of the data set `shapes` has 17 positions, whatever the value of n. Some tensors of this model are
# not trained.
pictures="task=images,data=shapes,d_model=24,heads=2,layers=1,batch=4,bias=no,initial=matched,q=mlp"
is "only trained parameters are counted, also in image models" "$(said "kind=step,$pictures" parameters)" \
    "$(said "kind=quality,$pictures,steps=1" parameters)"
is "positions are counted per batch, also in image data" "$(said "kind=step,$pictures" flop)" \
    "$(said "kind=quality,$pictures,steps=1" flop)"
"$attnlab" cell "kind=step,$model,lr=100,warmup=0,clip=0" >stdout 2>stderr
is "a diverging step has no time and is not a kernel error" "$?-$(sed -n 's/^status *\([a-z]*\).*/\1/p' stdout)" \
    1-diverged

# ---- refused cells ----
"$attnlab" cell "kind=step,$model,swap_steps=4" >stdout 2>&1
has "a step with a swap is refused, because it has two models" "$(cat stdout)" \
    "unsupported: kind=step does not support swap_steps; time the plain model and the variant as two arms"

# ---- options of the worker ----
worker=$here/../../attnlab-worker
"$worker" run --weigths w >stdout 2>stderr
is "an unknown option of the worker is rejected" "$?-$(cat stdout)" 2-
is "the error lists the options of --help" \
    "$(sed -n 's/.*unknown option --weigths; expected one of //p' stderr)" \
    "$("$worker" --help | sed -n 's/^  \(--[a-z-]*\) .*/\1/p' | paste -sd, | sed 's/,/, /g')"
has "the listed options include --checkpoint" "$(cat stderr)" "--checkpoint"
is "an option without its value is an error" "$("$worker" run --checkpoint 2>&1)" \
    "attnlab-worker: --checkpoint: missing value (expected FILE)"

# ---- a question ----
cat >cost.yaml <<EOF
title: Time of a step
question: Does it cost?
kind: step
fixed: {data: "text:builtin", d_model: 16, heads: 2, layers: 1, n: 16, batch: 4}
baseline: plain
arms:
  plain: {}
  mlp: {q: mlp, k: mlp, v: mlp, q_depth: 3, k_depth: 3, v_depth: 3, q_width: 8, k_width: 8, v_width: 8}
rounds: 6
figures:
  - {kind: ratio}
EOF
is "the plan predicts the time of the run" "$("$attnlab" plan cost.yaml | sed -n 's/, about.*//p')" \
    "  2 cells x 6 rounds: 12 rows"
# The times in these records are invented, so that the test does not depend on the machine.
cat >timed <<EOF
#!/bin/sh
[ "\$1" = run ] || exec "$worker" "\$@"
case \$* in *,q=mlp,*) time=3000000 ;; *) time=1000000 ;; esac
"$worker" "\$@" 3>record
status=\$?
sed "s/\"time_ns\": *[0-9.e+]*/\"time_ns\":\$time/g" record >&3
exit \$status
EOF
chmod +x timed
ATTNLAB_WORKER=$work/timed "$attnlab" run cost.yaml -q -o run >/dev/null 2>stderr
is "a question about training steps runs" "$?-$(column run/cells.csv status | sort | uniq -c | awk '{ print $1, $2 }')" "0-12 ok"
is "both arms run in every round, alternately" \
    "$(awk -F, 'NR > 1 { print $8 }' run/cells.csv | sort | uniq -c | awk '{ print $1 }' | sort -u)" 2
"$attnlab" report run >/dev/null 2>stderr
is "the run of training steps is reported" "$?-$(cat stderr)" 0-
page run/report.md >report
has "the answer is about training steps" "$(cat report)" "times as long as plain ["
has "the answer has a verdict on the time" "$(grep '^| mlp' report)" "3.00 [3.00, 3.00] | slower |"
has "the figure is about training steps" "$(cat run/figures/*.svg)" "raining step"
# A training run that diverges is a valid result. A timed step that diverges has no time, so its run fails.
sed 's/^rounds: 6/rounds: 1/' cost.yaml >wild.yaml
"$attnlab" run wild.yaml --set lr=100 --set warmup=0 --set clip=0 -o wild >/dev/null 2>stderr
is "a run with diverging timed steps fails" "$?-$(column wild/cells.csv status | sort -u)" 1-diverged
has "each diverging row is listed with its cell" "$(cat stderr)" 'attnlab cell kind=step,'
has "the message says that nothing was measured" "$(cat stderr)" "no row has a result"
sed 's/^kind: step/kind: quality/; s/^rounds.*/simple_baselines: none/; /^figures/,$d' wild.yaml >finding.yaml
"$attnlab" run finding.yaml --set lr=100 --set warmup=0 --set clip=0 --set steps=20 --set seed=1 -o finding >/dev/null 2>&1
is "diverging training runs do not fail the run" "$?-$(column finding/cells.csv status | sort -u | head -n 1)" 0-diverged
printf 'question: which?\nkind: steps\narms: {plain: {}, mlp: {q: mlp}}\nbaseline: plain\n' >bad.yaml
"$attnlab" plan bad.yaml >stdout 2>&1
has "another kind of question is refused with the known kinds" "$(cat stdout)" \
    "bad.yaml:2:7: key kind: found 'steps', expected overhead, quality or step"
finish
