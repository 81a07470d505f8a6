#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the commands for data sets (list, show, fetch), the user's own files, and error messages.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER ATTNLAB_DATA ATTNLAB_CACHE
cd "$work" || exit 1
mkdir data

# says NAME STATUS PART COMMAND...: checks the exit status and a part of stderr.
says() {
    name=$1 status=$2 part=$3
    shift 3
    "$attnlab" "$@" >"$work/stdout" 2>"$work/stderr"
    is "$name: exit status" $? "$status"
    has "$name: message" "$(cat "$work/stderr")" "$part"
}
show() { "$attnlab" data show "$@" 2>"$work/stderr" | tr -s ' '; }

is "data list equals attnlab list datasets" "$("$attnlab" data list)" "$("$attnlab" list datasets)"

# ---- the user's own labelled lines ----

for i in $(seq 200); do
    if [ $((i % 4)) = 0 ]; then printf 'spam\tbuy %d now\n' "$i"; else printf 'ham\tsee you at %d\n' "$i"; fi
done >mine.tsv
show labelled:mine.tsv -n 2 >shown
is "a labelled file is shown" $? 0
has "the name, kind and metric of a data set are shown" "$(head -n 1 shown)" "labelled:mine.tsv: classes, metric accuracy"
has "the notes of a data set are shown" "$(cat shown)" "20 of 200 records of train serve as test, chosen by seed 1."
is "the records of each split are counted" "$(grep '^records' shown)" "records 162 18 20"
is "records shared with training are counted" "$(grep '^also in train' shown)" "also in train 0 0"
is "the classes of a data set are shown" "$(grep '^classes' shown)" "classes 2"
is "the records per class and split are counted" \
    "$(awk '/^ spam/ { print $2 + $3 + $4 }' shown) $(awk '/^ ham/ { print $2 + $3 + $4 }' shown)" "50 150"
is "the first N records are shown" "$(grep -c '^train record' shown)" 2
is "the first record shown is the first in the file" "$(grep -m1 -A2 '^train record 1' shown | tail -n 2)" " text see you at 1
 class ham"
is "without a tokenizer no ids are shown" "$(grep -c ' ids ' shown)" 0
show labelled:mine.tsv --part test -n 3 tokenizer=words,min_count=2 >shown
is "records of another split are shown" "$(grep -c '^test record' shown)" 3
is "with a tokenizer ids are shown" "$(grep -c '^ ids ' shown)" 3
is "the vocabulary has 6 reserved ids and 6 words that occur twice" \
    "$(grep '^vocabulary' shown)" "vocabulary 11"
"$attnlab" cell "kind=quality,task=classes,data=labelled:mine.tsv,tokenizer=words,steps=60,d_model=16,heads=2,layers=1,n=8,lr=0.01,init_std=0.1" >cell
is "a model learns the labelled file" "$? $(awk '$2 == "accuracy" { print ($3 > 0.95) }' cell)" "0 1"
printf 'spam\tbuy now\nham see you\n' >bad.tsv
says "a line without a tab" 2 "bad.tsv:2: no tab in 'ham see you' (expected a label, a tab and a text; or CSV with the columns label and text)" \
    data show labelled:bad.tsv
says "a missing file" 2 "nowhere.tsv: cannot be read: No such file" data show labelled:nowhere.tsv
cat >own.yaml <<T
question: which one learns my lines better?
kind: quality
simple_baselines: none
fixed: {data: "labelled:mine.tsv", task: classes, tokenizer: words, n: 8, d_model: 16, heads: 2, layers: 1}
factors:
  steps: [10]
  score: [dot, neural]
T
"$attnlab" run own.yaml -o own -q >/dev/null 2>&1
is "a specification reads the file" "$? $(column own/cells.csv status | tr '\n' ' ')" "0 ok ok "

# ---- other kinds of data ----

