#!/bin/sh
# SPDX-License-Identifier: MIT
# What reads the program without running it; see README.md here.
#   tests/analysis/run.sh [clang-tidy | cppcheck | shellcheck]... [-- FILE...]     default: all of them, all files
# Ends with 1 where one finds something. A tool that is not installed is skipped, and named.
set -eu
cd "$(dirname "$0")/../.."
make -s -j "$(nproc)" all >/dev/null # pages as C strings and facts of the build are included

tools='' files='' status=0
while [ $# -gt 0 ] && [ "$1" != -- ]; do tools="$tools $1" && shift; done
[ $# -eq 0 ] || shift
files="$*"
libraries="yaml-0.1 jansson hwloc papi openblas zlib libutf8proc expat libjpeg libpng"

# Kernels and networks are vectors of gcc's own kind, which these tools do not parse: the check matrix and the
# sanitizers look at those.
sources() {
    if [ -n "$files" ]; then printf '%s\n' $files; else
        git ls-files 'base/*.c' 'datasets/*.c' 'harness/*.c' 'models/*.c' 'tests/simulated/*.c' | grep -v -e '^models/net/' -e '^harness/measure/choices/'
    fi
}

run_clang_tidy() {
    # shellcheck disable=SC2016,SC2046,SC2086
    sources | xargs -P "$(nproc)" -n 8 sh -c 'flags=$1 && shift && clang-tidy --quiet "$@" -- $flags' sh \
        "-std=gnu17 -I. -Ikernels -Ibuild/obj -DEACH_VECTOR_BUILD(m,before)=m(before##plain) -Wno-psabi
         $(pkg-config --cflags $libraries)" 2>/dev/null
}

run_cppcheck() {
    # shellcheck disable=SC2046
    cppcheck -q --error-exitcode=1 --std=c11 --enable=warning,portability --inline-suppr -j "$(nproc)" -I. -Ikernels \
        --library=tests/analysis/cppcheck.cfg --suppressions-list=tests/analysis/cppcheck.txt $(sources)
}

run_shellcheck() {
    git ls-files '*.sh' .ci/run | xargs shellcheck
}

for tool in ${tools:-clang-tidy cppcheck shellcheck}; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: $tool is not installed (apt-get install $tool)"
    elif run_"$(echo "$tool" | tr - _)"; then
        echo "$tool: nothing found"
    else
        echo "$tool: see above"
        status=1
    fi
done
exit $status
