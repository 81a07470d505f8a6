#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual page, from what the programs say of themselves: harness/install/man.sh ./attnlab >attnlab.1
set -eu
attnlab=$1
version=$("$attnlab" --version | cut -d ' ' -f 2)

# For troff: no line begins a request, no backslash is one, a hyphen stays what the user types.
plain() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"; }
commands=$("$attnlab" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p')

cat <<T
.TH ATTNLAB 1 "" "attnlab $version"
.SH NAME
attnlab \- does nonlinear attention help, and what does it cost?
.SH SYNOPSIS
.nf
T
echo "attnlab COMMAND [arguments]" | plain
cat <<'T'
.fi
.SH DESCRIPTION
Sweeps grids from YAML over variants of attention, checks each kernel against its formula, times it on pinned cores,
trains small transformers with it, and writes tables, figures and a report with a verdict for each question.
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
the folder of data sets; \-\-data names another
.TP
.B ATTNLAB_HOME
where plots/ and ablations/ lie, if not at or above the program
.TP
.B NO_COLOR
no colours, whatever the terminal can show
T
