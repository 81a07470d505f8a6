/* SPDX-License-Identifier: MIT
 * A run read for its report, and the page of it from head to tail. */
#include "harness/render/report.h"

bool report_read(struct report *r, const char *path, double level, double margin, char **error)
{
    *error = NULL;
    *r = (struct report){0};
    if (!run_data_read(&r->run, path, error)) return false;
    analysis_build(&r->analysis, &r->run, level, margin);
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

struct span trials_of(const struct analysis *a, struct span entries)
{
    if (entries.first == entries.last) return (struct span){0, 0};
    const struct entry *first = &a->entries[entries.first], *last = &a->entries[entries.last - 1];
    return (struct span){a->candidates[first->first].first, a->candidates[last->last - 1].last};
}

bool question_was_begun(const struct report *r, const struct question *q)
{
    struct span s = trials_of(&r->analysis, q->entries);
    while (s.first < s.last && r->analysis.members[s.first]->row < 0) s.first++;
    return s.first < s.last;
}

bool any_question(const struct report *runs, int count, bool trains)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < runs[i].analysis.question_count; k++) {
            const struct question *q = &runs[i].analysis.questions[k];
            if (q->trains == trains && question_was_begun(&runs[i], q)) return true;
        }
    return false;
}

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
