/* SPDX-License-Identifier: MIT
 * A run that has not ended: how far it is, question by question, and how it goes on. Its page is
 * that of a run that has ended, of what is known so far; what is missing is called so. */
#include "harness/render/answers.h"
#include "harness/render/report.h"

struct known {
    int rows, planned;
    bool open; /* tuning may spare some of what is planned */
};

/* Of a question; spec -1: of all. */
static struct known known_of(const struct run_data *run, int spec)
{
    struct known k = {0};
    for (int i = 0; i < run->trial_count; i++) {
        const struct spec *s = &run->plan.specs[run->trials[i].cell->spec];
        if (spec >= 0 && spec != run->trials[i].cell->spec) continue;
        k.planned++;
        k.rows += run->trials[i].state != TRIAL_MISSING;
        k.open |= s->tune_axis != NULL;
    }
    return k;
}

/* A plan may hold questions of which --filter left nothing. */
static void list_questions(const struct page *p)
{
    int asked = 0;
    for (int i = 0; i < p->a->question_count; i++) asked += known_of(p->a->run, i).planned > 0;
    if (asked < 2) return;
    table(p, "trr", "question", "rows known", "planned");
    for (int i = 0; i < p->a->question_count; i++) {
        const struct known k = known_of(p->a->run, i);
        struct page of = *p;
        of.q = &p->a->questions[i];
        if (k.planned)
            row(p, title_of(&of), words(p, "%d", k.rows),
                words(p, "%s%d", k.open ? "at most " : "", k.planned));
    }
}

void say_unended(const struct page *p)
{
    const struct run_data *run = p->a->run;
    const struct known all = known_of(run, -1);
    if (!run->way_on) return;
    if (all.rows == all.planned)
        say(p,
            "This run has not ended: all of its %d rows are known, and its tables are not "
            "written yet.",
            all.planned);
    else
        say(p,
            "This run has not ended: %d of %s %d rows are known. All that is said here is of "
            "these alone, and may change with the others.",
            all.rows, all.open ? "at most" : "its", all.planned);
    if (run->at_work)
        say(p,
            "A process is at work on it: attnlab report %s --watch makes this page again as "
            "rows come in. Should it be stopped, it goes on with:",
            in_shell(p, run->path));
    else
        say(p, "No process is at work on it. It goes on with:");
    doc_add(p->d, DOC_CODE, run->way_on);
    if (all.rows < all.planned) list_questions(p);
}

void say_progress(const struct page *p)
{
    const struct known k = known_of(p->a->run, (int)(p->q - p->a->questions));
    if (p->a->run->way_on && k.rows < k.planned)
        say(p, "Not ended: %d of %s %d rows of this question are known.", k.rows,
            k.open ? "at most" : "the", k.planned);
}
