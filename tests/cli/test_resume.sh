#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a run contains every row of its plan exactly once, even if the run is killed and resumed at any
# moment.
. "$(dirname "$0")/lib.sh"
spec "$work/many.yaml" "n: [8, 16, 32]" "score: [dot, neural]"
run "$work/many.yaml" -o "$work/whole" >/dev/null
is "the undisturbed run succeeds" $? 0
keys "$work/whole" >"$work/expected"
is "the undisturbed run has the rows of the plan" "$(wc -l <"$work/expected")" 12

# Kills runs at random moments and resumes them. ATTNLAB_TEST_KILLS sets the number of kills.
wrong=0 seed=1 kills=0 least=${ATTNLAB_TEST_KILLS:-5}
while [ $kills -lt "$least" ]; do
    rm -rf "$work/killed"
    for attempt in 1 2; do
        seed=$(((seed * 1103515245 + 12345) % 2147483648))
        # shellcheck disable=SC2046 # one option or none
        ATTNLAB_FAKE_SLEEP=0.02 "$attnlab" run "$work/many.yaml" -o "$work/killed" $(again "$work/killed") -q \
            >/dev/null 2>&1 &
        sleep "0.$(printf %03d $((seed / 65536 % 300)))"
        kill -KILL $!
        wait $!
        [ $? -ne 137 ] || kills=$((kills + 1)) # 137: killed before it ended
    done
    # shellcheck disable=SC2046
    run "$work/many.yaml" -o "$work/killed" $(again "$work/killed") >/dev/null || wrong=$((wrong + 1))
    keys "$work/killed" | cmp -s - "$work/expected" || wrong=$((wrong + 1))
    [ "$(wc -l <"$work/killed/cells.csv")" = 13 ] || wrong=$((wrong + 1))
done 2>/dev/null
is "after $least kills and --resume every row occurs once" $wrong 0

column "$work/whole/cells.csv" key >"$work/a"
column "$work/killed/cells.csv" key >"$work/b"
is "the CSV of a resumed run has the plan's order" "$(cmp "$work/a" "$work/b" 2>&1)" ""

cp -r "$work/whole" "$work/torn"
size=$(wc -c <"$work/torn/journal.jsonl")
truncate -s $((size - 40)) "$work/torn/journal.jsonl"
"$attnlab" run -o "$work/torn" --resume >/dev/null 2>"$work/stderr"
is "a run with a truncated line resumes" $? 0
has "the truncated line is reported" "$(cat "$work/stderr")" "incomplete line"
is "every row occurs once after a truncated line" "$(keys "$work/torn" | cmp - "$work/expected" 2>&1)" ""
echo '{"ablation":' >>"$work/torn/journal.jsonl"
run "$work/many.yaml" -o "$work/torn" --resume >/dev/null
is "a complete last line that is not JSON is removed too" $?-"$(wc -l <"$work/torn/journal.jsonl")" 0-12

cp -r "$work/whole" "$work/damaged"
sed -i '5s/"key"/key/' "$work/damaged/journal.jsonl"
cp "$work/damaged/journal.jsonl" "$work/before"
run "$work/many.yaml" -o "$work/damaged" --resume >/dev/null
is "a broken line in the middle is measured again" $?-"$(wc -l <"$work/damaged/journal.jsonl")" 0-13
has "the broken line is reported with its number" "$(cat "$work/stderr")" "journal.jsonl:5: this line has a checksum mismatch"
is "no other line is changed" "$(head -n 12 "$work/damaged/journal.jsonl" | cmp "$work/before" - 2>&1)" ""
column "$work/damaged/cells.csv" key >"$work/b"
is "the tables have every row" "$(cmp "$work/a" "$work/b" 2>&1)" ""
cp -r "$work/whole" "$work/digit"
sed -i '7s/"time_ns":3000/"time_ns":3001/' "$work/digit/journal.jsonl"
run "$work/many.yaml" -o "$work/digit" --resume >/dev/null
has "a row with a changed digit is measured again" $?-"$(cat "$work/stderr")" "0-note: $work/digit/journal.jsonl:7:"
is "the changed row is restored" "$(grep -c 3001 "$work/digit/samples.csv")" 0
sed 's/,"crc32":"[0-9a-f]*"}$/}/' "$work/whole/journal.jsonl" >"$work/digit/journal.jsonl"
run "$work/many.yaml" -o "$work/digit" --resume >/dev/null
has "lines without a checksum are measured again" $?-"$(wc -l <"$work/digit/journal.jsonl")-$(cat "$work/stderr")" \
    "0-23-note: $work/digit/journal.jsonl ended in an incomplete line"
