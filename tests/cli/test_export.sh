#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests attnlab cell --export with the real worker: the .npy files of a cell's arrays, and error messages.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER
out=$work/out
export_cell() { "$attnlab" cell "$@" >"$work/stdout" 2>"$work/stderr"; }

# npy FILE: prints "dtype shape bytes" of a .npy file, or an error.
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
is "the folder is printed to stdout" "$(cat "$work/stdout")" "$out"
is "each array has a file" "$(names "$out")" \
    "cell.json dk.w.npy do.w.npy dq.w.npy dv.w.npy dx.npy dy.npy k.w.npy o.w.npy q.w.npy v.w.npy x.npy y.npy "
is "x has the shape (B, N, d_model)" "$(npy "$out/x.npy")" "<f4 1, 6, 8 192"
is "matrices are (d_in, d_out)" "$(npy "$out/q.w.npy")" "<f4 8, 8 256"
is "gradients of matrices are (d_in, d_out)" "$(npy "$out/dq.w.npy")" "<f4 8, 8 256"
is "no array contains the poison value" "$(for f in "$out"/*.npy; do floats "$f"; done | grep -ci nan)" 0
json=$(tr -d ' \n' <"$out/cell.json")
has "cell.json has the whole cell" "$json" '"cell":"score=dot,qk_norm=none,normalizer=softmax,q=linear'
has "cell.json has the shape" "$json" '"shape":{"batch":1,"heads":2,"n":6,"m":6,"d_model":8,"d_head":4,"kv_heads":2}'
is "a cell contains newer axes only if they differ from the default" \
    "$(printf %s "$json" | grep -cE 'kv_heads=|combine=')" 0
has "cell.json has the seed" "$json" '"seed":7'
has "cell.json has the build" "$json" "\"isa\":\"$("$attnlab-worker" describe | sed 's/.*"builds":\["\([a-z0-9]*\)".*/\1/')\""
has "cell.json has the arrays" "$json" '{"name":"dq.w","file":"dq.w.npy","role":"gradient","dtype":"float32","shape":[8,8]}'
is "cell.json names every file" "$(grep -c '"file"' "$out/cell.json")" "$(ls "$out" | grep -c npy)"

# The first query of a causal layer attends only to the first key. For every score, the output is therefore
# y_0 = x_0 Wv Wo.
{ floats "$out/x.npy"; floats "$out/v.w.npy"; floats "$out/o.w.npy"; floats "$out/y.npy"; } | awk '
    { if (NR <= 48) x[NR - 1] = $1; else if (NR <= 112) v[NR - 49] = $1
      else if (NR <= 176) o[NR - 113] = $1; else y[NR - 177] = $1 }
    END { for (c = 0; c < 8; c++) for (i = 0; i < 8; i++) value[c] += x[i] * v[8 * i + c]
          for (c = 0; c < 8; c++) { sum = 0; for (i = 0; i < 8; i++) sum += value[i] * o[8 * i + c]
                                    if ((sum - y[c]) ^ 2 > 1e-10) print "y", c, y[c], sum } }' >"$work/y"
is "the exported arrays give the output of the layer" "$(cat "$work/y")" ""

export_cell "$small,mask=causal" --export "$work/new/forward"
is "parent folders are created; a forward pass has no gradients" "$(names "$work/new/forward")" \
    "cell.json k.w.npy o.w.npy q.w.npy v.w.npy x.npy y.npy "
is "equal cells have equal bits" "$(cmp "$out/y.npy" "$work/new/forward/y.npy")" ""
export_cell "score=neural,$small,m=5,mask=padding,batch=3,phase=backward" --export "$work/cross"
is "lengths are integers" "$(npy "$work/cross/lengths.npy")" "<i4 3, 12"
export_cell "$small,kv_heads=1,phase=both" --export "$work/shared"
has "cell.json has the number of key heads" "$(cat "$work/shared/cell.json")" ",d_head=4,kv_heads=1,"
is "two query heads can share keys" "$(npy "$work/shared/k.w.npy")-$(npy "$work/shared/dv.w.npy")" \
    "<f4 8, 4 128-<f4 8, 4 128"
is "keys can have another number of tokens than queries" "$(npy "$work/cross/context.npy")-$(npy "$work/cross/dcontext.npy")" \
    "<f4 3, 5, 8 480-<f4 3, 5, 8 480"
is "a score's tensors are exported" "$(ls "$work/cross" | grep -c '^d*score')" 10

