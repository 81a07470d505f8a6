/* SPDX-License-Identifier: MIT
 * One line a question and paper: what was claimed, what was found (front_page.h). */
#include "harness/render/front_page.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct line {
    struct page page;
    struct answer answer;
};

/* What is answered, what it costs, then all on which no verdict is said. */
enum part { ANSWERED, TIMED, OPEN, PARTS };

static enum part part_of(const struct line *l)
{
    const struct effect *e = l->answer.effect;
    return !l->page.q->trains ? TIMED : e && !e->shut ? ANSWERED : OPEN;
}

static int by_part_and_paper(const void *x, const void *y)
{
    const struct line *a = x, *b = y;
    if (part_of(a) != part_of(b)) return (int)part_of(a) - (int)part_of(b);
    bool none = !*a->answer.paper, other = !*b->answer.paper;
    if (none != other) return none - other;
    int order = strcmp(a->answer.paper, b->answer.paper);
    if (order) return order;
    return strcmp(a->page.q->spec->name, b->page.q->spec->name);
}

struct lines {
    struct line *list;
    int count;
};

static void add_line(struct lines *l, const struct page *of, struct answer answer)
{
    l->list = xgrow(l->list, (size_t)l->count + 1, sizeof *l->list);
    l->list[l->count++] = (struct line){*of, answer};
}

static bool has_paper(const struct lines *l, int from, const char *paper)
{
    while (from < l->count && strcmp(l->list[from].answer.paper, paper)) from++;
    return from < l->count;
}

/* Where papers of several variants are asked of at once each has a line, of its first claim. */
static void add_lines(struct lines *l, const struct page *of)
{
    int own = l->count;
    add_line(l, of, answer_of(of));
    for_each_judged(j, of)
    {
        const struct answer a = answer_to(of, j);
        if (a.effect && !has_paper(l, own, a.paper)) add_line(l, of, a);
    }
}

static struct lines lines_of(const struct page *p)
{
    struct lines l = {0};
    for (int i = 0; i < p->folder->count; i++)
        for (int trains = 1; trains >= 0; trains--) {
            struct page of = page_of(p->d, p->folder, i);
            while (next_question(&of, trains)) add_lines(&l, &of);
        }
    if (l.count) qsort(l.list, (size_t)l.count, sizeof *l.list, by_part_and_paper);
    return l;
}

/* Whether conditions change it stands behind it. */
static const char *verdict_of(const struct line *l)
{
    const char *changes = interaction_counts(&l->page);
    return *changes ? words(&l->page, "%s; %s", l->answer.word, changes) : l->answer.word;
}

/* The paper that a question is of; of one that has a source and no paper, that somebody asked it.
 */
static const char *asker_of(const struct line *l)
{
    return *l->answer.paper ? l->answer.paper : l->page.q->spec->source ? "asked in public" : "";
}

/* Of what is asked in several set-ups the set-up tells the lines apart. */
static const char *asked_of(const struct line *l)
{
    const char *setup = l->page.q->trains ? l->page.q->spec->setup_title : NULL;
    return setup ? setup : title_of(&l->page);
}

static void lines_table(const struct page *p, const struct line *list, int count, const char *links)
{
    table(p, "ttttt", "paper", "question", "claimed", "found", "verdict");
    for (int i = 0; i < count; i++) {
        const struct line *l = &list[i];
        bool same = i && part_of(l) == part_of(l - 1) && !strcmp(asker_of(l), asker_of(l - 1));
        row(p, same ? DOC_AS_ABOVE : asker_of(l),
            doc_link(p->d, question_link(&l->page, links), NULL, asked_of(l)), l->answer.claimed,
            l->answer.found, verdict_of(l));
        doc_tone(p->d, l->answer.tone, *l->answer.why ? l->answer.why : NULL);
    }
}

static void say_brackets(const struct page *p)
{
    say(p,
        "Brackets hold intervals of %g %%; "
        "behind those for which there are too few rounds stands the level that they have. Better "
        "or "
        "worse, faster or slower are said of what stands correction for all comparisons of its "
        "question, the main claim of a question by itself; suggestive: the interval alone excludes "
        "that nothing differs; unresolved: it does not; not assessable: the set-up cannot tell; no "
        "different, equivalent: by less than the margin, 1 %% of a loss or one point in a hundred "
        "unless the question says otherwise.",
        100 * p->a->level);
}

/* Of the lines of which nothing is concluded some have no numbers either. */
static const char *not_assessable(const struct page *p, const struct line *list, int count)
{
    int none = 0;
    for (int i = 0; i < count; i++) {
        const struct effect *e = list[i].answer.effect;
        none += !e || !e->gain.n;
    }
    const char *nothing = things(p, none, "has no numbers", "have no numbers");
    if (none == count) return things(p, none, "answer has no numbers", "answers have no numbers");
    return words(p, "%s not assessable: numbers were measured, and %s cannot tell%s%s",
                 things(p, count - none, "answer is", "answers are"),
                 count - none == 1 ? "its set-up" : "their set-ups", none ? "; " : "",
                 none ? nothing : "");
}

/* What stands elsewhere: questions of time, whose costs stand in the picture, and what no verdict
 * is said of. */
static void say_rest(const struct page *p, const char *rest, int timed, int left, const char *open)
{
    const char *there = doc_link(p->d, rest, NULL, "in the report");
    if (timed)
        say(p, "%s of time, one shape or setting each, %s %s.",
            things(p, timed, "question", "questions"), timed == 1 ? "stands" : "stand", there);
    if (left) say(p, "%s. %s %s.", open, left == 1 ? "It stands" : "They stand", there);
}

void question_lines(const struct page *p, const char *links, const char *rest)
{
    const struct lines all = lines_of(p);
    const struct line *list = all.list;
    int counts[PARTS] = {0};
    for (int i = 0; i < all.count; i++) counts[part_of(&list[i])]++;
    int told = counts[ANSWERED] + counts[TIMED], left = counts[OPEN];
    const char *open = left ? not_assessable(p, list + told, left) : "";
    say_brackets(p);
    if (rest && counts[ANSWERED]) {
        lines_table(p, list, counts[ANSWERED], links);
        say_rest(p, rest, counts[TIMED], left, open);
    } else if (!told || !left) {
        lines_table(p, list, all.count, links); /* all are alike: there is nothing to be folded */
    } else {
        lines_table(p, list, told, links);
        doc_fold(p->d, "%s", open);
        lines_table(p, list + told, left, links);
        doc_fold_end(p->d);
    }
    free(all.list);
}
