/* SPDX-License-Identifier: MIT
 * Stores checkpoints in safetensors files. Each parameter is stored under its name, its moments as
 * "adam.m.NAME" and "adam.v.NAME", and its selected values as "best.NAME". The metadata contains
 * the training state. Floating-point numbers in the metadata are hexadecimal text, so that a
 * resumed run gives the same bits. */
#include "models/checkpoint.h"

#include "base/mem.h"
#include "models/safetensors.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the state's numbers ---- */

#define REAL(field)                                                                                \
    {                                                                                              \
#field, offsetof(struct train_state, field), true                                          \
    }
#define COUNT(field)                                                                               \
    {                                                                                              \
#field, offsetof(struct train_state, field), false                                         \
    }
static const struct number {
    const char *name;
    size_t at;
    bool real; /* true for a double, false for an int64_t */
} numbers[] = {
    COUNT(step),         REAL(tokens),           REAL(flop),
    REAL(train_seconds), REAL(evaluate_seconds), REAL(gradient_norm_max),
    REAL(loss_sum),      REAL(loss_count),       REAL(norm_sum),
    COUNT(norm_count),   REAL(first_loss),       COUNT(bad_steps),
    REAL(best_loss),     COUNT(selected_step),
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static void put_numbers(struct safetensors *file, const struct train_state *s)
{
    for (int i = 0; i < NUMBERS; i++) {
        const char *at = (const char *)s + numbers[i].at;
        char *text = numbers[i].real ? xformat("%a", *(const double *)at)
                                     : xformat("%lld", (long long)*(const int64_t *)at);
        safetensors_add_text(file, numbers[i].name, text);
        free(text);
    }
}

static bool get_numbers(const struct safetensors *file, struct train_state *s)
{
    for (int i = 0; i < NUMBERS; i++) {
        char *at = (char *)s + numbers[i].at, *end;
        const char *text = safetensors_text(file, numbers[i].name);
        if (!text || !*text) return false;
        if (numbers[i].real)
            *(double *)at = strtod(text, &end);
        else
            *(int64_t *)at = strtoll(text, &end, 10);
        if (*end) return false;
    }
    return true;
}

/* ---- the curve ---- */

/* Stores a double as exact text, because JSON numbers cannot represent NaN. */
static json_t *exact(double value)
{
    char *text = xformat("%a", value);
    json_t *string = json_string(text);
    free(text);
    return string;
}
static double inexact(const json_t *value)
{
    const char *text = json_string_value(value);
    return text ? strtod(text, NULL) : (double)NAN;
}

enum { POINT_REALS = 6 };
static void point_reals(struct curve_point *p, double *to[POINT_REALS])
{
    double *all[] = {&p->tokens, &p->flop, &p->seconds, &p->lr, &p->train_loss, &p->gradient_norm};
    memcpy(to, all, sizeof all);
}

static char *curve_text(const struct train_state *s)
{
    json_t *list = json_array();
    for (int i = 0; i < s->points; i++) {
        struct curve_point p = s->curve[i];
        double *reals[POINT_REALS];
        json_t *numbers_of = json_array(), *valid = json_array();
        point_reals(&p, reals);
        for (int r = 0; r < POINT_REALS; r++) json_array_append_new(numbers_of, exact(*reals[r]));
        for (int m = 0; m < p.valid.count; m++)
            json_array_append_new(
                valid, json_pack("[s, o]", p.valid.metric[m].name, exact(p.valid.metric[m].value)));
        json_array_append_new(list, json_pack("[I, o, o, o, i]", (json_int_t)p.step, numbers_of,
                                              valid, exact(p.valid.targets), p.part));
    }
    char *text = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    require(text);
    return text;
}

static bool read_point(const json_t *entry, struct curve_point *p)
{
    double *reals[POINT_REALS];
    const json_t *numbers_of = json_array_get(entry, 1), *valid = json_array_get(entry, 2);
    *p = (struct curve_point){.step = json_integer_value(json_array_get(entry, 0))};
    if (json_array_size(numbers_of) != POINT_REALS || json_array_size(valid) > MAX_METRICS)
        return false;
    point_reals(p, reals);
    for (int r = 0; r < POINT_REALS; r++)
        *reals[r] = inexact(json_array_get(numbers_of, (size_t)r));
    for (size_t m = 0; m < json_array_size(valid); m++) {
        const json_t *metric = json_array_get(valid, m);
        const char *name = json_string_value(json_array_get(metric, 0));
        const char *known = name ? task_metric_name(name) : NULL;
        if (!known) return false;
        task_score_add(&p->valid, known, inexact(json_array_get(metric, 1)));
    }
    p->valid.targets = inexact(json_array_get(entry, 3));
    p->part = (int)json_integer_value(json_array_get(entry, 4));
    return true;
}

static bool read_curve(const char *text, struct train_state *s)
{
    json_t *list = text ? json_loads(text, 0, NULL) : NULL;
    bool good = json_is_array(list);
    s->points = 0;
    s->curve = xgrow(s->curve, json_array_size(list) + 1, sizeof *s->curve);
    for (size_t i = 0; good && i < json_array_size(list); i++)
        good = read_point(json_array_get(list, i), &s->curve[s->points++]);
    json_decref(list);
    return good;
}

/* ---- tensors: flat arrays, split by the model's names ---- */

struct flat {
    const char *prefix;
    char *reals;
};
enum { FLATS = 4 };

/* Lists the parameters, both moments and the selected parameters. Returns the number of arrays. */
static int flats(const struct model_build *build, struct model *model, void *best,
                 struct flat out[FLATS])
{
    size_t all = build->memory(model).optimizer / 2;
    char *moments = build->moments(model);
    out[0] = (struct flat){"", build->parameters(model)};
    out[1] = (struct flat){"adam.m.", moments};
    out[2] = (struct flat){"adam.v.", moments + all};
    out[3] = (struct flat){"best.", best};
    return best ? FLATS : FLATS - 1;
}

static struct safetensor named(const struct flat *f, const struct model_tensor *t, size_t real_size)
{
    struct safetensor s = {.rank = t->rank, .real_size = real_size};
    snprintf(s.name, sizeof s.name, "%s%s", f->prefix, t->name);
    for (int d = 0; d < t->rank; d++) s.dim[d] = t->dim[d];
    s.data = f->reals + t->at * real_size;
    return s;
}

bool weights_write(const char *path, const char *identity, const struct model_build *build,
                   struct model *model, char **error)
{
    struct safetensors file = {0};
    struct flat flat[FLATS];
    int count;
    flats(build, model, NULL, flat);
    const struct model_tensor *list = build->tensors(model, &count);
    safetensors_add_text(&file, "cell", identity);
    safetensors_add_text(&file, "build", build->name);
    safetensors_add_text(&file, "layout", "matrices have the shape (d_in, d_out), as in y = x W");
    for (int t = 0; t < count; t++)
        safetensors_add(&file, named(&flat[0], &list[t], build->real_size));
    bool good = safetensors_write(&file, path, error);
    safetensors_free(&file);
    return good;
}

static void put_facts(struct safetensors *file, const struct identity *facts)
{
    for (int i = 0; facts && i < IDENTITY_FACTS; i++)
        if (facts->fact[i]) safetensors_add_text(file, identity_names[i].name, facts->fact[i]);
}

static struct identity get_facts(const struct safetensors *file)
{
    struct identity facts = {0};
    for (int i = 0; i < IDENTITY_FACTS; i++) {
        const char *text = safetensors_text(file, identity_names[i].name);
        facts.fact[i] = text ? xstrdup(text) : NULL;
    }
    return facts;
}

bool checkpoint_write(const char *path, const char *identity, const struct identity *facts,
                      const struct model_build *build, struct model *model,
                      const struct train_state *s, char **error)
{
    struct safetensors file = {0};
    struct flat flat[FLATS];
    int count, parts = flats(build, model, s->best, flat);
    const struct model_tensor *list = build->tensors(model, &count);
    char *curve = curve_text(s);
    safetensors_add_text(&file, "identity", identity);
    safetensors_add_text(&file, "build", build->name);
    safetensors_add_text(&file, "curve", curve);
    put_facts(&file, facts);
    put_numbers(&file, s);
    for (int p = 0; p < parts; p++)
        for (int t = 0; t < count; t++)
            safetensors_add(&file, named(&flat[p], &list[t], build->real_size));
    bool good = safetensors_write(&file, path, error);
    safetensors_free(&file);
    free(curve);
    return good;
}

/* Copies a file's tensors to a model. Returns false and sets *error if a tensor is missing or has
 * the wrong shape. */
static bool copy_tensors(const struct safetensors *file, const char *path,
                         const struct model_build *build, struct model *model, void *best,
                         char **error)
{
    struct flat flat[FLATS];
    int count, parts = flats(build, model, best, flat);
    const struct model_tensor *list = build->tensors(model, &count);
    for (int p = 0; p < parts; p++)
        for (int t = 0; t < count; t++) {
            struct safetensor want = named(&flat[p], &list[t], build->real_size);
            const struct safetensor *found = safetensors_find(file, want.name);
            if (!found || found->real_size != want.real_size || found->rank != want.rank ||
                memcmp(found->dim, want.dim, sizeof want.dim)) {
                *error =
                    xformat("%s: tensor %s is missing or has the wrong shape", path, want.name);
                return false;
            }
            memcpy((void *)want.data, found->data, list[t].count * build->real_size);
        }
    return true;
}

/* Checks that the file belongs to the same run and build. Otherwise, a resumed run would give
 * different results. */
static bool matches(const struct safetensors *file, const char *path, const char *identity,
                    const struct model_build *build, char **error)
{
    const char *other = safetensors_text(file, "identity"), *by = safetensors_text(file, "build");
    if (other && by && !strcmp(other, identity) && !strcmp(by, build->name)) return true;
    *error =
        xformat("%s: the checkpoint belongs to another run: %s, build %s (expected %s, build %s); "
                "remove it to start again",
                path, other ? other : "?", by ? by : "?", identity, build->name);
    return false;
}

static bool damaged(const char *path, char **error)
{
    *error = xformat("%s: damaged metadata; remove it to start again", path);
    return false;
}

/* Describes how the file's facts differ from `here`. Returns NULL if they agree. The caller frees
 * the string. */
static char *other_facts(const struct safetensors *file, const char *path,
                         const struct identity *here)
{
    struct identity there = get_facts(file);
    char *difference = here ? identity_difference(here, &there, NULL) : NULL, *why = NULL;
    if (difference) why = xformat("%s: the checkpoint was trained with %s", path, difference);
    free(difference);
    identity_free(&there);
    return why;
}

char *checkpoint_drop_unusable(const char *path, const struct identity *here, bool *unread)
{
    struct safetensors file;
    char *why = NULL;
    *unread = false;
    if (access(path, F_OK)) return NULL;
    if (safetensors_read(&file, path, &why)) {
        why = other_facts(&file, path, here);
        safetensors_free(&file);
    } else
        *unread = file.unread;
    if (why && !*unread) unlink(path);
    return why;
}

bool checkpoint_step(const char *path, const char *identity, const struct model_build *build,
                     int64_t *step, char **error)
{
    struct safetensors file;
    struct train_state s = {0};
    *step = 0;
    if (access(path, F_OK)) return true;
    if (!safetensors_read(&file, path, error)) return false;
    bool good = matches(&file, path, identity, build, error);
    if (good && !get_numbers(&file, &s)) good = damaged(path, error);
    *step = s.step;
    safetensors_free(&file);
    return good;
}

bool checkpoint_read(const char *path, const char *identity, const struct model_build *build,
                     struct model *model, struct train_state *s, bool *found, char **error)
{
    struct safetensors file;
    *found = access(path, F_OK) == 0;
    if (!*found) return true;
    if (!safetensors_read(&file, path, error)) return false;
    bool good = matches(&file, path, identity, build, error) &&
                copy_tensors(&file, path, build, model, s->best, error);
    if (good && !(get_numbers(&file, s) && read_curve(safetensors_text(&file, "curve"), s)))
        good = damaged(path, error);
    safetensors_free(&file);
    return good;
}
