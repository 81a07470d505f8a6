# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Other programs compute on the core where layers are timed. Each row reports this in status and reason, and
# no row is lost. With --strict the driver refuses to start. The test uses three programs and long samples,
# because the scheduler could pause a single program during short samples.
title="another program uses the timed core" times=2
prepare() {
    command -v taskset >/dev/null || skip="taskset is not installed"
    unset ATTNLAB_DISTURBED
    cpu=$(first_cpu)
    spec=$work/timed.yaml
    printf 'question: what does it cost?\nrounds: 1\nfixed: {d_model: 16, heads: 2, min_sample_ms: 100, samples: 2}\nfactors: {score: [dot, gat], n: [16, 32]}\n' >"$spec"
}
attack() {
    load=
    for program in 1 2 3; do
        taskset -c "$cpu" sh -c 'while :; do :; done' &
        load="$load $!"
    done
    begin --cpus "$cpu"
    ended
    ends_with 0
    count_rows 4
    marked=$(paste "$work/c-status" "$work/c-reason" | grep -c '^unstable	.*waited for a CPU')
    [ "$marked" = 4 ] || oops "$marked of 4 rows are marked as disturbed: $(paste -sd' ' "$work/c-status")"
    rm -rf "$dir"
    begin --cpus "$cpu" --strict
    ended
    # shellcheck disable=SC2086 # $load is a list of process ids
    kill $load
    # shellcheck disable=SC2086 # $load is a list of process ids
    wait $load 2>/dev/null
    ends_with 3
    grep -qi 'other programs.*end \(these\|the other\)\|end the other programs' "$work/said" || oops "--strict does not say what is wrong: $(head -c 300 "$work/said")"
}
