#!/bin/sh
# SPDX-License-Identifier: MIT
# suite: slow
# Fetching data sets from a server on the loopback that cuts off, lacks ranges, or sends rubbish.
. "$(dirname "$0")/lib.sh"
fetch=$here/../../datasets/fetch.sh

for tool in python3 sha256sum md5sum tar; do
    command -v $tool >/dev/null && continue
    echo "ok 1 - fetching # SKIP $tool is not there"
    echo "1..1"
    exit 0
done

# /plain/ has no ranges; /half/ breaks off in the middle unless asked for a range; all others do as
# they should. Every request leaves its path and range in the log.
cat >"$work/server.py" <<'P'
import http.server, os, sys
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
        start = int(asked.split("=")[1].split("-")[0]) if asked and kind != "plain" else 0
        if start >= len(data) > 0:
            self.send_response(416); self.end_headers(); return
        self.send_response(206 if start else 200)
        if start: self.send_header("Content-Range", f"bytes {start}-{len(data)-1}/{len(data)}")
        self.send_header("Content-Length", str(len(data) - start)); self.end_headers()
        end = len(data) // 2 if kind == "half" and not start else len(data)
        self.wfile.write(data[start:end])
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
P
mkdir "$work/files" "$work/outer"
seq 1 5000 >"$work/files/numbers.txt"
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
    row half numbers.txt "$url/half/numbers.txt" "$right" file free
    row plain numbers.txt "$url/plain/numbers.txt" "$right" file free
    row wrong numbers.txt "$url/good/numbers.txt" "$wrong" file free
    row unknown numbers.txt "$url/good/numbers.txt" - file free
    row absent none.txt "$url/good/none.txt" "$right" file free
    row rubbish numbers.txt "$url/good/numbers.txt" "$right" tar free
    row away numbers.txt http://127.0.0.1:1/numbers.txt "$right" file free
} >"$work/sources.tsv"
data=$work/data
get() { "$fetch" "$1" "$data" >"$work/stdout" 2>"$work/stderr"; }
same() { cmp -s "$data/$1" "$work/files/numbers.txt" && echo same || echo different; }
there() { [ -e "$data/$1" ] && echo there || echo absent; }

try_all() {
    get good
    is "$1: a good set is fetched" $? 0
    is "$1: its file is the server's" "$(same good/sub/numbers.txt)" same
    is "$1: its archive is unpacked" "$(cat "$data/good/outer/hello.txt")" hello
    has "$1: the licence is told" "$(cat "$work/stderr")" "licence: public domain"
    is "$1: before anything is fetched" "$(grep -n -m1 licence: "$work/stderr" | cut -d: -f1)" 2
    has "$1: the source is told" "$(cat "$work/stderr")" "source:  $url/good/numbers.txt"
    has "$1: and kept" "$(cat "$data/good/SOURCE.tsv")" "$url/good/numbers.txt	$right	public domain"
    is "$1: nothing else is left" "$(ls -A "$data")" good
    : >"$work/log"
    get good
    is "$1: what is there is not fetched again" "$? $(wc -l <"$work/log")" "0 0"

    get half
    is "$1: a download that breaks off fails" $? 1
    has "$1: and says how to go on" "$(cat "$work/stderr")" "run the same command again"
    is "$1: nothing half appears" "$(there half)" absent
    bytes=$(wc -c <"$data/.fetch-half/files/numbers.txt.part")
    is "$1: what came is kept" "$bytes" "$(($(wc -c <"$work/files/numbers.txt") / 2))"
    : >"$work/log"
    get half
    is "$1: the second try goes on" "$? $(same half/numbers.txt)" "0 same"
    is "$1: from where it stopped" "$(cat "$work/log")" "/half/numbers.txt bytes=$bytes-"

    get wrong
    is "$1: a file with another digest is refused" "$? $(there wrong)" "1 absent"
    has "$1: with what was expected" "$(cat "$work/stderr")" "expected sha256 ${wrong#*:}"
    has "$1: and what was found" "$(cat "$work/stderr")" "found    sha256 ${right#*:}"
    rm -rf "$data/good"
    mkdir -p "$data/.fetch-good/files/sub"
    head -c 100 /dev/zero >"$data/.fetch-good/files/sub/numbers.txt.part"
    get good
    is "$1: a corrupted beginning is refused" "$? $(there good)" "1 absent"
    get good
    is "$1: and the next try begins anew" "$? $(same good/sub/numbers.txt)" "0 same"

    get absent
    is "$1: a file that the server lacks fails" "$? $(there absent)" "1 absent"
    get away
    is "$1: no server fails" "$? $(there away)" "1 absent"
    get rubbish
    is "$1: what is no archive is not unpacked" "$? $(there rubbish)" "1 absent"
    has "$1: and is named" "$(cat "$work/stderr")" "numbers.txt cannot be unpacked"

    get unknown
    is "$1: a file without a recorded digest is fetched" "$? $(same unknown/numbers.txt)" "0 same"
    has "$1: which is said" "$(cat "$work/stderr")" "sha256 not recorded: computed ${right#*:}"
    has "$1: and written down" "$(cat "$data/unknown/SOURCE.tsv")" "$right (computed, not recorded)"
    get inner
    is "$1: tar:1 leaves out the outer folder" "$? $(cat "$data/inner/hello.txt")" "0 hello"
    rm -rf "$data"
}
skip_all() { echo "ok $((tests = tests + 1)) - $1 # SKIP $1 is not there"; }
if command -v curl >/dev/null; then
    try_all curl
    mkdir -p "$data/.fetch-plain/files"
    head -c 1000 "$work/files/numbers.txt" >"$data/.fetch-plain/files/numbers.txt.part"
    get plain
    is "a server without ranges is asked for all" "$? $(same plain/numbers.txt)" "0 same"
    mkdir -p "$data/.fetch-unknown/files"
    cp "$work/files/numbers.txt" "$data/.fetch-unknown/files/numbers.txt.part"
    get unknown
    is "a part that is all there was is fine" "$? $(same unknown/numbers.txt)" "0 same"
    get absent
    has "the server's answer is told" "$(cat "$work/stderr")" "the server answered 404"
    rm -rf "$data"
