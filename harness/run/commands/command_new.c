/* SPDX-License-Identifier: MIT
 * attnlab new: a choice of one's own, by formula alone, ready to be edited. Writes its file from
 * kernels/templates/, or from a choice that there is, and its line in the slot's list. */
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/commands.h"
#include "harness/run/commands/new_question.h"
#include "harness/run/commands/options.h"

#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_ENVIRONMENT = 3, NAME_MOST = 40, CHOICES_MOST = 256 };

static const struct kind {
    const char *name;   /* as the user says it, and in the symbol: N(score_mine) */
    const char *folder; /* under kernels/ */
    const char *macro;  /* of its line in list.def */
    const char *ending; /* of its file: a name may serve several slots, a file's name only one */
    const char *axis;   /* one that takes it */
    const char *others; /* that do, too */
} kinds[] = {
    {"score", "scores", "SCORE", ".c", "score", ""},
    {"normalizer", "normalizers", "NORMALIZER", ".c", "normalizer", ""},
    {"projection", "projections", "PROJECTION", ".c", "q", " (and k=, v=, o=)"},
    {"gate", "gates", "GATE", "_gate.c", "gate", ""},
    {"logits", "logits", "LOGITS", "_logits.c", "logits", ""},
    {"combine", "combinations", "COMBINE", "_combine.c", "combine", ""},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

struct request {
    const struct kind *kind;
    const char *slot, *name, *from;
    bool help;
};

/* ---- command line ---- */

static int refuse(int code, char *message)
{
    fprintf(stderr, "attnlab new: %s\n", message);
    free(message);
    return code;
}

static int help(const struct option_entry *options)
{
    printf("usage: attnlab new SLOT NAME [--from CHOICE]\n"
           "Writes a choice by formula alone, lists it, and writes a first question about it,\n"
           "NAME.yaml, where you are; then they are yours to edit.\n"
           "SLOT: score, logits, normalizer, projection (for q, k, v and o), gate or combine.\n");
    options_help(options);
    return 0;
}

/* -1: go on; else the exit code. */
static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"from", 0, OPTION_TEXT, &r->from, "CHOICE", "copy this choice's file, not the template"},
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return EXIT_USAGE;
        if (taken) continue;
        if (*argv[i] == '-' || r->name) return options_unknown("new", argv[i]);
        *(r->slot ? &r->name : &r->slot) = argv[i];
    }
    if (r->help) return help(options);
    if (r->name) return -1;
    return refuse(EXIT_USAGE, xstrdup("expected SLOT NAME, as in: attnlab new score mine"));
}

static int find_kind(struct request *r)
{
    const char *names[KINDS];
    struct text message = {0};
    for (int i = 0; i < KINDS; i++) {
        names[i] = kinds[i].name;
        if (!strcmp(kinds[i].name, r->slot)) return r->kind = &kinds[i], -1;
    }
    text_add(&message,
             "there is no slot '%s'; expected score, logits, normalizer, projection (for q, k, v "
             "and o), gate or combine",
             r->slot);
    add_nearest(&message, r->slot, names, KINDS);
    return refuse(EXIT_USAGE, message.data);
}

/* The name becomes part of a symbol, a file's name and a value in YAML. */
static int check_name(const char *name)
{
    static const char *const words[] = {
        "auto",    "break",  "case",     "char",   "const",    "continue", "default",
        "do",      "double", "else",     "enum",   "extern",   "float",    "for",
        "goto",    "if",     "inline",   "int",    "long",     "register", "restrict",
        "return",  "short",  "signed",   "sizeof", "static",   "struct",   "switch",
        "typedef", "union",  "unsigned", "void",   "volatile", "while",    "true",
        "false",   "null",   "yes",      "no",     "on",       "off"};
    size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (!islower((unsigned char)*name) || name[good] || good > NAME_MOST)
        return refuse(EXIT_USAGE,
                      xformat("NAME: found '%s', expected a small letter, then small letters, "
                              "digits or '_', %d at most",
                              name, NAME_MOST));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return refuse(EXIT_USAGE,
                          xformat("NAME: '%s' is a word of C or YAML; choose another", name));
    return -1;
}

/* ---- the list of a slot ---- */

struct list {
    char *path, *text;
    int count;
    struct {
        char macro[NAME_MOST + 1], name[NAME_MOST + 1];
    } choices[CHOICES_MOST];
};

static bool list_read(struct list *l, const char *home, const struct kind *kind)
{
    l->path = xformat("%s/kernels/%s/list.def", home, kind->folder);
    l->text = read_file(l->path, NULL);
    for (char *at = l->text; at && *at && l->count < CHOICES_MOST; at += strspn(at, "\n")) {
        int i = l->count;
        l->count +=
            sscanf(at, "%40[A-Z](%40[a-z0-9_])", l->choices[i].macro, l->choices[i].name) == 2;
        at += strcspn(at, "\n");
    }
    return l->text != NULL;
}

static int list_find(const struct list *l, const char *name)
{
    for (int i = 0; i < l->count; i++)
        if (!strcmp(l->choices[i].name, name)) return i;
    return -1;
}

static void list_free(struct list *l)
{
    free(l->path);
    free(l->text);
}