has "lines without a checksum are reported" "$(cat "$work/stderr")" "journal.jsonl:1: this line has a checksum mismatch (crc32), and 10 more lines are damaged. "
sed 's/"key":"/&other /' "$work/whole/journal.jsonl" >"$work/digit/journal.jsonl" && checksummed "$work/digit/journal.jsonl"
run "$work/many.yaml" -o "$work/digit" --resume >/dev/null
is "rows of another plan are reported and are in no table" $?-"$(cat "$work/stderr")-$(wc -l <"$work/digit/cells.csv")" \
    "0-note: $work/digit/journal.jsonl contains 12 rows of another plan; the tables omit these rows-13"
sed -i '13,$d' "$work/digit/journal.jsonl"
"$attnlab" run "$work/many.yaml" -o "$work/digit" --resume --max-time 0.001 >/dev/null 2>"$work/stderr"
has "rows of another plan do not replace missing rows" $?-"$(grep -v ^note: "$work/stderr" | tail -n 4)" "0-1 of 12 rows:"
has "the command to resume is printed" "$(cat "$work/stderr")" "not finished; resume with"

cp -r "$work/whole" "$work/strange"
head -n 2 "$work/whole/journal.jsonl" |
    sed 's/"key":"/&other /; s/"status":"ok"/"status":"crashed"/' >>"$work/strange/journal.jsonl"
checksummed "$work/strange/journal.jsonl"
"$attnlab" run "$work/many.yaml" -o "$work/strange" --resume >/dev/null 2>"$work/stderr"
is "only a run's own rows make it fail" "$? $(grep rows: "$work/stderr")" "0 12 of 12 rows: 12 ok"
is "the manifest counts the run's own rows" \
    "$(tr -d ' \n' <"$work/strange/manifest.json" | sed 's/.*"statuses":\({[^}]*}\).*/\1/')" '{"ok":12}'
"$attnlab" report "$work/strange" >/dev/null 2>&1
is "the report treats the run as finished" "$? $(grep -c 'has not ended' "$work/strange/report.md")" "0 0"
cp -r "$work/whole" "$work/twice"
sed -n 3p "$work/whole/journal.jsonl" >>"$work/twice/journal.jsonl"
run "$work/many.yaml" -o "$work/twice" --resume >/dev/null
has "a duplicate row is an error" $?-"$(cat "$work/stderr")" "2-attnlab run: $work/twice/journal.jsonl:13: this line repeats the row"

# A run is resumed only with its own plan, and only by one driver at a time.
run "$work/many.yaml" -o "$work/whole" >/dev/null
has "a folder with files is refused" $?-"$(cat "$work/stderr")" "2-attnlab run: $work/whole is not empty. Continue that run with --resume"
mkdir "$work/other" && touch "$work/other/thesis.tex"
run "$work/many.yaml" -o "$work/other" >/dev/null
has "a folder without a run cannot be resumed" $?-"$(cat "$work/stderr")" \
    "2-attnlab run: $work/other is not empty and contains no run. Choose another folder with -o."
run "$work/many.yaml" -o "$work/whole" --resume --set n=8 >/dev/null
is "another plan is refused" $? 2
has "the difference between the plans is named" "$(cat "$work/stderr")" "n=8"
"$attnlab" run "$work/many.yaml" -o "$work/silent" 2>&- >/dev/null <&-
is "a run with closed stderr works as usual" "$? $(keys "$work/silent" | cmp - "$work/expected" 2>&1)" "0 "
has "output to a closed stdout is an error" "$("$attnlab" list slots 2>&1 >&-)" "cannot write to standard output"
run "$work/many.yaml" -o "$work/whole" --resume --seed 2 >/dev/null
has "another order of rows is refused" $?-"$(cat "$work/stderr")" \
    "2-attnlab run: $work/whole contains rows of another plan: --seed was 1 and is now 2. Resume with"
