/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker choices`, which checks choices with all their arguments. Reads one
 * "slot=choice" per line and answers with one line of JSON. */
#include "harness/measure/choices/choice_check.h"

#include "base/row_status.h"
#include "harness/measure/team.h"
#include "harness/measure/worker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    enum slot_id slot;
    int index;
    const struct choice *choice;
};

/* ---- sizes ---- */

/* Multiplies the sizes in `d`, for slot combine: several heads form one output head. */
static struct dims combined_dims(const struct check *c, struct dims d)
{
    int joins = ((const struct projection *)(const void *)c->choice)->joins;
    d.heads *= joins ? joins : 1;
    d.d_out = d.heads * d.d_head;
    d.d_in = d.d_out * (joins ? joins : 1);
    return d;
}

/* Returns small, odd sizes for a test. The widths of a projection's input and output differ, unless
 * the choice requires equal widths. */
static struct dims dims_of(const struct check *c, const struct args *args)
{
    enum { HEADS = 2, HEAD = 3, KEYS = 7, OTHER = 5, DEPTH = 3 };
    struct dims free = {OTHER, HEADS * HEAD, HEADS, HEAD, KEYS, KEYS, DEPTH, 0, 0};
    if (c->slot == SLOT_COMBINE) return combined_dims(c, free);
    if (c->slot == SLOT_O) free.d_in = HEADS * HEAD, free.d_out = OTHER;
    struct dims square = free;
    square.d_in = square.d_out = HEADS * HEAD;
    return c->choice->refuse && c->choice->refuse(&free, args) ? square : free;
}

/* ---- one set of arguments ---- */

/* Checks that every tensor described by tensors() has a name and valid sizes. */
static char *tensors_complete(const struct choice *choice, const struct dims *dims,
                              const struct args *args)
{
    struct tensor list[MAX_TENSORS] = {0};
    int count = choice->tensors ? choice->tensors(dims, args, list) : 0;
    for (int t = 0; t < count; t++) {
        const int *size = list[t].dim;
        const char *lacks = !*list[t].name                              ? "no name"
                            : size[0] < 1 || size[1] < 1 || size[2] < 1 ? "a size below 1"
                                                                        : NULL;
        if (lacks)
            return xformat("tensors() returns %d, but tensor %d has %s: fill out[0] to out[%d], or "
                           "return a smaller number",
                           count, t + 1, lacks, count - 1);
    }
    return NULL;
}

/* Checks the derivative. For a normaliser, tests no, one, some and all keys visible. */
static char *derivatives_hold(const struct check *c, const struct args *args)
{
    enum { DRAWS = 6 };
    const struct dims dims = dims_of(c, args);
    const int seen[] = {0, 1, dims.m - 2, dims.m};
    static const double scales[] = {1, 0.25, -2};
    if (c->choice->refuse && c->choice->refuse(&dims, args)) return NULL;
    char *wrong = tensors_complete(c->choice, &dims, args);
    for (int k = 0; k < (c->slot == SLOT_NORMALIZER ? 4 * 3 : 1) && !wrong; k++) {
        struct choice_trial t;
        choice_trial_open(&t, c->slot, c->choice, &dims, args, seen[k % 4]);
        t.scale = scales[k / 4];
        wrong = derivative_check(&t, DRAWS);
        choice_trial_close(&t);
    }
    return wrong;
}

static char *check_arguments(const struct check *c, const struct args *args, bool fast)
{
    char *wrong = derivatives_hold(c, args);
    return wrong || !fast ? wrong : fast_check(c->slot, c->index, args);
}

/* ---- all arguments ---- */

static int values_of(const struct param *p)
{
    return p->kind == PARAM_CHOICE ? (int)p->max + 1 : 3;
}

/* Returns test value `v` of a parameter: the minimum for v = 0, the default for v = 1, a value
 * between them for v = 2. */
static double value_of(const struct param *p, int v)
{
    double between = (p->min + p->def) / 2;
    if (p->kind == PARAM_CHOICE) return v;
    if (p->kind == PARAM_INT) between = floor(between);
    return v == 0 ? p->min : v == 1 ? p->def : between;
}

static char *check_all_arguments(const struct check *c)
{
    const struct param *p = c->choice->params;
    struct args standard = {{0}};
    for (int i = 0; p && p[i].name; i++) standard.value[i] = p[i].def;
    char *wrong = check_arguments(c, &standard, true);
    for (int i = 0; p && p[i].name && !wrong; i++)
        for (int v = 0; v < values_of(&p[i]) && !wrong; v++) {
            struct args args = standard;
            args.value[i] = value_of(&p[i], v);
            /* at the minimum, one hidden unit may remain; LayerNorm would then amplify rounding
             * errors without bound */
            bool fast = p[i].kind != PARAM_REAL || v > 0;
            if (args.value[i] != p[i].def) wrong = check_arguments(c, &args, fast);
        }
    return wrong;
}

/* Returns true if the engine has a fast function for this choice when every other slot has its
 * first choice. */
static bool has_fast(enum slot_id slot, int index, bool backward)
{
    const struct kernels *k = kernels_available()[0];
    struct layer layer = {.method = METHOD_STREAMING};
    layer.choice[slot] = index;
    return !(k->by_formula(&layer, backward) >> slot & 1);
}

struct choice_result choice_check(enum slot_id slot, int index)
{
    struct check c = {slot, index, N(slots)[slot].choices[index]};
    struct choice_result r = {.by_hand = by_hand_count(c.choice),
                              .fast_forward = has_fast(slot, index, false),
                              .fast_backward = has_fast(slot, index, true)};
    r.reason = by_hand_check(slot, c.choice);
    if (!r.reason) r.reason = check_all_arguments(&c);
    return r;
}

/* ---- the command ---- */

static bool find(const char *slot, const char *choice, enum slot_id *id, int *index)
{
    for (int s = 0; s < SLOTS; s++) {
        if (strcmp(N(slots)[s].name, slot)) continue;
        const struct choice *const *list = N(slots)[s].choices;
        for (int c = 0; list[c]; c++)
            if (!strcmp(list[c]->name, choice)) return *id = (enum slot_id)s, *index = c, true;
    }
    return false;
}

static json_t *check_line(const char *name, enum slot_id slot, int index)
{
    struct choice_result r = choice_check(slot, index);
    json_t *line = json_pack("{s:s, s:s, s:s, s:s, s:b, s:b, s:i}", "choice", name, "kind",
                             trial_kind(slot)->name, "status",
                             status_names[r.reason ? STATUS_INCORRECT : STATUS_OK], "reason",
                             r.reason ? r.reason : "", "fast_forward", r.fast_forward,
                             "fast_backward", r.fast_backward, "by_hand", r.by_hand);
    free(r.reason);
    return line;
}

/* Answers one line of input. Returns false after printing an error message. */
static bool answer(char *line, int fd)
{
    enum slot_id slot;
    int index;
    char *value = strchr(line, '=');
    if (value) *value = '\0';
    bool known = value && find(line, value + 1, &slot, &index);
    if (value) *value = '=';
    if (known) return worker_put(fd, check_line(line, slot, index));
    fprintf(stderr,
            "attnlab-worker: invalid line '%s' (expected slot=choice, as listed by "
            "`attnlab-worker describe`)\n",
            line);
    return false;
}

int worker_choices(int argc, char **argv)
{
    struct worker_options options;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool good = true;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    memory_keep_mappings();
    denormals_flush(); /* flush denormals to 0, as compute threads do */
    while (good && (length = getline(&line, &capacity, stdin)) >= 0) {
        if (length && line[length - 1] == '\n') line[--length] = '\0';
        if (length) good = answer(line, options.record_fd);
    }
    free(line);
    return good ? 0 : WORKER_USAGE;
}
