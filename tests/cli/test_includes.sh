#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests rules for source files:
# - Includes point only downwards.
# - Each third-party header is included in only one file.
# - Folders are small.
# - File names are unique.
. "$(dirname "$0")/lib.sh"
cd "$here/../.." || exit 1
folders="base kernels datasets models harness"

# upward FOLDER ALLOWED: prints "file:include" for each include that is not from the allowed folders.
upward() {
    find "$1" -name '*.[ch]' -exec grep -HoE '^ *# *include "[^"]+"' {} + |
        sed -E 's/ *# *include "(.*)"/\1/' | grep -E ":(base|kernels|datasets|models|harness|tests)/" | grep -vE ":($2)/"
}
is "base includes base" "$(upward base base)" ""
is "kernels include kernels" "$(upward kernels kernels)" ""
is "datasets include base" "$(upward datasets 'datasets|base')" ""
is "models include datasets and kernels" "$(upward models 'models|datasets|kernels|base')" ""
is "plan includes base" "$(upward harness/plan 'harness/plan|base')" ""
is "run includes plan" "$(upward harness/run 'harness/(run|plan)|base')" ""
is "analysis includes run" "$(upward harness/analysis 'harness/(analysis|run|plan)|base')" ""
is "report includes analysis" "$(upward harness/report 'harness/(report|analysis|run|plan)|base')" ""
is "measure includes models, and no other folder of the harness" \
    "$(upward harness/measure 'harness/measure|models|datasets|kernels|base')" ""

for header in yaml.h hwloc.h papi.h cblas.h zlib.h utf8proc.h expat.h jpeglib.h png.h cmocka.h; do
    files=$(grep -rlE "# *include <$header>" $folders | wc -l)
    is "<$header> is included in one file" "$([ "$files" -le 1 ] && echo yes || echo "$files")" yes
done

crowded=$(find $folders -name '*.c' | sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 30 { print $2 ": " $1 }')
is "no folder has more than 30 sources" "$crowded" ""
twice=$(find $folders -name '*.[ch]' | sed 's|.*/||' | sort | uniq -d | tr '\n' ' ')
is "no two files have the same name" "$twice" ""
finish
