/* SPDX-License-Identifier: MIT
 * Implements `attnlab new`, which adds a choice, a task or a data set. The command writes a source
 * file, lists the new name in list.def, and writes a first question. The source file comes from a
 * template, or is a copy of an existing file. The command can also write a question without a
 * source file. In templates and in the table below, @name@ stands for the new name. */
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/cli/commands.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_MOST = 40, LINES_MOST = 256 };

struct kind {
    const char *name, *remark;
    const char *topic;    /* topic of `attnlab list` that lists this kind of source */
    const char *question; /* name of the question's template in ablations/templates */
    /* The fields below are NULL if the kind is a question. */
    const char *source; /* template of the source file */
    const char *list;
    /* A new file is written to the first folder, a copy to the folder of the original. */
    const char *folders[3];
    const char *macro;   /* name of the kind's macro in list.def */
    const char *ending;  /* ending of the file name, such as "_gate.c" */
    const char *symbol;  /* symbol that the source file exports */
    const char *setting; /* YAML line that selects the new source */
    const char *check;
    bool slot; /* true if the source is a choice for a slot; choices of all slots use the same
                  question template */
};

#define SLOT(NAME, FOLDER, MACRO, ENDING, AXIS)                                                    \
    .name = NAME, .topic = "slots", .question = "choice",                                          \
    .source = "kernels/templates/" NAME ".c.in", .list = "kernels/" FOLDER,                        \
    .folders = {"kernels/" FOLDER}, .macro = MACRO, .ending = ENDING,                              \
    .symbol = "N(" NAME "_@name@)", .setting = AXIS ": @name@",                                    \
    .check = "./attnlab check --filter " AXIS "=@name@", .slot = true
#define DATA_SET(NAME)                                                                             \
    .name = NAME, .topic = "datasets", .question = NAME,                                           \
    .source = "datasets/templates/" NAME ".c.in", .list = "datasets",                              \
    .folders = {"datasets/sets", "datasets/generated"}, .macro = "SET", .ending = ".c",            \
    .symbol = "set_@name@", .setting = "data: @name@", .check = "./attnlab data show @name@"

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
     .topic = "axes",
     .question = "task",
     .source = "models/templates/task.c.in",
     .list = "models/tasks",
     .folders = {"models/tasks"},
     .macro = "TASK",
     .ending = ".c",
     .symbol = "task_@name@",
     .setting = "task: @name@",
     .check = "./attnlab cell \"kind=quality,task=@name@,data=stories:1,tokenizer=words,n=64,"
              "steps=50\""},
    {.name = "question", .topic = "ablations", .question = "question"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

struct request {
    const struct kind *kind;
    const char *what, *name, *from;
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

/* Returns a question, which is a filled-in template; the caller frees the text. Returns NULL if the
 * template *path cannot be read. */
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
    if (r->from) {
        error = xstrdup("--from: only sources can be copied; copy the file of a question with cp");
        code = EXIT_USAGE;
    } else if (access(path, F_OK) == 0) {
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
               "The default tier, quick, only shows that the question runs; a conclusion needs "
               "--tier full. `attnlab plan` prints the estimated time.\n",
               r->name, r->name, r->name, r->name, r->name, r->name);
    free(path);
    free(template);
    free(text);
    return error ? command_fails(&new_command, code, error) : 0;
}

/* ---- sources ---- */

/* The entries of a file list.def, which has one `MACRO(name)` per line. */
struct list {
    char *path, *text;
    char macros[LINES_MOST][NAME_MOST + 1], names[LINES_MOST][NAME_MOST + 1];
    int count;
};

static bool list_read(struct list *l, const struct request *r)
{
    l->path = xformat("%s/%s/list.def", r->home, r->kind->list);
    l->text = read_file(l->path, NULL);
    for (char *at = l->text; at && *at && l->count < LINES_MOST; at += strspn(at, "\n")) {
        int i = l->count;
        l->count += sscanf(at, "%40[A-Z](%40[a-z0-9_])", l->macros[i], l->names[i]) == 2;
        at += strcspn(at, "\n");
    }
    return l->text;
}

static int list_find(const struct list *l, const char *name)
{
    int i = 0;
    while (i < l->count && strcmp(l->names[i], name)) i++;
    return i < l->count ? i : -1;
}

/* Returns the folder of the new file, which is the folder of the original for a copy. Returns NULL
 * if the original does not have its own file. */
static const char *folder_of(const struct request *r)
{
    const char *const *folders = r->kind->folders;
    for (int i = 0; r->from && folders[i]; i++) {
        char *path = xformat("%s/%s/%s%s", r->home, folders[i], r->from, r->kind->ending);
        bool exists = access(path, F_OK) == 0;
        free(path);
        if (exists) return folders[i];
    }
    return r->from ? NULL : folders[0];
}

/* Returns true if a file must not be copied, because it exports several symbols or has a header.
 * The copy would define the other symbols a second time. */
static bool shares_file(const struct request *r, const char *folder)
{
    static const char export[] = "\nconst struct ";
    char *path = xformat("%s/%s/%s%s", r->home, folder, r->from, r->kind->ending);
    char *header = xformat("%s/%s/%s.h", r->home, folder, r->from), *text = read_file(path, NULL);
    const char *first = text ? strstr(text, export) : NULL;
    bool shares = !first || strstr(first + 1, export) || access(header, F_OK) == 0;
    free(text);
    free(header);
    free(path);
    return shares;
}

/* Returns NULL if the request is valid, otherwise an error message, which the caller frees. */
static char *fault_of(const struct request *r, const struct list *l)
{
    const char *names[LINES_MOST];
    struct text message = {0};
    if (list_find(l, r->name) >= 0)
        return xformat("NAME: '%s' is taken (listed in %s); choose another name", r->name, l->path);
    if (!r->from) return NULL;
    if (list_find(l, r->from) < 0) {
        for (int i = 0; i < l->count; i++) names[i] = l->names[i];
        text_add(&message, "--from: unknown %s '%s' (`attnlab list %s` lists all)", r->kind->name,
                 r->from, r->kind->topic);
        add_nearest(&message, r->from, names, l->count);
        return message.data;
    }
    const char *folder = folder_of(r);
    if (folder && !shares_file(r, folder)) return NULL;
    return xformat("--from: '%s' cannot be copied because its file also defines other names; copy "
                   "another file",
                   r->from);
}

/* Returns the text of the new source file, which the caller frees. In a copy, the new name replaces
 * the old one in the symbol, in quotes, and at the start of messages. Returns NULL if the original
 * *path cannot be read or does not contain its own name. */
static char *source_text(const struct request *r, char **path)
{
    const char *const words[] = {r->kind->symbol, "\"@name@\"", "'@name@'", "@name@:"};
    if (!r->from) {
        *path = xformat("%s/%s", r->home, r->kind->source);
        char *template = read_file(*path, NULL), *text = template ? named(template, r->name) : NULL;
        free(template);
        return text;
    }
    *path = xformat("%s/%s/%s%s", r->home, folder_of(r), r->from, r->kind->ending);
    char *text = read_file(*path, NULL);
    for (int i = 0; text && i < 4; i++) {
        char *old = named(words[i], r->from), *new = named(words[i], r->name);
        char *next = i < 2 && !strstr(text, old) ? NULL : replaced(text, old, new);
        free(old);
        free(new);
        free(text);
        text = next;
    }
    return text;
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
                         : "  tests/run.sh unit\n"); /* `check` also runs the tests of choices */
    if (question)
        printf("%s.yaml is a first question about the new source. To run the question:\n"
               "  ./attnlab run %s%s%s.yaml --tier full -o results/%s && ./attnlab report "
               "results/%s\n",
               r->name, elsewhere ? here : "", elsewhere ? "/" : "", r->name, r->name, r->name);
    else
        printf("To use the new source in a specification: `%s`\n", setting);
    free(here);
    free(home);
    free(check);
    free(setting);
}

