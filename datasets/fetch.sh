#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the official files of a data set, checks them and puts them where attnlab opens data sets.
#   datasets/fetch.sh: list the data sets.
#   datasets/fetch.sh NAME [DIR]: fetch a data set into DIR/NAME
#       [default of DIR: $ATTNLAB_DATA or the project's data/].
# If a download was cut off, the same command resumes it, provided that the server still has the same file.
# Only one process can fetch a set at a time. DIR/NAME appears only when all files are complete and checked;
# its SOURCE.tsv records where each file came from. If a digest is unknown, DIR/digests.tsv records the digest
# of the first fetch, and later fetches are compared with it.
# Exit status: 0 the set is complete, 1 fetching failed, 2 invalid command.
# Columns of sources.tsv:
#   file: path of the file in DIR/NAME, or name of the archive.
#   digest: published digest, sha256:HEX or md5:HEX; - if unknown. An archive that the server packs anew for each
#       download has files:HEX, the digest of the list of its files in subfolders (files_digest).
#   unpack: file (copied), tar or zip; tar:1 and zip:1 omit the archive's outer folder.
set -u
LC_ALL=C
export LC_ALL
own=$(dirname "$(readlink -f "$0")") # the script may be called through a link
table=${ATTNLAB_SOURCES:-$own/sources.tsv}
tab=$(printf '\t')

say() { printf 'fetch.sh: %s\n' "$*" >&2; }
give_up() {
    say "$@"
    exit 1
}
names() { awk -F'\t' '!/^#/ && !seen[$1]++ { printf "  %-18s %s\n", $1, $6 }' "$table"; }

# ---- downloading ----

# get URL FILE: downloads a file. Resumes a partial FILE if the server still has the same file (If-Range).
# Sets $http to the HTTP status, if known. HTTPS is never redirected to HTTP.
get() {
    only='' same=''
    case $1 in https://*) only='--proto =https --proto-redir =https' ;; esac
    if [ -s "$2" ]; then
        same=$(tr -d '\r' <"$2.head" 2>/dev/null | awk 'tolower($1) == "etag:" && $2 !~ /^W/ { tag = $2 }
            tolower($1) == "last-modified:" { sub(/^[^ ]* /, ""); date = $0 } END { print tag ? tag : date }')
        [ -n "$same" ] || rm -f "$2" # the beginning of an unknown file
    fi
    [ -s "$2" ] && say "resuming after $(wc -c <"$2") bytes"
    # shellcheck disable=SC2086 # $quiet and $only are options or empty
    http=$(curl -fL $quiet $only --connect-timeout 30 --speed-limit 1 --speed-time 60 -C - -D "$2.new" \
        -o "$2" ${same:+-H "If-Range: $same"} -w '%{http_code}' "$1")
    status=$?
    # curl's status 33 or HTTP status 416 means that the server does not support ranges, has a different file,
    # or has no more bytes. The download then starts again.
    if [ -s "$2" ] && { [ $status -eq 33 ] || [ "$http" = 416 ]; }; then
        say "the server cannot resume the download or has a different file now; starting again"
        rm -f "$2"
        get "$1" "$2"
        return
    fi
    [ ! -s "$2" ] || [ ! -s "$2.new" ] || mv -f "$2.new" "$2.head"
    return $status
}

# download URL FILE: downloads a file or exits with an error.
download() {
    get "$1" "$2" && [ -f "$2" ] && return
    case $http in
    4?? | 5??) give_up "$1: the server answered $http" ;;
    esac
    here=0
    [ -f "$2" ] && here=$(wc -c <"$2")
    give_up "$1: the download was cut off after $here bytes;" \
        "run the same command again to resume"
}

# ---- checking ----

# digest_of sha256|md5 FILE: prints the digest of a file.
digest_of() { "${1}sum" <"$2" | cut -d' ' -f1; }
# files_digest: prints the digest of all unpacked files in subfolders.
files_digest() { (cd "$stage/tree" && find . -mindepth 2 -type f -exec sha256sum {} + | sort -k 2) | sha256sum | cut -d' ' -f1; }
# is_right FILE DIGEST: succeeds if the file has the given digest.
is_right() { [ -f "$1" ] && has_digest "$2" && [ "$(digest_of "${2%%:*}" "$1")" = "${2#*:}" ]; }

# has_digest DIGEST: succeeds if the digest of the fetched file itself is known.
has_digest() { case $1 in - | files:*) return 1 ;; esac }

