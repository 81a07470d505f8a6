#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the sources with clang-tidy, cppcheck and shellcheck (see README.md in this folder).
#
# usage: tests/analysis/run.sh [clang-tidy | cppcheck | shellcheck]... [-- FILE...]
#
# The default is every tool and every file. A tool that is not installed is skipped with a message. Exits with
# 1 if a tool reports an error.
set -eu
cd "$(dirname "$0")/../.."
make -s -j "$(nproc)" all >/dev/null # creates the files that the sources include

tools='' files='' status=0
while [ $# -gt 0 ] && [ "$1" != -- ]; do tools="$tools $1" && shift; done
[ $# -eq 0 ] || shift
files="$*"
libraries="yaml-0.1 jansson hwloc papi openblas zlib libutf8proc expat libjpeg libpng"

# Kernels and networks are excluded, because these tools cannot parse gcc's vector types. The check matrix and
# the sanitizers test this code instead.
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
        echo "$tool: no problems found"
    else
        echo "$tool: problems found; see above"
        status=1
    fi
done
exit $status
