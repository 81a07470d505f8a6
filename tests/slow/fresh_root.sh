#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the README's two commands in minimal Debian roots, as on a machine with only git. Needs root,
# debootstrap and a Debian mirror (MIRROR). Takes hours on two cores.
#
# usage: tests/slow/fresh_root.sh [--only build|all-ablations|test] [--keep DIR] [SUITE...]
#
#   SUITE       Debian release [default: bookworm trixie]
#   --keep DIR  keeps the roots in DIR/SUITE and uses existing ones
. "$(dirname "$0")/../cli/lib.sh"
cd "$here/../.." || exit
mirror=${MIRROR:-http://deb.debian.org/debian} roots=$work/roots steps="build all-ablations test"
trap 'exit 130' INT
trap 'exit 143' TERM HUP
while [ $# -gt 0 ]; do
    case $1 in
    --only) steps=$2 && shift 2 ;;
    --keep) roots=$2 && shift 2 ;;
    *) break ;;
    esac
done
[ $# -gt 0 ] || set -- bookworm trixie
skip() {
    echo "# SKIP $1"
    exit 77
}
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
unshare --mount chroot / true 2>/dev/null || skip "root's rights are needed to mount and to change the root"
wget -q --spider "$mirror/dists/$1/Release" || skip "no mirror of Debian can be reached at $mirror"

# inside ROOT COMMAND...: runs a command in a root folder. Mounts are visible only to this command.
inside() { # ROOT COMMAND...
    unshare --mount --propagation private sh -c '
        set -e
        cd "$1"
        mount -t proc proc proc
        mount --rbind /sys sys
        mount --rbind /dev dev
        shift
        exec chroot . env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin WERROR=1 sh -c "cd /attnlab && exec \"\$@\"" sh "$@"
    ' sh "$@"
}
new_root() { # SUITE
    [ -d "$roots/$1/usr" ] ||
        debootstrap --variant=minbase --include=ca-certificates,git "$1" "$roots/$1" "$mirror" >"$work/log" 2>&1 || return
    cp /etc/resolv.conf "$roots/$1/etc"
    rm -rf "$roots/$1/attnlab"
    mkdir "$roots/$1/attnlab"
    git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$roots/$1/attnlab"
}
# lost_rows: prints the failed rows of the run, or nothing if there is no run.
lost_rows() {
    csv=$(ls "$1"/attnlab/results/2*/cells.csv) || return
    column "$csv" status | grep -cvxE 'ok|unsupported|skipped|not_needed'
}

mkdir -p "$roots"
for suite in "$@"; do
    root=$roots/$suite
    new_root "$suite"
    made=$?
    is "$suite: a minimal root is created" $made 0
    if [ $made -ne 0 ]; then tail -n 5 "$work/log" && continue; fi
    for step in $steps; do
        inside "$root" ./run.sh "$step" >"$work/log" 2>&1
        is "$suite: ./run.sh $step succeeds" $? 0
        tail -n 3 "$work/log" | sed 's/^/# /'
        case $step in
        build) is "$suite: no warning" "$(grep -c 'warning:' "$work/log")" 0 ;;
        all-ablations) is "$suite: no row is lost" "$(lost_rows "$root")" 0 ;;
        esac
    done
done
finish
