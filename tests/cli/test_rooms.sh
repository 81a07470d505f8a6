#!/bin/sh
# SPDX-License-Identifier: MIT
# The folders of the project: includes point down only, each third-party header is included in one
# file, no folder is crowded, and file names are unique.
. "$(dirname "$0")/lib.sh"
cd "$here/../.." || exit 1
rooms="base kernels datasets models harness"

# up ROOM ALLOWED: includes of a room's files that lead into a room not allowed, "file:include".
# harness/commands.h, the list of subcommands, is for all of the harness.
up() {
    find "$1" -name '*.[ch]' -exec grep -HoE '^ *# *include "[^"]+"' {} + |
        sed -E 's/ *# *include "(.*)"/\1/' | grep -E ":(base|kernels|datasets|models|harness|tests)/" |
        grep -vE ":($2)/|:harness/commands.h"
}
is "base includes base alone" "$(up base base)" ""
is "kernels include kernels alone" "$(up kernels kernels)" ""
is "datasets stand on base" "$(up datasets 'datasets|base')" ""
is "models stand on datasets and kernels" "$(up models 'models|datasets|kernels|base')" ""
is "plan stands on base" "$(up harness/plan 'harness/plan|base')" ""
is "run stands on plan" "$(up harness/run 'harness/run|harness/plan|base')" ""
is "analysis stands on run" "$(up harness/analysis 'harness/(analysis|run|plan)|base')" ""
is "render stands on analysis" "$(up harness/render 'harness/(render|analysis|run|plan)|base')" ""
is "measure stands beside them" "$(up harness/measure 'harness/measure|models|datasets|kernels|base')" ""

for header in yaml.h hwloc.h papi.h cblas.h zlib.h utf8proc.h expat.h jpeglib.h png.h cmocka.h; do
    doors=$(grep -rlE "# *include <$header>" $rooms | wc -l)
    is "<$header> has one door at most" "$([ "$doors" -le 1 ] && echo yes || echo "$doors")" yes
done

crowded=$(find $rooms -name '*.c' | sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 30 { print $2 ": " $1 }')
is "no folder holds more than 30 sources" "$crowded" ""
twice=$(find $rooms -name '*.[ch]' | sed 's|.*/||' | sort | uniq -d | tr '\n' ' ')
is "a file's name stands for one file" "$twice" ""
finish
