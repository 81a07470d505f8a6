#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the plain C build under valgrind's memcheck: forward passes, backward passes with finite differences,
# and training runs. Memcheck detects uninitialised memory in variables and in buffers of libraries; the
# sanitizers do not. The script is run by hand, because valgrind is slow. It exits with 1 if memcheck finds an
# error, and writes the output of memcheck to build/memcheck.
#
# usage: tests/memcheck.sh [CELLS]
#
#   CELLS  number of cells, forward and backward each [default: 100]
set -eu
cd "$(dirname "$0")/.."
if ! command -v valgrind >/dev/null; then
    echo "skipped: valgrind is not installed (apt-get install valgrind)"
    exit 77
fi
make -s -j "$(nproc)" OUT=build/plain BIN=build/plain VECTOR_BUILDS=plain all >/dev/null
cells=${1:-100} root=$(pwd) out=$(pwd)/build/memcheck
rm -rf "$out" && mkdir -p "$out"
# OPENBLAS_CORETYPE selects an OpenBLAS core that valgrind can run. If both OPENBLAS variables are set, the
# worker does not restart itself.
cat >"$out/worker" <<W
#!/bin/sh
[ "\$1" != describe ] || exec "$root/build/plain/attnlab-worker" describe
OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=Haswell exec valgrind -q --leak-check=full --errors-for-leak-kinds=definite \\
    --error-exitcode=99 --log-file="$out/%p.log" "$root/build/plain/attnlab-worker" "\$@"
W
chmod +x "$out/worker"
status=0
for pass in "" --gradients; do
    # shellcheck disable=SC2086
    ATTNLAB_WORKER=$out/worker ./attnlab check $pass --filter isa=plain --limit "$cells" --quiet --timeout 600 || status=1
done
training="kind=quality,isa=plain,data=tinyshakespeare,task=next_token,tokenizer=chars,n=16,batch=2,layers=2,heads=2,d_model=16"
for variant in score=dot score=neural q=mlp,k=mlp,v=mlp gate=sigmoid; do
    ATTNLAB_WORKER="$out/worker" ./attnlab cell "$training,$variant,steps=6,warmup=1,evaluate_every=3,evaluate_limit=2,valid_limit=50" \
        --timeout 900 >"$out/training" 2>&1 || { cat "$out/training" && status=1 && continue; }
    echo "a training run of $variant finished"
done
found=$(find "$out" -name '*.log' -size +0 | wc -l)
echo "$(find "$out" -name '*.log' | wc -l) processes under memcheck; $found of them have errors"
[ "$found" -eq 0 ] && [ $status -eq 0 ]