show shapes -n 1 >shown
is "an image's size is shown" "$(grep '^image' shown)" "image 28 x 28 pixels, channels: 1"
has "an image's class is shown" "$(tail -n 1 shown)" " class "
show numbers -n 1 tokenizer=bytes >shown
is "both texts of a pair are shown" "$(grep -cE '^ (source|target|ids) ' shown)" 4
show recall -n 1 >shown
is "positions with ids and targets are shown" "$(grep -cE '^ (ids|targets) ' shown)" 2
printf 'a\377\n\tb\n' >raw
for i in 1 2 3 4; do cat raw raw raw; done >raw.txt
show text:raw.txt tokenizer=bytes -n 2 >shown
has "bytes outside ASCII are escaped" "$(cat shown)" ' text a\xff\n'
has "tabs are escaped" "$(cat shown)" ' text \tb\n'
has "invalid UTF-8 is noted" "$(cat shown)" "A file that is not UTF-8 was read as bytes"
says "other tokenizers reject invalid UTF-8" 2 "raw.txt:1: not UTF-8 text: byte 1 of the file is 0xff; use tokenizer=bytes" \
    data show text:raw.txt tokenizer=chars
small="steps=5,d_model=16,heads=2,layers=1,n=4,batch=4"
is "a model of bytes trains on invalid UTF-8" "$("$attnlab" cell \
    "kind=quality,data=text:raw.txt,tokenizer=bytes,$small" | awk '$1 == "status" { print $2 }')" ok

# ---- errors ----

says "a missing action" 2 "missing ACTION; example:" data
says "an unknown action" 2 "did you mean show?" data shw mnist
says "a missing name" 2 "data: show: expected the name of a data set" data show
says "an unknown data set" 2 "unknown data set 'mnst'; did you mean mnist?" data show mnst
says "a data set that is not fetched" 2 "fetch it with \`datasets/fetch.sh mnist $work/data\`" \
    data show mnist --data "$work/data"
mkdir -p data/fashion-mnist data/aeslc/train
says "a data set with missing files" 2 "fetch.sh fashion-mnist $work/data" data show fashion-mnist --data data
says "a data set with missing splits" 2 "fetch.sh aeslc $work/data" data show aeslc --data data
says "an unknown axis" 2 "there is no axis tokeniser; did you mean tokenizer?" \
    data show recall tokeniser=words
says "an unknown split" 2 "--part: found 'tets', expected train, valid or test" data show recall --part tets
says "an invalid number" 2 "--number: found '0', expected a number above 0" data show recall -n 0
says "a generated data set needs no fetching" 2 "data set 'recall' has no download (source: generated)" \
    data fetch recall
says "an unknown name to fetch" 2 "unknown data set 'mnst'; expected one of:" data fetch mnst
says "more than one name" 2 "fetch: unexpected argument 'twice'" data fetch mnist twice
mkdir data/mnist
"$attnlab" data fetch mnist --data data 2>stderr
is "attnlab data fetch runs datasets/fetch.sh" "$? $(cat stderr)" \
    "0 fetch.sh: $work/data/mnist exists; remove this folder to fetch the set again"

# ---- included data ----

# ---- large files ----
mkdir -p large/iwslt2017/de-en
for language in de en; do
    awk 'BEGIN { print "<mteval><refset>"
        for (i = 0; i < 300000; i++) {
            if (i % 100 == 0) printf "%s<doc docid=\"%d\">\n", (i ? "</doc>\n" : ""), i
            printf "<seg id=\"%d\"> segment %d </seg>\n", i, i
        }
        print "</doc></refset></mteval>" }' >large/iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.$language.xml
done
# Reading takes about a second. It would take hours if the search for each segment started at the beginning of
# the file.
(ulimit -t 60 && exec "$attnlab" data show iwslt2017:testonly --data large) >stdout 2>&1
is "300,000 XML segments are read" "$? $(grep '^records' stdout | tr -s ' ')" "0 records 0 0 300000"
head -c 33554433 /dev/zero | tr '\0' '\n' >lines.txt
says "lines that contain only line ends" 2 "lines.txt: too many lines: 33554433 (expected at most 33554432)" \
    data show text:lines.txt
