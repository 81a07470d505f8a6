// SPDX-License-Identifier: MIT
// What browser.sh asks of a page, from inside it. It stands behind everything else of a copy of
// the page and sends "ok what" and "not ok what: why" to the page around it.
'use strict';
(() => {
const all = (what, where = document) => [...where.querySelectorAll(what)];
const said = [], width = innerWidth;
const check = (what, faults) => said.push(faults.length ? `not ok ${what}: ${faults.slice(0, 3).join('; ')}` : `ok ${what}`);
const words = e => e.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
const shown = e => e.checkVisibility({visibilityProperty: true});
const scroller = e => e.closest('.wide, .frame, pre > code, .contents');

// ---- nothing went wrong, and links lead somewhere ----
check('no script error', window.faults);
check('ids are told apart', all('[id]').map(e => e.id).filter((id, i, ids) => ids.indexOf(id) !== i));
check('links lead to a place on the page', all('a[href^="#"]').map(a => a.hash.slice(1))
    .filter(id => !document.getElementById(decodeURIComponent(id))));
check('pictures are drawn', all('.frame > img').filter(i => !i.complete || !i.naturalWidth).map(i => i.alt));

// ---- nothing is cut, at this width ----
const fits = () => {
    const root = document.documentElement, faults = [];
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`);
    for (const e of all('body *')) {
        if (!shown(e) || scroller(e) || !e.getClientRects().length) continue;
        const box = e.getBoundingClientRect();
        if (box.right > width + 1 || box.left < -1) faults.push(`${e.tagName} '${words(e)}' leaves the window`);
    }
    for (const e of all('th, td, p, li, h1, h2, h3, summary, figcaption, caption, button, .command'))
        if (shown(e) && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
            faults.push(`${e.tagName} '${words(e)}' is cut or runs over`);
    return faults;
};
const folds = all('details'), open = folds.map(d => d.open);
check('nothing is cut', fits());
const told_wide = e => getComputedStyle(e, '::before').maxHeight !== '0px';
check('a table says that it is wider than the window, and only then', all('.wide').filter(e => shown(e) &&
    told_wide(e) !== (e.scrollWidth > e.clientWidth)).map(words));
// Not by what is seen without the script's class: a scroll is known when a frame was drawn, which may be later.
const moved_by = e => e.getAnimations({subtree: true}).find(a => a.effect.pseudoElement === '::before')?.timeline?.source;
check('it would without the script', CSS.supports('animation-timeline', 'scroll(x)') ? all('.wide').filter(e =>
    shown(e) && moved_by(e) !== e).map(words) : []);
folds.forEach(d => { d.open = true; });
check('nothing is cut in folds', fits());
check('what is wide scrolls in its own frame', all('.wide, .frame').filter(e => shown(e) &&
    getComputedStyle(e).overflowX !== 'auto').map(words));
check('pictures are no smaller than can be read', all('.frame > img').filter(i => shown(i) &&
    i.getBoundingClientRect().width < 0.65 * i.naturalWidth).map(i => i.alt));

// ---- light and dark: every text stands out from what it stands on ----
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
// 4.5 to 1 is what WCAG 2.1 asks of text (1.4.3).
const contrast = () => all('body *').filter(e => shown(e) && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(e => {
        const [a, b] = [light(colour(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        return ratio < 4.5 ? `${ratio.toFixed(1)} for ${e.tagName} '${words(e)}'` : '';
    }).filter(Boolean);
const look = document.querySelector('.look'), looks = [];
for (let i = 0; i < 2; i++) {
    const name = light(ground(document.body)) > 0.5 ? 'light' : 'dark';
    check(`contrast, ${name}`, contrast());
    looks.push(name);
    look.click();
}
check('the switch turns light and dark', looks[0] === looks[1] ? looks : []);

// ---- paper: folds are open, and shut again after ----
folds.forEach((d, i) => { d.open = open[i]; });
dispatchEvent(new Event('beforeprint'));
check('folds are open on paper', folds.filter(d => !d.open).map(words));
dispatchEvent(new Event('afterprint'));
check('and as they were after it', folds.filter((d, i) => d.open !== open[i]).map(words));

// ---- tables sort and filter ----
const column = (table, i) => [...table.tBodies[0].rows].map(r => r.cells[i].textContent.trim());
const is_number = t => t !== '' && Number.isFinite(Number(t));
const rises = list => list.every((v, i) => !i || list[i - 1] <= v);
let sorted = 0, filtered = 0;
const sort_faults = table => {
    const faults = [], heads = [...table.tHead.rows[0].cells], before = column(table, 0);
    heads.forEach((head, i) => {
        const button = head.querySelector('button');
        if (!button) return;
        const plain = column(table, i).filter(Boolean).every(is_number);
        for (const turn of [1, -1, 0]) {
            button.click();
            const now = column(table, i), filled = now.filter(Boolean);
            if (turn && now.slice(filled.length).some(Boolean)) faults.push(`${words(head)}: what is empty is not last`);
            if (turn && plain && !rises(filled.map(t => turn * Number(t)))) faults.push(`${words(head)}: ${filled}`);
            sorted += turn && plain && filled.length > 1 ? 1 : 0;
        }
        if (column(table, 0).join() !== before.join()) faults.push(`${words(head)}: the rows are not as they were`);
    });
    return faults;
};
const filter_faults = table => {
    const rows = [...table.tBodies[0].rows], input = table.parentNode.previousElementSibling?.querySelector?.('.filter input');
    if ((rows.length > 8) !== !!input) return [`${rows.length} rows, ${input ? 'a' : 'no'} filter`];
    if (!input) return [];
    const type = text => { input.value = text; input.dispatchEvent(new Event('input')); };
    const wanted = rows.at(-1).textContent.trim().split(/\s+/)[0];
    type(wanted.toUpperCase());
    const wrong = rows.filter(r => r.hidden === r.textContent.toLowerCase().includes(wanted.toLowerCase()));
    type('no row has these words');
    const left = rows.filter(r => !r.hidden);
    type('');
    filtered++;
    return [...wrong, ...left, ...rows.filter(r => r.hidden)].map(words);
};
check('tables sort by value', all('main table').flatMap(sort_faults));
check('tables filter', all('main table').flatMap(filter_faults));
check('heads have their scope', all('th:not([scope])').map(words));

// ---- commands ----
check('every command has its button', all('.command, pre > code').filter(c => c.nextSibling?.className !== 'copy').map(words));

// ---- the sample: what its rows must be ----
const sample = all('table').find(t => t.caption && words(t.caption).startsWith('Ten rows'));
if (sample) {
    const order = (name, clicks) => {
        const head = all('thead th', sample).find(h => words(h) === name), i = head.cellIndex, button = head.querySelector('button');
        for (let k = 0; k < clicks; k++) button.click();
        const found = column(sample, i).map(t => t.replace(/^[^\w+-]*/, '').split(' [')[0]).join('|');
        for (let k = clicks; k < 3; k++) button.click();
        return found;
    };
    const expect = (what, found, wanted) => check(what, found === wanted ? [] : [`found ${found}, expected ${wanted}`]);
    expect('sample: numbers in texts, empty last', order('gain', 1),
        '-12 %|-3.0 %|0.0 %|+0.07 %|+1.1 %|+1.2 %|+10.5 %|not measured||');
    expect('sample: downwards, empty last', order('gain', 2),
        '+10.5 %|+1.2 %|+1.1 %|+0.07 %|0.0 %|-3.0 %|-12 %|not measured||');
    expect('sample: units', order('time', 1), '100 ns|900 ns|12 µs|999 µs|1 ms|2 ms|3.2 ms|1.5 s|4.0 s|');
    expect('sample: sizes in words', order('size', 1).replace(/ parameters/g, ''),
        '3|999|9984|10 thousand|27 thousand, 1.19 million tokens|158 thousand|1.5 million|12 million|2.1 billion|');
    expect('sample: names by the numbers in them', order('arm', 1),
        'arm 2|arm 3|arm 4|arm 5|arm 6|arm 7|arm 8|arm 9|arm 10|arm 11');
    expect('sample: what the row above says goes along', order('question', 2),
        [...Array(5).fill('question 1'), ...Array(5).fill('question 0')].join('|'));
    expect('sample: what was there to be tested', `${sorted > 0} ${filtered} ${all('.copy').length}`, 'true 1 4');
}
parent.postMessage({said, width}, '*');
})();
