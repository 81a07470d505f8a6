#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares attnlab with textbook PyTorch modules: equal inputs must give equal outputs, and both are timed.
#   tests/peers/run.sh [--check | --quick] [--rounds N] [--cpu N] [-o DIR]
#   tests/peers/run.sh --train [--size S]... [--earlier WORKER] [--rounds N] [--cpu N] [-o DIR]
#   tests/peers/run.sh --nanogpt [--seed N]...
#   tests/peers/run.sh --threads [--rounds N] [-o FILE]
# Exits with 77 if PyTorch is not installed; --threads does not need it. ATTNLAB_PYTHON selects another
# Python.
set -eu
cd "$(dirname "$0")/../.."
python=${ATTNLAB_PYTHON:-/usr/bin/python3}
if [ "${1-}" != --threads ] && ! "$python" -c 'import torch, numpy' 2>/dev/null; then
    echo "skipped: PyTorch is not installed (apt-get install python3-torch)"
    exit 77
fi
make -s -j "$(nproc)" all peers-build >/dev/null
program=compare.py
case ${1-} in
    --train) program=train.py && shift ;;
    --nanogpt) program=nanogpt.py && shift ;;
    --threads) program=threads.py && shift ;;
esac
exec env PYTHONDONTWRITEBYTECODE=1 "$python" "tests/peers/$program" "$@"
