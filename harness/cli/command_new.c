/* SPDX-License-Identifier: MIT
 * attnlab new: a part of one's own, ready to be edited. What can be made stands in a table; the
 * files are written by new_source.c and new_question.c. */
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/cli/commands.h"
#include "harness/cli/new_kind.h"
#include "harness/cli/options.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what can be made ---- */

/* A choice of a slot of the layer, by formula alone. */
#define CHOICE(its_name, its_folder, its_macro, its_ending, its_axis)                              \
    .name = its_name, .make = new_source, .shown_by = "slots", .question = "choice",               \
    .source = "kernels/templates/" its_name ".c.in", .list = "kernels/" its_folder,                \
    .folders = {"kernels/" its_folder}, .macro = its_macro, .ending = its_ending,                  \
    .renamed = {"N(" its_name "_@name@)", ".name = \"@name@\""}, .setting = its_axis ": @name@",   \
    .quick = "holds out too few records for a verdict", .asks_of_copies = true

/* What a data set has, whatever its records are. */
#define DATA_SET                                                                                   \
    .make = new_source, .shown_by = "datasets", .list = "datasets",                                \
    .folders = {"datasets/sets", "datasets/generated"}, .macro = "SET", .ending = ".c",            \
    .renamed = {"set_@name@", ".name = \"@name@\"", "\"@name@\"", "'@name@'", "@name@:"},          \
    .setting = "data: @name@",                                                                     \
    .steps = "  ./attnlab data show @name@ (what is read, or which files it wants, and where)\n"

static const struct new_kind kinds[] = {
    {CHOICE("score", "scores", "SCORE", ".c", "score"),
     .steps = "  ./attnlab check --filter score=@name@\n"},
    {CHOICE("logits", "logits", "LOGITS", "_logits.c", "logits"),
     .steps = "  ./attnlab check --filter logits=@name@\n"},
    {CHOICE("normalizer", "normalizers", "NORMALIZER", ".c", "normalizer"),
     .steps = "  ./attnlab check --filter normalizer=@name@\n"},
    {CHOICE("projection", "projections", "PROJECTION", ".c", "q"), .remark = " (for q, k, v and o)",
     .steps = "  ./attnlab check --filter q=@name@ (and k=, v=, o=)\n"},
    {CHOICE("gate", "gates", "GATE", "_gate.c", "gate"),
     .steps = "  ./attnlab check --filter gate=@name@\n"},
    {CHOICE("combine", "combinations", "COMBINE", "_combine.c", "combine"),
     .steps = "  ./attnlab check --filter combine=@name@\n"},
    {DATA_SET, .name = "data", .remark = " (a data set of lines with labels)", .question = "data",
     .source = "datasets/templates/data.c.in"},
    {DATA_SET, .name = "text", .remark = " (a data set of running text)", .question = "text",
     .source = "datasets/templates/text.c.in"},
    {.name = "task",
     .make = new_source,
     .shown_by = "axes",
     .question = "task",
     .source = "models/templates/task.c.in",
     .list = "models/tasks",
     .folders = {"models/tasks"},
     .macro = "TASK",
     .ending = ".c",
     .renamed = {"task_@name@", ".name = \"@name@\""},
     .setting = "task: @name@",
     .steps = "  ./attnlab cell \"kind=quality,task=@name@,data=stories:1,tokenizer=words,n=64,"
              "steps=50\"\n"},
    {.name = "question", .make = new_question, .shown_by = "ablations", .question = "question"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* "score, logits, ..., task or question" */
static void add_kinds(struct text *out)
{
    for (int i = 0; i < KINDS; i++)
        text_add(out, "%s%s%s",
                 !i              ? ""
                 : i < KINDS - 1 ? ", "
                                 : " or ",
                 kinds[i].name, kinds[i].remark ? kinds[i].remark : "");
}

/* ---- command line ---- */

int new_refuse(int code, char *message)
{
    fprintf(stderr, "attnlab new: %s\n", message);
    free(message);
    return code;
}

static int help(const struct option_entry *options)
{
    struct text names = {0};
    add_kinds(&names);
    printf(
        "usage: attnlab new WHAT NAME [--from OTHER]\n"
        "WHAT: %s.\n"
        "Writes its file, complete and with comments, and its line in the list of its kind; and\n"
        "a first question about it, NAME.yaml, where you are. Then they are yours to edit. A\n"
        "question is that file alone.\n",
        names.data);
    text_free(&names);
    options_help(options);
    printf("Exit: 0 written, 2 usage or a name that is taken, 3 it cannot be written here.\n");
    return 0;
}

/* -1: go on; else the exit code. */
static int read_request(struct new_request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"from", 0, OPTION_TEXT, &r->from, "OTHER", "copy this one's file, not the template"},
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return NEW_USAGE;
        if (taken) continue;
        if (*argv[i] == '-' || r->name) return options_unknown("new", argv[i]);
        *(r->what ? &r->name : &r->what) = argv[i];
    }
    if (r->help) return help(options);
    if (r->name) return -1;
    return new_refuse(NEW_USAGE, xstrdup("expected WHAT NAME, as in: attnlab new score mine"));
}

