#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tests/peers/run.sh without PyTorch; the suite part `peers` tests the script with PyTorch.
. "$(dirname "$0")/lib.sh"

ATTNLAB_PYTHON=false "$here/../peers/run.sh" --check >"$work/stdout" 2>"$work/stderr"
is "without PyTorch the script exits with 77" $? 77
is "the message says that PyTorch is missing" "$(cat "$work/stdout")" "skipped: PyTorch is not installed (apt-get install python3-torch)"
is "nothing else is printed" "$(cat "$work/stderr")" ""
finish
