/* SPDX-License-Identifier: MIT
 * Reading plan.yaml back: its parts, and the options in their heads; its axes; and writing it
 * (saved_plan.h). */
#include "harness/plan/saved/saved_plan.h"
#include "harness/plan/setups/setups.h"
#include "harness/plan/yaml/yaml.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PART_END "---\n"

/* What plan_options borrows. */
struct saved {
    char *text; /* plan.yaml, cut up */
    struct plan_options options;
};

static const char **grow(const char **list, int *count, const char *text)
{
    list = xgrow(list, (size_t)*count + 1, sizeof *list);
    list[(*count)++] = text;
    return list;
}

/* Cuts the head at a word and returns what stands behind it, NULL when there is none. */
static char *behind(char *head, const char *word)
{
    char *found = head ? strstr(head, word) : NULL;
    if (!found) return NULL;
    *found = '\0';
    return found + strlen(word);
}

static char *unquoted(char *text)
{
    size_t length = strlen(text);
    if (length && text[length - 1] == '\'') text[length - 1] = '\0';
    return text;
}

/* Takes the values of ", --set 'V', --set 'W'" off the end of a head. */
static void take_quoted(char *head, const char *word, const char ***list, int *count)
{
    for (char *value = behind(head, word), *next; value; value = next) {
        next = behind(value, word);
        *list = grow(*list, count, saved_word_read(unquoted(value)));
    }
}

/* All heads say the same but for the path, so those of the first part stand for all. */
static bool read_head(struct plan_options *o, char *head)
{
    bool first = !o->path_count;
    char *shard = behind(head, SAVED_PLAN_SHARD);
    if (first && shard && sscanf(shard, "%d/%d", &o->shard, &o->shards) != 2) return false;
    if (first) take_quoted(head, SAVED_FILTER, &o->filters, &o->filter_count);
    if (first) take_quoted(head, SAVED_SET, &o->sets, &o->set_count);
    char *tier = behind(head, SAVED_TIER);
    if (tier) tier[strcspn(tier, ",")] = '\0';
    o->tier = tier;
    o->paths = grow(o->paths, &o->path_count, saved_word_read(head));
    return tier;
}

/* What stands in a part, below its head; *asked: the line in front of it, NULL where there is none.
 */
static const char *below_head(char *text, const char **asked)
{
    *asked = NULL;
    char *end = strchr(text, '\n');
    if (!end || strncmp(text, SAVED_ASKED_IN, strlen(SAVED_ASKED_IN))) return text;
    *end = '\0';
    *asked = saved_word_read(text + strlen(SAVED_ASKED_IN));
    return end + 1;
}

/* False where a part has no head. */
static bool take_parts(struct saved *s)
{
    struct plan_options *o = &s->options;
    int count = 0, beside = 0;
    for (char *part = s->text, *next; part; part = next) {
        if (strncmp(part, SAVED_PLAN_HEAD, strlen(SAVED_PLAN_HEAD))) return false;
        next = strstr(part, "\n" PART_END SAVED_PLAN_HEAD);
        if (next) {
            next[1] = '\0';
            next += strlen("\n" PART_END);
        }
        char *end = strchr(part, '\n');
        if (!end) return false;
        *end = '\0';
        if (!read_head(o, part + strlen(SAVED_PLAN_HEAD))) return false;
        const char *asked;
        o->texts = grow(o->texts, &count, below_head(end + 1, &asked));
        o->asked_in = grow(o->asked_in, &beside, asked);
    }
    return true;
}

/* ---- the parts by themselves ---- */

/* "mlp-qkv" of "ablations/mlp-qkv.yaml"; to be freed. */
static char *stem_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t length = strlen(name), end = strlen(".yaml");
    if (length > end && !strcmp(name + length - end, ".yaml")) length -= end;
    return xformat("%.*s", (int)length, name);
}

/* The name that a specification says it has; to be freed. NULL: none, or it asks in several
 * set-ups, and its path has that name with the set-up's. */
static char *own_name(const char *text)
{
    struct yaml_document document;
    struct diags diags = {0};
    char *alone = text_without_setup(text), *own = NULL;
    bool good = yaml_parse(&document, "", alone, strlen(alone), &diags);
    if (good && document.root->kind == YAML_MAP) {
        const struct yaml *name = yaml_get(document.root, "name");
        const struct yaml *use = yaml_get(document.root, "use");
        bool several = use && use->kind == YAML_LIST && use->count > 1;
        if (name && name->kind == YAML_SCALAR && !several) own = xstrdup(name->text);
    }
    yaml_release(&document);
    diag_free(&diags);
    free(alone);
    return own;
}

static struct saved_part part_of(const struct plan_options *o, int i)
{
    char *own = own_name(o->texts[i]);
    return (struct saved_part){.name = own ? own : stem_of(o->paths[i]),
                               .text = xstrdup(o->texts[i]),
                               .file = stem_of(o->asked_in[i] ? o->asked_in[i] : o->paths[i])};
}

