# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# In some rows, the worker fails, each time in a different way. These rows must record the failure, and all
# other rows must have results. The run exits with 1. Hanging workers and their child processes are killed.
title="workers crash, hang, fork, leak memory, write garbage" times=1
prepare() {
    export ATTNLAB_WORKER="$here/../cli/fake-worker"
    spec=$work/bad.yaml
    printf 'question: which workers fail?\nfactors: {behave: [ok, %s], n: [8, 16]}\n' \
        "crash, abort, bus, float, illegal, terminated, hung-up, pipe, killed, hang, fork, leak, exit3, silent, garbage, half, strange, other" >"$spec"
}
attack() {
    export ATTNLAB_FAKE_LOG="$work/log"
    begin --timeout 2 --set memory_mib=200
    ended
    ends_with 1
    count_rows 38
    good=$(paste "$work/c-key" "$work/c-status" | grep -v 'behave=\(fork\)' | grep -c 'ok$')
    [ "$good" = 2 ] || oops "$good rows have a result, expected 2 correct ones and those that fork"
    paste "$work/c-status" "$work/c-reason" | grep -v '^ok' | grep -q '	$' && oops "a failed row has no reason"
    # shellcheck disable=SC2013 # the lines are process ids without spaces
    for child in $(sed -n 's/^child=//p' "$work/log"); do
        case $(ps -o stat= -p "$child") in '' | Z*) ;; *) oops "the child process $child of a worker is still running" ;; esac
    done
}
