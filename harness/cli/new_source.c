/* SPDX-License-Identifier: MIT
 * attnlab new, of what is written in C: a file by template, or a copy of another, and its line in
 * the list of its kind (new_kind.h). */
#include "base/listing.h"
#include "base/nearest.h"
#include "harness/cli/new_kind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LISTED_MOST = 256 };

/* ---- the list ---- */

struct list {
    char *path, *text;
    int count;
    struct {
        char macro[NEW_NAME_MOST + 1], name[NEW_NAME_MOST + 1];
    } lines[LISTED_MOST];
};

static bool list_read(struct list *l, const char *home, const struct new_kind *kind)
{
    l->path = xformat("%s/%s/list.def", home, kind->list);
    l->text = read_file(l->path, NULL);
    for (char *at = l->text; at && *at && l->count < LISTED_MOST; at += strspn(at, "\n")) {
        int i = l->count;
        l->count += sscanf(at, "%40[A-Z](%40[a-z0-9_])", l->lines[i].macro, l->lines[i].name) == 2;
        at += strcspn(at, "\n");
    }
    return l->text != NULL;
}

static int list_find(const struct list *l, const char *name)
{
    for (int i = 0; i < l->count; i++)
        if (!strcmp(l->lines[i].name, name)) return i;
    return -1;
}

static void list_free(struct list *l)
{
    free(l->path);
    free(l->text);
}

static char *none_listed(const struct list *l, const struct new_request *r)
{
    const char *names[LISTED_MOST];
    struct text message = {0};
    for (int i = 0; i < l->count; i++) names[i] = l->lines[i].name;
    text_add(&message, "--from: there is no %s '%s'; attnlab list %s shows them", r->kind->name,
             r->from, r->kind->shown_by);
    add_nearest(&message, r->from, names, l->count);
    return message.data;
}

/* ---- what is copied ---- */

/* The folder that holds the original of a copy; of none, where the kind's files are. */
static const char *folder_of(const struct new_request *r, const char *from, const char *home)
{
    const char *const *folders = r->kind->folders;
    for (int i = 0; from && folders[i]; i++) {
        char *path = xformat("%s/%s/%s%s", home, folders[i], from, r->kind->ending);
        bool there = access(path, F_OK) == 0;
        free(path);
        if (there) return folders[i];
    }
    return folders[0];
}

/* Each exports one; a copy of a file with two would export the other a second time. */
static bool exports_one(const char *text)
{
    static const char begins[] = "\nconst struct ";
    const char *first = text ? strstr(text, begins) : NULL;
    return first && !strstr(first + 1, begins);
}

/* What a header beside a file declares is the file's, too, and others use it. */
static bool can_be_copied(const struct new_request *r, const char *name, const char *home)
{
    char *path = xformat("%s/%s/%s", home, folder_of(r, name, home), name);
    char *header = xformat("%s.h", path), *source = xformat("%s%s", path, r->kind->ending);
    char *text = read_file(source, NULL);
    bool good = exports_one(text) && access(header, F_OK) != 0;
    free(path);
    free(header);
    free(source);
    free(text);
    return good;
}

/* NULL: it does not have what every file of its kind has. */
static char *renamed(char *text, const struct new_request *r)
{
    for (int i = 0; text && r->kind->renamed[i]; i++) {
        char *old = named(r->kind->renamed[i], r->from), *new = named(r->kind->renamed[i], r->name);
        if (i < 2 || strstr(text, old)) text = replaced(text, old, new);
        free(old);
        free(new);
    }
    return text;
}

/* ---- what speaks against it ---- */

/* To be freed; NULL: nothing. */
static char *objection(const struct new_request *r, const char *home, const struct list *l)
{
    if (list_find(l, r->name) >= 0)
        return xformat("NAME: '%s' is taken: %s lists it", r->name, l->path);
    if (r->from && list_find(l, r->from) < 0) return none_listed(l, r);
    if (r->from && !can_be_copied(r, r->from, home))
        return xformat("--from: '%s' has no file of its own: it shares one with others; copy "
                       "another",
                       r->from);
    return NULL;
}

/* ---- writing ---- */

