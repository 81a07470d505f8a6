#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts how often the check before training rejects a correct kernel; the expected count is 0. Every layer
# that a question in ablations/ trains is checked in every tier, with seeds 1, 2, ... Nothing is trained.
# Variants without their data set in $ATTNLAB_DATA are skipped and counted.
#
# usage: tests/slow/refused_trainings.sh [PAIRS]
#
#   PAIRS  pairs of layer and seed [default: 10000]
set -eu
cd "$(dirname "$0")/../.."
pairs=${1:-10000}
worker=$PWD/attnlab-worker
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C ATTNLAB_PEAKS=no OPENBLAS_NUM_THREADS=1

# These axes do not affect the check of a layer. Axes missing from this list would cause layers to be counted
# several times.
training='kind|seed|replica|lr|steps|schedule|warmup|decay|decay_share|lr_end|accumulate|weight_decay'
training="$training|beta1|beta2|clip|dropout|attention_dropout|init_std|residual_scale|bias|layers|ffn"
training="$training|ffn_act|norm_place|embedding_scale|embedding_std|tied|pool|train_records|valid_limit"
training="$training|min_count|vocabulary|mask_rate|evaluate_every|evaluate_limit|select|generate|beam|test"
training="$training|held_out|score_lengths|swap_steps|swap_lr|swap_slots|swap_init|samples|min_sample_ms|counters"

# This worker only saves the complete cells that the plan passes to it.
cat >"$work/worker" <<T
#!/bin/sh
case \$1 in
predict) tee "\$(mktemp "$work/asked.XXXXXX")" | "$worker" "\$@" ;;
*) exec "$worker" "\$@" ;;
esac
T
chmod +x "$work/worker"
for tier in smoke quick full; do
    ATTNLAB_WORKER=$work/worker ./attnlab plan ablations/*.yaml ablations/known/*.yaml ablations/long/*.yaml \
        --tier "$tier" --skip-missing-data >"$work/plan" 2>"$work/errors" || { cat "$work/errors" >&2; exit 1; }
done
# Keeps one cell per layer. Cells are grouped by data set, so that a worker opens each data set once.
awk -F , -v training="^($training)=" '
    !/(^|,)kind=(quality|step),/ { next }
    { key = ""; data = ""
      for (i = 1; i <= NF; i++) {
          if ($i ~ training) continue
          if ($i ~ /^(data|task|tokenizer|n|m|batch)=/) data = data $i ","
          else key = key $i ","
      }
      if (!seen[data key]++) print data "\t" $0 }
' "$work"/asked.* | sort | cut -f 2 >"$work/variants"
"$worker" open <"$work/variants" | sed -n 's/^{"cell":"\([^"]*\)","fault":null}$/\1/p' >"$work/here"
here=$(wc -l <"$work/here")
echo "# $here layers; $(($(wc -l <"$work/variants") - here)) more need missing data sets"

awk -v pairs="$pairs" '
    { cell[NR] = $0 }
    END {
        for (seed = 1; NR && made < pairs; seed++)
            for (c = 1; c <= NR && made < pairs; c++) {
                line = cell[c]
                sub(/,seed=[0-9]+/, ",seed=" seed, line)
                print line
                made++
            }
    }
' "$work/here" >"$work/pairs"
split -n "l/$(nproc)" "$work/pairs" "$work/part."
for part in "$work"/part.*; do "$worker" check <"$part" >"$work/answers.${part##*.}" & done
wait
cat "$work"/answers.* >"$work/answers"
count() { grep -c "\"status\":\"$1\"" "$work/answers" || :; }
ok=$(count ok) unsupported=$(count unsupported) answers=$(wc -l <"$work/answers")
refused=$((pairs - ok - unsupported))
grep -vE '"status":"(ok|unsupported)"' "$work/answers" | head -n 20 | sed 's/^/# /'
echo "# $pairs pairs of layer and seed: $ok ok, $unsupported unsupported, $refused refused" \
    "($((pairs - answers)) of them without an answer)"
[ "$refused" -eq 0 ] && [ "$ok" -gt 0 ] && good="ok" || good="not ok"
echo "$good 1 - no correct training run is rejected by its check"
echo 1..1
[ "$good" = ok ]
