#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/peers/run.sh where PyTorch is not there; what it does where it is, the part `peers` tests.
. "$(dirname "$0")/lib.sh"

ATTNLAB_PYTHON=false "$here/../peers/run.sh" --check >"$work/stdout" 2>"$work/stderr"
is "without PyTorch it is skipped" $? 77
is "and says so" "$(cat "$work/stdout")" "skipped: PyTorch is not installed (apt-get install python3-torch)"
is "and nothing else" "$(cat "$work/stderr")" ""
finish
