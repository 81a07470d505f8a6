#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that pandas, R and DuckDB can read the tidy table with the code in results/README.md. Each must find
# all rows, numeric columns and labels.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER # names come from the real worker
reference=$here/../../results/reference

# ---- the tables of a training run and of a timed run ----
for run in mlp-qkv-components overhead-mlp; do
    mkdir -p "$work/$run"
    for part in "$reference/$run"/*; do [ "${part##*/}" = figures ] || cp -r "$part" "$work/$run"; done
    cp "$reference/describe.json" "$work/$run"
    "$attnlab" report "$work/$run" >/dev/null 2>&1
done
numbers="effect low high n p value reference_value time_ratio parameters_ratio memory_ratio"
words="question arm label reference comparison metric unit verdict cell"
comma="MLP, 3 linear maps, ReLU, without LayerNorm"

# ---- contents of the file ----
effects=$work/mlp-qkv-components/effects.csv
rows=$(column "$effects" label | wc -l | tr -d ' ')
labelled=$(column "$effects" label | grep -cxF "$comma")
is "the table has rows and labels with commas" "$([ "$rows" -gt 10 ] && [ "$labelled" -gt 1 ] && echo yes)" yes
for run in mlp-qkv-components overhead-mlp; do
    head -1 "$work/$run/effects.csv" | tr ',' '\n' >"$work/head"
    is "$run: effects.csv has at most 27 columns" "$([ "$(wc -l <"$work/head")" -le 27 ] && echo yes)" yes
    is "$run: effects.csv has the expected columns" "$(for name in $numbers $words; do grep -x "$name" "$work/head"; done | tr '\n' ' ')" \
        "$numbers $words "
done

# lines LANGUAGE FILE: prints the code that results/README.md gives for a language. FILE replaces the name of
# the table.
lines() {
    awk -v mark="<!-- tidy: $1 -->" '$0 == mark { on = 1; next } on && /^    / { print substr($0, 5); n++ } on && n && !NF { exit }' \
        "$here/../../results/README.md" | sed "s|results/RUN/effects.csv|$2|"
}
for language in python R sql; do
    is "results/README.md has two lines of $language" "$(lines $language x | wc -l | tr -d ' ')" 2
done
# expected: prints the numbers of rows, rows with the label, numeric columns, and text columns.
expected() { echo "$rows $labelled $(echo $numbers | wc -w | tr -d ' ') $(echo $words | wc -w | tr -d ' ')"; }
skipped() { tests=$((tests + 1)); echo "ok $tests - $1 # SKIP $2 is not installed"; }
quoted() { for name in $1; do printf '%s"%s"' "${sep-}" "$name"; sep=,; done; unset sep; }

# ---- pandas ----
python=
for one in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$one" -c 'import pandas' 2>/dev/null || python=$one
done
pandas() { # FILE LAST: runs the README's lines, then LAST
    { lines python "$1"; echo "from pandas.api.types import is_numeric_dtype as number, is_string_dtype as word"; echo "$2"; } >"$work/tidy.py"
    "$python" "$work/tidy.py" 2>&1
}
if [ -z "$python" ]; then skipped "pandas" pandas; else
    is "pandas reads the table" "$(pandas "$effects" "print(len(effects), (effects.label == '$comma').sum(), sum(number(effects[c]) for c in [$(quoted "$numbers")]), sum(word(effects[c]) for c in [$(quoted "$words")]))")" "$(expected)"
    is "pandas: the best arm comes first" "$(pandas "$effects" "print(effects.effect.is_monotonic_decreasing)")" True
    is "pandas: timed questions are read" "$(pandas "$work/overhead-mlp/effects.csv" "print(len(effects), sum(number(effects[c]) for c in [$(quoted "$numbers")]))")" \
        "$(column "$work/overhead-mlp/effects.csv" label | wc -l | tr -d ' ') 10"
fi

# ---- R ----
if ! command -v Rscript >/dev/null; then skipped "R" R; else
    r() { { lines R "$1"; echo "$2"; } >"$work/tidy.R"; Rscript --vanilla "$work/tidy.R" 2>&1; }
    is "R reads the table" "$(r "$effects" "cat(nrow(effects), sum(effects\$label == '$comma'), sum(sapply(effects[c($(quoted "$numbers"))], is.numeric)), sum(sapply(effects[c($(quoted "$words"))], is.character)))")" \
        "$(expected)"
    is "R: the best arm comes first" "$(r "$effects" 'cat(!is.unsorted(-effects$effect))')" TRUE
fi

# ---- DuckDB, as a program or a Python module ----
sql() {
    { lines sql "$effects" | head -1; echo "$1"; } >"$work/tidy.sql"
    if command -v duckdb >/dev/null; then duckdb -csv -noheader <"$work/tidy.sql"; else
        python3 -c "import duckdb, sys
for line in open(sys.argv[1]): rows = duckdb.sql(line)
print(','.join(map(str, rows.fetchone())))" "$work/tidy.sql"
    fi 2>&1
}
if ! command -v duckdb >/dev/null && ! python3 -c 'import duckdb' 2>/dev/null; then skipped "DuckDB" DuckDB; else
    typed="count(*) FILTER (data_type IN ('DOUBLE', 'BIGINT') AND list_contains([$(quoted "$numbers" | tr '"' "'")], column_name))"
    worded="count(*) FILTER (data_type = 'VARCHAR' AND list_contains([$(quoted "$words" | tr '"' "'")], column_name))"
    is "DuckDB reads the table" "$(sql "SELECT (SELECT count(*) FROM effects), (SELECT count(*) FROM effects WHERE label = '$comma'), $typed, $worded FROM information_schema.columns WHERE table_name = 'effects';" | tr ',' ' ')" \
        "$(expected)"
    is "DuckDB: the best arm comes first" "$(sql "$(lines sql "$effects" | tail -1)" | head -1 | grep -c ,)" 1
fi
finish
