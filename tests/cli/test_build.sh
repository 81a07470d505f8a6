#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the Makefile with a few object files, in a folder whose name contains a space and a quote.
# suite: slow
. "$(dirname "$0")/lib.sh"
outer="$work/it's a folder" tree="$work/it's a folder/attnlab"
mkdir -p "$tree"
(cd "$here/../.." && tar -cf - Makefile CHANGELOG.md base harness kernels models datasets/*.def datasets/*.[ch] \
    datasets/*/*.[ch]) | tar -xf - -C "$tree"
cd "$tree" || exit
unset MAKEFLAGS MAKELEVEL WERROR CFLAGS LDFLAGS
object=build/obj/base/utf8.o kernel=build/obj/avx512/kernels/norms.o
made() { make "$@" 2>&1 | grep -v "^  CC "; }
commands() { make -n V=1 "$@" 2>&1; }
recorded() { cat build/obj/build_*.h | sed -n "s/#define FACT_$1 \"\(.*\)\"/\1/p"; }

# ---- the folder's name ----
is "an object is built in a folder with a space and a quote" "$(made $object)" ""
is "the object does not contain the folder's name" "$(grep -c "it's a folder" $object)" 0

# ---- objects depend on the compiler and on the flags ----
is "the object is then up to date" "$(commands $object)" "make: '$object' is up to date."
has "other compiler flags recompile the object" "$(commands CFLAGS=-O0 $object)" " -O0 "
has "other linker flags recompile the object" "$(commands LDFLAGS=-static $object)" " $object "
has "another compiler recompiles the object" "$(commands CC=cc $object)" "cc  -c "
is "make -n changes nothing" "$(commands $object)" "make: '$object' is up to date."
is "the object is built with CFLAGS=-O0" "$(made CFLAGS=-O0 $object)" ""
has "CFLAGS are recorded for the driver" "$(recorded HARNESS_FLAGS)" " -O0"
has "CFLAGS are recorded for the kernels" "$(recorded KERNEL_FLAGS)" "[avx2] -O3 -O0 -march=x86-64-v3"
has "removing CFLAGS recompiles the object" "$(commands $object)" " $object "
is "a quote and a backslash in a flag are recorded" "$(made CFLAGS='-DNAME=\"x\"' build/obj/harness/run/program.o)" ""

# ---- warnings ----
has "a warning is an error with WERROR=1" "$(commands WERROR=1 $object)" " -Werror "
has "WERROR=1 in the environment has the same effect" "$(WERROR=1 make -n V=1 $object)" " -Werror "
is "without WERROR a warning is not an error" "$(commands CFLAGS=-O0 $object | grep -c Werror)" 0
has "continuous integration uses WERROR" "$(cat "$here/../../.ci/run")" "WERROR=1"
formats=$(for file in datasets/data_store datasets/formats/file harness/measure/workload harness/report/front \
    harness/run/journal; do echo build/obj/$file.o; done)
is "printf formats are literals" "$(made WERROR=1 CFLAGS="-O1 -Wformat=2" $formats)" ""
if command -v clang >/dev/null; then
    is "clang builds kernels and networks without a warning" \
        "$(made CC=clang WERROR=1 VECTOR_BUILDS=plain build/obj/plain/kernels/norms.o build/obj/formula/kernels/registry.o $formats)" ""
fi

# ---- vector flags ----
if [ "$(gcc -dumpmachine | cut -d- -f1)" = x86_64 ]; then
    last() { commands VECTOR_BUILDS="avx512 avx2 plain" "CFLAGS=$1" "$2" | grep -o -e '-march=[^ ]*' | tail -n 1; }
    is "the user's -march does not change the vector builds" "$(last -march=x86-64 $kernel)" "-march=x86-64-v4"
    is "the user's -march does not change the plain build" "$(last -march=native build/obj/plain/kernels/norms.o)" "-march=x86-64"
    made CFLAGS=-march=x86-64 $kernel
    is "the AVX-512 build has 512-bit vectors" "$(($(objdump -d $kernel | grep -c '%zmm') > 0))" 1
fi
has "formulas are compiled without contraction" \
    "$(commands CFLAGS=-ffp-contract=fast build/obj/formula/kernels/norms.o)" "-ffp-contract=fast -ffp-contract=off"

# ---- PAPI before version 7 ----
mkdir old
echo '#error no such header' >old/sde_lib.h
is "make works without sde_lib.h" "$(made CFLAGS=-Iold build/obj/harness/measure/counters/papi.o)" ""
is "without sde_lib.h no object uses libsde" "$(nm build/obj/harness/measure/counters/papi.o | grep -c papi_sde)" 0
is "without sde_lib.h libsde is not linked" "$(commands CFLAGS=-Iold attnlab-worker | grep -c -e -lsde)" 0
has "the program reports that libsde is missing" "$(recorded LIBRARIES)" "without libsde"

# ---- the version is that of the folder, not of an enclosing repository ----
git_as() { env -u GIT_DIR git -c user.name=x -c user.email=x@x "$@"; }
if command -v git >/dev/null; then
    facts=build/obj/build_commit.h
    version=$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
    (cd "$outer" && git_as init -q && git_as commit -q --allow-empty -m x && git_as tag v99.1)
    made $facts
    is "a folder inside another repository has no commit" "$(recorded VERSION) $(recorded COMMIT)" "$version unknown"
    export GIT_DIR="$outer/.git"
    made $facts
    is "GIT_DIR of another repository is ignored" "$(recorded VERSION) $(recorded COMMIT)" "$version unknown"
    git_as init -q && git_as add Makefile && git_as commit -q -m x && git_as tag v98.2
    made $facts
    is "the commit of the project's own repository is recorded" "$(recorded VERSION) $(recorded COMMIT)" "98.2 $(git_as rev-parse --short=12 HEAD)"
    echo "# changed" >>Makefile
    made $facts
    has "uncommitted changes are recorded" "$(recorded COMMIT)" "-dirty"
fi
finish
