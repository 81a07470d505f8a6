#!/bin/sh
# SPDX-License-Identifier: MIT
# Tries one fault; the fault's file sets the number of tries.
#
# usage: tests/torture/one.sh FAULT SEED KEEP [once]
#
# Prints errors, then one line with these tab-separated fields: =TITLE, tries, planned rows, lost, doubled,
# changed, wrong, reason for skipping.
fault=$1 seed=$2 keep=$3 once=${4:-}
faults=$(cd "$(dirname "$0")/faults" && pwd)
. "$(dirname "$0")/../cli/lib.sh"
dir=$work/run tries=0 planned=0 lost=0 doubled=0 changed=0 wrong=0 skip='' driver=''

# random N: sets $random to a random number from 0 to N - 1.
random() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    random=$((seed / 65536 % $1))
}
# moment MOST: waits for a random time of at most MOST milliseconds.
moment() {
    random "$1"
    sleep "$(printf '%d.%03d' $((random / 1000)) $((random % 1000)))"
}
# begin [OPTION]...: starts or resumes the run in the background. $driver is the process id of the driver and
# of its group.
begin() {
    [ ! -d "$dir" ] || set -- --resume "$@"
    setsid "$attnlab" run "$spec" -o "$dir" -q "$@" >/dev/null 2>"$work/said" &
    driver=$!
}
# ended: waits for the driver and sets $code to its exit status.
ended() {
    wait "$driver" 2>/dev/null
    code=$?
}
# cut_off MOST [group]: starts the driver and kills it, or its whole group, within MOST milliseconds.
cut_off() {
    begin
    moment "$1"
    kill -KILL "${2:+-}$driver" 2>/dev/null
    ended
}
# any_signal NUMBER...: sets $signal to a random one of these numbers (1 is SIGHUP, 2 SIGINT, 15 SIGTERM).
any_signal() {
    random $#
    shift "$random"
    signal=$1
}
# any_byte FILE: sets a random byte to a random value.
any_byte() {
    random "$(wc -c <"$1")"
    at=$random
    random 256
    put_byte "$1" $at $random
}
put_byte() { # FILE AT VALUE
    # shellcheck disable=SC2059 # the format string is the byte
    printf "\\$(printf %o "$3")" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
# own_disk MEGABYTES: puts the runs of this fault on a separate file system, $work/disk.
own_disk() {
    mkdir -p "$work/disk"
    mount -t tmpfs -o size="$1"m none "$work/disk" 2>/dev/null || skip="this user may not mount file systems"
    dir=$work/disk/run
    trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
}
workers() { ps -o pid= --ppid "$driver" 2>/dev/null; }
# keeps TEXT: reports an error in this try and keeps its folder.
keeps() {
    echo "# fault $fault, seed $first: $1"
    mkdir -p "$keep/$fault-$first" && cp -r "$dir" "$work/said" "$keep/$fault-$first" 2>/dev/null
    echo "#   kept in $keep/$fault-$first; to repeat: ./run.sh torture --rounds 1 --seed $((base - 1)) $fault"
}
# oops TEXT: counts a wrong message, status or side effect.
oops() {
    wrong=$((wrong + 1))
    keeps "$1"
}
# ends_with STATUS...: checks that the driver's exit status is one of these. If the driver failed, it must
# have printed a reason.
ends_with() {
    case " $* " in
    *" $code "*) [ "$code" -eq 0 ] || [ "$code" -gt 128 ] || [ -s "$work/said" ] || oops "ended with $code without a message" ;;
    *) oops "ended with $code, expected $*: $(head -c 300 "$work/said")" ;;
    esac
}
# learned DIR: prints the key, status, final loss and largest gradient norm of each row of a run.
learned() {
    for name in key status valid_loss gradient_norm_max; do column "$1/cells.csv" $name >"$work/c-$name"; done
    (cd "$work" && paste c-key c-status c-valid_loss c-gradient_norm_max | sort)
}
# expect_of SPEC: computes the expected rows once per specification. All faults share the result, because all
# runs give the same bits.
expect_of() { # SPEC
    spec=$1
    made=${TORTURE_WHOLE:-$work}/whole-$(cksum <"$spec" | tr ' ' -)
    if [ ! -d "$made" ]; then
        "$attnlab" run "$spec" -o "$made" -q >/dev/null 2>"$work/said" || { cat "$work/said" >&2 && exit 2; }
    fi
    cp -r "$made" "$work/whole"
    learned "$work/whole" >"$work/expected"
    cut -f 1 "$work/expected" >"$work/expected-keys"
    rows=$(wc -l <"$work/expected")
}
# settle: resumes the run to the end and counts the rows. Duplicate rows are allowed in the journal but not in
# the tables.
settle() {
    begin
    ended
    ends_with 0
    count
}
count() {
    planned=$((planned + rows))
    learned "$dir" >"$work/found" 2>/dev/null
    cut -f 1 "$work/found" | sort >"$work/keys"
    found=$(comm -23 "$work/expected-keys" "$work/keys" | wc -l)
    twice=$(uniq -d "$work/keys" | wc -l)
    other=$(comm -13 "$work/expected" "$work/found" | wc -l)
    [ "$found$twice" = 00 ] || other=0 # lost or doubled rows are not counted twice
    lost=$((lost + found)) doubled=$((doubled + twice)) changed=$((changed + other))
    [ "$found$twice$other" = 000 ] || keeps "$found rows lost, $twice doubled, $other changed"
}

# count_rows COUNT: counts the rows of a timed run. Writes their columns to c-key, c-status and c-reason.
count_rows() {
    for name in key status reason; do column "$dir/cells.csv" $name >"$work/c-$name"; done
    planned=$((planned + $1)) lost=$((lost + $1 - $(wc -l <"$work/c-key")))
    doubled=$((doubled + $(sort "$work/c-key" | uniq -d | wc -l)))
}

# This question has twelve small training runs.
cat >"$work/small.yaml" <<T
question: what does a model of two layers learn in sixty steps?
kind: quality
simple_baselines: none
fixed: {data: "text:builtin", n: 16, batch: 4, d_model: 16, heads: 2, layers: 2, steps: 60, evaluate_every: 20, evaluate_limit: 4}
factors: {lr: [0.001, 0.003], seed: 1-3}
arms: {dot: , gat: {score: gat}}
T
unset ATTNLAB_WORKER
times=1 base=$seed
prepare() { expect_of "$work/small.yaml"; }
# shellcheck disable=SC1090 # the file depends on the argument
. "$faults/$fault.sh"
prepare
[ -z "$once" ] || times=1
while [ -z "$skip" ] && [ $tries -lt $times ]; do
    first=$seed tries=$((tries + 1))
    rm -rf "$dir"
    attack
done
printf '=%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n' "$title" $tries $planned $lost $doubled $changed $wrong "$skip"
