/* SPDX-License-Identifier: MIT
 * Reading counter groups: harness/events/NAME.events into struct counter_group. The format is
 * described in harness/events/README.md. */
#include "harness/measure/counters/counters.h"
#include "base/formula/formula.h"
#include "base/mem.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where the reader is. A line is cut into pieces in place; column = piece - line + 1. */
struct reader {
    struct counter_group *group;
    const char *path;
    char *line; /* NUL-ended, without the newline */
    int number;
    struct diags *errors;
    bool (*section)(struct reader *, char *text); /* what unmarked lines are; NULL: nothing yet */
};

static bool complain(struct reader *r, const char *at, const char *message, const char *found)
{
    diag_add(r->errors, r->path, r->number, (int)(at - r->line) + 1, "%s; found \"%s\"", message,
             found);
    return false;
}

static char *skip_blanks(char *p)
{
    while (isblank((unsigned char)*p)) p++;
    return p;
}

static char *trim(char *p)
{
    p = skip_blanks(p);
    size_t length = strlen(p);
    while (length && isspace((unsigned char)p[length - 1])) p[--length] = '\0';
    return p;
}

/* Cuts a name of letters, digits and _ off *at. NULL when there is none. */
static char *take_name(char **at)
{
    char *name = *at, *end = name;
    if (!isalpha((unsigned char)*end) && *end != '_') return NULL;
    while (isalnum((unsigned char)*end) || *end == '_') end++;
    *at = skip_blanks(end);
    name = xformat("%.*s", (int)(end - name), name);
    return name;
}

/* Cuts "[unit]" or "[unit, rare]" off the end of text; the unit is "1" without one. */
static bool take_unit(struct reader *r, char *text, char **unit, bool *rare)
{
    char *open = strrchr(text, '[');
    if (rare) *rare = false;
    if (!open) {
        *unit = xstrdup("1");
        return true;
    }
    char *inside = open + 1, *close = strchr(inside, ']');
    if (!close || *trim(close + 1))
        return complain(r, open, "expected [unit] or [unit, rare] at the end of the line", open);
    *close = '\0';
    char *comma = strchr(inside, ',');
    if (comma) *comma = '\0';
    if (comma && (!rare || strcmp(trim(comma + 1), "rare") != 0))
        return complain(r, comma + 1, "expected rare, and that for an event only", comma + 1);
    if (comma) *rare = true;
    *unit = xstrdup(trim(inside));
    *open = '\0';
    return true;
}

/* ---- names that formulas may use ---- */

static bool is_event(const struct counter_group *g, const char *name)
{
    for (int i = 0; i < g->events; i++)
        if (strcmp(g->event[i].name, name) == 0) return true;
    return false;
}

static bool is_builtin(const char *name)
{
    static const char *const builtins[] = {"time_ns", "flop", "bytes", "threads", NULL};
    for (int i = 0; builtins[i]; i++)
        if (strcmp(builtins[i], name) == 0) return true;
    return false;
}

static bool is_metric(const struct counter_group *g, const char *name)
{
    for (int i = 0; i < g->metrics; i++)
        if (strcmp(g->metric[i].name, name) == 0) return true;
    return false;
}

static enum formula_name is_known(void *group, const char *name, struct text *hint)
{
    (void)hint; /* an event file is written beside its list of events */
    return is_builtin(name) || is_event(group, name) ? FORMULA_VARIABLE : FORMULA_UNKNOWN;
}

static bool is_new(struct reader *r, const char *name)
{
    if (!is_known(r->group, name, NULL) && !is_metric(r->group, name)) return true;
    return complain(r, r->line, "expected a name that this group does not have yet", name);
}

/* ---- lines ---- */

static bool read_candidates(struct reader *r, struct counter_event *event, char *text)
{
    int count = 0;
    char *rest = NULL;
    for (char *one = strtok_r(text, "|", &rest); one; one = strtok_r(NULL, "|", &rest)) {
        one = trim(one);
        if (!*one || strpbrk(one, " \t"))
            return complain(r, one, "expected PAPI event names parted by |", one);
        if (count == MAX_CANDIDATES) return complain(r, one, "too many candidates", one);
        event->candidates[count++] = xstrdup(one);
    }
    return count || complain(r, text, "expected a PAPI event name after the event's own", text);
}

/* "cycles  perf::CYCLES | PAPI_TOT_CYC  [cycles]" */
static bool read_event(struct reader *r, char *text)
{
    struct counter_group *g = r->group;
    char *at = text, *name = g->events < MAX_EVENTS ? take_name(&at) : NULL;
    if (g->events == MAX_EVENTS) return complain(r, text, "too many events in one group", text);
    if (!name) return complain(r, text, "expected an event's name", text);
    bool fresh = is_new(r, name);
    struct counter_event *event = &g->event[g->events++];
    event->name = name;
    return fresh && take_unit(r, at, &event->unit, &event->rare) && read_candidates(r, event, at);
}

