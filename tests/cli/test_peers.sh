#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/peers/run.sh without PyTorch; the suite part `peers` tests the script with PyTorch.
. "$(dirname "$0")/lib.sh"

ATTNLAB_PYTHON=false "$here/../peers/run.sh" --check >"$work/stdout" 2>"$work/stderr"
is "without PyTorch it is skipped" $? 77
is "and says so" "$(cat "$work/stdout")" "skipped: PyTorch is not installed (apt-get install python3-torch)"
is "and nothing else" "$(cat "$work/stderr")" ""
finish
