#!/bin/sh
# SPDX-License-Identifier: MIT
# attnlab beside textbook PyTorch modules: same numbers in, equal numbers out, and how long.
#   tests/peers/run.sh [--check | --quick] [--rounds N] [--cpu N] [-o DIR]
#   tests/peers/run.sh --train [--size S]... [--earlier WORKER] [--rounds N] [--cpu N] [-o DIR]
#   tests/peers/run.sh --nanogpt [--seed N]...
# Ends with 77 where PyTorch is not installed. ATTNLAB_PYTHON names another Python.
set -eu
cd "$(dirname "$0")/../.."
python=${ATTNLAB_PYTHON:-/usr/bin/python3}
if ! "$python" -c 'import torch, numpy' 2>/dev/null; then
    echo "skipped: PyTorch is not installed (apt-get install python3-torch)"
    exit 77
fi
make -s -j "$(nproc)" all peers-build >/dev/null
program=compare.py
case ${1-} in
    --train) program=train.py && shift ;;
    --nanogpt) program=nanogpt.py && shift ;;
esac
exec env PYTHONDONTWRITEBYTECODE=1 "$python" "tests/peers/$program" "$@"