rm -r large lines.txt

home=$here/../..
packed=$home/datasets/included/tinyshakespeare/input.txt.gz
is "the included Tiny Shakespeare equals the published file" "sha256:$(gzip -dc "$packed" | sha256sum | cut -d' ' -f1)" \
    "$(awk '$1 == "tinyshakespeare" { print $4 }' "$home/datasets/sources.tsv")"
mkdir -p empty given/tinyshakespeare
place() { "$attnlab" data list --data "$1" | grep -A 3 '^tinyshakespeare' | tail -n 1; }
has "the included copy is found" "$(place empty)" "  found in the project: "
has "the included copy is in its folder" "$(place empty)" "datasets/included/tinyshakespeare"
seq 100 >given/tinyshakespeare/input.txt
is "the user's copy takes precedence" "$(place given)" "  found: $work/given/tinyshakespeare"
is "the included copy is shown" "$(show tinyshakespeare -n 1 --data empty | grep '^characters')" "characters of text 1003854 111540 0"
is "the user's copy is shown" "$(show tinyshakespeare -n 1 --data given | grep '^characters')" "characters of text 262 30 0"
printf 'name: rows\nquestion: which?\nkind: quality\nsimple_baselines: none\nfixed: {data: tinyshakespeare, %s}\nfactors: {score: [dot]}\n' \
    "n: 16, batch: 4, d_model: 16, heads: 2, layers: 1, steps: 3, valid_limit: 20" >rows.yaml
gzip -dc "$packed" >given/tinyshakespeare/input.txt
for from in empty given; do "$attnlab" run rows.yaml -q -o "rows-$from" --data "$from" >/dev/null 2>&1; done
trained() { for name in status valid_loss corpus_hash tokenizer_hash; do column "$1/cells.csv" $name; done; }
is "rows on the included copy equal rows on the user's copy bit for bit" "$(trained rows-empty)" "$(trained rows-given)"
is "the rows have losses" "$(trained rows-empty | sed 's/^[0-9a-f.]\{8,\}$/found/' | tr '\n' ' ')" "ok found found found "
mkdir -p broken/datasets/included/tinyshakespeare
for room in plots ablations harness; do ln -s "$home/$room" broken/; done
head -c 300000 "$packed" >broken/datasets/included/tinyshakespeare/input.txt.gz
export ATTNLAB_HOME="$work/broken"
says "a damaged copy is reported" 2 "truncated: the gzip stream is incomplete at the end of the file, byte 300000" data show tinyshakespeare --data empty
has "the message says how to restore it" "$(cat stderr)" "restore the project's file with \`git -C $work/broken/datasets/included/tinyshakespeare checkout .\`"
says "a run does not start with a damaged copy" 2 "truncated" run rows.yaml -q -o rows-broken --data empty
is "no row is written" "$(ls rows-broken 2>/dev/null)" ""
says "a missing data set is reported as usual" 2 "fetch it with \`datasets/fetch.sh wikitext-2 $work/empty\`" data show wikitext-2 --data empty
unset ATTNLAB_HOME

real=${ATTNLAB_TEST_DATA:-/nowhere}
if [ -d "$real/multi30k" ]; then
    has "other test sets of multi30k are selected by year" "$("$attnlab" data show multi30k:tst2018 \
        --data "$real" 2>&1)" "tok/test_2018_flickr.lc.norm.tok.de"
    is "the usual test set of multi30k has a thousand records" \
        "$(show multi30k -n 1 --data "$real" | grep '^records')" "records 29000 1014 1000"
else
    echo "ok $((tests = tests + 1)) - fetched data sets are shown # SKIP ATTNLAB_TEST_DATA has no multi30k"
fi
finish