sed 's/does it/does it now/' "$work/many.yaml" >"$work/asked.yaml"
cp "$work/many.yaml" "$work/as-it-was"
cp "$work/asked.yaml" "$work/many.yaml"
run "$work/many.yaml" -o "$work/whole" --resume >/dev/null
has "changed texts of the same rows are reported" $?-"$(cat "$work/stderr")" "0-note: $work/whole/plan.yaml:3 was 'question: \"does it"
has "the message says that the run keeps its plan" "$(cat "$work/stderr")" "the run resumes with its saved plan, $work/whole/plan.json"
is "the run keeps its plan" "$(grep -c 'does it now' "$work/whole/plan.json")" 0
cp "$work/as-it-was" "$work/many.yaml"
run "$work/many.yaml" -o "$work/whole" --resume >/dev/null
is "equal texts are not reported" $?-"$(cat "$work/stderr")" 0-
printf 'name: block\nquestion: "does it?"\nfactors:\n  n: [8, 16]\n' >"$work/block.yaml"
cp "$work/block.yaml" "$work/shorter"
printf '\nrounds: 2\n' >>"$work/block.yaml"
run "$work/block.yaml" -o "$work/block" >/dev/null
cp "$work/shorter" "$work/block.yaml"
(ulimit -t 60 && exec "$attnlab" run "$work/block.yaml" -o "$work/block" --resume -q) >/dev/null 2>"$work/stderr"
has "a plan without its last block is refused" $?-"$(cat "$work/stderr")" \
    "2-attnlab run: $work/block contains rows of another plan: $work/block/plan.yaml:6 was '' and is now the end of the text."

# Times from two machines never appear in the same figure. Training runs may continue on a different machine.
moved() {
    sed -i "s/\"host\": \"[^\"]*\"/\"host\": \"faraway\"/" "$1/manifest.json"
}
cp -r "$work/torn" "$work/moved"
moved "$work/moved"
cp "$work/moved/journal.jsonl" "$work/before"
run "$work/many.yaml" -o "$work/moved" --resume >/dev/null
has "a timed run does not resume on another machine" $?-"$(cat "$work/stderr")" \
    "2-attnlab run: $work/moved was started on another machine: host faraway, here "
is "a refused run is not changed" "$(cmp "$work/before" "$work/moved/journal.jsonl" 2>&1)" ""
sed 's/^rounds/kind: quality\nrounds/' "$work/many.yaml" >"$work/models.yaml"
run "$work/models.yaml" -o "$work/models" >/dev/null
moved "$work/models"
sed -i '5,$d' "$work/models/journal.jsonl"
"$attnlab" run -o "$work/models" --resume >/dev/null 2>"$work/stderr"
has "a training run resumes on another machine, with a note" $?-"$(cat "$work/stderr")" "note: the run was started on another machine: host faraway, here "
is "each row records where it was trained" \
    "$(column "$work/models/cells.csv" host | sed "s/$(hostname | cut -d. -f1)/here/" | sort | uniq -c | tr -s ' \n' ' ')" \
    " 4 faraway 8 here "
is "each row records the core type" "$(column "$work/models/cells.csv" core_type | sort -u | wc -l)" 1
is "the manifest has the new session's machine" "$(grep -c '"core_type"' "$work/models/manifest.json")" 2
# Two virtual machines may have the same name and core type, but the boot ID in each row is different.
run "$work/models.yaml" -o "$work/started" >/dev/null
sed -i 's/"boot": "[^"]*"/"boot": "01234567"/' "$work/started/manifest.json"
sed -i '5,$d' "$work/started/journal.jsonl"
"$attnlab" run "$work/models.yaml" -o "$work/started" --resume >/dev/null 2>"$work/stderr"
is "a reboot is not reported" $?-"$(grep -c 'another machine' "$work/stderr")" 0-0
is "each row records the boot in which it was trained" \
    "$(column "$work/started/cells.csv" boot | sed "s/$(cut -c1-8 /proc/sys/kernel/random/boot_id)/this/" | sort | uniq -c | tr -s ' \n' ' ')" \
    " 4 01234567 8 this "

