#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks pages in a real browser at desktop and phone width: errors, links, cut-off text, sortable tables and
# contrast. browser_checks.js contains the checks.
. "$(dirname "$0")/../cli/lib.sh"
cd "$here/../.." || exit 1
widths="1280 390"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "ok 1 - pages in a browser # SKIP chromium is not installed"
    echo 1..1
    exit 0
}

# ---- the pages of real runs ----
mkdir "$work/pages"
runs="overhead-threads neural-attention-headline-language"
for name in describe.json $runs; do cp -r "results/reference/$name" "$work/pages"; done
command -v gnuplot >/dev/null && drawn=0 || drawn=1
for run in $runs ""; do
    "$attnlab" report "$work/pages/$run" >/dev/null 2>"$work/stderr"
    is "the page of ${run:-both runs} is written" $? $drawn
done
pages=$(cd "$work/pages" && find . -name '*.html' | sed 's|^\./||' | sort)
is "there are pages to check" "$(echo "$pages" | wc -l)" 3

# ---- links between the pages ----
dangling=$(cd "$work/pages" && for page in $pages; do
    grep -o 'href="[^"#][^"]*"' "$page" | sed 's/^href="//; s/"$//' | grep -v '^https:' | sort -u |
        while IFS='#' read -r path place; do
            target=$(dirname "$page")/$path
            grep -q "${place:+id=\"$place\"}" "$target" 2>/dev/null || echo "$page: $path#$place"
        done
done)
is "links between pages work" "$dangling" ""
is "pages have no buttons without the script" \
    "$(cd "$work/pages" && for page in $pages; do sed '/<script>/,$d' "$page"; done | grep -c '<button')" 0

# ---- copies that report their results, in frames of one page that collects them ----
watch='<script>window.faults = [];
addEventListener("error", e => faults.push(e.message));
addEventListener("securitypolicyviolation", e => faults.push("loads " + e.blockedURI));</script>'
{
    cat <<'T'
<!DOCTYPE html><meta charset="utf-8"><pre id="said"></pre><script>
const said = document.getElementById("said"), asked = [];
addEventListener("message", e => {
    const of = asked.find(a => a.frame.contentWindow === e.source);
    said.textContent += e.data.said.map(s => s.replace(/^(not )?ok/, `$& [${of.page}, ${e.data.width}]`)).join("\n") + "\n";
});
const ask = (page, copy, width) => {
    const frame = document.createElement("iframe");
    frame.style = `width:${width}px;height:900px;border:0`;
    asked.push({frame, page});
    frame.src = copy;
    document.body.append(frame);
};
const parse = (page, source) => {
    const fault = new DOMParser().parseFromString(atob(source), "application/xhtml+xml").querySelector("parsererror");
    said.textContent += fault ? `not ok [${page}] well-formed: ${fault.textContent}\n` : `ok [${page}] well-formed\n`;
};
T
    for page in $pages; do
        copy=$work/pages/$page.copy.html
        { sed "s|<head>|<head>$(echo "$watch" | tr '\n' ' ')|; /<\/body>/d" "$work/pages/$page"
          echo '<script>'; cat tests/slow/browser_checks.js; echo '</script></body></html>'; } >"$copy"
        for width in $widths; do echo "ask('$page', 'pages/$page.copy.html', $width);"; done
        echo "parse('$page', '$(base64 <"$work/pages/$page" | tr -d '\n')');"
    done
    echo '</script>'
} >"$work/ask.html"

"$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --user-data-dir="$work/profile" --virtual-time-budget=60000 --dump-dom "file://$work/ask.html" \
    >"$work/dom" 2>"$work/stderr"
sed -n 's/^.*<pre id="said">//; /^\(not \)\{0,1\}ok \[/p' "$work/dom" | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' >"$work/said"

# ---- each page must report at each width ----
for page in $pages; do
    for width in $widths; do
        is "$page reports at $width" "$(grep -c "ok \[$page, $width\] no script error" "$work/said")" 1
    done
    is "$page is parsed" "$(grep -c "ok \[$page\] well-formed" "$work/said")" 1
done
while IFS= read -r line; do
    case $line in
    "not ok "*) is "${line#not ok }" "$line" "ok" ;;
    *) is "${line#ok }" ok ok ;;
    esac
done <"$work/said"
finish
