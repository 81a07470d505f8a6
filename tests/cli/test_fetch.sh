#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests fetching data sets from a local server that truncates files, ignores ranges or sends wrong data.
# suite: slow
. "$(dirname "$0")/lib.sh"
fetch=$here/../../datasets/fetch.sh

for tool in curl python3 sha256sum md5sum tar; do
    command -v $tool >/dev/null && continue
    echo "ok 1 - fetching # SKIP $tool is not installed"
    echo "1..1"
    exit 0
done

# The test server handles some paths specially:
# - /plain/ ignores ranges.
# - /half/ stops in the middle unless a range is requested.
# - /slow/ waits for the file `go`.
# - /away/ redirects to http.
# Every request is logged with its path and range.
cat >"$work/server.py" <<'P'
import hashlib, http.server, os, sys, time
root, log = sys.argv[1], sys.argv[2]
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"
    def log_message(self, *_): pass
    def do_GET(self):
        kind, name = self.path.strip("/").split("/", 1)
        asked = self.headers.get("Range")
        with open(log, "a") as f: f.write(f"{self.path} {asked or '-'}\n")
        path = os.path.join(root, name)
        if not os.path.isfile(path):
            self.send_response(404); self.end_headers(); return
        data = open(path, "rb").read()
        tag = '"' + hashlib.md5(data).hexdigest() + '"'
        while kind == "slow" and not os.path.exists(os.path.join(root, "go")): time.sleep(0.1)
        same = self.headers.get("If-Range", tag) == tag
        start = int(asked.split("=")[1].split("-")[0]) if asked and same and kind != "plain" else 0
        if start >= len(data) > 0:
            self.send_response(416); self.end_headers(); return
        self.send_response(206 if start else 200)
        if start: self.send_header("Content-Range", f"bytes {start}-{len(data)-1}/{len(data)}")
        self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(data) - start)); self.end_headers()
        end = len(data) // 2 if kind == "half" and not start else len(data)
        self.wfile.write(data[start:end])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
P
mkdir "$work/files" "$work/outer"
seq 1 5000 >"$work/files/numbers.txt"
echo '<!DOCTYPE html><html>log in' >"$work/files/login.html"
echo hello >"$work/outer/hello.txt"
tar czf "$work/files/archive.tar.gz" -C "$work" outer
python3 -m zipfile -c "$work/files/archive.zip" "$work/outer/"
python3 "$work/server.py" "$work/files" "$work/log" >"$work/port" &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
await test -s "$work/port"
url=http://127.0.0.1:$(cat "$work/port")

