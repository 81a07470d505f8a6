/* SPDX-License-Identifier: MIT
 * Writes the table of the papers' open questions (source_questions.def) for a folder of runs. */
#include "harness/report/report.h"

#include <string.h>

static const struct source_question {
    const char *id, *paper, *text, *names;
} list[] = {
#define QUESTION(id, paper, text, names) {id, paper, text, names},
#include "harness/report/source_questions.def"
#undef QUESTION
};
enum { COUNT = sizeof list / sizeof *list };

/* Returns the start of a name in a list of names separated by spaces, or NULL. */
static const char *name_in(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += length)
        if ((at == names || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return at;
    return NULL;
}

bool is_source_question(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (name_in(list[i].names, name)) return true;
    return false;
}

/* Writes links to the pages of a question's runs, and sets *main to the first run in `names`.
 * Returns NULL if the folder has no run. */
static const char *links_to(const struct page *p, const char *names, struct page *main)
{
    struct text out = {0};
    const char *first = NULL;
    for (int trains = 1; trains >= 0; trains--)
        for (int i = 0; i < p->folder->count; i++)
            for (struct page of = page_of(p->w, p->folder, i); next_question(&of, trains);) {
                const char *at = name_in(names, of.q->spec->name);
                if (!at) continue;
                list_add(&out, ", ", question_link(&of, of.q->spec->name));
                if (!first || at < first) first = at, *main = of;
            }
    return first ? keep(p->w, out.data) : NULL;
}

/* Returns the length of a text up to the first ':' or ';' outside quotes. */
static int length_of_start(const char *text)
{
    bool in_quotes = false;
    int length = 0;
    for (; text[length] && (in_quotes || !strchr(":;", text[length])); length++)
        in_quotes ^= text[length] == '"';
    return length;
}

/* Writes the table row of a question; `of` is the page in its main run. Returns true if the
 * question has a verdict. */
static bool question_row(const struct page *p, const struct source_question *q,
                         const struct page *of, const char *links)
{
    const struct answer a = answer_about(of, q->paper);
    const char *claimed = a.judged ? a.judged->claim->published : NULL,
               *paper = *q->paper ? words(p, "[%s](https://arxiv.org/abs/%s)", q->paper, q->paper)
                                  : "public thread";
    /* The row omits the numbers of a failed check, which are on the question's page. */
    const char *found =
        *a.why ? words(p, "%.*s", length_of_start(a.why), a.why) : short_answer(of, &a);
    row(p, "%s | %s | %s (%s) | %s%s%s | %s", q->id, paper, q->text, links,
        claimed ? words(p, "Claimed: %s. ", plain(p, claimed)) : "",
        claimed && !*a.why ? "Found: " : "", capital(p, found),
        *a.why ? outcome_names[OUTCOME_NOT_JUDGED] : a.word);
    return !*a.why;
}

bool source_question_table(const struct page *p)
{
    struct text missing = {0};
    int rows = 0, judged = 0;
    for (int i = 0; i < COUNT; i++) {
        struct page of;
        const char *links = links_to(p, list[i].names, &of);
        if (links && !rows++) {
            heading(p, 2, "Questions of the papers");
            md_table(p->w, "no. | source | question | claimed and found | verdict");
        }
        if (links)
            judged += question_row(p, &list[i], &of, links);
        else
            list_add(&missing, ", ", words(p, "%s (%s)", list[i].id, list[i].text));
    }
    if (rows)
        say(p, "%d of %d questions have a verdict here.%s%s", judged, COUNT,
            missing.length ? " Not run: " : "", missing.length ? missing.data : "");
    text_free(&missing);
    return rows;
}
