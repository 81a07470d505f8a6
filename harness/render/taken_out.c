/* SPDX-License-Identifier: MIT
 * What stands in the file of a question and not in this run: the cells that its rules take out of
 * the grid, with the reason that the file gives, and arms of which a rule, a tier or a filter left
 * no cell, so that nobody misses them unawares. Items, since rules are full of names that people
 * gave, which no glossary explains. */
#include "harness/render/report.h"

#include <jansson.h>
#include <stdlib.h>

/* What several grids share is said once. */
static bool is_new(json_t *met, const char *words)
{
    if (json_object_get(met, words)) return false;
    json_object_set_new(met, words, json_true());
    return true;
}

static void note_rules(const struct page *p, const struct grid *g, json_t *met)
{
    for (int i = 0; i < g->rule_count; i++) {
        const struct rule *r = &g->rules[i];
        const char *cells =
            words(p, "%s %s%s%s%s", r->require ? "all but where" : "where", r->text,
                  r->because ? " (" : "", r->because ? r->because : "", r->because ? ")" : "");
        if (is_new(met, cells)) note(p, "Left out by a rule: %s", cells);
    }
    for (int i = 0; i < g->grid_count; i++) note_rules(p, &g->grids[i], met);
}

void say_taken_out(const struct page *p)
{
    json_t *rules = json_object();
    char *arms = plan_absent_arms(p->q->spec);
    note_rules(p, &p->q->spec->grid, rules);
    if (arms) note(p, "Arms of its file that this run does not have: %s", arms);
    free(arms);
    json_decref(rules);
}
