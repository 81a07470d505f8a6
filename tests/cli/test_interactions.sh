#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests interactions: a run in which one condition removes an effect, plans that are refused, and the example
# in ablations/README.md.
# suite: slow
# make: write-plan
. "$(dirname "$0")/lib.sh"
ATTNLAB_HOME=$here/../..
export ATTNLAB_HOME

# ---- a hand-made run ----

cat >"$work/describe.json" <<'J'
{"schema": 1, "slots": [], "events": [], "datasets": [], "builds": ["plain"], "axes": [
{"name": "kind", "doc": "", "type": "choice", "choices": ["overhead", "quality"],
 "default": "overhead", "role": "measure", "quiet": true},
{"name": "score", "doc": "", "type": "choice", "choices": ["dot", "neural", "off"], "default": "dot",
 "role": "variant", "quiet": false},
{"name": "position", "doc": "", "type": "choice", "choices": ["learned", "rotary", "none"],
 "default": "learned", "role": "shape", "quiet": false},
{"name": "seed", "doc": "", "type": "int", "min": 0, "max": 1000000, "default": "1",
 "role": "measure", "quiet": false}]}
J

# by_hand DIR POSITIONS CLAIMS: writes a run that passes all validity checks. Relative to dot, neural lowers
# the loss by 5 % with learned positions, 1 % without positions, and 0 % with rotary positions.
by_hand() {
    mkdir -p "$1/simple_baselines"
    printf '%s\n' kind,simple_baseline,counted,status,reason,floor,seed,valid_loss simple_baseline,bigram,seen,ok,,,1,9 \
        >"$1/simple_baselines/cells.csv"
    cat >"$1/plan.yaml" <<Y
# As run by attnlab: small.yaml, tier full
question: Do positions matter?
kind: quality
baseline: dot
metric: loss
factors: {position: $2, seed: 1-4}
arms: {dot: , neural: {score: neural, label: "a neural score"}, off: {score: off}}
negative_control: off
factorial: [position]
$3
Y
    echo "$2" | tr -d '[],' | tr ' ' '\n' | awk -v cells="$1/cells.csv" '
    BEGIN {
        gain["learned"] = 0.05; gain["none"] = 0.01; gain["rotary"] = 0
        print "schema_version,ablation,key,status,reason,valid_loss,metric" >cells
    }
    {
        for (seed = 1; seed <= 4; seed++)
            for (arm = 0; arm < 3; arm++) {
                scatter = 0.001 * ((seed * 7 + NR * 3) % 4 - 1.5)
                printf "1,small,\"kind=quality,score=%s,position=%s,seed=%d,round=1\",ok,,%.9f,loss\n",
                    arm == 2 ? "off" : arm ? "neural" : "dot", $1, seed,
                    exp(1 + 0.02 * seed - (arm == 2 ? scatter - 0.5 : arm * (gain[$1] + scatter))) >cells
            }
    }'
}
report() { planned "$@"; "$attnlab" report "$@" >/dev/null 2>"$work/stderr"; }

by_hand "$work/run" "[learned, rotary, none]" ""
report "$work/run"
is "the report of interactions succeeds" "$? $(cat "$work/stderr")" "0 "
csv=$work/run/interactions.csv
is "each level is compared with the first in the specification" \
    "$(column "$csv" at | tr '\n' ' ')$(column "$csv" first | sort -u)" "rotary none learned"
is "interactions have verdicts" "$(column "$csv" verdict | tr '\n' ' ')" "gains less gains less "
is "each interaction lists the verdicts of its two effects" \
    "$(column "$csv" verdict_first | tr '\n' ' ')$(column "$csv" verdict_at | tr '\n' ' ')" \
    "better better equivalent better "
md=$(page "$work/run/report.md")
has "the page has a table of interactions in plain words" "$md" "## Does the position change the effect?"
has "the table has the change of the effect and the effect itself" "$md" "| a neural score (position = rotary) | position = learned, position = rotary | -5.1"
has "the HTML page has the table" "$(cat "$work/run/report.html")" "Does the position change the effect?"
by_hand "$work/claimed" "[learned, rotary]" "claims:
  - {arm: neural, axis: position, expects: gains less, published: 5 against 0, source: p. 5}
  - {arm: neural, axis: position, expects: equal, published: as much, source: a talk}"
