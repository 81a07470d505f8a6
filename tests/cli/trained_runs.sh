#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes training runs with known reports. Source this file after lib.sh.

# A run without describe.json uses the file in its parent folder.
cat >"$work/describe.json" <<'J'
{"schema": 1, "slots": [], "events": [], "datasets": [], "builds": ["plain"], "axes": [
{"name": "kind", "doc": "", "type": "choice", "choices": ["overhead", "quality"],
 "default": "overhead", "role": "measure", "quiet": true},
{"name": "q", "doc": "", "type": "choice", "choices": ["dot", "mlp", "two", "off"], "default": "dot",
 "role": "variant", "quiet": false},
{"name": "lr", "doc": "", "type": "real", "min": 0, "max": 1, "default": "0.1", "role": "variant",
 "quiet": false},
{"name": "data", "doc": "", "type": "text", "default": "", "role": "measure", "quiet": false},
{"name": "seed", "doc": "", "type": "int", "min": 0, "max": 1000000, "default": "1",
 "role": "measure", "quiet": false}]}
J

# trained DIR GAIN [3]: writes a training question that passes its validity checks.
# - baseline: accuracy 0.5
# - arm: accuracy 0.5 + GAIN in twice the time
# - second arm, only with a third argument: twice the gain in three quarters of the first arm's time
trained() {
    mkdir -p "$1"
    cp "$work/describe.json" "$1"
    third=
    [ "${3:-2}" = 2 ] || third='  two: {q: two, label: two}'
    mkdir -p "$1/simple_baselines"
    printf '%s\n' kind,simple_baseline,counted,status,reason,floor,seed,valid_loss,valid_accuracy \
        simple_baseline,majority,seen,ok,,true,1,0.9,0.4 >"$1/simple_baselines/cells.csv"
    cat >"$1/plan.yaml" <<Y
# As run by attnlab: x.yaml, tier full
name: $(basename "$1")
question: "Does it, or | not?"
source: "arXiv 2310.11398, at length; and 2502.17206"
claim: it does
kind: quality
baseline: dot
metric: accuracy
margin: 0.01
tune: {axis: lr, seeds: [1]}
factors: {lr: [0.1], seed: 1-4}
fixed: {data: cifar10}
arms:
  dot: {q: dot, label: dot}
  mlp: {q: mlp, label: "an MLP, wide"}
$third
  off: {q: off, label: off}
negative_control: off
${4:-}
Y
    awk -v name="$(basename "$1")" -v gain="$2" -v arms="${3:-2}" 'BEGIN {
        split("dot mlp two", arm_names)
        split("1 2 1.5", time) # time per token relative to the first arm
        print "schema_version,ablation,key,status,reason,valid_loss,valid_accuracy,time_ns_median,parameters,flop_per_token,tokens_per_s,peak_rss_bytes,metric,host,commit,input_notes"
        for (seed = 1; seed <= 4; seed++) for (arm = 0; arm < arms; arm++)
            printf "1,%s,\"kind=quality,q=%s,lr=0.1,data=cifar10,seed=%d,round=1\",ok,,0.7,%.6f,,%d,10,%d,100,accuracy,host,commit,a.first4000.bin is not the complete set. b.bin is not the complete set. So.\n",
                name, arm_names[arm + 1], seed,
                0.5 + seed * 0.01 + arm * (gain + seed * 0.0001), 1000 + 500 * arm, 1000 / (time[arm + 1] + seed * 0.001 * arm)
        for (seed = 1; seed <= 4; seed++)
            printf "1,%s,\"kind=quality,q=off,lr=0.1,data=cifar10,seed=%d,round=1\",ok,,0.8,%.6f,,1000,10,1000,100,accuracy,host,commit,\n",
                name, seed, 0.3 + seed * 0.01
    }' >"$1/cells.csv"
    planned "$1"
    echo '{"program": {"commit": "abc"}, "plan": {"tier": "full"}}' >"$1/manifest.json"
}
