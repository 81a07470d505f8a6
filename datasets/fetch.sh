#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the official files of a data set, checks them, and puts them where data sets are opened.
#   datasets/fetch.sh             what there is
#   datasets/fetch.sh NAME [DIR]  into DIR/NAME; DIR: $ATTNLAB_DATA, else data/ of the project,
#                                 where attnlab looks for it
# A download that was cut off goes on where it stopped when the same command is run again. DIR/NAME
# appears only when all is complete and checked; its SOURCE.tsv tells where each file came from.
# Exit status: 0 there, 1 it failed, 2 the command was wrong. The table is sources.tsv:
#   file    the name in DIR/NAME, or of an archive
#   digest  sha256:HEX or md5:HEX as published; - where none is known to us
#   unpack  file (as it is), tar, zip; tar:1 and zip:1 leave out the archive's outer folder
set -u
LC_ALL=C
export LC_ALL
own=$(dirname "$(readlink -f "$0")") # a link to it may lie anywhere
table=${ATTNLAB_SOURCES:-$own/sources.tsv}
tab=$(printf '\t')

say() { printf 'fetch.sh: %s\n' "$*" >&2; }
give_up() {
    say "$@"
    exit 1
}
names() { awk -F'\t' '!/^#/ && !seen[$1]++ { printf "  %-18s %s\n", $1, $6 }' "$table"; }

# ---- downloading ----

# Both go on behind what $2 holds. $http: the server's answer, as far as it is known.
get_curl() {
    http=$(curl -fL $quiet --connect-timeout 30 --speed-limit 1 --speed-time 60 -C - -o "$2" \
        -w '%{http_code}' "$1")
    status=$?
    # 33, 416: the server has no ranges, or nothing behind what is here; then from the start.
    if [ -s "$2" ] && { [ $status -eq 33 ] || [ "$http" = 416 ]; }; then
        say "the server cannot go on from the middle: from the start again"
        rm -f "$2"
        get_curl "$1" "$2"
    fi
    return $status
}
get_wget() {
    http=
    wget $quiet --timeout=60 --tries=1 -c -O "$2" "$1"
}

# download URL FILE
download() {
    [ -s "$2" ] && say "going on behind the $(wc -c <"$2") bytes that are here"
    $get "$1" "$2" && [ -f "$2" ] && return
    case $http in
    4?? | 5??) give_up "$1: the server answered $http" ;;
    esac
    here=0
    [ -f "$2" ] && here=$(wc -c <"$2")
    give_up "$1: the download was cut off, $here bytes are here;" \
        "run the same command again to go on"
}

# ---- checking ----

# digest_of sha256|md5 FILE
digest_of() { "${1}sum" <"$2" | cut -d' ' -f1; }
# is_right FILE DIGEST
is_right() { [ -f "$1" ] && [ "$2" != - ] && [ "$(digest_of "${2%%:*}" "$1")" = "${2#*:}" ]; }

# check FILE NAME DIGEST: sets $checked, what SOURCE.tsv says
check() {
    if [ "$3" = - ]; then
        found=$(digest_of sha256 "$1")
        say "$2: sha256 not recorded: computed $found"
        checked="sha256:$found (computed, not recorded)"
    elif is_right "$1" "$3"; then
        say "$2: ${3%%:*} as expected"
        checked="$3"
    else
        found=$(digest_of "${3%%:*}" "$1")
        bytes=$(wc -c <"$1")
        mv -f "$1" "${1%.part}.refused"
        say "$2 is not the file that was published, and is not used:"
        say "  expected ${3%%:*} ${3#*:}"
        say "  found    ${3%%:*} $found ($bytes bytes, kept as ${1%.part}.refused)"
        give_up "run the same command again to fetch it from the start"
    fi
}

# fetch FILE URL DIGEST LICENCE
fetch() {
    file=$stage/files/$1
    mkdir -p "$(dirname "$file")" || exit 1
    if [ ! -f "$file" ]; then
        is_right "$file.part" "$3" || download "$2" "$file.part"
        check "$file.part" "$1" "$3"
        mv "$file.part" "$file" || exit 1
    else check "$file" "$1" "$3"; fi
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$checked" "$4" >>"$stage/tree/SOURCE.tsv"
}

# ---- unpacking ----

# unpack FILE RULE
unpack() {
    from=$stage/files/$1 to=$stage/tree
    case $2 in
    file)
        mkdir -p "$(dirname "$to/$1")"
        ln "$from" "$to/$1" 2>/dev/null || cp "$from" "$to/$1"
        ;;
    tar) tar xf "$from" -C "$to" ;;
    tar:1) tar xf "$from" -C "$to" --strip-components=1 ;;
    zip) unzip -q -o "$from" -d "$to" </dev/null ;;
    zip:1)
        rm -rf "$stage/zip" && unzip -q -o "$from" -d "$stage/zip" </dev/null &&
            mv "$stage"/zip/*/* "$to"
        ;;
    *) give_up "$table: unknown rule '$2' for $1" ;;
    esac || give_up "$1 cannot be unpacked"
}

need() { command -v "$1" >/dev/null || give_up "'$1' is needed; apt-get install $2"; }

# ---- the command ----

[ -r "$table" ] || give_up "$table cannot be read"
if [ $# -eq 0 ]; then
    echo "usage: datasets/fetch.sh NAME [DIR]"
    names
    exit 0
fi
home=$(cd "$own/.." && pwd)
name=$1 dir=${2:-${ATTNLAB_DATA:-$home/data}}
rows=$(awk -F'\t' -v name="$name" '!/^#/ && $1 == name' "$table")
if [ -z "$rows" ] || [ $# -gt 2 ]; then
    if [ $# -gt 2 ]; then say "expected NAME [DIR], found $# words; there are:"
    else say "there is no data set '$name'; there are:"; fi
    names >&2
    exit 2
fi
if [ -e "$dir/$name" ]; then
    say "$dir/$name is there; remove it to fetch it again"
    exit 0
fi
get=get_curl quiet=-sS
[ -t 2 ] && quiet=-#
if [ "${ATTNLAB_FETCH:-curl}" = wget ] || ! command -v curl >/dev/null; then
    get=get_wget quiet=-nv
    command -v wget >/dev/null || give_up "'curl' or 'wget' is needed; apt-get install curl"
fi
need sha256sum coreutils
case $rows in *"${tab}zip"*) need unzip unzip ;; esac

stage=$dir/.fetch-$name
rm -rf "$stage/tree"
mkdir -p "$stage/tree" || give_up "$stage cannot be made"
say "data set '$name' into $dir/$name"
printf '%s\n' "$rows" | awk -F'\t' '!seen[$6]++ { print "fetch.sh: licence: " $6 }
    { print "fetch.sh: source:  " $3 }' >&2
printf 'file\turl\tdigest\tlicence\n' >"$stage/tree/SOURCE.tsv"

# A here-document and not a pipe: exit must leave this shell.
while IFS=$tab read -r _ file url digest rule licence; do
    fetch "$file" "$url" "$digest" "$licence"
done <<T
$rows
T
while IFS=$tab read -r _ file _ _ rule _; do
    unpack "$file" "$rule"
done <<T
$rows
T
mv "$stage/tree" "$dir/$name" || give_up "$stage/tree cannot become $dir/$name"
rm -rf "$stage"
say "$dir/$name is complete"
