#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the cells of `attnlab check` include all pairs of choices listed in tests/README.md.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker
# The last 500 cells are ignored, because they are random and contain pairs only by chance.
"$attnlab" check --list | head -n -500 >"$work/forward"
"$attnlab" check --gradients --list | head -n -500 >"$work/gradients"
is "the matrix has thousands of cells" "$(awk 'END { print (NR > 3000) }' "$work/forward")$(awk 'END { print (NR > 3000) }' "$work/gradients")" 11

# pairs FILE PATTERN A B: prints "FOUND of EXPECTED", the number of different pairs of values that axes A and
# B have in matching cells.
pairs() {
    awk -F, -v pattern="$2" -v a="$3" -v b="$4" '
    { delete value
      for (i = 1; i <= NF; i++) { at = index($i, "="); value[substr($i, 1, at - 1)] = substr($i, at + 1) }
      if (!((a, value[a]) in seen)) { seen[a, value[a]]; count_a++ }
      if (!((b, value[b]) in seen)) { seen[b, value[b]]; count_b++ } }
    $0 ~ pattern && !((value[a], value[b]) in met) { met[value[a], value[b]]; found++ }
    END { print found + 0 " of " count_a * count_b }' "$1"
}
# all NAME FILE PATTERN A:B...: checks that the matching cells contain all pairs of values of axes A and B.
all() {
    name=$1 file=$2 pattern=$3
    shift 3
    for pair; do
        found=$(pairs "$file" "$pattern" "${pair%:*}" "${pair#*:}")
        is "$name: $pair, $found" "${found% of *}" "${found#* of }"
    done
}
# A cell omits axes with default values. A missing axis counts as one value.
all "the whole matrix" "$work/forward" . score:normalizer score:mask score:method score:scale_place \
    normalizer:mask normalizer:method normalizer:scale_place mask:method score:isa normalizer:isa mask:isa \
    method:isa scale_place:isa score:input normalizer:input mask:input score:rotary normalizer:rotary \
    score:logits normalizer:logits mask:logits method:logits isa:logits input:logits forget:logits alibi:logits \
    score:forget normalizer:forget method:forget isa:forget input:forget alibi:forget \
    score:alibi normalizer:alibi mask:alibi method:alibi isa:alibi input:alibi
all "edges of tiles" "$work/forward" ',n=(63|64|65|127|128|129),' score:normalizer score:mask normalizer:mask
for lengths in n=1,m=63 n=63,m=64 n=65,m=64 n=129,m=128 n=128,m=1; do
    all "$lengths" "$work/forward" ",$lengths," score:mask
    is "$lengths: normalisers" "$(grep ",$lengths," "$work/forward" | grep -o 'normalizer=[a-z_0-9]*' | sort -u | wc -l)" \
        "$(grep -o 'normalizer=[a-z_0-9]*' "$work/forward" | sort -u | wc -l)"
done
all "backward passes" "$work/forward" phase=both score:normalizer score:input normalizer:input
all "gradients" "$work/gradients" . score:normalizer score:mask score:method score:scale_place \
    normalizer:mask normalizer:method normalizer:scale_place score:isa normalizer:isa method:isa score:input \
    normalizer:input mask:input score:rotary normalizer:rotary score:phase normalizer:phase \
    score:logits normalizer:logits mask:logits method:logits isa:logits input:logits forget:logits alibi:logits \
    score:forget normalizer:forget method:forget isa:forget input:forget alibi:forget \
    score:alibi normalizer:alibi mask:alibi method:alibi isa:alibi input:alibi
"$attnlab" check --list --filter score=dot_low | sort >"$work/named"
"$attnlab" check --list --filter score=dot_low --gradients | sort >"$work/gradients"
is "a filter that names a choice adds its gradients" "$(comm -13 "$work/named" "$work/gradients")" ""
finish
