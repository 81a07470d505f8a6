#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `attnlab check --random`. Equal seeds must give equal cells. Random sizes must be close to the block
# edges that the worker reports.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker
"$attnlab" check --random 400 --list >"$work/one"
"$attnlab" check --random 400 --list >"$work/again"
"$attnlab" check --random 400 --seed 2 --list >"$work/other"
is "equal seeds draw equal cells" "$(cmp "$work/one" "$work/again" && echo same)" same
is "another seed draws other cells" "$(sort "$work/one" "$work/other" | uniq -d | wc -l)" 0
is "a smaller number draws the first of the same cells" "$("$attnlab" check --random 100 --list | cmp - "$work/one" 2>&1 | grep -c EOF)" 1

# The drawn numbers of queries and keys include values just below, at and just above each block edge.
edges=$("$ATTNLAB_WORKER" describe | sed -n 's/.*"row_edges": *\[\([^]]*\)\].*/\1/p' | tr -d ' \n')
is "the worker reports its block edges" "$(echo "$edges" | grep -c '^[0-9]*,[0-9,]*$')" 1
met() { # AXIS: prints the block edges that have values on both sides, at most one batch away
    awk -F, -v edges="$edges" -v axis="$1" '
    { for (i = 1; i <= NF; i++) { at = index($i, "="); value[substr($i, 1, at - 1)] = substr($i, at + 1) }
      rows = value["batch"] * value[axis]
      count = split(edges, edge, ",")
      for (e = 1; e <= count; e++) {
          if (rows <= edge[e] && rows > edge[e] - value["batch"]) before[e] = 1
          if (rows > edge[e] && rows < edge[e] + value["batch"] + 2) behind[e] = 1
      } }
    END { for (e = 1; e <= count; e++) all += before[e] && behind[e]; print all " of " count }' "$work/one"
}
count=$(echo "$edges" | tr ',' '\n' | wc -l)
for axis in n m; do is "draws lie on both sides of the edges of batch * $axis" "$(met $axis)" "$count of $count"; done
choices() { grep -o "\\<$1=[a-z_0-9]*" "$2" | sort -u; }
"$attnlab" check --list >"$work/matrix"
for axis in score normalizer q k v o combine gate mask method; do
    is "every $axis of the matrix is drawn" "$(choices $axis "$work/one")" "$(choices $axis "$work/matrix")"
done

out=$("$attnlab" check --random 12 --seed 5 2>&1)
is "as many cells are checked as requested" "$(echo "$out" | grep -o '^[0-9]* compositions passed, 0 failed')" \
    "12 compositions passed, 0 failed"
out=$("$attnlab" check --random 4 --filter score=dot --filter mask=causal 2>&1)
is "a filter does not reduce the number of checked cells" "$(echo "$out" | grep -o '^[0-9]* compositions passed, 0 failed')" \
    "4 compositions passed, 0 failed"
for other in "--cell score=dot" "--limit 3"; do
    # shellcheck disable=SC2086
    out=$("$attnlab" check --random 4 $other 2>&1)
    is "--random cannot be combined with $other" "$? $out" "2 attnlab check: --random and ${other%% *} cannot be combined"
done
finish
