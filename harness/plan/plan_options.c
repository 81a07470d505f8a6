/* SPDX-License-Identifier: MIT
 * The options of plan.h on the command line. */
#include "base/mem.h"
#include "harness/plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char plan_option_help[] =
    "  SPEC...                    specification files (see ablations/README.md)\n"
    "      --tier T               smoke, quick or full (default quick)\n"
    "      --set AXIS=V1,V2       these values instead of the file's; ranges too: n=128-1024*2;\n"
    "                             also rounds=, timeout_s=, memory_mib=\n"
    "      --counters WHICH       of timed rows: all (default) or none; short for\n"
    "                             --set counters=WHICH\n"
    "      --filter AXIS=V1,V2    only these cells, with their baselines and simple baselines; "
    "also\n"
    "                             arm=NAME, kind=simple_baseline, or a formula such as\n"
    "                             'n > 512 and score != dot'\n"
    "      --shard I/N            only the I-th of N parts (I from 1); what is compared by time,\n"
    "                             or tuned, stays together\n";

static int wrong(const char *option, const char *found, const char *expected)
{
    fprintf(stderr, "attnlab: %s: found '%s', expected %s\n", option, found, expected);
    return -1;
}

static void append(const char ***list, int *count, const char *value)
{
    *list = xgrow(*list, (size_t)*count + 1, sizeof **list);
    (*list)[(*count)++] = value;
}

static int take_tier(struct plan_options *o, const char *value)
{
    o->tier = value;
    return spec_tier_known(value) ? 1 : wrong("--tier", value, "smoke, quick or full");
}

static int take_set(struct plan_options *o, const char *value)
{
    append(&o->sets, &o->set_count, value);
    return strchr(value, '=') ? 1 : wrong("--set", value, "axis=value,value,...");
}

static int take_counters(struct plan_options *o, const char *value)
{
    if (o->counters) return wrong("--counters", value, "it once");
    o->counters = xformat("counters=%s", value);
    append(&o->sets, &o->set_count, o->counters);
    return 1;
}

static int take_filter(struct plan_options *o, const char *value)
{
    append(&o->filters, &o->filter_count, value);
    return 1;
}

/* Digits alone, and no more of them than an int holds, at *at; moves it behind them. 0: there are
 * none. */
static int take_number(const char **at)
{
    enum { MOST = 9 };
    size_t length = strspn(*at, "0123456789");
    int number = length && length <= MOST ? atoi(*at) : 0;
    *at += length;
    return number;
}

static int take_shard(struct plan_options *o, const char *value)
{
    const char *at = value;
    o->shard = take_number(&at);
    bool good = *at++ == '/';
    o->shards = good ? take_number(&at) : 0;
    if (good && !*at && o->shard >= 1 && o->shard <= o->shards) return 1;
    return wrong("--shard", value, "I/N with I from 1 to N");
}

static const struct {
    const char *name;
    int (*take)(struct plan_options *, const char *value);
} table[] = {{"--tier", take_tier},
             {"--set", take_set},
             {"--counters", take_counters},
             {"--filter", take_filter},
             {"--shard", take_shard}};

int plan_option(struct plan_options *o, int argc, char **argv, int *i)
{
    const char *argument = argv[*i];
    if (*argument != '-') return append(&o->paths, &o->path_count, argument), 1;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        size_t length = strlen(table[k].name);
        if (strncmp(argument, table[k].name, length)) continue;
        if (argument[length] == '=') return table[k].take(o, argument + length + 1);
        if (argument[length]) continue;
        if (*i + 1 >= argc) {
            fprintf(stderr, "attnlab: %s: found nothing, expected a value after it\n", argument);
            return -1;
        }
        return table[k].take(o, argv[++*i]);
    }
    return 0;
}

void plan_options_free(struct plan_options *o)
{
    free(o->paths);
    free(o->texts);
    free(o->sets);
    free(o->counters);
    free(o->filters);
    *o = (struct plan_options){0};
}
