/* SPDX-License-Identifier: MIT
 * Runs one pass per counter group, and computes values and metrics, in total and per phase. */
#include "harness/measure/counters/counters.h"
#include "base/formula/formula.h"
#include "base/mem.h"
#include "harness/measure/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- metrics ---- */

struct variables {
    const struct counter_group *group;
    const struct counter_facts *facts;
};

/* Returns a variable by name, or NULL if no variable has this name. */
static const double *find_variable(const struct variables *v, const char *name)
{
    const struct counter_facts *f = v->facts;
    const struct {
        const char *name;
        const double *value;
    } facts[] = {{"time_ns", &f->time_ns},
                 {"threads", &f->threads},
                 {"flop", &f->flop},
                 {"bytes", &f->bytes}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp(facts[i].name, name) == 0) return facts[i].value;
    for (int i = 0; v->group->event[i].name; i++)
        if (strcmp(v->group->event[i].name, name) == 0) return &f->event[i];
    return NULL;
}

static enum formula_name classify(void *variables, const char *name, struct text *hint)
{
    (void)hint;
    return find_variable(variables, name) ? FORMULA_VARIABLE : FORMULA_UNKNOWN;
}

static struct formula_value look_up(void *variables, const char *name)
{
    double value = *find_variable(variables, name);
    if (isnan(value)) return (struct formula_value){.type = FORMULA_ABSENT};
    return (struct formula_value){FORMULA_NUMBER, value, NULL};
}

/* Evaluates a metric. Returns NaN if a variable is missing or a divisor is zero. */
static double evaluate(struct variables *v, const struct counter_metric *metric)
{
    char *error = NULL;
    int column;
    struct formula_value value;
    struct formula *formula = formula_parse(metric->formula, classify, v, &error, &column);
    if (!formula) die("counter group %s: %s: %s", v->group->name, metric->formula, error);
    bool good = formula_eval(formula, look_up, v, &value, &error);
    formula_free(formula);
    free(error);
    return good && value.type == FORMULA_NUMBER ? value.number : (double)NAN;
}

int counter_values(const struct counter_group *g, const char *phase,
                   const struct counter_facts *facts, struct counter_value *list)
{
    struct variables variables = {g, facts};
    int count = 0;
    for (const struct counter_event *e = g->event; e->name; e++)
        list[count++] = (struct counter_value){phase, e->name, e->unit, facts->event[e - g->event]};
    for (const struct counter_metric *m = g->metric; m->name; m++) {
        double value = evaluate(&variables, m);
        if (!isnan(value)) list[count++] = (struct counter_value){phase, m->name, m->unit, value};
    }
    return count;
}

/* ---- a pass ---- */

/* Writes the counts of phases `first` to `last - 1`, summed over threads, to `list`. Returns the
 * number of values written. */
static int list_rows(const struct counter_pass *pass, const struct layer_work *work, int passes,
                     int first, int last, const char *phase, struct counter_value *list)
{
    double event[MAX_EVENTS] = {0}, thread_ns = 0, first_ns = 0;
    bool whole = last - first == COUNT_ROWS;
    for (int t = 0; t < pass->threads; t++)
        for (int row = first; row < last && pass->of_thread[t].used; row++) {
            const struct thread_counts *counts = &pass->of_thread[t];
            thread_ns += (double)counts->ns[row];
            if (t == 0) first_ns += (double)counts->ns[row];
            for (int i = 0; i < counts->set.events; i++)
                event[i] += (double)counts->sum[row][i] / passes;
        }
    if (!(thread_ns > 0)) return 0; /* the phase did not occur in this pass */
    int threads = pass->group->whole_process ? 1 : pass->threads;
    struct counter_facts facts = {.event = event,
                                  .time_ns = (whole ? first_ns : thread_ns / threads) / passes,
                                  .threads = pass->threads,
                                  .flop = work ? 0 : (double)NAN,
                                  .bytes = work ? 0 : (double)NAN};
    for (int p = first; work && p < last && p < PHASES; p++) {
        facts.flop += work->flop[p];
        facts.bytes += work->bytes[p];
    }
    return counter_values(pass->group, phase, &facts, list);
}

struct counter_value *counters_results(const struct counter_pass *pass,
                                       const struct layer_work *work, int passes, int *count)
{
    struct counter_value *list = xarray((PHASES + 1) * (MAX_EVENTS + GROUP_METRICS), sizeof *list);
    *count = 0;
    for (int t = 0; t < pass->threads; t++)
        if (pass->of_thread[t].failed) return list;
    *count = list_rows(pass, work, passes, 0, COUNT_ROWS, "all", list);
    for (int p = 0; p < PHASES; p++)
        *count += list_rows(pass, work, passes, p, p + 1, phase_names[p], list + *count);
    return list;
}

/* ---- all groups ---- */

struct counting {
    const struct workload *load;
    const struct layer_work *work;
    double flop, bytes, tokens; /* FLOPs, bytes and tokens that the kernels declare for one pass */
    long passes;
    json_t *values, *absent;
};

static void add_absent(struct counting *c, const char *group, const char *reason)
{
    json_array_append_new(c->absent, json_pack("{s:s, s:s}", "group", group, "reason", reason));
}

static void run_passes(struct counting *c, struct counter_pass *pass)
{
    struct probe probe = counters_probe(pass);
    counters_start(pass);
    for (int i = 0; i < c->passes; i++) {
        workload_pass(c->load, &probe);
        counters_publish(c->flop, c->bytes, c->tokens);
    }
    counters_stop(pass);
}

/* Adds the values of a group to the record. `number` is the index of the group, counted from 1. */
static void add_values(struct counting *c, const struct counter_pass *pass, int number)
{
    int count;
    const char *group = pass->group->name;
    struct counter_value *values = counters_results(pass, c->work, (int)c->passes, &count);
    for (int i = 0; i < count; i++) {
        json_t *value = json_pack("{s:s, s:i, s:s, s:s, s:s, s:f}", "group", group, "pass", number,
                                  "phase", values[i].phase, "event", values[i].event, "unit",
                                  values[i].unit, "scale", 1.0);
        record_number(value, "value", values[i].value);
        json_array_append_new(c->values, value);
    }
    if (!count) add_absent(c, group, "counting failed during the passes");
    free(values);
}

void counters_run(const struct checked *checked, long passes, const struct layer_work *work,
                  json_t *record)
{
    const struct workload *load = checked_workload(checked);
    const struct shape *shape = &load->layer.shape;
    struct counting c = {.load = load,
                         .work = work,
                         .flop = phases_sum(work->flop),
                         .bytes = phases_sum(work->bytes),
                         .tokens = (double)shape->batch * shape->n,
                         .passes = passes,
                         .values = json_array(),
                         .absent = json_array()};
    for (int g = 0; counter_groups[g].name; g++) {
        char *reason = NULL;
        struct counter_pass *pass = counters_open(&counter_groups[g], load->team, &reason);
        if (pass) {
            run_passes(&c, pass);
            add_values(&c, pass, g + 1);
        } else
            add_absent(&c, counter_groups[g].name, reason);
        counters_close(pass);
        free(reason);
    }
    json_object_set_new(record, "counters", c.values);
    json_object_set_new(record, "counters_absent", c.absent);
}