/* "ipc = instructions / cycles  [instructions/cycle]" */
static bool read_metric(struct reader *r, char *text)
{
    struct counter_group *g = r->group;
    char *at = text, *name = g->metrics < GROUP_METRICS ? take_name(&at) : NULL;
    if (g->metrics == GROUP_METRICS)
        return complain(r, text, "too many metrics in one group", text);
    if (!name || *at != '=') {
        free(name);
        return complain(r, at, "expected name = formula [unit]", text);
    }
    bool fresh = is_new(r, name);
    struct counter_metric *metric = &g->metric[g->metrics++];
    char *error = NULL, *formula = skip_blanks(at + 1);
    int column;
    metric->name = name;
    if (!fresh || !take_unit(r, formula, &metric->unit, NULL)) return false;
    metric->text = xstrdup(trim(formula));
    metric->formula = formula_parse(metric->text, is_known, g, &error, &column);
    if (metric->formula) return true;
    diag_add(r->errors, r->path, r->number, (int)(formula + column - 1 - r->line) + 1,
             "in the formula '%s': %s", metric->text, error);
    free(error);
    return false;
}

static bool read_caution(struct reader *r, char *text)
{
    char *old = r->group->caution;
    r->group->caution = xformat("%s%s%s", old, *old && *text ? " " : "", text);
    free(old);
    return true;
}

static bool read_doc(struct reader *r, char *text)
{
    if (r->group->doc) return complain(r, text, "expected one SHORT line", text);
    r->group->doc = xstrdup(text);
    return true;
}

static bool read_scope(struct reader *r, char *text)
{
    r->group->whole_process = strcmp(text, "process") == 0;
    return r->group->whole_process || strcmp(text, "thread") == 0 ||
           complain(r, text, "expected SCOPE thread or process", text);
}

/* A line is a keyword with its text, or belongs to the section that a keyword opened. */
static bool read_line(struct reader *r)
{
    static const struct {
        const char *word;
        bool (*once)(struct reader *, char *);    /* reads the rest of the line, or */
        bool (*section)(struct reader *, char *); /* the lines that follow */
    } keywords[] = {{"SHORT", read_doc, NULL},
                    {"SCOPE", read_scope, NULL},
                    {"EVENTS", NULL, read_event},
                    {"METRICS", NULL, read_metric},
                    {"LONG", NULL, read_caution}};
    char *text = trim(r->line);
    if (!*text || (*text == '#' && r->section != read_caution)) return true;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        size_t length = strlen(keywords[i].word);
        if (strncmp(text, keywords[i].word, length) != 0 || isgraph((unsigned char)text[length]))
            continue;
        if (keywords[i].once) return keywords[i].once(r, skip_blanks(text + length));
        r->section = keywords[i].section;
        char *rest = skip_blanks(text + length);
        return !*rest || r->section(r, rest);
    }
    return r->section ? r->section(r, text)
                      : complain(r, text, "expected SHORT, SCOPE, EVENTS, METRICS or LONG", text);
}

static bool is_complete(struct reader *r)
{
    const char *missing = !r->group->doc ? "SHORT" : !r->group->events ? "EVENTS" : NULL;
    if (missing) diag_add(r->errors, r->path, 0, 0, "the group has no %s", missing);
    return !missing;
}

/* Reads to the end even after an error, so that all errors are seen at once. */
static bool read_group(const char *path, char *text, struct counter_group *group,
                       struct diags *errors)
{
    struct reader r = {.group = group, .path = path, .errors = errors};
    bool fine = true;
    for (char *next = text; next;) {
        r.line = next;
        r.number++;
        next = strchr(next, '\n');
        if (next) *next++ = '\0';
        fine &= read_line(&r);
    }
    return fine && is_complete(&r);
}

static void group_free(struct counter_group *g)
{
    for (int i = 0; i < g->events; i++) {
        free(g->event[i].name);
        free(g->event[i].unit);
        for (int c = 0; c < MAX_CANDIDATES; c++) free(g->event[i].candidates[c]);
    }
    for (int i = 0; i < g->metrics; i++) {
        free(g->metric[i].name);
        free(g->metric[i].unit);
        free(g->metric[i].text);
        formula_free(g->metric[i].formula);
    }
    free(g->name);
    free(g->doc);
    free(g->caution);
}

/* ---- the folder ---- */

static int is_group_file(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && dot != entry->d_name && strcmp(dot, ".events") == 0;
}

static bool load_one(const char *directory, const char *file, struct counter_group *group,
                     struct diags *errors)
{
    char *path = xformat("%s/%s", directory, file), *text = read_file(path, NULL);
    *group = (struct counter_group){.caution = xstrdup("")};
    group->name = xformat("%.*s", (int)(strrchr(file, '.') - file), file);
    if (!text) diag_add(errors, path, 0, 0, "cannot be read: %s", file_fault(errno));
    bool fine = text && read_group(path, text, group, errors);
    if (!fine) group_free(group);
    free(text);
    free(path);
    return fine;
}

struct counter_group *counters_load(const char *directory, int *count, struct diags *errors)
{
    struct dirent **files;
    int found = scandir(directory, &files, is_group_file, alphasort);
    *count = 0;
    if (found < 0) {
        diag_add(errors, directory, 0, 0, "the folder of counter groups cannot be read: %s",
                 file_fault(errno));
        return NULL;
    }
    struct counter_group *groups = xarray((size_t)found + 1, sizeof *groups);
    for (int i = 0; i < found; i++) {
        *count += load_one(directory, files[i]->d_name, &groups[*count], errors);
        free(files[i]);
    }
    free(files);
    return groups;
}

void counters_free(struct counter_group *groups, int count)
{
    for (int i = 0; i < count; i++) group_free(&groups[i]);
    free(groups);
}
