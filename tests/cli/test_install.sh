#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests make install. The installed program must run from any folder and have a manual page, shell completion
# and help.
# suite: slow
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER
root=$(realpath "$here/../..") to=$work/to/usr
if [ ! -x "$root/attnlab" ] || [ "$(realpath "$attnlab")" != "$root/attnlab" ]; then
    echo "ok 1 - # SKIP the tested attnlab is not the one that would be installed" && echo 1..1 && exit
fi
# The installation must not compile anything, even if programs are older than their sources.
rm -f "$root/build/attnlab.1"
(umask 077 && make -s -C "$root" -o all -o attnlab install DESTDIR="$work/to" PREFIX=/usr) >"$work/said" 2>&1
is "make install succeeds" "$? $(cat "$work/said")" "0   INTO   $work/to/usr"
is "installed files are readable by all users, whatever the umask" "$(find "$work/to/usr" ! -perm -a+r -o -type d ! -perm -a+x)" ""
installed() { (cd "$work" && env -i PATH="$to/bin:/usr/bin:/bin" HOME="$work" LC_ALL=C ATTNLAB_PEAKS=no "$@"); }
is "the installed program prints its version" "$(installed attnlab --version)" "$("$attnlab" --version)"
has "questions are installed" "$(installed attnlab list ablations)" "$to/lib/attnlab/ablations/which-projection.yaml"
installed attnlab run "$to/lib/attnlab/ablations/which-projection.yaml" --tier smoke --filter seed=1 -o "$work/run" -q \
    >/dev/null 2>"$work/stderr"
is "a question runs from the installation" $? 0
if command -v gnuplot >/dev/null; then
    installed attnlab report "$work/run" >/dev/null 2>"$work/stderr"
    is "the report of a question is written" "$?-$(cat "$work/stderr")" 0-
    is "the report has figures" "$(($(ls "$work/run/figures" | grep -c '\.svg$') > 0))" 1
fi
has "commands that need the sources say so" "$(installed attnlab new score mine 2>&1)" "in a checkout"
installed attnlab new question mine >/dev/null 2>"$work/stderr"
is "questions do not need the sources" "$?-$(cat "$work/stderr")" 0-
has "a new question is planned" "$(installed attnlab plan mine.yaml --tier smoke 2>&1)" "mine: Does a neural score"

# ---- help, manual page, completion ----
commands=$(installed attnlab --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p')
is "common commands are listed first" "$(echo "$commands" | head -n 4 | tr '\n' ' ')" "run report plan list "
is "each command is listed once" "$(echo "$commands" | sort | uniq -d)" ""
for command in $commands; do
    help=$(installed attnlab "$command" --help)
    example=$(printf '%s\n' "$help" | sed -n '/^Example:/,$p' | sed -n 2p)
    case $example in
    "  attnlab $command "*) found=$(printf '%s\n' "$example" | grep -oE -- ' --?[a-z][a-z-]*' | while read -r option; do
        printf '%s\n' "$help" | sed '/^Example:/,$d' | grep -qE -- "(^|[ ,])$option([ ,]|$)" || echo "$option"
    done) ;;
    *) found="no example: $example" ;;
    esac
    is "$command --help has an example with existing options" "$found" ""
done
page=$(cat "$to/share/man/man1/attnlab.1")
for command in $commands; do
    has "the manual page describes $command" "$page" ".SH ATTNLAB $(echo "$command" | tr '[:lower:]' '[:upper:]')"
done
is "no line of the manual page is lost as a formatter request" "$(printf '%s\n' "$page" | grep '^[.'"'"']' | grep -vcE '^\.(TH|SH|PP|TP|B|nf|fi)( |$)')" 0
if command -v man >/dev/null; then
    is "the manual page can be formatted" "$(man -l --warnings "$to/share/man/man1/attnlab.1" 2>&1 >/dev/null | head -n 3)" ""
fi
if command -v bash >/dev/null; then
    completed() {
        installed bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _attnlab; echo "${COMPREPLY[*]}"' bash \
            "$to/share/bash-completion/completions/attnlab" attnlab "$@"
    }
    is "commands are completed" "$(completed re)" "report reproduce"
    is "options are completed" "$(completed run --kee)" "--keep"
    is "axes are completed" "$(completed run x.yaml --set layer)" "layers="
    is "topics are completed" "$(completed list '')" \
        "slots axes ablations setups datasets events figures columns"
    is "file names are completed where list expects one" "$(completed list --data '')" ""
    is "tiers are completed" "$(completed plan x.yaml --tier q)" "quick"
fi
if command -v zsh >/dev/null; then is "zsh reads its completion" "$(zsh -n "$to/share/zsh/site-functions/_attnlab" 2>&1)" ""; fi
is "every package has a name or a dash for each system" \
    "$(awk -F '\t' 'NF != 6 || /\t(\t|$)/ { print NR }' "$root/harness/install/packages.tsv")" ""

mkdir "$to/lib/attnlab/data"
: >"$to/lib/attnlab/data/fetched"
make -s -C "$root" uninstall DESTDIR="$work/to" PREFIX=/usr
is "uninstalling keeps fetched data" "$(find "$work/to" ! -type d)" "$to/lib/attnlab/data/fetched"
rm -r "$to/lib/attnlab/data"
is "uninstalling removes all other files" "$(find "$work/to" ! -type d)" ""
has "uninstalling says if nothing is installed" "$(make -s -C "$root" uninstall PREFIX="$work/none" 2>&1)" \
    "$work/none/lib/attnlab/installed is missing; nothing was removed"

# ---- a folder with spaces and quotes, next to one named like its first word ----
mkdir -p "$work/my/plots" "$work/my/datasets"
: >"$work/my/plots/mine"
: >"$work/my/datasets/mine"
for to in "$work/my project" "$work/my project's \"own\""; do
    mkdir -p "$to/plots" "$to/lib/attnlab/datasets/mine"
    : >"$to/plots/mine"
    make -s -C "$root" -o all -o attnlab install PREFIX="$to" >"$work/said" 2>&1
    is "install into $(basename "$to") succeeds" "$? $(cat "$work/said")" "0   INTO   $to"
    is "the program runs from the other folder" "$("$to/bin/attnlab" --version)" "$("$attnlab" --version)"
    make -s -C "$root" uninstall PREFIX="$to"
    is "uninstalling keeps files of others" "$(find "$to" ! -type d) $(ls "$to/lib/attnlab/datasets")" \
        "$to/plots/mine mine"
done
is "uninstalling keeps the other folder" "$(find "$work/my" -name mine | wc -l)" 2
finish
