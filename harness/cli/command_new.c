/* SPDX-License-Identifier: MIT
 * Implements `attnlab new`, which adds a choice, a task or a data set. The command writes a source
 * file from a template, lists the new name in list.def, and writes a first question. The command
 * can also write a question without a source file. In templates and in the table below, @name@
 * is replaced by the new name. */
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/cli/commands.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_MOST = 40 };

struct kind {
    const char *name, *remark;
    const char *question; /* name of the question's template in ablations/templates */
    /* The fields below are NULL if the kind is a question. */
    const char *source; /* template of the source file */
    const char *list;
    const char *folder;  /* folder of the source file */
    const char *macro;   /* name of the kind's macro in list.def */
    const char *ending;  /* ending of the file name, such as "_gate.c" */
    const char *setting; /* YAML line that selects the new source */
    const char *check;
    bool slot; /* true if the source is a choice for a slot; choices of all slots use the same
                  question template */
};

#define SLOT(NAME, FOLDER, MACRO, ENDING, AXIS)                                                    \
    .name = NAME, .question = "choice", .source = "kernels/templates/" NAME ".c.in",               \
    .list = "kernels/" FOLDER, .folder = "kernels/" FOLDER, .macro = MACRO, .ending = ENDING,      \
    .setting = AXIS ": @name@", .check = "./attnlab check --filter " AXIS "=@name@", .slot = true
#define DATA_SET(NAME)                                                                             \
    .name = NAME, .question = NAME, .source = "datasets/templates/" NAME ".c.in",                  \
    .list = "datasets", .folder = "datasets/sets", .macro = "SET", .ending = ".c",                 \
    .setting = "data: @name@", .check = "./attnlab data show @name@"