/* Writes the first question, NAME.yaml. Returns false if no file was written. A copied source that
 * is not a choice of a slot gets no question, because the template may not fit. */
static bool write_first_question(const struct request *r)
{
    if (r->from && !r->kind->slot) return false;
    char *path = xformat("%s.yaml", r->name), *template, *text = question_text(r, &template);
    bool good = text && write_new(path, text);
    if (!good) fprintf(stderr, "note: cannot write %s: %s\n", path, strerror(errno));
    free(path);
    free(template);
    free(text);
    return good;
}

static int write_source(const struct request *r, const struct list *l)
{
    char *source, *text = source_text(r, &source), *error = NULL;
    char *file = xformat("%s/%s%s", folder_of(r), r->name, r->kind->ending);
    char *path = xformat("%s/%s", r->home, file);
    const char *macro = r->from ? l->macros[list_find(l, r->from)] : r->kind->macro;
    char *list = xformat("%s%s(%s)\n", l->text, macro, r->name);
    if (!text)
        error = xformat("cannot copy %s: the file is unreadable or does not contain its own name",
                        source);
    else if (!write_new(path, text))
        error = xformat("cannot write %s: %s", path, strerror(errno));
    else if (!write_file_atomically(l->path, list, strlen(list))) {
        error = xformat("cannot write %s: %s", l->path, strerror(errno));
        unlink(path);
    }
    if (!error) print_steps(r, file, write_first_question(r));
    free(source);
    free(text);
    free(file);
    free(path);
    free(list);
    return error ? command_fails(&new_command, EXIT_REFUSED, error) : 0;
}

static int new_source(struct request *r)
{
    struct list list = {0};
    int code;
    /* in C symbols, '-' becomes '_', as in wikitext_2 */
    char *from = r->from ? replaced(r->from, "-", "_") : NULL;
    r->from = from;
    char *fault = list_read(&list, r) ? fault_of(r, &list) : NULL;
    if (fault)
        code = command_fails(&new_command, EXIT_USAGE, fault);
    else if (list.text)
        code = write_source(r, &list);
    else
        code = command_fails(&new_command, EXIT_REFUSED,
                             xformat("cannot read %s; run `attnlab new` in a checkout", list.path));
    free(list.path);
    free(list.text);
    free(from);
    return code;
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
                                         {"from", 0, ARGUMENT_TEXT, &r.from, "OTHER",
                                          "existing source to copy [default: copy the template]"},
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
    .usage = "WHAT NAME [--from OTHER]",
    .about = "Writes a complete, commented source file, adds it to the list of its kind, and "
             "writes a first question about it, NAME.yaml, in the current folder. For `question`, "
             "writes only NAME.yaml.",
    .exits = "0 written, 2 usage error or name taken, 3 a file cannot be written.",
    .example = "score mine --from dot",
    .run = run};