static char *source_text(const struct new_request *r, const char *home, char **path)
{
    *path = r->from
                ? xformat("%s/%s/%s%s", home, folder_of(r, r->from, home), r->from, r->kind->ending)
                : xformat("%s/%s", home, r->kind->source);
    char *text = read_file(*path, NULL);
    return r->from ? renamed(text, r) : replaced(text, "@name@", r->name);
}

/* `fault`: why the first question could not be written, of errno; 0: it was, or there is none. */
static void tell(const struct new_request *r, const char *home, const char *file, const char *macro,
                 bool question, int fault)
{
    const struct new_kind *k = r->kind;
    char *steps = named(k->steps, r->name), *setting = named(k->setting, r->name);
    char *here = realpath(".", NULL), *there = realpath(home, NULL);
    bool elsewhere = here && there && strcmp(here, there) != 0;
    printf("%s is written, %s(%s) is in %s/list.def. It runs as it is. Next:\n", file, macro,
           r->name, k->list);
    if (elsewhere) printf("  cd %s\n", there); /* what follows is typed in the checkout */
    printf("  edit %s\n"
           "  make\n"
           "%s"
           "  tests/run.sh unit\n",
           file, steps);
    if (question)
        printf("%s.yaml, a first question about it, is written here:\n"
               "  ./attnlab run %s%s%s.yaml --tier full -o results/%s && ./attnlab report "
               "results/%s\n",
               r->name, elsewhere ? here : "", elsewhere ? "/" : "", r->name, r->name, r->name);
    if (question && k->quick)
        printf("Without --tier full it is tier quick, which shows that it runs and %s.\n",
               k->quick);
    if (fault)
        printf("%s.yaml, a first question about it, is not written here: %s\n", r->name,
               strerror(fault));
    if (!question) printf("and name it in a specification: `%s`\n", setting);
    free(here);
    free(there);
    free(steps);
    free(setting);
}

/* A copy stands in the list as its original does: an output's under OUTPUT. */
static int write_all(const struct new_request *r, const char *home, const struct list *l)
{
    char *source, *text = source_text(r, home, &source);
    char *file = xformat("%s/%s%s", folder_of(r, r->from, home), r->name, r->kind->ending);
    char *path = xformat("%s/%s", home, file);
    const char *macro = r->from ? l->lines[list_find(l, r->from)].macro : r->kind->macro;
    char *longer = xformat("%s%s(%s)\n", l->text, macro, r->name), *error = NULL;
    if (!text)
        error = xformat("%s: cannot be read, or does not state its name", source);
    else if (!write_new(path, text))
        error = xformat("cannot write %s: %s", path, strerror(errno));
    else if (!write_file_atomically(l->path, longer, strlen(longer))) {
        error = xformat("cannot write %s: %s", l->path, strerror(errno));
        unlink(path);
    }
    bool asks = !error && (!r->from || r->kind->asks_of_copies);
    int fault = asks && !new_first_question(r, home) ? errno : 0;
    if (!error) tell(r, home, file, macro, asks && !fault, fault);
    free(source);
    free(text);
    free(file);
    free(path);
    free(longer);
    return error ? new_refuse(NEW_ENVIRONMENT, error) : 0;
}

static int add(const struct new_request *r, const char *home, const struct list *l)
{
    char *message = objection(r, home, l);
    return message ? new_refuse(NEW_USAGE, message) : write_all(r, home, l);
}

/* The list has identifiers; what is called wikitext-2 elsewhere is wikitext_2 there. To be freed.
 */
static char *as_identifier(const char *name)
{
    char *text = name ? xstrdup(name) : NULL;
    for (char *c = text; c && *c; c++)
        if (*c == '-') *c = '_';
    return text;
}

int new_source(const struct new_request *asked, const char *home)
{
    char *from = as_identifier(asked->from);
    struct new_request request = *asked, *r = &request;
    struct list list = {0};
    int code = NEW_ENVIRONMENT;
    request.from = from;
    if (list_read(&list, home, r->kind))
        code = add(r, home, &list);
    else
        new_refuse(
            code,
            xformat("%s has no %s/list.def: what it makes is a part of the sources; run it in a "
                    "checkout",
                    home, r->kind->list));
    list_free(&list);
    free(from);
    return code;
}
