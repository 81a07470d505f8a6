#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the programs and FILEs, and records every installed file for uninstall.sh.
# usage: harness/install/install.sh PREFIX FILE...
set -eu
umask 022 # folders are readable by all users
to=$1
shift
list=$to/lib/attnlab/installed
listed() { echo "$1" >>"$list"; }
put() { # MODE FILE PLACE
    listed "$3"
    install -D -m "$1" "$2" "$to/$3"
}

mkdir -p "$to/lib/attnlab" "$to/bin"
listed lib/attnlab/installed
for file in "$@"; do put 644 "$file" "lib/attnlab/$file"; done
for program in attnlab attnlab-worker datasets/fetch.sh; do put 755 $program lib/attnlab/$program; done
listed bin/attnlab
ln -sf ../lib/attnlab/attnlab "$to/bin/attnlab"
put 644 build/attnlab.1 share/man/man1/attnlab.1
put 644 harness/install/attnlab.bash share/bash-completion/completions/attnlab
put 644 harness/install/attnlab.zsh share/zsh/site-functions/_attnlab
sort -u -o "$list" "$list" # keeps the files of an earlier version