/* What is as short to add, and has no template. */
static const struct {
    const char *name, *readme;
} by_readme[] = {{"metric", "models/metrics/README.md"},
                 {"figure", "plots/README.md"},
                 {"events", "harness/events/README.md"}};

static int find_kind(struct new_request *r)
{
    const char *names[KINDS];
    struct text message = {0};
    for (size_t i = 0; i < sizeof by_readme / sizeof *by_readme; i++)
        if (!strcmp(by_readme[i].name, r->what))
            return new_refuse(NEW_USAGE, xformat("WHAT: %s has no template: %s says what one takes",
                                                 r->what, by_readme[i].readme));
    for (int i = 0; i < KINDS; i++) {
        names[i] = kinds[i].name;
        if (!strcmp(kinds[i].name, r->what)) return r->kind = &kinds[i], -1;
    }
    text_add(&message, "WHAT: found '%s', expected ", r->what);
    add_kinds(&message);
    add_nearest(&message, r->what, names, KINDS);
    return new_refuse(NEW_USAGE, message.data);
}

/* The name becomes part of a symbol, a file's name and a value in YAML, which formulas take
 * whatever it is (arm == max); a question's is no symbol. In the first question it is an arm too,
 * beside `plain` and `negative_control`. */
static int check_name(const struct new_kind *kind, const char *name)
{
    static const char *const words[] = {
        "auto",     "break",  "case",    "char",   "const",    "continue", "negative_control",
        "default",  "do",     "double",  "else",   "enum",     "extern",   "false",
        "float",    "for",    "goto",    "if",     "inline",   "int",      "long",
        "no",       "none",   "null",    "off",    "on",       "plain",    "register",
        "restrict", "return", "short",   "signed", "sizeof",   "static",   "struct",
        "switch",   "true",   "typedef", "union",  "unsigned", "void",     "volatile",
        "while",    "yes"};
    size_t good = strspn(name, kind->source ? "abcdefghijklmnopqrstuvwxyz0123456789_"
                                            : "abcdefghijklmnopqrstuvwxyz0123456789_-");
    if (!islower((unsigned char)*name) || name[good] || good > NEW_NAME_MOST)
        return new_refuse(NEW_USAGE,
                          xformat("NAME: found '%s', expected a small letter, then small letters, "
                                  "digits or '_'%s, %d at most",
                                  name, kind->source ? "" : " or '-'", NEW_NAME_MOST));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return new_refuse(
                NEW_USAGE,
                xformat("NAME: '%s' is a word of C, of YAML or of questions; choose another",
                        name));
    return -1;
}

int command_new(int argc, char **argv)
{
    struct new_request request = {0};
    int code = read_request(&request, argc, argv);
    if (code < 0) code = find_kind(&request);
    if (code < 0) code = check_name(request.kind, request.name);
    if (code >= 0) return code;
    char *home = path_home();
    code = home ? request.kind->make(&request, home)
                : new_refuse(NEW_ENVIRONMENT,
                             xstrdup("the project's folder is not found; name it in ATTNLAB_HOME"));
    free(home);
    return code;
}
