// SPDX-License-Identifier: MIT
// What a reader may do with a page. Without it the page can be read all the same.
'use strict';
(() => {
const all = (what, where = document) => [...where.querySelectorAll(what)];
const make = (tag, words, more = {}) => Object.assign(document.createElement(tag), {textContent: words}, more);
const button = (words, onclick) => make('button', words, {type: 'button', onclick});
const wide = matchMedia('(min-width: 70rem)'), night = matchMedia('(prefers-color-scheme: dark)');
document.documentElement.classList.add('scripted');

// ---- light or dark: as the system has it until somebody chooses; remembered where that is allowed ----
const dark = document.getElementById('page.dark'), system = dark.media;
const memory = choice => {
    try {
        if (choice) localStorage.setItem('attnlab-look', choice);
        return localStorage.getItem('attnlab-look');
    } catch { return choice; }
};
let choice = memory();
const look = button('', () => { choice = memory(is_dark() ? 'light' : 'dark') || choice; show(); });
const is_dark = () => choice ? choice === 'dark' : night.matches;
const show = () => {
    dark.media = choice === 'dark' ? 'screen' : choice === 'light' ? 'not all' : system;
    look.textContent = is_dark() ? 'Light' : 'Dark';
};
Object.assign(look, {className: 'look', title: 'Light or dark'});
(document.querySelector('h1') || document.querySelector('main')).before(look);
night.addEventListener('change', show);
show();

// ---- contents: a fold where the window is narrow, and where the reader is ----
const fold = document.querySelector('.contents details');
if (fold) {
    fold.open = wide.matches;
    wide.addEventListener('change', () => { fold.open = wide.matches; });
    const places = all('.contents a').map(a => ({a, at: document.getElementById(a.hash.slice(1))}));
    const follow = () => {
        let here = places[0];
        for (const p of places) if (p.at.getBoundingClientRect().top < 120) here = p;
        for (const p of places) p === here ? p.a.setAttribute('aria-current', 'location') : p.a.removeAttribute('aria-current');
        all('.contents .here').forEach(li => li.classList.remove('here'));
        for (let li = here.a.closest('li'); li; li = li.parentNode.closest('li')) li.classList.add('here');
    };
    addEventListener('scroll', () => requestAnimationFrame(follow), {passive: true});
    follow();
}

// ---- folds: open on paper, and where a link leads into one ----
let shut = [];
const target = () => {
    try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); }
    catch { return null; } // an address that is none, such as #%
};
const unfold = () => {
    const to = target();
    for (let at = to; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
};
addEventListener('hashchange', unfold);
addEventListener('beforeprint', () => { shut = all('details:not([open])'); shut.forEach(d => { d.open = true; }); });
addEventListener('afterprint', () => shut.forEach(d => { d.open = false; }));
unfold();

// ---- tables: sorted by a click on a head, and filtered ----
const units = {ns: 1e-9, 'µs': 1e-6, ms: 1e-3, s: 1, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40,
    thousand: 1e3, million: 1e6, billion: 1e9};
// The first number of a text and the letters before it; texts that differ in these are values of different things.
const first_number = text => {
    const m = /^((?:.*?[^\w.+-])??)([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)(?:\s*(ns|µs|ms|s|[KMGT]?i?B|thousand|million|billion)(?!\w))?/s.exec(text);
    return m && {value: m[2] * (units[m[3]] || 1), before: m[1].replace(/[^\p{L}]/gu, '')};
};
const words_in_order = new Intl.Collator('en', {numeric: true}).compare;
// Orders two rows by a column: numbers, then words, then what is empty.
const order_by = (rows, column, turn) => {
    const keys = new Map(rows.map(r => {
        const text = [...r.cells[column].childNodes].filter(n => n.className !== 'mark').map(n => n.textContent).join('').trim();
        return [r, {text, number: first_number(text)}];
    }));
    const filled = [...keys.values()].filter(k => k.text), numbers = filled.filter(k => k.number);
    const numeric = numbers.length * 2 >= filled.length && new Set(numbers.map(k => k.number.before)).size === 1;
    const rank = k => k.text ? (numeric && k.number ? 0 : 1) : 2;
    return (a, b) => {
        const x = keys.get(a), y = keys.get(b);
        if (rank(x) !== rank(y)) return rank(x) - rank(y);
        return turn * (rank(x) === 0 && x.number.value - y.number.value || words_in_order(x.text, y.text));
    };
};
all('main table').forEach(table => {
    const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
    rows.forEach((row, i) => all('.same', row).forEach(c =>
        c.append(make('span', rows[i - 1].cells[c.cellIndex].textContent))));
    const arranged = () => table.classList.toggle('arranged',
        rows.some(r => r.hidden) || heads.some(h => h.hasAttribute('aria-sort')));
    if (rows.length > 1) heads.forEach((head, column) => {
        if (!head.textContent) return;
        const sort = button(head.textContent, () => {
            const was = head.getAttribute('aria-sort');
            const next = {ascending: 'descending', descending: ''}[was] ?? 'ascending';
            heads.forEach(h => h.removeAttribute('aria-sort'));
            if (next) head.setAttribute('aria-sort', next);
            body.append(...(next ? [...rows].sort(order_by(rows, column, next === 'ascending' ? 1 : -1)) : rows));
            arranged();
        });
        sort.title = 'Sort: upwards, downwards, as it was';
        head.replaceChildren(sort);
    });
    if (rows.length <= 8) return;
    const bar = make('div', '', {className: 'filter'}), count = make('output', `${rows.length} rows`);
    const input = make('input', '', {type: 'search', placeholder: 'Rows with these words', ariaLabel: 'Filter the rows'});
    input.oninput = () => {
        const wanted = input.value.toLowerCase().split(/\s+/);
        rows.forEach(r => { r.hidden = !wanted.every(w => r.textContent.toLowerCase().includes(w)); });
        const left = rows.filter(r => !r.hidden).length;
        count.textContent = left < rows.length ? `${left} of ${rows.length} rows` : `${rows.length} rows`;
        arranged();
    };
    bar.append(input, count);
    table.parentNode.before(bar);
});

// ---- it is said where a figure or a table is wider than its frame ----
const measure = () => all('.frame, .wide').forEach(f => f.classList.toggle('scrolls', f.scrollWidth > f.clientWidth));
addEventListener('resize', measure);
addEventListener('toggle', measure, true); // what a fold held back has its width now
measure();

// ---- commands: copied by a click ----
all('.command, pre > code').forEach(code => {
    const copy = button('Copy', async () => {
        try { await navigator.clipboard.writeText(code.textContent); copy.textContent = 'Copied'; }
        catch { getSelection().selectAllChildren(code); copy.textContent = 'Selected'; }
        setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
    });
    copy.className = 'copy';
    code.after(copy);
});
})();
