#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests run.sh without a build. --help and wrong options must be handled before anything is built. `make` and
# attnlab are replaced by scripts that only log their arguments.
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
# asked ARGUMENTS...: runs run.sh. Prints its exit status and the commands that it called ("make" for a
# build).
asked() {
    : >"$tree/asked"
    "$tree/run.sh" "$@" >"$work/stdout" 2>"$work/stderr"
    echo "$? $(sed 's/ .*//' "$tree/asked" | tr '\n' ' ')"
}

for command in all-ablations torture test build; do
    is "$command --help builds nothing" "$(asked $command --help)" "0 "
    has "$command --help prints the help text" "$(cat "$work/stdout")" "usage: ./run.sh COMMAND"
done
is "help prints the help text" "$(asked help)" "0 "
ln -s "$tree/run.sh" "$work/bin/lab"
is "a link to run.sh works" "$("$work/bin/lab" help 2>&1)" "$("$tree/run.sh" help)"
is "an unknown command is rejected" "$(asked bild)" "2 "
is "build takes no arguments" "$(asked build extra)-$(cat "$work/stderr")" \
    "2 -run.sh: build: unexpected argument 'extra' (expected none)"
is "an unknown option ends run.sh before the check" "$(asked all-ablations --nonsense)" "2 make run "
has "the unknown option is named" "$(cat "$work/stderr")" "unknown option '--nonsense'"
is "an unknown tier ends run.sh before the check" "$(asked all-ablations --tier nope)" "2 make run "
has "the unknown tier is named" "$(cat "$work/stderr")" "--tier: "
is "torture needs whole numbers" "$(asked torture --minutes x)-$(cat "$work/stderr")" \
    "2 make -torture: --minutes: invalid value 'x' (expected a whole number)"
is "the steps run in order" "$(asked all-ablations --tier smoke -q)" "0 make run check --version run report "
found=$(ls "$tree/results")
has "the name of the folder contains the commit of the program" "$found" "-$("$attnlab" --version | sed 's/.*(\(.*\))/\1/')"
has "the folder is printed" "$(cat "$work/stdout")" "report: results/$found/report.html and report.md"
is "the report exists" "$(head -n 1 "$tree/results/$found/report.md")" "# Small"
is "-o selects another folder" "$(asked all-ablations --tier smoke -q -o "$work/run")" "0 make run check --version run report "
has "the other folder is printed" "$(cat "$work/stdout")" "report: $work/run/report.html and report.md"
finish