touch "$work/hold"
interruptible ATTNLAB_FAKE_HOLD="$work/hold" "$attnlab" run "$work/many.yaml" -o "$work/two" -q >/dev/null 2>&1 &
first=$!
await journaled "$work/two" 6
run "$work/many.yaml" -o "$work/two" --resume >/dev/null
has "a second driver is refused" $?-"$(cat "$work/stderr")" "another attnlab is writing"

# Rows that failed for lack of resources are retried. Until then, the run counts as failed.
spec "$work/lost.yaml" "behave: [ok, away, shot]"
touch "$work/away"
ATTNLAB_FAKE_AWAY=$work/away run "$work/lost.yaml" -o "$work/lost" >/dev/null
is "rows with missing data or killed workers remain to be done" $?-"$(column "$work/lost/cells.csv" status | sort | uniq -c | tr -s ' \n' ' ')" \
    "1- 2 ok 2 oom 2 skipped "
ATTNLAB_FAKE_AWAY=$work/away run "$work/lost.yaml" -o "$work/lost" --resume >/dev/null
is "rows remain to be done while the cause remains" $? 1
"$attnlab" run "$work/lost.yaml" -o "$work/lost" --resume --seed 2 2>"$work/stderr"
is "a refused run does not announce retried rows" $?-"$(grep -c " retried" "$work/stderr")" 2-0
rm "$work/away"
"$attnlab" run "$work/lost.yaml" -o "$work/lost" --resume >/dev/null 2>"$work/stderr"
is "rows succeed once the cause is gone" $?-"$(column "$work/lost/cells.csv" status | sort | uniq -c | tr -s ' \n' ' ')" "0- 6 ok "
has "retried rows are announced" "$(cat "$work/stderr")" "note: 4 rows are retried after a lack of data"
"$attnlab" run "$work/lost.yaml" -o "$work/lost" --resume >/dev/null 2>"$work/stderr"
is "no row is retried again" $?-"$(grep -c " retried" "$work/stderr")" 0-0
"$attnlab" report "$work/lost" >/dev/null 2>&1
is "retried rows do not make the report unfinished" $?-"$(grep -c "has not ended" "$work/lost/report.md")" 0-0
spec "$work/away.yaml" "behave: [ok, away]"
touch "$work/away"
ATTNLAB_FAKE_AWAY=$work/away run "$work/away.yaml" -o "$work/asked" --skip-missing-data >/dev/null
is "rows skipped by --skip-missing-data are not retried" $? 0

# If the driver can no longer start workers, --resume must run the remaining rows. The worker of the third row
# lowers the driver's limit of file descriptors.
cat >"$work/narrow" <<WORKER
#!/bin/sh
# closed: succeeds if the driver has closed the worker's end of each pipe.
closed() {
    for own in 1 2 3; do
        pipe=\$(readlink /proc/\$\$/fd/\$own)
        case \$pipe in pipe:*) ;; *) continue ;; esac
        [ "\$(for fd in /proc/\$PPID/fd/*; do readlink "\$fd"; done | grep -cxF "\$pipe")" -le 1 ] || return 1
    done
}
if [ ! -e "$work/plenty" ] && [ "\$1" = run ] && echo >>"$work/begun" && [ "\$(wc -l <"$work/begun")" -ge 3 ]; then
    until closed; do sleep 0.05; done
    "$(command -v prlimit)" --pid \$PPID --nofile=\$(ls /proc/\$PPID/fd | wc -l)
