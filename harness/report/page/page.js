// SPDX-License-Identifier: MIT
// Sorts a table by the column whose head is clicked, and colours verdicts. Pages are readable without this script.
'use strict';
(() => {
const units = {ns: 1e-9, 'µs': 1e-6, ms: 1e-3, s: 1, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30,
    thousand: 1e3, million: 1e6, billion: 1e9};
// Returns the first number in a text with its unit, or null if there is none.
const number = text => {
    const m = /([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(ns|µs|ms|s|B|[KMG]iB|thousand|million|billion)?(?!\w)/.exec(text);
    return m && m[1] * (units[m[2]] || 1);
};
const compare = (a, b, turn) => {
    const x = number(a), y = number(b);
    if (!a !== !b) return a ? -1 : 1; // empty cells come last
    if (x !== null && y !== null) return turn * (x - y);
    if ((x === null) !== (y === null)) return x === null ? 1 : -1;
    return turn * a.localeCompare(b);
};
const sort = (table, th) => {
    const column = th.cellIndex, turn = th.ariaSort === 'ascending' ? -1 : 1;
    const rows = [...table.tBodies[0].rows], text = r => r.cells[column] ? r.cells[column].textContent.trim() : '';
    rows.sort((a, b) => compare(text(a), text(b), turn));
    table.tBodies[0].append(...rows);
    for (const head of table.tHead.rows[0].cells) head.removeAttribute('aria-sort');
    th.ariaSort = turn > 0 ? 'ascending' : 'descending';
};
for (const table of document.querySelectorAll('table')) {
    if (!table.tBodies[0] || table.tBodies[0].rows.length < 2) continue;
    for (const th of table.tHead.rows[0].cells) {
        const button = document.createElement('button');
        button.type = 'button';
        button.append(...th.childNodes);
        button.onclick = () => sort(table, th);
        th.append(button);
    }
}
const verdicts = {'▲': 'better', '▼': 'worse', better: 'better', faster: 'better', worse: 'worse', slower: 'worse'};
for (const td of document.querySelectorAll('td')) {
    const text = td.textContent.trim(), kind = verdicts[text] || verdicts[text[0]];
    if (kind) td.classList.add(kind);
}
})();
