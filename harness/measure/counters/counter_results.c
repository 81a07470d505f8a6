/* SPDX-License-Identifier: MIT
 * What a pass counted: sums over threads, by phase and in all, and the group's metrics of them. */
#include "harness/measure/counters/counter_pass.h"
#include "base/formula/formula.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Sums over threads of rows first..last-1. */
struct total {
    double event[MAX_EVENTS], thread_ns, first_ns; /* first_ns: of thread 0 */
    bool entered;
};

static struct total add_up(const struct counter_pass *pass, int first, int last)
{
    struct total total = {0};
    for (int t = 0; t < pass->threads; t++)
        for (int row = first; row < last && pass->of_thread[t].used; row++) {
            const struct thread_counts *counts = &pass->of_thread[t];
            total.thread_ns += (double)counts->ns[row];
            if (t == 0) total.first_ns += (double)counts->ns[row];
            for (int i = 0; i < pass->group->events; i++)
                total.event[i] += (double)counts->sum[row][i];
            total.entered |= counts->ns[row] > 0;
        }
    return total;
}

/* What a formula sees of one phase. */
struct scene {
    const struct counter_group *group;
    const double *event;
    double time_ns, flop, bytes, threads;
    bool has_work;
};

static struct formula_value look_up(void *context, const char *name)
{
    const struct scene *s = context;
    const struct {
        const char *name;
        double value;
        bool known;
    } builtins[] = {{"time_ns", s->time_ns, true},
                    {"flop", s->flop, s->has_work},
                    {"bytes", s->bytes, s->has_work},
                    {"threads", s->threads, true}};
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (builtins[i].known && strcmp(builtins[i].name, name) == 0)
            return (struct formula_value){FORMULA_NUMBER, builtins[i].value, NULL};
    for (int i = 0; i < s->group->events; i++)
        if (strcmp(s->group->event[i].name, name) == 0)
            return (struct formula_value){FORMULA_NUMBER, s->event[i], NULL};
    return (struct formula_value){.type = FORMULA_ABSENT};
}

struct value_list {
    struct counter_value *list;
    int count;
};

static void list_values(struct value_list *out, const char *phase, const struct scene *s)
{
    const struct counter_group *g = s->group;
    for (int i = 0; i < g->events; i++)
        out->list[out->count++] =
            (struct counter_value){phase, g->event[i].name, g->event[i].unit, s->event[i]};
    for (int i = 0; i < g->metrics; i++) {
        struct formula_value value;
        char *error = NULL;
        if (formula_eval(g->metric[i].formula, look_up, (void *)s, &value, &error) &&
            value.type == FORMULA_NUMBER)
            out->list[out->count++] =
                (struct counter_value){phase, g->metric[i].name, g->metric[i].unit, value.number};
        free(error);
    }
}

static void list_rows(const struct counter_pass *pass, const struct layer_work *work, int forwards,
                      int first, int last, const char *phase, struct value_list *out)
{
    struct total total = add_up(pass, first, last);
    bool whole = last - first == ROWS;
    if (!total.entered) return; /* never entered */
    struct scene s = {.group = pass->group, .event = total.event, .has_work = work != NULL};
    int threads = pass->group->whole_process ? 1 : pass->threads;
    for (int i = 0; i < pass->group->events; i++) total.event[i] /= forwards;
    s.time_ns = (whole ? total.first_ns : total.thread_ns / threads) / forwards;
    s.threads = pass->threads;
    for (int p = first; work && p < last && p < PHASES; p++) {
        s.flop += work->flop[p];
        s.bytes += work->bytes[p];
    }
    list_values(out, phase, &s);
}

struct counter_value *counters_results(const struct counter_pass *pass,
                                       const struct layer_work *work, int forwards, int *count)
{
    struct value_list out = {xarray((ROWS + 1) * (MAX_EVENTS + GROUP_METRICS), sizeof *out.list),
                             0};
    bool failed = false;
    for (int t = 0; t < pass->threads; t++) failed |= pass->of_thread[t].failed;
    if (!failed) list_rows(pass, work, forwards, 0, ROWS, "all", &out);
    for (int p = 0; p < PHASES && !failed; p++)
        list_rows(pass, work, forwards, p, p + 1, phase_names[p], &out);
    *count = out.count;
    return out.list;
}
