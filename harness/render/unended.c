/* SPDX-License-Identifier: MIT
 * A run that has not ended: how far it is, question by question, and how it goes on. Its page is
 * that of a run that has ended, of what is known so far; what is missing is called so. */
#include "harness/render/report.h"

struct known {
    int rows, planned;
};

static struct known known_of(const struct run_data *run, int spec)
{
    struct known k = {0};
    for (int i = 0; i < run->trial_count; i++) {
        bool own = spec < 0 || run->trials[i].cell->spec == spec;
        k.planned += own;
        k.rows += own && run->trials[i].state != TRIAL_MISSING;
    }
    return k;
}

static void list_questions(const struct page *p)
{
    table(p, "trr", "question", "rows known", "planned");
    for (int i = 0; i < p->a->question_count; i++) {
        const struct known k = known_of(p->a->run, i);
        row(p, question_words(&p->a->questions[i]), words(p, "%d", k.rows),
            words(p, "%d", k.planned));
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
            "This run has not ended: %d of its %d rows are known. All that is said here is of "
            "these alone, and may change with the others.",
            all.rows, all.planned);
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
        say(p, "Not ended: %d of the %d rows of this question are known.", k.rows, k.planned);
}
