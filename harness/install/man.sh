#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the manual page from --help.
# usage: harness/install/man.sh ./attnlab >attnlab.1
set -eu
attnlab=$1
version=$("$attnlab" --version | cut -d ' ' -f 2)

plain() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"; }
commands=$("$attnlab" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p')

cat <<T
.TH ATTNLAB 1 "" "attnlab $version"
.SH NAME
attnlab \- measure what a change to attention costs and whether it helps
.SH SYNOPSIS
.nf
T
echo "attnlab COMMAND [arguments]" | plain
cat <<'T'
.fi
.SH DESCRIPTION
Expands questions in YAML into a plan, checks each kernel against its formula, times it on pinned cores, trains small
transformers with it, and writes tables, figures and a report.
.PP
.nf
T
"$attnlab" --help | plain
echo .fi
for command in $commands; do
    echo ".SH ATTNLAB $(echo "$command" | tr '[:lower:]' '[:upper:]')"
    echo .nf
    "$attnlab" "$command" --help | plain
    echo .fi
done
cat <<'T'
.SH ENVIRONMENT
.TP
.B ATTNLAB_DATA
folder of data sets [default: data/ of the project]
.TP
.B ATTNLAB_HOME
folder of plots/ and ablations/ [default: at or above the program]
.TP
.B NO_COLOR
if set, no colours
T
