// SPDX-License-Identifier: MIT
// Checks of a page for browser.sh. The script is appended to a copy of the page and sends
// "ok NAME" or "not ok NAME: reason" to the enclosing page.
'use strict';
(() => {
const all = (what, where = document) => [...where.querySelectorAll(what)];
const said = [], width = innerWidth;
const check = (what, faults) => said.push(faults.length ? `not ok ${what}: ${faults.slice(0, 3).join('; ')}` : `ok ${what}`);
const words = e => e.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
const scrolls = e => e.closest('.wide, pre, p:has(> img)');

// ---- no errors, and working links ----
check('no script error', window.faults);
check('ids are unique', all('[id]').map(e => e.id).filter((id, i, ids) => ids.indexOf(id) !== i));
check('links lead to an existing place on the page', all('a[href^="#"]').map(a => a.hash.slice(1))
    .filter(id => !document.getElementById(decodeURIComponent(id))));
check('pictures are drawn', all('img').filter(i => !i.complete || !i.naturalWidth).map(i => i.alt));

// ---- nothing is cut off at this width ----
check('no element is cut off', all('body *').filter(e => !scrolls(e) && e.getClientRects().length &&
    (e.getBoundingClientRect().right > width + 1 || e.getBoundingClientRect().left < -1)).map(words));
check('wide elements scroll in their own frame', all('.wide').filter(e => getComputedStyle(e).overflowX !== 'auto').map(words));

// ---- text has enough contrast: WCAG 2.1 (1.4.3) requires 4.5 to 1 ----
const colour = text => { const n = text.match(/[\d.]+/g).map(Number); return {rgb: n.slice(0, 3), alpha: n[3] ?? 1}; };
const light = ({rgb}) => rgb.map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const ground = e => {
    for (; e; e = e.parentElement) {
        const own = colour(getComputedStyle(e).backgroundColor);
        if (own.alpha === 1) return own;
    }
    return {rgb: [255, 255, 255]};
};
check('text has enough contrast', all('body *').filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.tagName !== 'SCRIPT')
    .map(e => {
        const [a, b] = [light(colour(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        return ratio < 4.5 ? `${ratio.toFixed(1)} for ${e.tagName} '${words(e)}'` : '';
    }).filter(Boolean));

// ---- tables sort, numbers by size, in both directions ----
const column = (table, i) => [...table.tBodies[0].rows].map(r => r.cells[i].textContent.trim());
// Returns the value of a cell such as "1.06 [0.98, 1.12]" or "10.3 billion", or NaN.
const sizes = {'µs': 1e-6, ms: 1e-3, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, thousand: 1e3, million: 1e6, billion: 1e9};
const value = t => {
    const m = /^(?:[△▽▲▼?=] )?(-?\d+(?:\.\d+)?)(?: (µs|ms|s|KiB|MiB|GiB|thousand|million|billion))?(?: \[.*\])?$/.exec(t);
    return m ? m[1] * (sizes[m[2]] ?? 1) : NaN;
};
const rises = list => list.every((v, i) => !i || list[i - 1] <= v);
let sorted = 0;
check('tables sort', all('table').flatMap(table => [...table.tHead.rows[0].cells].flatMap((head, i) => {
    const button = head.querySelector('button'), faults = [];
    if (!button || !column(table, i).every(t => Number.isFinite(value(t)))) return [];
    for (const turn of [1, -1]) {
        button.click();
        if (!rises(column(table, i).map(t => turn * value(t)))) faults.push(`${words(head)}: ${column(table, i)}`);
        sorted++;
    }
    return faults;
})));
check('at least one table has numbers', sorted ? [] : ['none has']);
parent.postMessage({said, width}, '*');
})();