static const struct kind kinds[] = {
    {SLOT("score", "scores", "SCORE", ".c", "score")},
    {SLOT("logits", "logits", "LOGITS", "_logits.c", "logits")},
    {SLOT("normalizer", "normalizers", "NORMALIZER", ".c", "normalizer")},
    {SLOT("projection", "projections", "PROJECTION", ".c", "q"), .remark = " (for q, k, v and o)"},
    {SLOT("gate", "gates", "GATE", "_gate.c", "gate")},
    {SLOT("combine", "combinations", "COMBINE", "_combine.c", "combine")},
    {DATA_SET("data"), .remark = " (a data set of lines with labels)"},
    {DATA_SET("text"), .remark = " (a data set of running text)"},
    {.name = "task",
     .question = "task",
     .source = "models/templates/task.c.in",
     .list = "models/tasks",
     .folder = "models/tasks",
     .macro = "TASK",
     .ending = ".c",
     .setting = "task: @name@",
     .check = "./attnlab cell \"kind=quality,task=@name@,data=stories:1,tokenizer=words,n=64,"
              "steps=50\""},
    {.name = "question", .question = "question"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

struct request {
    const struct kind *kind;
    const char *what, *name;
    char *home;
};

/* ---- texts and files ---- */

/* Returns a copy of a text with every `old` replaced by `new`. The caller frees the copy. */
static char *replaced(const char *text, const char *old, const char *new)
{
    struct text result = {0};
    for (const char *at; (at = strstr(text, old)); text = at + strlen(old)) {
        text_add_bytes(&result, text, (size_t)(at - text));
        text_add(&result, "%s", new);
    }
    text_add(&result, "%s", text);
    return result.data;
}

static char *named(const char *text, const char *name) { return replaced(text, "@name@", name); }

/* Writes a new file. Returns false and sets errno if the file exists or cannot be written. */
static bool write_new(const char *path, const char *text)
{
    FILE *f = fopen(path, "wx");
    if (!f) return false;
    bool good = fputs(text, f) >= 0;
    if (fclose(f) || !good) return unlink(path), false;
    return true;
}

/* ---- questions ---- */

/* Returns the text of a question, made from a template; the caller frees the text. Returns NULL if
 * the template *path cannot be read. */
static char *question_text(const struct request *r, char **path)
{
    *path = xformat("%s/ablations/templates/%s.yaml.in", r->home, r->kind->question);
    char *template = read_file(*path, NULL), *text = template ? named(template, r->name) : NULL;
    if (text && r->kind->setting) {
        char *setting = named(r->kind->setting, r->name), *before = text;
        text = replaced(before, "@setting@", setting);
        free(before);
        free(setting);
    }
    free(template);
    return text;
}

static int new_question(const struct request *r)
{
    char *path = xformat("%s.yaml", r->name), *error = NULL, *template;
    char *text = question_text(r, &template);
    int code = EXIT_REFUSED;
    if (access(path, F_OK) == 0) {
        error = xformat("NAME: %s exists; choose another name", path);
        code = EXIT_USAGE;
    } else if (!text)
        error = xformat("%s: cannot be read", template);
    else if (!write_new(path, text))
        error = xformat("cannot write %s: %s", path, strerror(errno));
    else
        printf("wrote %s.yaml. Next:\n"
               "  edit %s.yaml\n"
               "  ./attnlab plan %s.yaml\n"
               "  ./attnlab run %s.yaml -o results/%s && ./attnlab report results/%s\n"
               "The default tier, quick, only shows that the question runs. A conclusion needs "
               "--tier full. `attnlab plan` prints the estimated time.\n",
               r->name, r->name, r->name, r->name, r->name, r->name);
    free(path);
    free(template);
    free(text);
    return error ? command_fails(&new_command, code, error) : 0;
}

/* ---- sources ---- */

/* Returns true if a file list.def has an entry for the name. Entries have the form MACRO(name). */
static bool list_has(const char *list, const char *name)
{
    char *entry = xformat("(%s)", name);
    bool found = strstr(list, entry);
    free(entry);
    return found;
}

static void print_steps(const struct request *r, const char *file, bool question)
{
    char *check = named(r->kind->check, r->name), *setting = named(r->kind->setting, r->name);
    char *here = realpath(".", NULL), *home = realpath(r->home, NULL);
    bool elsewhere = here && home && strcmp(here, home) != 0;
    printf("wrote %s and added it to %s/list.def. The file works without changes. Next:\n", file,
           r->kind->list);
    if (elsewhere) printf("  cd %s\n", home);
    printf("  edit %s\n  make\n  %s\n%s", file, check,
           r->kind->slot ? ""
                         : "  tests/run.sh unit\n"); /* `attnlab check` already tests choices */
    if (question)
        printf("%s.yaml is a first question about the new file. To run the question:\n  ./attnlab "
               "run %s%s%s.yaml --tier full -o results/%s && ./attnlab report results/%s\n",
               r->name, elsewhere ? here : "", elsewhere ? "/" : "", r->name, r->name, r->name);
    else
        printf("To use the new file in a specification, write `%s`\n", setting);
    free(here);
    free(home);
    free(check);
    free(setting);
}

/* Writes the first question, NAME.yaml. Returns false if no file was written. */
static bool write_first_question(const struct request *r)
{
    char *path = xformat("%s.yaml", r->name), *template, *text = question_text(r, &template);
    bool good = text && write_new(path, text);
    if (!good) fprintf(stderr, "note: cannot write %s: %s\n", path, strerror(errno));
    free(path);
    free(template);
    free(text);
    return good;
}

/* Adds the entry to list.def. Returns false and sets errno if the file cannot be written. */
static bool list_add(const struct request *r, const char *path, const char *list)
{
    char *longer = xformat("%s%s(%s)\n", list, r->kind->macro, r->name);
    bool good = write_file_atomically(path, longer, strlen(longer));
    free(longer);
    return good;
}

/* Writes the source file and lists it. Returns NULL or an error message, which the caller frees. */
static char *write_source(const struct request *r, const char *list_path, const char *list)
{
    char *template = xformat("%s/%s", r->home, r->kind->source), *error = NULL;
    char *before = read_file(template, NULL), *text = before ? named(before, r->name) : NULL;
    char *file = xformat("%s/%s%s", r->kind->folder, r->name, r->kind->ending);
    char *path = xformat("%s/%s", r->home, file);
    if (!text)
        error = xformat("%s: cannot be read", template);
    else if (!write_new(path, text))
        error = xformat("cannot write %s: %s", path, strerror(errno));
    else if (!list_add(r, list_path, list)) {
        error = xformat("cannot write %s: %s", list_path, strerror(errno));
        unlink(path);
    } else
        print_steps(r, file, write_first_question(r));
    free(template);
    free(before);
    free(text);
    free(file);
    free(path);
    return error;
}

static int new_source(const struct request *r)
{
    char *path = xformat("%s/%s/list.def", r->home, r->kind->list), *list = read_file(path, NULL);
    char *error;
    int code = EXIT_REFUSED;
    if (!list)
        error = xformat("cannot read %s; run `attnlab new` in a checkout", path);
    else if (list_has(list, r->name)) {
        error = xformat("NAME: '%s' is taken (listed in %s); choose another name", r->name, path);
        code = EXIT_USAGE;
    } else
        error = write_source(r, path, list);
    free(path);
    free(list);
    return error ? command_fails(&new_command, code, error) : 0;
}

/* ---- command line ---- */

/* Appends the names of all kinds: "score, logits, ..., task or question". */
static void add_kinds(struct text *out)
{
    for (int i = 0; i < KINDS; i++)
        text_add(out, "%s%s%s",
                 !i              ? ""
                 : i < KINDS - 1 ? ", "
                                 : " or ",
                 kinds[i].name, kinds[i].remark ? kinds[i].remark : "");
}

static int find_kind(struct request *r)
{
    const char *names[KINDS];
    struct text message = {0};
    for (int i = 0; i < KINDS; i++) {
        names[i] = kinds[i].name;
        if (!strcmp(kinds[i].name, r->what)) return r->kind = &kinds[i], -1;
    }
    text_add(&message, "WHAT: unknown kind '%s', expected ", r->what);
    add_kinds(&message);
    add_nearest(&message, r->what, names, KINDS);
    return command_fails(&new_command, EXIT_USAGE, message.data);
}

/* Checks that the new name is valid in a file name, in YAML and, except for questions, in a C
 * symbol. The names `plain` and `negative_control` are invalid, because the first question has arms
 * with these names. */
static int check_name(const struct request *r)
{
    static const char *const reserved[] = {
        "auto",     "break",  "case",    "char",   "const",    "continue", "negative_control",
        "default",  "do",     "double",  "else",   "enum",     "extern",   "false",
        "float",    "for",    "goto",    "if",     "inline",   "int",      "long",
        "no",       "none",   "null",    "off",    "on",       "plain",    "register",
        "restrict", "return", "short",   "signed", "sizeof",   "static",   "struct",
        "switch",   "true",   "typedef", "union",  "unsigned", "void",     "volatile",
        "while",    "yes"};
    bool symbol = r->kind->source;
    size_t good = strspn(r->name, symbol ? "abcdefghijklmnopqrstuvwxyz0123456789_"
                                         : "abcdefghijklmnopqrstuvwxyz0123456789_-");
    if (!islower((unsigned char)*r->name) || r->name[good] || good > NAME_MOST)
        return command_fails(&new_command, EXIT_USAGE,
                             xformat("NAME: found '%s', expected at most %d lower-case letters, "
                                     "digits or '_'%s, starting with a letter",
                                     r->name, NAME_MOST, symbol ? "" : " or '-'"));
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (!strcmp(reserved[i], r->name))
            return command_fails(
                &new_command, EXIT_USAGE,
                xformat("NAME: '%s' is reserved in C, YAML or questions; choose another name",
                        r->name));
    return -1;
}

static int run(int argc, char **argv)
{
    struct request r = {0};
    struct text what = {0};
    add_kinds(&what);
    const struct argument arguments[] = {{"WHAT", 0, ARGUMENT_TEXT, &r.what, REQUIRED, what.data},
                                         {"NAME", 0, ARGUMENT_TEXT, &r.name, REQUIRED,
                                          "name of the new file and of its entry in the list"},
                                         {0}};
    int code = read_arguments(&new_command, arguments, argc, argv);
    text_free(&what);
    if (code < 0) code = find_kind(&r);
    if (code < 0) code = check_name(&r);
    if (code >= 0) return code;
    r.home = path_home();
    if (!r.home)
        return command_fails(&new_command, EXIT_REFUSED,
                             xstrdup("project folder not found; set ATTNLAB_HOME to its path"));
    code = r.kind->source ? new_source(&r) : new_question(&r);
    free(r.home);
    return code;
}

const struct command new_command = {
    .name = "new",
    .purpose = "create a variant, data set, task or question from a template",
    .usage = "WHAT NAME",
    .about = "Writes a complete, commented source file and adds the file to the list of its kind. "
             "Also writes a first question about the new file, NAME.yaml, to the current folder. "
             "`attnlab new question` writes only NAME.yaml.",
    .exits = "Exit status: 0 if the files were written, 2 after a usage error or if the name is "
             "taken, 3 if a file cannot be written.",
    .example = "score mine",
    .run = run};
