/* SPDX-License-Identifier: MIT
 * The reference's answers beside those of a run that is too small to have its own (front_page.h).
 */
#include "harness/render/front_page.h"

#include "base/csv_read.h"

#include <stdlib.h>
#include <string.h>

/* The question of this run that has the name and trains; NULL. */
static const struct question *asked_here(const struct page *p, const char *question)
{
    for (int i = 0; i < p->a->question_count; i++)
        if (!strcmp(p->a->questions[i].spec->name, question) && p->a->questions[i].trains)
            return &p->a->questions[i];
    return NULL;
}

/* The table is gone before the page is written: what is said of it is copied. */
static void reference_row(const struct page *p, const struct table *t, int i)
{
    static const char *const columns[] = {"title", "found", "word", "size"};
    const char *said[4];
    struct page here = *p;
    here.q = asked_here(p, table_text(t, i, "question"));
    for (int c = 0; c < 4; c++) said[c] = words(p, "%s", table_text(t, i, columns[c]));
    row(p, said[0], said[1], said[2], said[3],
        doc_command(p->d,
                    words(p, "./attnlab run %s --tier full", in_shell(p, here.q->spec->path))));
}

void reference_lines(const struct page *p, const char *home)
{
    struct table t = {0};
    char *path = xformat("%s/results/reference/" ANSWERS_NAME, home ? home : "."), *error = NULL;
    const char *tier = manifest_text(&p->r->run, "plan", "tier");
    bool any = false;
    if (*tier && strcmp(tier, "full") && table_read(&t, path, &error))
        for (int i = 0; i < t.rows; i++) {
            if (!asked_here(p, table_text(&t, i, "question"))) continue;
            if (!any) {
                heading(p, 2, "What the reference found");
                say(p,
                    "Trainings of tier %s are too small to tell variants apart; what stands here "
                    "is of "
                    "the run in results/reference, of another day and perhaps another machine (%s, "
                    "%s). The command gives one's own.",
                    tier, table_text(&t, i, "machine"), table_text(&t, i, "started"));
                table(p, "ttttt", "question", "found", "verdict", "with", "one's own");
            }
            reference_row(p, &t, i);
            any = true;
        }
    table_free(&t);
    free(error);
    free(path);
}
