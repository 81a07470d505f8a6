#!/bin/sh
# SPDX-License-Identifier: MIT
# Removes the files that install.sh recorded, and the folders of PREFIX/lib/attnlab that become empty.
# usage: harness/install/uninstall.sh PREFIX
set -eu
if [ ! -f "$1/lib/attnlab/installed" ]; then
    echo "uninstall: $1/lib/attnlab/installed is missing; nothing was removed" >&2
    exit
fi
cd "$1/lib/attnlab"
installed=$(cat installed)
printf '%s\n' "$installed" | while IFS= read -r file; do rm -f "../../$file"; done
printf '%s\n' "$installed" | sed -n 's|^lib/attnlab/\(.*\)/.*|\1|p' | sort -u |
    while IFS= read -r folder; do rmdir -p "$folder" 2>/dev/null || true; done
cd ../..
rmdir lib/attnlab 2>/dev/null || true # stays if `attnlab data fetch` put data sets there
