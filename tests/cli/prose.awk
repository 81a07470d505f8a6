# SPDX-License-Identifier: MIT
# Reads report.md and says where a stranger would stumble, a line each:
#   numbers: a sentence with more than three numbers (an interval belongs to its number)
#   axis: a raw axis, "q_act = relu", in a sentence, a head or a table that everybody sees
# What stands behind a click is for those who look for it; a source's own words are the source's.
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
/^<details>/ { depth++ }
/^<\/details>/ { depth-- }
/^## (Failures|This run|Machine|Runs|Glossary|Words|How verdicts|Phases)/ { end = 1 }
/^## / && !/^## (Failures|This run|Machine|Runs|Glossary|Words|How verdicts|Phases)/ { end = 0 }
depth || end || /^</ || /^!/ || /^    / || /^```/ || !NF { next }
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
