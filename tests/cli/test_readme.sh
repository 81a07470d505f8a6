#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the answers in the README equal the committed reference. Also tests that the commands, files and
# links in the README exist.
. "$(dirname "$0")/lib.sh"
cd "$here/../.." || exit 1

is "the README has at most 120 lines" "$(awk 'END { print NR <= 120 ? "yes" : NR }' README.md)" yes
is "the first command is on the first screen" \
    "$(grep -n '^    ./run.sh all-ablations' README.md | head -n 1 | awk -F: '{ print $1 <= 24 ? "yes" : $1 }')" yes
if [ -f results/reference/front.md ]; then
    sed -n '/^<!-- front:/,/^<!-- end of front/p' README.md | sed '1d;$d' >"$work/front"
    is "the answers equal those of the reference (otherwise run make front)" \
        "$(diff "$work/front" results/reference/front.md | head -n 5)" ""
else
    echo "ok $((tests += 1)) - the answers equal those of the reference # SKIP results/reference/front.md is missing"
fi

# Indented lines are commands. Their subcommands and files must exist, unless a command creates the file.
sed -n 's/^    \(\.\/[^ ].*\)/\1/p' README.md | sed 's/   .*//' >"$work/commands"
is "the README has commands" "$([ "$(wc -l <"$work/commands")" -ge 8 ] && echo yes)" yes
is "each command exists" "$(
    tr -s '&' '\n' <"$work/commands" | sed -n 's/.*\.\/attnlab \([a-z]*\).*/\1/p' | sort -u | while read -r name; do
        "$attnlab" "$name" --help >/dev/null 2>&1 || echo "$name"
    done)" ""
is "each command of run.sh exists" "$(
    sed -n 's/^\.\/run\.sh \([a-z-]*\).*/\1/p' "$work/commands" | while read -r name; do
        grep -q "^ *${name}[) |]" run.sh || grep -q "| *${name}[) |]" run.sh || echo "$name"
    done)" ""
is "each specification exists" "$(
    grep -oE '[a-z/-]+\.yaml' "$work/commands" | grep / | while read -r file; do [ -f "$file" ] || echo "$file"; done)" ""

# anchors FILE: prints the link anchors of a page, from headings and explicit anchors.
anchors() {
    sed -n 's/^##* //p' "$1" | tr 'A-Z' 'a-z' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
    grep -o '<a id="[^"]*"' "$1" | sed 's/.*"\(.*\)"/\1/'
}
# broken FILE: prints the relative links of a page that have no target.
broken() {
    folder=$(dirname "$1")
    grep -oE '\]\([^) ]+\)' "$1" | sed 's/^](\(.*\))$/\1/' | grep -vE '^[a-z]+:' | sort -u | while read -r link; do
        file=${link%%#*}
        [ -n "$file" ] && file=$folder/$file || file=$1
        [ -e "$file" ] || { echo "$1: $link"; continue; }
        case $link in
        *#*) case $file in
            *.md) anchors "$file" | grep -qxF -e "${link#*#}" || echo "$1: $link" ;;
            esac ;;
        esac
    done
}
rooms="ablations base datasets harness kernels models plots results/README.md results/reference/README.md tests"
# shellcheck disable=SC2086 # word splitting is intended
for page in README.md $(find $rooms -name README.md | sort); do is "links of $page" "$(broken "$page")" ""; done
finish
