#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes readers of files with AFL++; see README.md.
#   tests/fuzz/run.sh [--executions N] [--minutes N] [-o DIR] [READER]...
# Each reader runs on one core, until it has had N executions [default: 100,000] or N minutes [default: 60].
# The script prints a table and exits with 1 if an input caused a crash or hang. Such inputs are saved in
# DIR/READER/default/crashes and DIR/READER/default/hangs [default DIR: build/fuzz].
# ATTNLAB_FUZZ_PLAIN=yes builds without sanitizers, which is several times as fast.
set -eu
cd "$(dirname "$0")/../.."
if ! command -v afl-fuzz >/dev/null || ! command -v afl-clang-fast >/dev/null; then
    echo "skipped: AFL++ is not installed (apt-get install afl++ clang)"
    exit 77
fi
executions=100000 minutes=60 out=build/fuzz readers=''
while [ $# -gt 0 ]; do
    case $1 in
    --executions) executions=$2 && shift 2 ;;
    --minutes) minutes=$2 && shift 2 ;;
    -o) out=$2 && shift 2 ;;
    -*) sed -n '4p' "$0" >&2 && exit 2 ;;
    *) readers="$readers $1" && shift ;;
    esac
done
# The fuzzer compiles a copy of the sources, so the ordinary build does not change.
copy=$(pwd)/build/fuzz-tree
mkdir -p "$copy" "$out"
(cd "$copy" && rm -rf base datasets harness kernels models tests) # deleted files must not stay
git ls-files -z -- base datasets harness kernels models tests Makefile | tar --null -T - -cf - | tar -xf - -C "$copy"
export AFL_USE_ASAN=1
checks="-fsanitize=undefined -fsanitize-trap=undefined -fno-sanitize=pointer-overflow"
[ "${ATTNLAB_FUZZ_PLAIN:-}" != yes ] || { unset AFL_USE_ASAN && checks=''; }
AFL_QUIET=1 make -s -C "$copy" -j "$(nproc)" CC=afl-clang-fast CFLAGS="-Wno-error -Wno-unknown-warning-option $checks" \
    fuzz-build >"$out/build.log" 2>&1 ||
    { tail "$out/build.log" >&2 && exit 2; }
[ -n "$readers" ] || readers=$("$copy/build/obj/fuzz" 2>&1 | sed 's/.*readers://')

export AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
# A small quarantine, no memory filling and no allocation stacks make executions several times as fast.
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=1:quarantine_size_mb=4:max_malloc_fill_size=0:malloc_context_size=0
[ ! -w /dev/shm ] || TMPDIR=/dev/shm
TMPDIR=$(TMPDIR=${TMPDIR:-/tmp} mktemp -d) # removes the files of processes that AFL killed
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
fuzz_one() {
    rm -rf "${out:?}/$1"
    afl-fuzz -i "tests/fuzz/seeds/$1" -o "$out/$1" -t 2000 -m none -G 65536 -E "$executions" -V $((minutes * 60)) \
        -- "$copy/build/obj/fuzz" "$1" >"$out/$1.log" 2>&1 || true
}
running=0
for reader in $readers; do
    fuzz_one "$reader" &
    running=$((running + 1))
    [ $((running % $(nproc))) -ne 0 ] || wait
done
wait

line="| %-14s | %12s | %12s | %8s | %6s |\n"
# shellcheck disable=SC2059 # the format is stored in a variable
printf "$line" reader executions "inputs kept" crashes hangs --- ---: ---: ---: ---:
bad=0
for reader in $readers; do
    stats=$out/$reader/default/fuzzer_stats
    value() { sed -n "s/^$1 *: *//p" "$stats" 2>/dev/null; }
    # shellcheck disable=SC2059 # the format is stored in a variable
    printf "$line" "$reader" "$(value execs_done)" "$(value corpus_count)" "$(value saved_crashes)" "$(value saved_hangs)"
    [ "$(value saved_crashes)$(value saved_hangs)" = 00 ] || bad=1
done
exit $bad