fi
exec "$here/fake-worker" "\$@"
WORKER
chmod +x "$work/narrow"
for kind in overhead quality; do
    spec "$work/$kind.yaml" "n: [8, 16, 32]" "score: [dot, neural]"
    [ $kind = overhead ] || sed -i 's/^rounds.*/kind: quality/; s/^ *n: .*/&\n  seed: [1, 2]/' "$work/$kind.yaml"
    rm -f "$work/begun" "$work/plenty"
    ATTNLAB_WORKER=$work/narrow ATTNLAB_FAKE_LOSSES=1 run "$work/$kind.yaml" -o "$work/narrow-$kind" >/dev/null
    has "$kind rows: a run without free file descriptors ends with 1" $?-"$(cat "$work/stderr")" \
        "1-attnlab run: cannot open the pipes of a worker: Too many open files. Finished rows are safe in"
    known=$(wc -l <"$work/narrow-$kind/journal.jsonl")
    is "$kind rows: no row fails for lack of file descriptors" "$(grep -c '"ok"' "$work/narrow-$kind/journal.jsonl")" "$known"
    [ "$known" -lt 12 ]
    is "$kind rows: the run ends before the plan is done" $? 0
    touch "$work/plenty"
    ATTNLAB_WORKER=$work/narrow ATTNLAB_FAKE_LOSSES=1 run "$work/$kind.yaml" -o "$work/narrow-$kind" --resume >/dev/null
    is "$kind rows: the run resumes once file descriptors are free" $?-"$(wc -l <"$work/narrow-$kind/journal.jsonl")" 0-12
done

# If the file system has no locks, the run continues and prints a note. Any other error of flock() ends the
# run.
cat >"$work/noflock.c" <<'C'
#include <errno.h>
#include <stdlib.h>
int flock(int fd, int operation)
{
    (void)fd, (void)operation;
    errno = atoi(getenv("FLOCK_ERRNO"));
    return -1;
}
C
if command -v cc >/dev/null && cc -shared -fPIC -o "$work/noflock.so" "$work/noflock.c"; then
    for error in 38 37 95; do # ENOSYS, ENOLCK, EOPNOTSUPP
        FLOCK_ERRNO=$error LD_PRELOAD=$work/noflock.so run "$work/many.yaml" -o "$work/unlocked-$error" >/dev/null
        has "without locks (errno $error) a run continues" "$?-$(cat "$work/stderr")" "0-note: $work/unlocked-$error/journal.jsonl: the file system has no locks ("
        is "without locks (errno $error) all rows are measured" "$(keys "$work/unlocked-$error" | cmp - "$work/expected" 2>&1)" ""
    done
    FLOCK_ERRNO=5 LD_PRELOAD=$work/noflock.so run "$work/many.yaml" -o "$work/unlocked" >/dev/null
    has "any other locking error ends the run" "$?-$(cat "$work/stderr")" "2-attnlab run: $work/unlocked/journal.jsonl: cannot lock: "
    is "no empty journal is left" "$(ls "$work/unlocked")" ""
    rm "$work/noflock.so"
fi

# ---- interrupted and partial writes ----
cat >"$work/short.c" <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
ssize_t write(int fd, const void *data, size_t size)
{
    static int calls;
    if (calls++ % 2) return errno = EINTR, -1;
    return syscall(SYS_write, fd, data, size > 100 ? 100 : size);
}
C
if command -v cc >/dev/null && cc -shared -fPIC -o "$work/short.so" "$work/short.c"; then
    LD_PRELOAD=$work/short.so run "$work/many.yaml" -o "$work/short-writes" >/dev/null
    is "short and interrupted writes are repeated" "$?-$(cat "$work/stderr")" 0-
    is "all rows are in the journal" "$(keys "$work/short-writes" | cmp - "$work/expected" 2>&1)" ""
    rm "$work/short.so"
fi

for what in text link pipe; do
    mkdir "$work/other-$what"
    printf 'my notes\nof last' >"$work/notes"
    case $what in
    text) cp "$work/notes" "$work/other-$what/journal.jsonl" ;;
    link) ln -s "$work/notes" "$work/other-$what/journal.jsonl" ;;
    pipe) mkfifo "$work/other-$what/journal.jsonl" ;;
    esac
    run "$work/many.yaml" -o "$work/other-$what" --resume >/dev/null
    is "a journal.jsonl that is a $what is refused" $? 2
    is "a journal.jsonl that is a $what is not changed" "$(cat "$work/notes")" "$(printf 'my notes\nof last')"