static char *no_such_choice(const struct list *l, const struct request *r)
{
    const char *names[CHOICES_MOST];
    struct text message = {0};
    for (int i = 0; i < l->count; i++) names[i] = l->choices[i].name;
    text_add(&message, "--from: '%s' is no %s; attnlab list slots shows them", r->from,
             r->kind->name);
    add_nearest(&message, r->from, names, l->count);
    return message.data;
}

/* ---- the file ---- */

/* The copy of a choice under another name: as a symbol and as a value. */
static char *renamed(char *text, const struct request *r)
{
    char *old[] = {xformat("N(%s_%s)", r->kind->name, r->from), xformat(".name = \"%s\"", r->from)};
    char *new[] = {xformat("N(%s_%s)", r->kind->name, r->name), xformat(".name = \"%s\"", r->name)};
    for (int i = 0; i < 2; i++) {
        text = replaced(text, old[i], new[i]);
        free(old[i]);
        free(new[i]);
    }
    return text;
}

static char *source_text(const struct request *r, const char *home, char **path)
{
    *path = r->from ? xformat("%s/kernels/%s/%s%s", home, r->kind->folder, r->from, r->kind->ending)
                    : xformat("%s/kernels/templates/%s.c.in", home, r->kind->name);
    char *text = read_file(*path, NULL);
    return r->from ? renamed(text, r) : replaced(text, "@name@", r->name);
}

/* A file of that name anywhere in the sources, to be freed; NULL: none. */
static char *namesake(const struct request *r, const char *home)
{
    glob_t found;
    char *pattern = xformat("%s/{base,datasets,harness,kernels,models}{,/*,/*/*}/%s%s", home,
                            r->name, r->kind->ending);
    bool any = glob(pattern, GLOB_BRACE, NULL, &found) == 0;
    char *path = any ? xstrdup(found.gl_pathv[0]) : NULL;
    globfree(&found);
    free(pattern);
    return path;
}

/* ---- */

static void tell(const struct request *r, const char *macro, bool question)
{
    const struct kind *k = r->kind;
    printf("kernels/%s/%s%s is written, %s(%s) is in kernels/%s/list.def. It runs as it is. Next:\n"
           "  edit kernels/%s/%s%s\n"
           "  make\n"
           "  ./attnlab check --filter %s=%s%s\n"
           "  tests/run.sh unit\n",
           k->folder, r->name, k->ending, macro, r->name, k->folder, k->folder, r->name, k->ending,
           k->axis, r->name, k->others);
    if (question)
        printf("%s.yaml, a first question about it, is written here:\n"
               "  ./attnlab run %s.yaml -o results/%s && ./attnlab report results/%s\n",
               r->name, r->name, r->name, r->name);
    else
        printf("and name it in a specification, under arms: `%s: {%s: %s}`\n", r->name, k->axis,
               r->name);
}

/* What speaks against it, to be freed; NULL: nothing. */
static char *objection(const struct request *r, const char *home, const struct list *l)
{
    if (list_find(l, r->name) >= 0)
        return xformat("NAME: '%s' is taken: %s lists it", r->name, l->path);
    if (r->from && list_find(l, r->from) < 0) return no_such_choice(l, r);
    char *other = namesake(r, home), *message = NULL;
    if (other) message = xformat("NAME: %s is there already; choose another name", other);
    free(other);
    return message;
}

/* A copy stands in the list as its original does: an output's under OUTPUT. */
static int write_choice(const struct request *r, const char *home, const struct list *l)
{
    char *source, *text = source_text(r, home, &source);
    char *path = xformat("%s/kernels/%s/%s%s", home, r->kind->folder, r->name, r->kind->ending);
    const char *macro = r->from ? l->choices[list_find(l, r->from)].macro : r->kind->macro;
    char *longer = xformat("%s%s(%s)\n", l->text, macro, r->name), *error = NULL;
    if (!text)
        error = xformat("%s: cannot be read, or does not state its name", source);
    else if (!write_new(path, text))
        error = xformat("cannot write %s: %s", path, strerror(errno));
    else if (!write_file_atomically(l->path, longer, strlen(longer))) {
        error = xformat("cannot write %s: %s", l->path, strerror(errno));
        unlink(path);
    }
    if (!error) tell(r, macro, new_question(home, r->name, r->kind->axis));
    free(source);
    free(text);
    free(path);
    free(longer);
    return error ? refuse(EXIT_ENVIRONMENT, error) : 0;
}

static int add_choice(const struct request *r, const char *home, const struct list *l)
{
    char *message = objection(r, home, l);
    return message ? refuse(EXIT_USAGE, message) : write_choice(r, home, l);
}

int command_new(int argc, char **argv)
{
    struct request request = {0};
    int code = read_request(&request, argc, argv);
    if (code < 0) code = find_kind(&request);
    if (code < 0) code = check_name(request.name);
    if (code >= 0) return code;
    struct list list = {0};
    char *home = path_home();
    if (home && list_read(&list, home, request.kind))
        code = add_choice(&request, home, &list);
    else
        code =
            refuse(EXIT_ENVIRONMENT,
                   xformat("%s has no kernels/%s/list.def: a choice is added to the sources; run "
                           "it in a checkout",
                           home ? home : "this program's folder", request.kind->folder));
    list_free(&list);
    free(home);
    return code;
}
