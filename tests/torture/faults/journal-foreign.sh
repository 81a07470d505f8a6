# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The journal is invalid or belongs to another run. The driver refuses the journal and does not change it.
title="a journal that is invalid or of another run" times=3
prepare() {
    expect_of "$work/small.yaml"
    sed 's/n: 16/n: 12/' "$work/small.yaml" >"$work/other.yaml"
    "$attnlab" run "$work/other.yaml" -o "$work/other" -q >/dev/null 2>&1
}
attack() {
    mkdir "$dir"
    random 3
    case $random in
    0) head -c 3000 /dev/urandom >"$dir/journal.jsonl" ;;
    1) printf 'my notes\nof last week' >"$dir/journal.jsonl" ;;
    2) cp -r "$work/whole/." "$dir" && cp "$work/other/journal.jsonl" "$dir" ;;
    esac
    cp "$dir/journal.jsonl" "$work/before"
    begin
    ended
    # Rows of another plan are reported. They remain in the journal but are excluded from the tables.
    if [ "$random" = 2 ] && [ $code -eq 0 ]; then
        head -c "$(wc -c <"$work/before")" "$dir/journal.jsonl" | cmp -s - "$work/before" || oops "the file was changed"
        grep -q "of another plan; the tables omit these rows" "$work/said" || oops "foreign rows were not reported"
        count
        return
    fi
    ends_with 2
    cmp -s "$dir/journal.jsonl" "$work/before" || oops "the file was changed"
    rm -rf "$dir"
    settle
}
