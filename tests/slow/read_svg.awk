# SPDX-License-Identifier: MIT
# Reads an SVG of a figure and says what is wrong with it, a line for each fault; nothing is fine.
#
# Widths of texts are reckoned: 0.55 of the size of its letters for each letter, which is a little
# more than the mean of words in DejaVu Sans, the widest font that is likely to stand in for
# Liberation Sans; Chinese, Japanese and Korean letters are as wide as they are high. A line of text reaches from 0.75 of that size above its base to 0.2 below it.
# Set -v list=texts for the texts themselves, as "left<tab>top<tab>right<tab>bottom<tab>text".
function attribute(tag, name,   at, rest) {
    at = index(tag, " " name "=\"")
    if (!at) return ""
    rest = substr(tag, at + length(name) + 3)
    return substr(rest, 1, index(rest, "\"") - 1)
}
function plain(text) {
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text)
    gsub(/&apos;/, "'", text); gsub(/&amp;/, "\\&", text); gsub(/^ +| +$/, "", text)
    return text
}
# Letters, not bytes.
function letters(text) { gsub(/[\200-\277]/, "", text); return length(text) }
function wide(text) { return gsub(/[\343-\355\357-\364]/, "", text) }
function add_text(text,   width, x, y) {
    text = plain(text)
    if (text == "") return
    width = size * (0.55 * letters(text) + 0.45 * wide(text))
    x = anchor == "middle" ? -width / 2 : anchor == "end" ? -width : 0
    words[++count] = text
    if (turned) { # upward
        left[count] = at_x - 0.75 * size; right[count] = at_x + 0.2 * size
        bottom[count] = at_y - x; top[count] = bottom[count] - width
    } else {
        left[count] = at_x + x; right[count] = left[count] + width
        top[count] = at_y - 0.75 * size; bottom[count] = at_y + 0.2 * size
    }
}
function take(tag, inside,   name, place) {
    name = tag; sub(/[ \/>].*/, "", name)
    if (tag ~ /^\//) {
        if (open[depth] != substr(name tag, 2, length(open[depth]))) print "ends with no beginning: <" tag ">"
        depth--
        return
    }
    if (tag ~ /^[?!]/) return
    if (tag ~ /scale\(0\.00\)/) print "scaled to nothing: <" tag ">"
    if (tag ~ /onmouse|script/) print "a script: <" tag ">"
    if (attribute(tag, "id") != "" && ids[attribute(tag, "id")]++) print "an id twice: " attribute(tag, "id")
    if (name == "svg") { width = attribute(tag, "width") + 0; height = attribute(tag, "height") + 0 }
    if (name == "g" && tag ~ /font-size/) {
        place = attribute(tag, "transform")
        turned = place ~ /rotate\(-?[0-9]/
        sub(/.*translate\(/, "", place)
        at_x = place + 0; sub(/^[^,]*,/, "", place); at_y = place + 0
        size = attribute(tag, "font-size") + 0; anchor = attribute(tag, "text-anchor")
    }
    if (name == "text") add_text(inside)
    if (name == "title" && inside ~ /using|column\(/) print "a title of code: " inside
    if (name == "title" && depth == 1) { title = inside; if (inside == "") print "no title" }
    if (name == "desc") { desc = inside; if (inside == "") print "no description" }
    if (tag !~ /\/$/) open[++depth] = name
}
BEGIN { RS = "<"; depth = 0 }
NR > 1 { close_at = index($0, ">"); take(substr($0, 1, close_at - 1), substr($0, close_at + 1)) }
END {
    if (depth) print "no end of <" open[depth] ">"
    if (title == "" || desc == "") print "no title or description"
    for (i = 1; i <= count; i++) {
        if (list == "texts") printf "%.0f\t%.0f\t%.0f\t%.0f\t%s\n", left[i], top[i], right[i], bottom[i], words[i]
        else if (left[i] < 0 || top[i] < 0 || right[i] > width || bottom[i] > height)
            print "leaves the picture: " words[i]
    }
    for (i = 1; i <= count && list == ""; i++)
        for (k = i + 1; k <= count; k++)
            if (left[i] < right[k] && left[k] < right[i] && top[i] < bottom[k] && top[k] < bottom[i])
                print "overlap: " words[i] " | " words[k]
}