done
is "a text file named journal.jsonl is not changed" "$(cmp "$work/notes" "$work/other-text/journal.jsonl" 2>&1)" ""

# --resume without an existing run is an error and creates nothing.
run "$work/many.yaml" --resume >/dev/null
is "--resume without -o is an error" $?-"$(cat "$work/stderr")" \
    "2-attnlab run: --resume: missing folder of the run (expected -o DIR --resume)"
run "$work/many.yaml" -o "$work/nowhere" --resume >/dev/null
has "--resume without a run is an error" $?-"$(cat "$work/stderr")" \
    "2-attnlab run: --resume: there is no run in $work/nowhere (No such file or directory)"
is "--resume without a run creates nothing" "$(ls -d "$work/nowhere" 2>/dev/null)" ""
mkdir "$work/papers" && touch "$work/papers/thesis"
run "$work/many.yaml" -o "$work/papers" --resume >/dev/null
has "--resume in a folder without a run is an error" $?-"$(cat "$work/stderr")" "2-attnlab run: --resume: $work/papers is not a run"
mkdir "$work/empty"
run "$work/many.yaml" -o "$work/empty" --resume >/dev/null
is "a run that was killed before its first file starts again" "$?-$(keys "$work/empty" | cmp - "$work/expected" 2>&1)" 0-

# The report of a killed run contains the command to resume the run. The report of the parent folder contains
# the command too.
mkdir "$work/runs"
ATTNLAB_FAKE_SLEEP=1 "$attnlab" run "$work/many.yaml" --filter "n > 4" --set rounds=1 -o "$work/runs/cut" -q >/dev/null 2>&1 &
until [ -s "$work/runs/cut/journal.jsonl" ]; do sleep 0.1; done
kill -KILL $!
wait $! 2>/dev/null
"$attnlab" report "$work/runs/cut" >/dev/null 2>"$work/stderr"
is "the report of a killed run is written" $?-"$(cat "$work/stderr")" 0-
known=$(wc -l <"$work/runs/cut/journal.jsonl") # on a busy machine another row may have ended before the kill
has "the report says that the run has not ended" "$(cat "$work/runs/cut/report.md")" "The run has not ended: $known of 6 rows are finished."
command=$(sed -n 's/^    attnlab //p' "$work/runs/cut/report.md" | head -n 1)
is "the report has the command to resume" "$command" \
    "run $work/many.yaml --filter 'n > 4' --set rounds=1 -q -o $work/runs/cut --resume"
cp -r "$work/whole" "$work/runs"
"$attnlab" report "$work/runs" >/dev/null 2>"$work/stderr"
has "the report of a folder leaves out the killed run, with a note" $?-"$(cat "$work/stderr")" "note: the report omits a run: $work/runs/cut is an interrupted run"
eval "\"\$attnlab\" $command" >/dev/null 2>&1
is "the command to resume works as typed" "$?-$(wc -l <"$work/runs/cut/cells.csv")" 0-7
"$attnlab" report "$work/papers" 2>"$work/stderr"
has "the report of a folder without a run is an error" $?-"$(cat "$work/stderr")" "2-attnlab report: $work/papers contains no run"

# SIGINT interrupts a row. The row is not added to the journal, the tables are written, and the run can be
# resumed.
kill -INT $first
wait $first
is "SIGINT exits with 130" $? 130
done_rows=$(wc -l <"$work/two/journal.jsonl")
is "the first round was finished before SIGINT" $done_rows 6
is "the tables have the finished rows" "$(wc -l <"$work/two/cells.csv")" $((done_rows + 1))
is "the interrupted row is not in the journal" "$(grep -c interrupted "$work/two/journal.jsonl")" 0
touch "$work/deaf-hold"
(trap '' INT && ATTNLAB_FAKE_HOLD=$work/deaf-hold exec "$attnlab" run "$work/many.yaml" -o "$work/deaf" -q) >/dev/null 2>&1 &
deaf=$!
await journaled "$work/deaf" 6
kill -INT $deaf
rm "$work/deaf-hold"
wait $deaf
is "a SIGINT that is ignored at the start stays ignored" "$?-$(keys "$work/deaf" | wc -l)" 0-12
run "$work/many.yaml" -o "$work/two" --resume >/dev/null
is "the interrupted run is resumed" "$?-$(keys "$work/two" | cmp - "$work/expected" 2>&1)" 0-
ATTNLAB_FAKE_HOLD=$work/hold "$attnlab" run "$work/many.yaml" -o "$work/term" -q >/dev/null 2>&1 &
await journaled "$work/term" 6
kill -TERM $!
wait $!
is "SIGTERM exits with 143" $? 143
run "$work/many.yaml" -o "$work/short" --max-time 0.001 >/dev/null
is "--max-time exits with 0" $? 0
[ "$(wc -l <"$work/short/journal.jsonl")" -lt 12 ]
is "--max-time ends the run before the plan is done" $? 0

