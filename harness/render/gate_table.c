/* SPDX-License-Identifier: MIT
 * What a question of quality may say: its gates, before anything else of it. */
#include "harness/render/report.h"

void gate_table(const struct page *p)
{
    int shut = 0;
    table(p, "tttt", "gate", "of", "state", "figure");
    for (int i = p->q->gates.first; i < p->q->gates.last; i++) {
        const struct gate *g = &p->a->gates[i];
        const struct gate_rule *rule = &gate_rules[g->kind];
        row(p, words(p, "%s: %s", rule->name, rule->asks), name_of(p, g->baseline),
            gate_state_names[g->state], g->figure);
        shut += gate_is_shut(g);
    }
    if (shut)
        say(p,
            "Where a gate is not passed, gains and their intervals stand as numbers, and no "
            "verdict "
            "is said: not assessable. A winner at an edge shuts the comparisons of that arm alone, "
            "or all if it is the baseline's.");
}

const char *untrained_text(const struct page *p)
{
    const struct span s = trials_of(p->a, p->q->entries);
    const char *first = "";
    int count = 0;
    for (int i = s.first; i < s.last; i++) {
        if (!p->a->members[i]->untrained) continue;
        if (!count++) first = p->a->members[i]->untrained;
    }
    if (!count) return "";
    return words(
        p,
        " (%d of them learned nothing: %s not beat a model that knows nothing of its input; %s %s)",
        count, count == 1 ? "it does" : "they do", count == 1 ? "it" : "the first", first);
}