bool saved_parts_read(struct saved_parts *parts, const char *directory)
{
    char *path = xformat("%s/plan.yaml", directory);
    struct saved s = {.text = read_run_text(path)};
    bool good = s.text && take_parts(&s);
    *parts = (struct saved_parts){0};
    if (good) parts->list = xarray((size_t)s.options.path_count, sizeof *parts->list);
    for (; good && parts->count < s.options.path_count; parts->count++)
        parts->list[parts->count] = part_of(&s.options, parts->count);
    plan_options_free(&s.options);
    free(s.text);
    free(path);
    return good;
}

void saved_parts_free(struct saved_parts *parts)
{
    for (int i = 0; i < parts->count; i++) {
        free(parts->list[i].name);
        free(parts->list[i].text);
        free(parts->list[i].file);
    }
    free(parts->list);
    *parts = (struct saved_parts){0};
}

/* ---- the plan made again ---- */

bool axes_read_saved(struct axes *axes, const char *directory, char **error)
{
    char *path = xformat("%s/describe.json", directory);
    if (access(path, F_OK)) {
        free(path);
        path = xformat("%s/../describe.json", directory);
    }
    char *text = read_run_file(path, NULL), *why = NULL;
    bool good = text && axes_from_json(axes, text, &why);
    if (!good) *error = xformat("%s: %s", path, text ? why : file_fault(errno));
    free(why);
    free(text);
    free(path);
    return good;
}

/* The first error of several. */
static char *first_of(const struct diags *diags, const char *path)
{
    const struct diag *d = &diags->list[0];
    return xformat("%s: %s:%d:%d: %s", path, d->file, d->line, d->column, d->message);
}

/* whole: of a shard the rows of all shards. */
static bool read_saved(struct plan *plan, const struct axes *axes, const char *directory,
                       bool whole, char **error)
{
    char *path = xformat("%s/plan.yaml", directory);
    struct saved s = {.text = read_run_text(path)};
    struct diags diags = {0};
    *plan = (struct plan){0};
    *error = NULL;
    if (!s.text)
        *error = xformat("%s: %s", path, file_fault(errno));
    else if (!take_parts(&s))
        *error =
            xformat("%s: expected a line '" SAVED_PLAN_HEAD "...' above each specification", path);
    if (whole) s.options.shard = s.options.shards = 0;
    if (!*error && !plan_build(plan, &s.options, axes, &diags)) *error = first_of(&diags, path);
    diag_free(&diags);
    plan_options_free(&s.options);
    free(s.text);
    free(path);
    return !*error;
}

bool plan_read_saved(struct plan *plan, const struct axes *axes, const char *directory,
                     char **error)
{
    return read_saved(plan, axes, directory, false, error);
}

bool plan_read_saved_whole(struct plan *plan, const struct axes *axes, const char *directory,
                           char **error)
{
    return read_saved(plan, axes, directory, true, error);
}

/* ---- writing it ---- */

static void add_options(struct text *out, const char *name, const char **values, int count)
{
    for (int i = 0; i < count; i++) {
        text_add(out, "%s", name);
        saved_word_add(out, values[i]);
        text_add(out, "'");
    }
}

/* The path of a part: of a question that is asked in several set-ups as if each had its own file,
 * since a part's name is what stands there. To be freed. */
static char *part_path(const struct spec *spec)
{
    const char *slash = strrchr(spec->path, '/');
    int folder = slash ? (int)(slash + 1 - spec->path) : 0;
    return spec->setup_count > 1 ? xformat("%.*s%s.yaml", folder, spec->path, spec->name)
                                 : xstrdup(spec->path);
}

/* The line above a specification, and that of the file that asks it where its path is a part's. */
static void add_head(struct text *out, const struct spec *spec, const struct plan_options *o)
{
    char *path = part_path(spec);
    bool of_part = strcmp(path, spec->asked_in);
    text_add(out, SAVED_PLAN_HEAD);
    saved_word_add(out, path);
    text_add(out, SAVED_TIER "%s", o->tier ? o->tier : PLAN_DEFAULT_TIER);
    free(path);
    add_options(out, SAVED_SET, o->sets, o->set_count);
    add_options(out, SAVED_FILTER, o->filters, o->filter_count);
    if (o->shards) text_add(out, SAVED_PLAN_SHARD "%d/%d", o->shard, o->shards);
    text_add(out, "\n");
    if (!of_part) return;
    text_add(out, SAVED_ASKED_IN);
    saved_word_add(out, spec->asked_in);
    text_add(out, "\n");
}

char *saved_plan_text(const struct plan *plan, const struct plan_options *o)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (int i = 0; i < plan->spec_count; i++) {
        const char *text = plan->specs[i].text;
        size_t length = strlen(text);
        if (i) text_add(&out, PART_END);
        add_head(&out, &plan->specs[i], o);
        text_add(&out, "%s%s", text, length && text[length - 1] != '\n' ? "\n" : "");
    }
    return out.data;
}