# If the disk is full, finished rows are kept and the other rows can be resumed. A limit on the file size
# simulates a full disk.
(ulimit -f 8; trap '' XFSZ; run "$work/many.yaml" -o "$work/full" >/dev/null)
code=$?
is "a journal that cannot grow ends the run with 1" $code 1
has "the message says that the row cannot be written" "$(cat "$work/stderr")" "cannot write a row: "
has "the message says what is saved and how to resume" "$(cat "$work/stderr")" \
    "Finished rows are safe in $work/full/journal.jsonl; fix this, then resume with
  attnlab run $work/many.yaml -q -o $work/full --resume"
is "the journal ends with a complete line" "$(tail -c 1 "$work/full/journal.jsonl" | od -An -c | tr -d ' ')" '\n'
run "$work/many.yaml" -o "$work/full" --resume >/dev/null
is "the run resumes when there is space" "$?-$(keys "$work/full" | cmp - "$work/expected" 2>&1)" 0-

# A build with uncommitted changes is a different program, even if the commit is the same.
cp "$ATTNLAB_WORKER" "$work/builds"
ATTNLAB_WORKER=$work/builds run "$work/many.yaml" -o "$work/build" --max-time 0.001 >/dev/null
echo "# changed" >>"$work/builds"
cp -r "$work/build" "$work/build-before"
ATTNLAB_WORKER=$work/builds run "$work/many.yaml" -o "$work/build" --resume >/dev/null
has "another build of the worker is refused" $?-"$(cat "$work/stderr")" \
    "2-attnlab run: $work/build was measured by another build of attnlab-worker (hash): "
is "the refused run is not changed" "$(diff -r "$work/build" "$work/build-before")" ""
cp "$ATTNLAB_WORKER" "$work/builds"
ATTNLAB_WORKER=$work/builds run "$work/many.yaml" -o "$work/build" --resume >/dev/null
is "the same build resumes the run" "$?-$(keys "$work/build" | cmp - "$work/expected" 2>&1)" 0-
run "$work/many.yaml" -o "$work/whole" --resume --shard 1/2 >/dev/null
has "a shard of the plan does not resume the whole run" $?-"$(cat "$work/stderr")" "2-attnlab run: $work/whole contains rows of another plan"

# If the worker is rebuilt during a run, the run continues with the old program. If the program file is
# overwritten in place, the run ends.
rebuild() { # replaces the file, as a linker does
    cp "$work/worker" "$work/new"
    sed -i '2i exit 1' "$work/new"
    mv "$work/new" "$work/worker"
}
cp "$ATTNLAB_WORKER" "$work/worker"
touch "$work/hold"
(await journaled "$work/replaced" 6; rebuild; rm "$work/hold") &
ATTNLAB_WORKER=$work/worker ATTNLAB_FAKE_HOLD=$work/hold run "$work/many.yaml" -o "$work/replaced" >/dev/null
is "a run keeps its worker program after a rebuild" "$?-$(keys "$work/replaced" | cmp - "$work/expected" 2>&1)" 0-
cp "$ATTNLAB_WORKER" "$work/worker"
touch "$work/hold"
interruptible ATTNLAB_WORKER="$work/worker" ATTNLAB_FAKE_HOLD="$work/hold" "$attnlab" run "$work/many.yaml" \
    -o "$work/stopped" >/dev/null 2>"$work/stderr" &