# is_page FILE: succeeds if the file is an HTML page.
is_page() { head -c 1000 "$1" | grep -aqi '<!doctype html\|<html'; }
# refuse FILE NAME: moves a wrong file away and exits, so that the next attempt fetches it again.
refuse() {
    if is_page "$1"; then say "  the file is a web page, such as a login or error page"; fi
    kept=$stage/files/$2.refused
    mv -f "$1" "$kept"
    say "  the file of $(wc -c <"$kept") bytes was moved to $kept"
    give_up "run the same command again to fetch it from the start"
}
# check FILE NAME DIGEST: verifies the digest and sets $checked to the text for SOURCE.tsv.
check() {
    if is_right "$1" "$3"; then
        say "$2: ${3%%:*} as expected"
        checked="$3"
    elif has_digest "$3"; then
        say "$2 is not the published file and is not used:"
        say "  expected ${3%%:*} ${3#*:}"
        say "  found    ${3%%:*} $(digest_of "${3%%:*}" "$1")"
        [ -z "$first" ] || say "  expected the file of the first fetch; to accept another, remove its line in $dir/digests.tsv"
        refuse "$1" "$2"
    else
        checked="$3"
        ! is_page "$1" || refuse "$1" "$2"
        [ "$3" = - ] || return 0
        found=$(digest_of sha256 "$1")
        say "$2: sha256 not recorded: computed $found"
        checked="sha256:$found (computed, not recorded)"
    fi
}

# fetch FILE URL DIGEST LICENCE: downloads and checks a file and adds its line to SOURCE.tsv.
fetch() {
    file=$stage/files/$1 first=''
    [ "$3" != - ] || first=$(awk -F'\t' -v file="$name/$1" '$1 == file { print $2; exit }' "$dir/digests.tsv" 2>/dev/null)
    set -- "$1" "$2" "${first:-$3}" "$4"
    mkdir -p "$(dirname "$file")" || exit 1
    if [ ! -f "$file" ]; then
        is_right "$file.part" "$3" || download "$2" "$file.part"
        check "$file.part" "$1" "$3"
        mv "$file.part" "$file" || exit 1
    else check "$file" "$1" "$3"; fi
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$checked" "$4" >>"$stage/tree/SOURCE.tsv"
}

# ---- unpacking ----

# unpack FILE RULE DIGEST: copies or extracts a file into the new folder.
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
    esac
    if [ $? -ne 0 ]; then say "$1 cannot be unpacked"
    elif [ "${3%%:*}" = files ] && [ "$(files_digest)" != "${3#*:}" ]; then
        say "the files in $1 are not the published files and are not used: expected sha256 ${3#*:}, found $(files_digest)"
    else return; fi
    has_digest "$3" || refuse "$from" "$1"
    exit 1
}

need() { command -v "$1" >/dev/null || give_up "'$1' is missing; install it with \`apt-get install $2\`"; }

# ---- the command ----

[ -r "$table" ] || give_up "cannot read $table"
if [ $# -eq 0 ]; then
    echo "usage: datasets/fetch.sh NAME [DIR]"
    names
    exit 0
fi
home=$(cd "$own/.." && pwd)
name=$1 dir=${2:-${ATTNLAB_DATA:-$home/data}}
rows=$(awk -F'\t' -v name="$name" '!/^#/ && $1 == name' "$table")
if [ -z "$rows" ] || [ $# -gt 2 ]; then
    if [ $# -gt 2 ]; then say "too many arguments (expected NAME [DIR], found $#); data sets:"
    else say "unknown data set '$name'; expected one of:"; fi
    names >&2
    exit 2
fi
if [ -e "$dir/$name" ]; then
    say "$dir/$name exists; remove this folder to fetch the set again"
    exit 0
fi
quiet=-sS
[ -t 2 ] && quiet=-#
need curl curl
need sha256sum coreutils
case $rows in *"${tab}zip"*) need unzip unzip ;; esac

stage=$dir/.fetch-$name
mkdir -p "$stage" || give_up "cannot create $stage"
exec 9>>"$stage/lock"
flock -n 9 2>/dev/null
case $? in
0) ;;
1) give_up "another process is fetching '$name' into $dir; wait until it ends" ;;
*) say "note: files in $dir cannot be locked, so a second fetch of '$name' at the same time is not detected" ;;
esac
if [ -e "$dir/$name" ] || [ ! -e "$stage/lock" ]; then give_up "another process has just fetched '$name'"; fi
rm -rf "$stage/tree"
mkdir "$stage/tree" || give_up "cannot create $stage/tree"
say "fetching data set '$name' into $dir/$name"
printf '%s\n' "$rows" | awk -F'\t' '!seen[$6]++ { print "fetch.sh: licence: " $6 }
    { print "fetch.sh: source:  " $3 }' >&2
printf 'file\turl\tdigest\tlicence\n' >"$stage/tree/SOURCE.tsv"

# The loop reads a here-document. With a pipe, the loop would run in a subshell, and `exit` would end only the
# subshell.
while IFS=$tab read -r _ file url digest rule licence; do
    fetch "$file" "$url" "$digest" "$licence"
done <<T
$rows
T
while IFS=$tab read -r _ file _ digest rule _; do
    unpack "$file" "$rule" "$digest"
done <<T
$rows
T
awk -F'\t' -v set="$name" '/computed, not recorded/ { sub(/ .*/, "", $3); print set "/" $1 "\t" $3 }' "$stage/tree/SOURCE.tsv" >"$stage/new"
[ ! -s "$stage/new" ] || cat "$stage/new" >>"$dir/digests.tsv"
mv "$stage/tree" "$dir/$name" || give_up "cannot rename $stage/tree to $dir/$name"
rm -rf "$stage"
say "$dir/$name is complete"
