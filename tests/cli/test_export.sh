#!/bin/sh
# SPDX-License-Identifier: MIT
# attnlab cell --export with the real worker: .npy files of a cell's arrays, read with od, and error messages.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER
out=$work/out
export_cell() { "$attnlab" cell "$@" >"$work/stdout" 2>"$work/stderr"; }

# npy FILE: prints "dtype shape bytes" from the header and the file size, or an error.
npy() {
    magic=$(od -An -N8 -tx1 "$1" | tr -d ' \n')
    [ "$magic" = 934e554d50590100 ] || { echo "magic $magic"; return; }
    length=$(od -An -j8 -N2 -tu1 "$1" | awk '{ print $1 + 256 * $2 }')
    [ $(((10 + length) % 64)) = 0 ] || { echo "header of $length"; return; }
    bytes=$(($(wc -c <"$1") - 10 - length))
    dd if="$1" bs=1 skip=10 count="$length" 2>/dev/null |
        sed -n "s/^{'descr': '\(...\)', 'fortran_order': False, 'shape': (\([0-9, ]*\)), } *$/\1 \2 $bytes/p"
}
# floats FILE: prints the numbers, one per line.
floats() {
    length=$(od -An -j8 -N2 -tu1 "$1" | awk '{ print $1 + 256 * $2 }')
    od -An -v -tf4 -w4 -j $((10 + length)) "$1"
}
names() { (cd "$1" && ls | tr '\n' ' '); }

small="n=6,d_model=8,heads=2,seed=7"
export_cell "$small,mask=causal,phase=both" --export "$out"
is "--export exits with 0" $? 0
is "the directory goes to stdout" "$(cat "$work/stdout")" "$out"
is "a file for each array" "$(names "$out")" \
    "cell.json dk.w.npy do.w.npy dq.w.npy dv.w.npy dx.npy dy.npy k.w.npy o.w.npy q.w.npy v.w.npy x.npy y.npy "
is "x is (B, N, d_model)" "$(npy "$out/x.npy")" "<f4 1, 6, 8 192"
is "a matrix is (d_in, d_out)" "$(npy "$out/q.w.npy")" "<f4 8, 8 256"
is "so is its gradient" "$(npy "$out/dq.w.npy")" "<f4 8, 8 256"
is "no number is poison" "$(for f in "$out"/*.npy; do floats "$f"; done | grep -ci nan)" 0
json=$(tr -d ' \n' <"$out/cell.json")
has "cell.json has the whole cell" "$json" '"cell":"score=dot,qk_norm=none,normalizer=softmax,q=linear'
has "its shape" "$json" '"shape":{"batch":1,"heads":2,"n":6,"m":6,"d_model":8,"d_head":4,"kv_heads":2}'
is "what came later is in a cell only where it is not as usual" \
    "$(printf %s "$json" | grep -cE 'kv_heads=|combine=')" 0
has "its seed" "$json" '"seed":7'
has "the build" "$json" "\"isa\":\"$("$attnlab-worker" describe | sed 's/.*"builds":\["\([a-z0-9]*\)".*/\1/')\""
has "the arrays" "$json" '{"name":"dq.w","file":"dq.w.npy","role":"gradient","dtype":"float32","shape":[8,8]}'
is "every file is named there" "$(grep -c '"file"' "$out/cell.json")" "$(ls "$out" | grep -c npy)"

# The first query of a causal layer attends to the first key only: y_0 = x_0 Wv Wo for every score.
{ floats "$out/x.npy"; floats "$out/v.w.npy"; floats "$out/o.w.npy"; floats "$out/y.npy"; } | awk '
    { if (NR <= 48) x[NR - 1] = $1; else if (NR <= 112) v[NR - 49] = $1
      else if (NR <= 176) o[NR - 113] = $1; else y[NR - 177] = $1 }
    END { for (c = 0; c < 8; c++) for (i = 0; i < 8; i++) value[c] += x[i] * v[8 * i + c]
          for (c = 0; c < 8; c++) { sum = 0; for (i = 0; i < 8; i++) sum += value[i] * o[8 * i + c]
                                    if ((sum - y[c]) ^ 2 > 1e-10) print "y", c, y[c], sum } }' >"$work/y"
is "the layer really ran" "$(cat "$work/y")" ""

export_cell "$small,mask=causal" --export "$work/new/forward"
is "parents are made; forward has no gradients" "$(names "$work/new/forward")" \
    "cell.json k.w.npy o.w.npy q.w.npy v.w.npy x.npy y.npy "
is "the same cell has the same bits" "$(cmp "$out/y.npy" "$work/new/forward/y.npy")" ""
export_cell "score=neural,$small,m=5,mask=padding,batch=3,phase=backward" --export "$work/cross"
is "lengths are integers" "$(npy "$work/cross/lengths.npy")" "<i4 3, 12"
export_cell "$small,kv_heads=1,phase=both" --export "$work/shared"
has "and then it is" "$(cat "$work/shared/cell.json")" ",d_head=4,kv_heads=1,"
is "keys of two heads are shared" "$(npy "$work/shared/k.w.npy")-$(npy "$work/shared/dv.w.npy")" \
    "<f4 8, 4 128-<f4 8, 4 128"