# ---- errors ----
fails() { # NAME PART ARGUMENTS...
    name=$1 part=$2
    shift 2
    export_cell "$@"
    has "$name" "$?-$(cat "$work/stderr")" "$part"
}
fails "a missing cell" "2-attnlab cell: missing CELL; example:" --export "$work/none"
fails "an unknown score" "2-attnlab cell: axis score: found 'dott', expected one of dot" "score=dott" --export "$work/none"
fails "an unknown axis" "2-attnlab cell: there is no axis colour" "colour=red" --export "$work/none"
for kind in quality step simple_baseline; do
    fails "a cell of kind $kind has no layer" "2-attnlab cell: axis kind: the kind '$kind' " "kind=$kind" --export "$work/none"
done
fails "an unknown option" "2-attnlab cell: unknown option '--fast'" "$small" --fast
fails "a nonexistent CPU" "2-attnlab cell: --cpus: CPU list \"9999\": CPU 9999 is not allowed" "$small" --cpus 9999 --export "$work/none"
is "failed exports create no folder" "$(test -e "$work/none" && echo made)" ""
fails "existing files are an error" "2-attnlab cell: $out is not empty; choose another folder" "$small" --export "$out"
is "existing files are not changed" "$(cmp "$out/y.npy" "$work/new/forward/y.npy")" ""
: >"$work/file"
fails "a file in place of the folder" "2-attnlab cell: $work/file: Not a directory" "$small" --export "$work/file"
fails "a folder that cannot be written" "2-attnlab cell: /proc/attnlab: No such file" "$small" --export /proc/attnlab
fails "an invalid combination" "1-attnlab cell: unsupported: " "q=identity,n=6,d_model=8,heads=2,d_head=2" --export "$work/refused"
fails "a missing text" "1-attnlab cell: skipped: cannot read corpus 'none.txt': No such file" \
    "$small,corpus=none.txt" --export "$work/textless"
fails "a timeout" "1-attnlab cell: timeout: " "n=4096,phase=both" --timeout 0.001 --export "$work/late"
(ulimit -f 1 && export_cell "n=64" --export "$work/full")
has "a full disk" "$?-$(cat "$work/stderr")" "1-attnlab cell: skipped: cannot write $work/full/"
is "no partial export is left" "$(ls -A "$work/full" | tr '\n' ' ')" ""

ATTNLAB_WORKER=$here/fake-worker export_cell "behave=crash" --export "$work/crash"
has "a worker that crashes" "$(cat "$work/stderr")" "attnlab cell: crashed: SIGSEGV"
ATTNLAB_WORKER=$here/fake-worker export_cell "behave=garbage" --export "$work/garbage"
has "an invalid record" "$(cat "$work/stderr")" "crashed: the record is not JSON"
is "a missing cell.json" "$(ls -A "$work/crash" "$work/garbage" | grep -c json)" 0

# ---- wrong kinds of cells for the worker ----
asked_worker() { "$(dirname "$attnlab")/attnlab-worker" "$@" 2>&1 | tail -n 1; }
training=$("$attnlab" cell --print-complete kind=quality)
is "a training cell has no layer to export" "$(asked_worker export --into "$work/none" "$training")" \
    "attnlab-worker: export: expected a cell of kind overhead"
has "a simple baseline has no layer to check" \
    "$("$attnlab" cell --print-complete kind=simple_baseline | asked_worker check)" \
    '"status":"unsupported","reason":"expected a cell of a layer or a training run"'
has "a layer has no data to show" "$(asked_worker show "$("$attnlab" cell --print-complete "$small")")" \
    "a cell that times a layer reads no data set (expected kind=quality)"
layer=$("$attnlab" cell --print-complete "$small")
strange=$work/$(printf 'e\377')
mkdir "$strange"
: >"$strange/x.npy"
has "a folder whose name is not UTF-8 is shown by its bytes" "$(asked_worker export --into "$strange" "$layer")" \
    'e\\xff/x.npy exists; choose an empty folder'
printf '%s\n%s\nn=1\n%s\n' "$layer" "$layer" "$layer" >"$work/lines"
"$(dirname "$attnlab")/attnlab-worker" predict <"$work/lines" >"$work/stdout" 2>"$work/stderr"
has "cells before an invalid line are answered" "$?-$(wc -l <"$work/stdout")-$(cat "$work/stderr")" \
    "2-2-attnlab-worker: invalid cell 'n=1': missing axis 'kind'"
has "a NUL byte in a line is an error" "$(printf 'n=1\0,m=1\n' | asked_worker predict)" \
    "invalid cell 'n=1...': the line contains a NUL byte (expected text)"
has "-h is the same as --help" "$(asked_worker -h)" "also prints token ids"
finish
