/* SPDX-License-Identifier: MIT
 * Defines the names, units and directions of the metrics from metric_list.def. */
#include "base/metric_names.h"

#include <math.h>
#include <string.h>

#define METRIC(...)
#define WINDOW_METRIC(name, unit, better, title, rule)                                             \
    extern const struct record_rule record_rule_##rule;
#define RANGE_METRIC(...)
#define RECORD_METRIC(name, least, most, better, title, rule)                                      \
    extern const struct record_rule record_rule_##rule;
#include "base/metric_list.def"
#undef METRIC
#undef WINDOW_METRIC
#undef RANGE_METRIC
#undef RECORD_METRIC

enum { LOWER, HIGHER };

const struct metric metrics[] = {
#define METRIC(name, unit, better, title)                                                          \
    {#name, unit, title, better == HIGHER, NULL, 0, (double)INFINITY},
#define WINDOW_METRIC(name, unit, better, title, rule)                                             \
    {#name, unit, title, better == HIGHER, &record_rule_##rule, 0, (double)INFINITY},
#define RANGE_METRIC(name, least, most, better, title)                                             \
    {#name, #least " to " #most, title, better == HIGHER, NULL, least, most},
#define RECORD_METRIC(name, least, most, better, title, rule)                                      \
    {#name, #least " to " #most, title, better == HIGHER, &record_rule_##rule, least, most},
#include "base/metric_list.def"
#undef METRIC
#undef WINDOW_METRIC
#undef RANGE_METRIC
#undef RECORD_METRIC
    {0}};

double metric_span(const struct metric *m) { return m->most - m->least; }

const char *metric_said(const struct metric *m)
{
    static const char *const others[][2] = {
        {"bits_per_char", "bits per character"},
        {"loss_2n", "loss at 1 to 2 times the length"},
        {"loss_4n", "loss at 2 to 4 times the length"},
        {"loss_8n", "loss at 4 to 8 times the length"},
        {"perplexity_2n", "perplexity at 1 to 2 times the length"},
        {"perplexity_4n", "perplexity at 2 to 4 times the length"},
        {"perplexity_8n", "perplexity at 4 to 8 times the length"},
        {"accuracy_2n", "accuracy at 1 to 2 times the length"},
        {"accuracy_4n", "accuracy at 2 to 4 times the length"},
        {"accuracy_8n", "accuracy at 4 to 8 times the length"},
        {"matthews", "Matthews correlation"},
        {"bleu", "BLEU"},
        {"rouge1", "ROUGE-1"},
        {"rouge2", "ROUGE-2"},
        {"rougeL", "ROUGE-L"},
        {"exact_match", "exact match"},
        {"f1", "F1"}};
    for (size_t i = 0; m && i < sizeof others / sizeof *others; i++)
        if (!strcmp(m->name, others[i][0])) return others[i][1];
    return m ? m->name : "";
}

const char *metric_unit_said(const struct metric *m)
{
    return isfinite(metric_span(m)) || !strcmp(m->unit, metric_said(m)) ? "" : m->unit;
}

const struct metric *metric_find(const char *name)
{
    for (const struct metric *m = metrics; m->name; m++)
        if (strcmp(m->name, name) == 0) return m;
    return NULL;
}
