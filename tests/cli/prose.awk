# SPDX-License-Identifier: MIT
# Reads report.md and says where a stranger would stumble, a line each:
#   numbers: a sentence with more than three numbers (an interval belongs to its number)
#   axis: a raw axis, "q_act = relu", in a sentence, a head or a table that everybody sees
#   raw: a name that only specifications have, one of -v raw="q_act lr relu2"
# What stands behind a click is for those who look for it; a source's own words are the source's.
# With -v words=1 each line is only looked through for such names, as the words of a figure are.
function flat(text) {
    gsub(/\]\([^)]*\)/, "", text)         # links to their words
    gsub(/\\/, "", text)
    gsub(/\[[-+]?[0-9.]+,? ?[^]]*\]/, "", text) # intervals
    gsub(/[[]/, "", text)
    gsub(/arXiv [0-9.]+/, "arXiv", text)
    gsub(/`[^`]*`/, "", text)
    gsub(/\([^()]*\)/, "", text)          # conditions, which are names
    gsub(/[A-Za-z'] = [-+0-9.]+/, "", text) # and so is d' = 16
    gsub(/layer [0-9]+/, "", text)
    return text
}
function count(text, n) {
    n = 0
    while (match(text, /(^|[^A-Za-z0-9_.])[-+]?[0-9]+([.,][0-9]+)*/)) {
        n++
        text = substr(text, RSTART + RLENGTH)
    }
    return n
}
# Without links' addresses and code; an axis that is no name of the field stands as "name = value".
function find_raw(text, part, parts, i) {
    gsub(/\]\([^)]*\)/, "]", text)
    gsub(/`[^`]*`/, "", text)
    gsub(/\\/, "", text)
    parts = split(text, part, /[^A-Za-z0-9_]+/)
    for (i = 1; i <= parts; i++)
        if (part[i] in known) print FILENAME ": raw: " part[i] ": " substr(text, 1, 160)
}
BEGIN {
    count_raw = split(raw, listed, " ")
    for (i = 1; i <= count_raw; i++) known[listed[i]]
}
words { find_raw($0); next }
/^<details>/ { depth++ }
/^<\/details>/ { depth-- }
/^## (Failures|This run|Machine|Runs|Glossary|Words|How verdicts|Phases)/ { end = 1 }
/^## / && !/^## (Failures|This run|Machine|Runs|Glossary|Words|How verdicts|Phases)/ { end = 0 }
depth || end || /^</ || /^!/ || /^    / || /^```/ || !NF { next }
/^\|/ && !in_table { # a column of what sources say is theirs
    head = split($0, cell, / \| /)
    for (claimed = head; claimed && cell[claimed] != "claimed"; claimed--) continue
}
{ in_table = /^\|/ }
in_table && claimed {
    split($0, cell, / \| /)
    $0 = substr($0, 1, index($0, cell[claimed]) - 1) substr($0, index($0, cell[claimed]) + length(cell[claimed]))
}
!/^Claimed/ { find_raw($0) }
{
    text = flat($0)
    if (match(text, /[a-z][a-z0-9]*_[a-z0-9_]+ = [^ ,|]+/))
        print FILENAME ": axis: " substr(text, RSTART, RLENGTH) ": " substr(text, 1, 160)
}
/^\|/ || /^#/ || /^Claimed/ { next }
{
    parts = split(text, sentence, /[.:;?!] +/)
    for (i = 1; i <= parts; i++)
        if (count(sentence[i]) > 3) print FILENAME ": numbers: " sentence[i]
}