driver=$!
await journaled "$work/stopped" 6
rebuild
kill -INT $driver
rm "$work/hold"
wait $driver
is "an interrupt after a build exits with 130" $? 130
has "the message does not suggest a --resume that would be refused" "$(cat "$work/stderr")" "not finished, and attnlab was rebuilt during the run. --resume needs the original build"
is "the command to resume is not printed" "$(grep -c 'resume with' "$work/stderr")" 0
cp "$ATTNLAB_WORKER" "$work/worker"
touch "$work/hold"
(await journaled "$work/rebuilt" 6; touch "$work/worker"; rm "$work/hold") &
ATTNLAB_WORKER=$work/worker ATTNLAB_FAKE_HOLD=$work/hold run "$work/many.yaml" -o "$work/rebuilt" >/dev/null
is "a worker overwritten during the run ends the run with 1" $? 1
has "the message says that the worker was overwritten" "$(cat "$work/stderr")" "attnlab-worker was overwritten during the run"
[ "$(wc -l <"$work/rebuilt/journal.jsonl")" -lt 12 ]
is "the run ends before the plan is done" $? 0

# A lack of cores may be temporary, so --resume retries these rows.
spec "$work/wide.yaml" "threads: [1, 2]"
run "$work/wide.yaml" -o "$work/wide" --cpus "$(first_cpu)" >/dev/null
is "rows that need more cores are skipped" \
    $?-"$(column "$work/wide/cells.csv" status | sort | uniq -c | tr -s ' \n' ' ')" "0- 2 ok 2 skipped "
has "the reason says how many cores are missing" "$(column "$work/wide/cells.csv" reason)" ": 1 core in CPUs"
if [ "$(last_cpu)" != "$(first_cpu)" ]; then
    run "$work/wide.yaml" -o "$work/wide" --resume >/dev/null
    is "skipped rows are retried when there are more cores" \
        $?-"$(column "$work/wide/cells.csv" status | sort | uniq -c | tr -s ' \n' ' ')" "0- 4 ok "
else
    echo "ok $((tests += 1)) - skipped rows are retried when there are more cores # SKIP needs two CPUs"
fi
run "$work/wide.yaml" -o "$work/wide" --resume --cpus 9999 >/dev/null
is "a nonexistent CPU is a usage error" $? 2
run "$work/wide.yaml" -o "$work/typo" --cpus core:999 >/dev/null
is "nothing is created for a nonexistent CPU" $?-"$(ls -d "$work/typo" 2>/dev/null)" 2-

# If the folder of a run disappears, the driver reports which rows are lost.
gone() { # NAME COMMAND...: starts a run in $work/NAME, runs the command, sets $code to the run's status
    dir=$work/$1
    shift
    ATTNLAB_FAKE_SLEEP=0.3 "$attnlab" run "$work/many.yaml" -o "$dir" -q >/dev/null 2>"$work/stderr" &
    await journaled "$dir" 1
    "$@"
    wait $!
    code=$?
}
gone deleted rm -rf "$work/deleted"
is "a deleted folder ends the run with 1" $code 1
has "the message says which rows are lost" "$(cat "$work/stderr")" "$work/deleted/journal.jsonl was deleted while this run wrote to it. The "
gone leaves mv "$work/leaves" "$work/left"
is "a moved folder ends the run with 1" $code 1
has "the message says that the folder was moved" "$(cat "$work/stderr")" "$work/leaves was moved while this run wrote to it. The "
has "the message says how to resume in the new folder" "$(cat "$work/stderr")" "Resume the run in its new folder with -o FOLDER --resume"
is "no message says that rows are safe in the old folder" "$(grep -c 'are safe in' "$work/stderr")" 0
[ "$(wc -l <"$work/left/journal.jsonl")" -lt 12 ]
is "the moved run ended before the plan was done" $? 0
run "$work/many.yaml" -o "$work/left" --resume >/dev/null
is "the run resumes in the new folder" $?-"$(wc -l <"$work/left/journal.jsonl")" 0-12
finish
