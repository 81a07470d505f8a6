#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests attnlab on 64-bit ARM: the hardware counters on an emulated machine, and the checks of the NEON build.
# Everything is built from Debian packages in build/arm/ and build/aarch64/; see README.md.
#
# usage: tests/arm/run.sh [--all]
#
#   --all  check all choices instead of only the dot product, and run unit tests of the vector builds
. "$(dirname "$0")/../cli/lib.sh"
cd "$here/../.." || exit
for program in qemu-system-aarch64 qemu-aarch64-static aarch64-linux-gnu-gcc readelf cpio apt-get dpkg-deb python3; do
    skip_without $program
done
filter="--filter score=dot" units=''
if [ "${1:-}" = --all ]; then
    filter=''
    units=$(grep -lE '_builds|EACH_VECTOR_BUILD' $(find tests/unit -name "test_*.c"))
fi
unset ATTNLAB_WORKER
out=$PWD/build/arm built=build/aarch64
mkdir -p "$out"
. tests/arm/packages.sh
. tests/arm/guest.sh
if ! (packages_root) >"$out/packages.log" 2>&1; then
    echo "ok 1 - # SKIP Debian's packages for arm64 are not available: $(grep -m 1 "^[WE]: " "$out/packages.log")"
    echo 1..1
    exit 0
fi

# ---- cross-compilation ----
make -s -j "$(nproc)" all || exit # the driver of the checks runs natively
export PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_LIBDIR="$lib/pkgconfig:$lib/openblas-pthread/pkgconfig"
make -j "$(nproc)" CC="$triplet-gcc --sysroot=$root" OUT=$built BIN=$built all unit-build >"$out/build.log" 2>&1
is "the ARM program builds" $? 0
if [ "$failures" -gt 0 ]; then
    tail "$out/build.log" | sed 's/^/# /'
    finish
    exit
fi

# ---- counters, in the guest ----
cell="n=64,d_model=32,heads=2,samples=1,min_sample_ms=0"
guest_begin
for program in attnlab attnlab-worker unit/tests; do guest_program $built/$program "$(basename $program)"; done
guest_command denied "./tests test_known_counts"
guest_command allow "echo 2 >/proc/sys/kernel/perf_event_paranoid"
guest_command loop "./tests test_known_counts"
guest_command dot "OPENBLAS_NUM_THREADS=1 ./attnlab cell '$cell' --format json"
guest_command neural "OPENBLAS_NUM_THREADS=1 ./attnlab cell '$cell,score=neural' --format json"
guest_command counters "./tests test_counters"
guest_run
is "the emulated machine shuts down normally" $? 0
has "with Debian's defaults nothing is counted, and the message says what to change" "$(guest_said denied)" "sysctl kernel.perf_event_paranoid=2"
is "a loop of known length is counted correctly" "$(guest_status loop)$(guest_said loop | grep -c 'OK \] a_loop_of_known_length')" 01
guest_said loop | grep '^# '
is "the tests of counters run without skips" "$(guest_status counters)$(guest_said counters | grep -c SKIPPED)" 00
for layer in dot neural; do guest_said $layer >"$work/$layer.json"; done

counters() { python3 tests/arm/counters.py "$1" "$work/dot.json" "$work/neural.json"; }
is "the expected counter groups are counted" "$(counters groups)" "cycles sde software"
is "groups without counters on this processor are absent" \
    "$(counters absent)" "branches cache flops flops-amd memory tlb turbo"
is "each absent group has a reason" "$(counters silent)" ""
is "each phase has both events" "$(counters phases)" "normalize output projection score sum"
is "phases add up to the whole" "$(counters sum)" yes
is "instructions take the time that the guest's clock defines" "$(counters cycles)" "$((1 << guest_shift)).00"
is "a score with more computation has more instructions" "$(counters more)" yes
counters table

# ---- the NEON build, by user-mode emulation ----
emulated="qemu-aarch64-static -L $root -E LD_LIBRARY_PATH=$lib:$lib/openblas-pthread"
cat >"$work/worker" <<W
#!/bin/sh
export OPENBLAS_NUM_THREADS=1
exec $emulated $PWD/$built/attnlab-worker "\$@"
W
chmod +x "$work/worker"
for more in '' --gradients; do
    ATTNLAB_WORKER="$work/worker" "$attnlab" check $filter $more -j "$(nproc)" --timeout 300 --quiet >"$work/found" 2>&1
    is "attnlab check${more:+ $more} passes in the NEON build" "$?-$(grep -c ' 0 failed' "$work/found")" 0-2
    sed 's/^/# /' "$work/found"
done
for file in $units; do
    test=$(basename "$file" .c)
    OPENBLAS_NUM_THREADS=1 $emulated $built/unit/tests "$test" >"$work/found" 2>&1
    is "$test" "$?-$(grep -c SKIPPED "$work/found")" 0-0
done
finish