is "keys have tokens of their own" "$(npy "$work/cross/context.npy")-$(npy "$work/cross/dcontext.npy")" \
    "<f4 3, 5, 8 480-<f4 3, 5, 8 480"
is "a score has its tensors" "$(ls "$work/cross" | grep -c '^d*score')" 10

# ---- what cannot be done ----
fails() { # NAME PART ARGUMENTS...
    name=$1 part=$2
    shift 2
    export_cell "$@"
    has "$name" "$?-$(cat "$work/stderr")" "$part"
}
fails "no cell" "2-attnlab cell: missing CELL; example:" --export "$work/none"
fails "a score that is none" "2-attnlab cell: axis score: found 'dott', expected one of dot" "score=dott" --export "$work/none"
fails "an axis that is none" "2-attnlab cell: there is no axis colour" "colour=red" --export "$work/none"
for kind in quality step simple_baseline; do
    fails "a cell of kind $kind has no layer" "2-attnlab cell: axis kind: found '$kind', which " "kind=$kind" --export "$work/none"
done
fails "an unknown option" "2-attnlab cell: unknown option '--fast'" "$small" --fast
fails "no such CPU" "2-attnlab cell: --cpus: CPU list \"9999\": CPU 9999 is not allowed" "$small" --cpus 9999 --export "$work/none"
is "none of these made a directory" "$(test -e "$work/none" && echo made)" ""
fails "files there already" "2-attnlab cell: $out is not empty; choose another directory" "$small" --export "$out"
is "and they are as they were" "$(cmp "$out/y.npy" "$work/new/forward/y.npy")" ""
: >"$work/file"
fails "a file for a directory" "2-attnlab cell: $work/file: Not a directory" "$small" --export "$work/file"
fails "a place that cannot be written" "2-attnlab cell: /proc/attnlab: No such file" "$small" --export /proc/attnlab
fails "a combination without meaning" "1-attnlab cell: unsupported: " "q=identity,n=6,d_model=8,heads=2,d_head=2" --export "$work/refused"
fails "a text that is not there" "1-attnlab cell: skipped: cannot read corpus 'none.txt': No such file" \
    "$small,corpus=none.txt" --export "$work/textless"
fails "no time" "1-attnlab cell: timeout: " "n=4096,phase=both" --timeout 0.001 --export "$work/late"
(ulimit -f 1 && export_cell "n=64" --export "$work/full")
has "no room for the files" "$?-$(cat "$work/stderr")" "1-attnlab cell: skipped: cannot write $work/full/"
is "and no half of an export is left" "$(ls -A "$work/full" | tr '\n' ' ')" ""

ATTNLAB_WORKER=$here/fake-worker export_cell "behave=crash" --export "$work/crash"
has "a worker that crashes" "$(cat "$work/stderr")" "attnlab cell: crashed: SIGSEGV"
ATTNLAB_WORKER=$here/fake-worker export_cell "behave=garbage" --export "$work/garbage"
has "a record that is none" "$(cat "$work/stderr")" "crashed: the record is not JSON"
is "without cell.json" "$(ls -A "$work/crash" "$work/garbage" | grep -c json)" 0

# ---- the worker by itself is asked for the wrong kind of cell ----
asked_worker() { "$(dirname "$attnlab")/attnlab-worker" "$@" 2>&1 | tail -n 1; }
training=$("$attnlab" cell --print-complete kind=quality)
is "it has no layer of a training to export" "$(asked_worker export --into "$work/none" "$training")" \
    "attnlab-worker: export: expected a cell of kind overhead"
has "a simple baseline has none to check" \
    "$("$attnlab" cell --print-complete kind=simple_baseline | asked_worker check)" \
    '"status":"unsupported","reason":"expected a cell of a layer or a training run"'
has "nor data of a layer to show" "$(asked_worker show "$("$attnlab" cell --print-complete "$small")")" \
    "a cell of a layer reads no data set (expected kind=quality)"
layer=$("$attnlab" cell --print-complete "$small")
strange=$work/$(printf 'e\377')
mkdir "$strange"
: >"$strange/x.npy"
has "a folder whose name is not text is shown by its bytes" "$(asked_worker export --into "$strange" "$layer")" \
    'e\\xff/x.npy exists; choose an empty folder'
printf '%s\n%s\nn=1\n%s\n' "$layer" "$layer" "$layer" >"$work/lines"
"$(dirname "$attnlab")/attnlab-worker" predict <"$work/lines" >"$work/stdout" 2>"$work/stderr"
has "of a batch what stands before a bad line is answered" "$?-$(wc -l <"$work/stdout")-$(cat "$work/stderr")" \
    "2-2-attnlab-worker: invalid cell 'n=1': missing axis 'kind'"
has "a line is not cut at a NUL byte in silence" "$(printf 'n=1\0,m=1\n' | asked_worker predict)" \
    "invalid cell 'n=1...': followed by a NUL byte (expected text)"
has "-h is --help" "$(asked_worker -h)" "also prints token ids"
finish
