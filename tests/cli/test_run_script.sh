#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh alone: wrong options and --help are answered before anything is built or checked. The test runs a
# copy in its own folder, with a `make` that builds nothing and an attnlab that logs its arguments.
. "$(dirname "$0")/lib.sh"
tree="$work/it's a tree"
mkdir -p "$tree/harness/install" "$tree/ablations" "$tree/tests/torture" "$work/bin"
cp "$here/../../run.sh" "$tree"
cp "$here/../torture/run.sh" "$tree/tests/torture"
head -n 1 "$here/../../harness/install/packages.tsv" >"$tree/harness/install/packages.tsv"
real=$(cd "$(dirname "$attnlab")" && pwd)/$(basename "$attnlab")
printf '#!/bin/sh\necho make >>asked\n' >"$work/bin/make"
cat >"$tree/attnlab" <<T
#!/bin/sh
echo "\$*" >>asked
[ "\$1" = check ] || exec "$real" "\$@"
T
chmod +x "$work/bin/make" "$tree/attnlab"
spec "$tree/ablations/small.yaml" "n: [8, 16]"
PATH=$work/bin:$PATH
# asked ARGUMENTS...: runs run.sh and prints its exit status and what it called ("make" for a build).
asked() {
    : >"$tree/asked"
    "$tree/run.sh" "$@" >"$work/stdout" 2>"$work/stderr"
    echo "$? $(sed 's/ .*//' "$tree/asked" | tr '\n' ' ')"
}

for command in all-ablations torture test build; do
    is "$command --help builds nothing" "$(asked $command --help)" "0 "
    has "and is the text" "$(cat "$work/stdout")" "usage: ./run.sh COMMAND"
done
is "help" "$(asked help)" "0 "
ln -s "$tree/run.sh" "$work/bin/lab"
is "a link to it does the same" "$("$work/bin/lab" help 2>&1)" "$("$tree/run.sh" help)"
is "a command that there is not" "$(asked bild)" "2 "
is "build takes no argument" "$(asked build extra)-$(cat "$work/stderr")" \
    "2 -run.sh: build: unexpected argument 'extra' (expected none)"
is "an option that there is not ends before the check" "$(asked all-ablations --nonsense)" "2 make run "
has "and is named" "$(cat "$work/stderr")" "unknown option '--nonsense'"
is "so does a tier" "$(asked all-ablations --tier nope)" "2 make run "
has "which is named too" "$(cat "$work/stderr")" "--tier: "
is "torture wants numbers" "$(asked torture --minutes x)-$(cat "$work/stderr")" \
    "2 make -torture: --minutes: found 'x', expected a whole number"
is "all is done in its order" "$(asked all-ablations --tier smoke -q)" "0 make run check --version run report "
found=$(ls "$tree/results")
has "the folder has the commit of the program in its name" "$found" "-$("$attnlab" --version | sed 's/.*(\(.*\))/\1/')"
has "and is named" "$(cat "$work/stdout")" "report: results/$found/report.html and report.md"
is "and the page is there" "$(head -n 1 "$tree/results/$found/report.md")" "# Small"
is "another folder" "$(asked all-ablations --tier smoke -q -o "$work/run")" "0 make run check --version run report "
has "is named too" "$(cat "$work/stdout")" "report: $work/run/report.html and report.md"
finish