right=sha256:$(sha256sum <"$work/files/numbers.txt" | cut -d' ' -f1)
archive=md5:$(md5sum <"$work/files/archive.tar.gz" | cut -d' ' -f1)
folders=$(cd "$work" && sha256sum ./outer/hello.txt | sha256sum | cut -d' ' -f1)
wrong=sha256:0000000000000000000000000000000000000000000000000000000000000000
ATTNLAB_SOURCES=$work/sources.tsv
export ATTNLAB_SOURCES
row() { printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$@"; }
{
    printf '#name\tfile\turl\tdigest\tunpack\tlicence\n'
    row good sub/numbers.txt "$url/good/numbers.txt" "$right" file "public domain"
    row good archive.tar.gz "$url/good/archive.tar.gz" "$archive" tar "public domain"
    row inner archive.tar.gz "$url/good/archive.tar.gz" "$archive" tar:1 "research only"
    row zipped archive.zip "$url/good/archive.zip" - zip:1 free
    row folders archive.tar.gz "$url/good/archive.tar.gz" "files:$folders" tar free
    row other-folders archive.tar.gz "$url/good/archive.tar.gz" "files:${wrong#*:}" tar free
    row half numbers.txt "$url/half/numbers.txt" "$right" file free
    row plain numbers.txt "$url/plain/numbers.txt" "$right" file free
    row wrong numbers.txt "$url/good/numbers.txt" "$wrong" file free
    row unknown numbers.txt "$url/good/numbers.txt" - file free
    row absent none.txt "$url/good/none.txt" "$right" file free
    row rubbish numbers.txt "$url/good/numbers.txt" "$right" tar free
    row login numbers.txt "$url/good/login.html" - file free
    row login-tar archive.tar.gz "$url/good/numbers.txt" - tar free
    row slow numbers.txt "$url/slow/numbers.txt" - file free
    row changed changing.txt "$url/half/changing.txt" - file free
    row away numbers.txt http://127.0.0.1:1/numbers.txt "$right" file free
} >"$work/sources.tsv"
data=$work/data
get() { "$fetch" "$1" "$data" >"$work/stdout" 2>"$work/stderr"; }
same() { cmp -s "$data/$1" "$work/files/numbers.txt" && echo same || echo different; }
there() { [ -e "$data/$1" ] && echo there || echo absent; }

get good
is "a valid data set is fetched" $? 0
is "the file equals the server's" "$(same good/sub/numbers.txt)" same
is "the archive is unpacked" "$(cat "$data/good/outer/hello.txt")" hello
has "the licence is printed" "$(cat "$work/stderr")" "licence: public domain"
is "the licence is printed before the download" "$(grep -n -m1 licence: "$work/stderr" | cut -d: -f1)" 2
has "the source is printed" "$(cat "$work/stderr")" "source:  $url/good/numbers.txt"
has "the source is recorded" "$(cat "$data/good/SOURCE.tsv")" "$url/good/numbers.txt	$right	public domain"
is "no temporary files are left" "$(ls -A "$data")" good
: >"$work/log"
get good
is "an existing data set is not fetched again" "$? $(wc -l <"$work/log")" "0 0"

get half
is "an interrupted download fails" $? 1
has "the message says how to continue" "$(cat "$work/stderr")" "run the same command again"
is "no incomplete data set appears" "$(there half)" absent
bytes=$(wc -c <"$data/.fetch-half/files/numbers.txt.part")
is "the downloaded part is kept" "$bytes" "$(($(wc -c <"$work/files/numbers.txt") / 2))"
: >"$work/log"
get half
is "the second try continues" "$? $(same half/numbers.txt)" "0 same"
is "the download resumes at the right byte" "$(cat "$work/log")" "/half/numbers.txt bytes=$bytes-"

get wrong
is "a file with a wrong digest is refused" "$? $(there wrong)" "1 absent"
has "the expected digest is printed" "$(cat "$work/stderr")" "expected sha256 ${wrong#*:}"
has "the found digest is printed" "$(cat "$work/stderr")" "found    sha256 ${right#*:}"
rm -rf "$data/good"
mkdir -p "$data/.fetch-good/files/sub"
head -c 100 /dev/zero >"$data/.fetch-good/files/sub/numbers.txt.part"
printf 'ETag: "%s"\n' "$(md5sum <"$work/files/numbers.txt" | cut -d' ' -f1)" >"$data/.fetch-good/files/sub/numbers.txt.part.head"
get good
is "a corrupted partial file is refused" "$? $(there good)" "1 absent"
get good
is "the next try starts again" "$? $(same good/sub/numbers.txt)" "0 same"

get absent
is "a file missing on the server fails" "$? $(there absent)" "1 absent"
get away
is "a missing server fails" "$? $(there away)" "1 absent"
get rubbish
is "an invalid archive is not unpacked" "$? $(there rubbish)" "1 absent"
has "the invalid archive is named" "$(cat "$work/stderr")" "numbers.txt cannot be unpacked"

get unknown
is "a file without a recorded digest is fetched" "$? $(same unknown/numbers.txt)" "0 same"
has "the missing digest is reported" "$(cat "$work/stderr")" "sha256 not recorded: computed ${right#*:}"
has "the found digest is recorded" "$(cat "$data/unknown/SOURCE.tsv")" "$right (computed, not recorded)"
is "the digest of the first fetch is kept" "$(grep '^unknown/' "$data/digests.tsv")" "unknown/numbers.txt	$right"
rm -rf "$data/unknown" && sed -i 's/sha256:./sha256:x/' "$data/digests.tsv"
get unknown
is "a later fetch of another file is refused" "$? $(there unknown)" "1 absent"
has "the message says how to accept another file" "$(cat "$work/stderr")" "to accept another, remove its line in $data/digests.tsv"
rm "$data/digests.tsv"
get unknown
is "without the line, the file is accepted" "$? $(same unknown/numbers.txt)" "0 same"
get folders
is "a repacked archive is checked by its files" "$? $(cat "$data/folders/outer/hello.txt")" "0 hello"
has "the digest of the files is recorded" "$(cat "$data/folders/SOURCE.tsv")" "files:$folders	free"
get other-folders
is "an archive of other files is refused" "$? $(there other-folders)" "1 absent"
has "the found digest of the files is printed" "$(cat "$work/stderr")" "found $folders"
get inner
is "tar:1 removes the outer folder" "$? $(cat "$data/inner/hello.txt")" "0 hello"

mkdir -p "$data/.fetch-plain/files"
part=$data/.fetch-plain/files/numbers.txt.part
head -c 1000 "$work/files/numbers.txt" >"$part" && echo 'ETag: "x"' >"$part.head"
get plain
is "a server without ranges sends the whole file" "$? $(same plain/numbers.txt)" "0 same"
rm -rf "$data/unknown" && mkdir -p "$data/.fetch-unknown/files"
cp "$work/files/numbers.txt" "$data/.fetch-unknown/files/numbers.txt.part"
get unknown
is "a partial file of unknown version is fetched again" "$? $(same unknown/numbers.txt)" "0 same"
get absent
has "the server's error is printed" "$(cat "$work/stderr")" "the server answered 404"

# ---- changed files, error pages, parallel fetches ----
seq 1 3000 >"$work/files/changing.txt"
get changed
seq 4001 9000 >"$work/files/changing.txt"
get changed # the download restarts and is cut off again
get changed
is "parts of a changed file are not mixed" "$? $(cmp "$data/changed/changing.txt" "$work/files/changing.txt" && echo same)" "0 same"
for name in login login-tar; do
    get $name
    is "a $name page is not accepted as a file" "$? $(there $name)" "1 absent"
    has "the page is moved aside" "$(cat "$work/stderr")" "run the same command again"
    is "$name: the next try starts again" "$(find "$data/.fetch-$name/files" -type f ! -name '*.refused' ! -name '*.head')" ""
done
get slow &
await test -e "$data/.fetch-slow/lock"
await grep -q slow "$work/log"
"$fetch" slow "$data" 2>"$work/second"
is "a second fetch of the same data set is refused" "$? $(grep -c 'another process is fetching' "$work/second")" "1 1"
touch "$work/files/go"
wait $!
is "the first fetch completes" "$? $(same slow/numbers.txt)" "0 same"
has "HTTPS does not redirect to another protocol" "$(grep -c -- '--proto-redir =https' "$fetch")" 1
rm -rf "$data"
if command -v unzip >/dev/null; then
    get zipped
    is "zip:1 removes the outer folder" "$? $(cat "$data/zipped/hello.txt")" "0 hello"
else echo "ok $((tests = tests + 1)) - zip # SKIP unzip is not there"; fi

get nonsense
is "an unknown name is a usage error" $? 2
has "the message lists the known names" "$(cat "$work/stderr")" "inner              research only"
"$fetch" good "$data" more 2>/dev/null
is "too many arguments are a usage error" $? 2
has "without a name all data sets are listed" "$("$fetch")" "usage: datasets/fetch.sh NAME [DIR]"
ln -s "$(cd "$(dirname "$fetch")" && pwd)/fetch.sh" "$work/link"
is "a symbolic link to the script finds its table" "$(unset ATTNLAB_SOURCES && "$work/link" 2>&1 | cksum)" \
    "$(unset ATTNLAB_SOURCES && "$fetch" | cksum)"

# ---- the project's table of sources ----

unset ATTNLAB_SOURCES
table=$here/../../datasets/sources.tsv
is "every row of the table has six fields" "$(awk -F'\t' 'NF != 6' "$table")" ""
is "every digest is hexadecimal or -" \
    "$(awk -F'\t' '!/^#/ && $4 !~ /^(-|md5:[0-9a-f]+|(sha256|files):[0-9a-f]+)$/' "$table")" ""
is "digests have the right length" \
    "$(awk -F'\t' '!/^#/ && $4 != "-" && length($4) != ($4 ~ /^md5/ ? 36 : $4 ~ /^sha/ ? 71 : 70)' "$table")" ""
is "no file of a data set is listed twice" "$(cut -f1,2 "$table" | sort | uniq -d)" ""
real=${ATTNLAB_TEST_DATA:-/nowhere}/mnist/t10k-labels-idx1-ubyte.gz
if [ -r "$real" ]; then
    wanted=$(awk -F'\t' '$1 == "mnist" && $2 ~ /t10k-labels/ { print $4 }' "$table")
    found=$(sha256sum <"$real" | cut -d' ' -f1)
    is "the table has the digest of the real file" "$wanted" "sha256:$found"
else
    echo "ok $((tests = tests + 1)) - the digest of a real file # SKIP ATTNLAB_TEST_DATA has no mnist"
fi
# Without the argument DIR, data are fetched into the folder that attnlab reads.
ATTNLAB_SOURCES=$work/sources.tsv ATTNLAB_DATA=$work/named "$fetch" plain 2>/dev/null
is "ATTNLAB_DATA sets the folder" "$(ls "$work/named")" plain
mkdir -p "$work/project/datasets"
cp "$fetch" "$work/project/datasets"
(unset ATTNLAB_DATA && export ATTNLAB_SOURCES="$work/sources.tsv" && cd "$work/files" && ../project/datasets/fetch.sh plain 2>/dev/null)
is "the default folder is data/ of the project" "$(ls "$work/project/data") $(ls "$work/files" | grep -c data)" "plain 0"
finish
