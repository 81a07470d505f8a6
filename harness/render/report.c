/* SPDX-License-Identifier: MIT
 * A run read for its report, and the page of it from head to tail. */
#include "harness/render/report.h"

bool report_read(struct report *r, const char *path, double level, double margin, char **error)
{
    *error = NULL;
    *r = (struct report){0};
    if (!run_data_read(&r->run, path, error) ||
        !analysis_build(&r->analysis, &r->run, level, margin, error))
        return false;
    r->roofline = roofline_make(&r->analysis);
    return true;
}

void report_free(struct report *r)
{
    figures_free(&r->figures);
    roofline_free(&r->roofline);
    analysis_free(&r->analysis);
    run_data_free(&r->run);
}

/* ---- which entries and trials ---- */

struct span question_entries(const struct analysis *a, const struct question *q)
{
    const struct span s = q->conditions;
    if (s.first == s.last) return s;
    return (struct span){a->conditions[s.first].first, a->conditions[s.last - 1].last};
}

struct span entry_members(const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    return (struct span){a->candidates[e->first].first, a->candidates[e->last - 1].last};
}

struct span question_members(const struct analysis *a, const struct question *q)
{
    struct span s = question_entries(a, q);
    if (s.first == s.last) return s;
    return (struct span){entry_members(a, s.first).first, entry_members(a, s.last - 1).last};
}

bool question_was_begun(const struct report *r, const struct question *q)
{
    struct span s = question_members(&r->analysis, q);
    while (s.first < s.last && r->analysis.members[s.first]->row < 0) s.first++;
    return s.first < s.last;
}

/* ---- the page ---- */

void report_page(struct document *d, const struct report *r)
{
    report_head(d, r);
    for (int trains = 1; trains >= 0; trains--)
        for (int i = 0; i < r->analysis.question_count; i++) {
            const struct question *q = &r->analysis.questions[i];
            if (q->trains == trains && question_was_begun(r, q)) report_question(d, r, q);
        }
    if (r->roofline.phase_count) report_roofs(d, r);
    report_failures(d, r);
    report_machine(d, r);
}
