# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Permissions bind no root, so another user goes on with a run that is not its own: it is refused with a reason,
# and not a byte is changed.
title="the folder belongs to another user" times=2
prepare() {
    expect_of "$work/small.yaml"
    command -v setpriv >/dev/null || skip="setpriv is not installed"
    [ "$(id -u)" = 0 ] || skip="only root may become another user"
    chmod 755 "$work"
    [ -n "$skip" ] || setpriv --reuid 65534 --regid 65534 --clear-groups "$attnlab" --version >/dev/null 2>&1 ||
        skip="another user may not run the program where it lies"
}
attack() {
    begin
    moment 700
    kill -KILL $driver 2>/dev/null
    ended
    if [ -d "$dir" ]; then
        cp -rp "$dir" "$work/before"
        setpriv --reuid 65534 --regid 65534 --clear-groups "$attnlab" run "$spec" -o "$dir" --resume -q >/dev/null 2>"$work/said"
        code=$?
        [ $code -eq 1 ] || [ $code -eq 2 ] || oops "ended with $code: $(head -c 300 "$work/said")"
        [ -s "$work/said" ] || oops "said nothing"
        diff -r "$dir" "$work/before" >/dev/null || oops "something was changed"
        rm -rf "$work/before"
    fi
    settle
}