else skip_all curl; fi
if command -v wget >/dev/null; then
    ATTNLAB_FETCH=wget
    export ATTNLAB_FETCH
    try_all wget
    unset ATTNLAB_FETCH
else skip_all wget; fi
if command -v unzip >/dev/null; then
    get zipped
    is "zip:1 leaves out the outer folder" "$? $(cat "$data/zipped/hello.txt")" "0 hello"
else skip_all unzip; fi

get nonsense
is "an unknown name is a wrong command" $? 2
has "and is answered with what there is" "$(cat "$work/stderr")" "inner              research only"
"$fetch" good "$data" more 2>/dev/null
is "so are too many words" $? 2
has "no name lists all" "$("$fetch")" "usage: datasets/fetch.sh NAME [DIR]"
ln -s "$(cd "$(dirname "$fetch")" && pwd)/fetch.sh" "$work/link"
is "a link to it finds its table" "$(unset ATTNLAB_SOURCES && "$work/link" 2>&1 | cksum)" \
    "$(unset ATTNLAB_SOURCES && "$fetch" | cksum)"

# ---- the real table ----

unset ATTNLAB_SOURCES
table=$here/../../datasets/sources.tsv
is "every row has six fields" "$(awk -F'\t' 'NF != 6' "$table")" ""
is "every digest is one, or -" \
    "$(awk -F'\t' '!/^#/ && $4 !~ /^(-|md5:[0-9a-f]+|sha256:[0-9a-f]+)$/' "$table")" ""
is "of the right length" \
    "$(awk -F'\t' '!/^#/ && $4 != "-" && length($4) != 36 && length($4) != 71' "$table")" ""
is "no file of a set is listed twice" "$(cut -f1,2 "$table" | sort | uniq -d)" ""
real=${ATTNLAB_TEST_DATA:-/nowhere}/mnist/t10k-labels-idx1-ubyte.gz
if [ -r "$real" ]; then
    wanted=$(awk -F'\t' '$1 == "mnist" && $2 ~ /t10k-labels/ { print $4 }' "$table")
    found=$(sha256sum <"$real" | cut -d' ' -f1)
    is "the table's digest is that of the real file" "$wanted" "sha256:$found"
else
    echo "ok $((tests = tests + 1)) - a real file's digest # SKIP ATTNLAB_TEST_DATA has no mnist"
fi
# Without DIR: where attnlab looks.
ATTNLAB_SOURCES=$work/sources.tsv ATTNLAB_DATA=$work/named "$fetch" plain 2>/dev/null
is "ATTNLAB_DATA names the folder" "$(ls "$work/named")" plain
mkdir -p "$work/project/datasets"
cp "$fetch" "$work/project/datasets"
(unset ATTNLAB_DATA && export ATTNLAB_SOURCES="$work/sources.tsv" && cd "$work/files" && ../project/datasets/fetch.sh plain 2>/dev/null)
is "else data/ of the project, wherever the user is" "$(ls "$work/project/data") $(ls "$work/files" | grep -c data)" "plain 0"
finish