report "$work/claimed"
is "claims about a change are judged" \
    "$(column "$work/claimed/claims_judged.csv" verdict | tr '\n' ' ')" "same direction opposite direction "
md=$(page "$work/claimed/report.md")
has "the page lists a claim with its source and verdict" "$md" "| p. 5 | 5 against 0 | a neural score (position = rotary): gains less with position | "
has "the page lists the other claim" "$md" "| a talk | as much | a neural score (position = rotary): equal with position | "

# If a tier or --set leaves only one level of the axis, the page states this.
by_hand "$work/one" "[rotary]" "tiers: {full: {factors: {position: [rotary]}}}"
sed -i 's/^factors: {position: .rotary./factors: {position: [learned, rotary]/' "$work/one/plan.yaml"
report "$work/one"
is "the report with one level succeeds" "$? $(cat "$work/stderr")" "0 "
has "interactions that cannot be computed are reported" "$(page "$work/one/report.md")" \
    "Not computed: in this run, no arm has effects at two levels of the axis."

# ---- refused plans, with the real axes ----

unset ATTNLAB_WORKER
# refused NAME MESSAGE LINE...: checks that a question with these lines is refused with exit status 2.
refused() {
    name=$1 message=$2
    shift 2
    cat >"$work/q.yaml" <<'Y'
kind: quality
baseline: linear
metric: loss
factors: {position: [learned, rotary], lr: [0.001, 0.01], seed: 1-2}
tune: {axis: lr, seeds: [1]}
arms:
  linear: {}
  mlp: {q: mlp}
Y
    printf '%s\n' "$@" >>"$work/q.yaml"
    "$attnlab" plan "$work/q.yaml" >/dev/null 2>"$work/stderr"
    is "$name: exit 2" $? 2
    has "$name: the message has the location and the remedy" "$(cat "$work/stderr")" "q.yaml:$message"
}
refused "a typo in factorial" "9:13: key factorial: found 'positon', expected the name of an axis \
(\`attnlab list axes\`); did you mean position?" "factorial: [positon]"
refused "an axis with one level" "9:13: key factorial: found d_model, expected an axis with several values" \
    "factorial: [d_model]"
refused "a tuned axis" "9:13: key factorial: found lr, expected an axis of arms or conditions" "factorial: [lr]"
refused "a claim about an axis that is not in interactions" "9:10: key claims: found the axis 'd_model', expected \
an axis of conditions from the key \`factorial\`" "claims: [{arm: mlp, axis: d_model, expects: gains less}]"
for lacks in 'published=where: {lr: 1}' 'source=published: a tenth'; do
    refused "a claim without ${lacks%%=*}" "9:10: key claims: \`${lacks%%=*}\` is missing" \
        "claims: [{arm: mlp, expects: better, ${lacks#*=}}]"
done
refused "an arm with the settings of another" "9:3: key arms: plain has the same settings as \
linear ($work/q.yaml:7)" "  plain: {q: linear}"
refused "an arm in another condition than its baseline" "9:10: key norm_place: the arm post differs from its \
baseline linear in an axis of conditions, which arms cannot change; make norm_place a factor, or add a member of \
grids in which linear has this value" "  post: {norm_place: post}"

# ---- the example of ablations/README.md ----

awk '/^<!-- does it change the verdict -->$/ { there = 1; next } there && /^```$/ { exit }
    there && !/^```/ { print }' "$here/../../ablations/README.md" >"$work/rotary.yaml"
# No model beats the unigram model after so few steps, so simple baselines are turned off.
echo "simple_baselines: none" >>"$work/rotary.yaml"
"$attnlab" run "$work/rotary.yaml" --tier smoke -o "$work/rotary" -q >/dev/null 2>"$work/stderr"
is "the example of ablations/README.md runs" "$? $(cat "$work/stderr")" "0 "
report "$work/rotary"
is "each arm except the baseline has an interaction" \
    "$(column "$work/rotary/interactions.csv" arm | tr '\n' ' ')" "bottleneck bottleneck-linear "
is "rotary positions are compared with learned ones over three seeds" \
    "$(for c in at first n; do column "$work/rotary/interactions.csv" $c | sort -u; done | tr '\n' ' ')" \
    "rotary learned 3 "
has "the report answers the question" "$(page "$work/rotary/report.md")" "## Does the position change the effect?"
finish
