# SPDX-License-Identifier: MIT
# Checks that each entry of each list.def is defined in a source file. make runs this script even if the
# program is already linked, so that a missing file is reported.
#
# usage: awk -f base/lists.awk LIST.DEF... SOURCE.C...
#
# The entry SCORE(mine) requires `const struct score N(score_mine)`, or a macro call that starts with the
# name, such as NGRAM(mine, ...).
FNR == 1 { is_list = FILENAME ~ /list\.def$/ }
is_list && match($0, /^[A-Z]+\([a-z0-9_]+\)/) {
    line = substr($0, 1, RLENGTH)
    split(line, part, /[()]/)
    slot = part[1] == "OUTPUT" ? "projection" : tolower(part[1])
    listed[++count] = slot "_" part[2]
    name[count] = part[2]
    place[count] = FILENAME ":" FNR ": " line
}
!is_list && /^const struct [a-z_]+ / {
    sub(/^const struct [a-z_]+ (N\()?/, "")
    match($0, /^[a-z0-9_]+/)
    there[substr($0, 1, RLENGTH)]
}
!is_list && match($0, /^[A-Z_]+\([a-z0-9_]+,/) {
    split(substr($0, 1, RLENGTH - 1), part, "(")
    there[part[2]]
}
END {
    for (i = 1; i <= count; i++)
        if (!(listed[i] in there) && !(name[i] in there)) {
            printf "%s: no source has `%s`; restore the file, or remove the line\n", place[i], listed[i]
            missing = 1
        }
    exit missing
}
