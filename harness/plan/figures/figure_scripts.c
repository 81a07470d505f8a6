/* SPDX-License-Identifier: MIT
 * Reading the heads of the scripts (figure_scripts.h). */
#include "harness/plan/figures/figure_scripts.h"
#include "base/listing.h"
#include "base/mem.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>

const char *const figure_questions[] = {
    [SPEC_OVERHEAD] = "time layers", [SPEC_QUALITY] = "train models"};
const struct figure_common figure_common[] = {
    {"where", "axes and their values, arms"}, {"panel", "axes"}, {"xlabel", "text"}, {0}};
bool (*figure_kind_is_filled)(const char *kind);
enum { QUESTION_KINDS = sizeof figure_questions / sizeof *figure_questions };

/* The comment that a script begins with, behind the line with the licence, as one line of words
 * without an end; "" without any. */
static char *head_of(const char *path)
{
    char *source = read_file(path, NULL), *at = source ? strchr(source, '\n') : NULL;
    struct text head = {0};
    text_add(&head, "%s", "");
    for (; at && at[1] == '#'; at = strchr(at + 1, '\n')) {
        const char *line = at + 2 + strspn(at + 2, " ");
        text_add(&head, "%s%.*s", head.length ? " " : "", (int)strcspn(line, "\n"), line);
    }
    free(source);
    return head.data;
}

static char *says_of(const char *head)
{
    const char *stop = strstr(head, ". ");
    return xformat("%.*s", stop ? (int)(stop + 1 - head) : (int)strlen(head), head);
}

char *figure_script_says(const char *path)
{
    char *head = head_of(path), *says = says_of(head);
    free(head);
    return says;
}

/* ---- "Options: NAME (WORD, WORD), NAME (WORD)." ---- */

static void add_words(struct figure_option *o, const char *from, const char *end)
{
    char *copy = xformat("%.*s", (int)(end - from), from), *rest = copy;
    for (char *word; (word = strsep(&rest, ", "));) {
        if (!*word) continue;
        o->words = xgrow(o->words, (size_t)o->word_count + 1, sizeof *o->words);
        o->words[o->word_count++] = xstrdup(word);
    }
    free(copy);
}

static void add_options(struct figure_script *s, const char *head)
{
    const char *at = strstr(head, "Options:"), *open, *close;
    for (at += at ? strlen("Options:") : 0; at && *at != '.'; at = close + 1) {
        at += strspn(at, ", ");
        open = strchr(at, '(');
        close = open ? strchr(open, ')') : NULL;
        if (!close) return;
        s->options = xgrow(s->options, (size_t)s->option_count + 1, sizeof *s->options);
        struct figure_option *o = &s->options[s->option_count++];
        *o = (struct figure_option){.name = xformat("%.*s", (int)strcspn(at, " ("), at)};
        add_words(o, open + 1, close);
    }
}

char *figure_unfilled(const char *kind)
{
    return xformat("no kind of figure \"%s\": no line of harness/render/figures/kinds_timed.c or "
                   "kinds_trained.c says what fills it; plots/README.md tells how to add one",
                   kind);
}

/* ---- all of them ---- */

/* QUESTION_KINDS: of none. */
static int question_of(const char *head)
{
    int kind = 0;
    for (bool says = false; kind < QUESTION_KINDS && !says; kind += !says) {
        char *words = xformat("Of questions that %s.", figure_questions[kind]);
        says = strstr(head, words);
        free(words);
    }
    return kind;
}

static void add_script(struct figure_scripts *all, const char *folder, const char *name)
{
    char *path = xformat("%s/%s.gp", folder, name), *head = head_of(path);
    int kind = question_of(head);
    if (kind < QUESTION_KINDS) {
        all->list = xgrow(all->list, (size_t)all->count + 1, sizeof *all->list);
        struct figure_script *s = &all->list[all->count++];
        *s = (struct figure_script){
            .name = xstrdup(name), .says = says_of(head), .kind = (enum spec_kind)kind};
        add_options(s, head);
    }
    free(head);
    free(path);
}

bool figure_scripts_read(struct figure_scripts *all)
{
    char *folder = path_in_home("plots");
    struct listing scripts = folder ? listing_of(folder, ".gp") : (struct listing){0};
    bool there = scripts.count;
    *all = (struct figure_scripts){0};
    for (int i = 0; i < scripts.count; i++) add_script(all, folder, scripts.names[i]);
    listing_free(&scripts);
    free(folder);
    return there;
}

const struct figure_script *figure_scripts_find(const struct figure_scripts *all, const char *name)
{
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->list[i].name, name)) return &all->list[i];
    return NULL;
}

const struct figure_option *figure_script_option(const struct figure_script *s, const char *name)
{
    for (int i = 0; i < s->option_count; i++)
        if (!strcmp(s->options[i].name, name)) return &s->options[i];
    return NULL;
}

bool figure_option_is(const struct figure_option *o, const char *thing)
{
    return o->word_count && !strcmp(o->words[0], thing);
}

static void script_free(struct figure_script *s)
{
    for (int i = 0; i < s->option_count; i++) {
        for (int k = 0; k < s->options[i].word_count; k++) free(s->options[i].words[k]);
        free(s->options[i].words);
        free(s->options[i].name);
    }
    free(s->options);
    free(s->says);
    free(s->name);
}

void figure_scripts_free(struct figure_scripts *all)
{
    for (int i = 0; i < all->count; i++) script_free(&all->list[i]);
    free(all->list);
    *all = (struct figure_scripts){0};
}
