/* SPDX-License-Identifier: MIT
 * Runs counter passes of a checked layer, one group of events a pass. */
#include "harness/measure/counters/counting.h"

#include "harness/measure/counters/counters.h"
#include "harness/measure/record.h"

#include <stdlib.h>

struct counting {
    const struct workload *load;
    const struct layer_work *work;
    double flop, bytes, tokens; /* of one pass */
    const struct counting_request *request;
    int number; /* of the group that was counted last, from 1 */
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
    for (int i = 0; i < c->request->passes; i++) {
        workload_pass(c->load, &probe);
        counters_publish(c->flop, c->bytes, c->tokens);
    }
    counters_stop(pass);
}

static void add_values(struct counting *c, const struct counter_group *group,
                       const struct counter_pass *pass)
{
    int count;
    struct counter_value *values = counters_results(pass, c->work, (int)c->request->passes, &count);
    for (int i = 0; i < count; i++) {
        json_t *value = json_pack("{s:s, s:i, s:s, s:s, s:s, s:f}", "group", group->name, "pass",
                                  c->number, "phase", values[i].phase, "event", values[i].event,
                                  "unit", values[i].unit, "scale", 1.0);
        record_number(value, "value", values[i].value);
        json_array_append_new(c->values, value);
    }
    if (!count) add_absent(c, group->name, "counting broke off during the passes");
    free(values);
}

static void run_group(struct counting *c, const struct counter_group *group)
{
    char *reason = NULL;
    c->number++;
    struct counter_pass *pass = counters_open(group, c->load->team, &reason);
    if (pass) {
        run_passes(c, pass);
        add_values(c, group, pass);
    } else
        add_absent(c, group->name, reason);
    counters_close(pass);
    free(reason);
}

/* A file of events with an error is a group that is absent, with the error as reason. */
static void add_errors(struct counting *c, const struct diags *diags)
{
    for (int i = 0; i < diags->count; i++)
        add_absent(c, diags->list[i].file, diags->list[i].message);
}

void counting_run(const struct checked *checked, const struct counting_request *request,
                  const struct layer_work *work, json_t *record)
{
    const struct workload *load = checked_workload(checked);
    const struct shape *shape = &load->layer.shape;
    struct counting c = {.load = load,
                         .work = work,
                         .tokens = (double)shape->batch * shape->n,
                         .request = request,
                         .values = json_array(),
                         .absent = json_array()};
    for (int p = 0; p < PHASES; p++) {
        c.flop += work->flop[p];
        c.bytes += work->bytes[p];
    }
    struct diags diags = {0};
    int count = 0;
    struct counter_group *groups = counters_load(request->folder, &count, &diags);
    for (int g = 0; g < count; g++) run_group(&c, &groups[g]);
    add_errors(&c, &diags);
    counters_free(groups, count);
    diag_free(&diags);
    json_object_set_new(record, "counters", c.values);
    json_object_set_new(record, "counters_absent", c.absent);
}
