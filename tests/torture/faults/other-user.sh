# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Another user tries to resume the run. The driver refuses, gives a reason and does not change any file.
title="the folder belongs to another user" times=2
prepare() {
    expect_of "$work/small.yaml"
    command -v setpriv >/dev/null || skip="setpriv is not installed"
    [ "$(id -u)" = 0 ] || skip="only root can switch to another user"
    chmod 755 "$work"
    [ -n "$skip" ] || setpriv --reuid 65534 --regid 65534 --clear-groups "$attnlab" --version >/dev/null 2>&1 ||
        skip="another user may not run the program in its folder"
}
attack() {
    cut_off 700
    if [ -d "$dir" ]; then
        cp -rp "$dir" "$work/before"
        setpriv --reuid 65534 --regid 65534 --clear-groups "$attnlab" run "$spec" -o "$dir" --resume -q >/dev/null 2>"$work/said"
        code=$?
        ends_with 1 2
        diff -r "$dir" "$work/before" >/dev/null || oops "the folder was changed"
        rm -rf "$work/before"
    fi
    settle
}
