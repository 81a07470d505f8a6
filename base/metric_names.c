/* SPDX-License-Identifier: MIT
 * Names, units and directions of the metrics, from metric_list.def. */
#include "base/metric_names.h"

#include <math.h>
#include <string.h>

#define METRIC(...)
#define RANGE_METRIC(...)
#define RECORD_METRIC(name, least, most, better, title, rule)                                      \
    extern const struct record_rule record_rule_##rule;
#include "base/metric_list.def"
#undef METRIC
#undef RANGE_METRIC
#undef RECORD_METRIC

enum { LOWER, HIGHER };

const struct metric metrics[] = {
#define METRIC(name, unit, better, title)                                                          \
    {#name, unit, title, better == HIGHER, NULL, 0, (double)INFINITY},
#define RANGE_METRIC(name, least, most, better, title)                                             \
    {#name, #least " to " #most, title, better == HIGHER, NULL, least, most},
#define RECORD_METRIC(name, least, most, better, title, rule)                                      \
    {#name, #least " to " #most, title, better == HIGHER, &record_rule_##rule, least, most},
#include "base/metric_list.def"
#undef METRIC
#undef RANGE_METRIC
#undef RECORD_METRIC
    {0}};

double metric_span(const struct metric *m) { return m->most - m->least; }

const char *metric_said(const struct metric *m)
{
    static const char *const others[][2] = {{"bits_per_char", "bits per character"},
                                            {"loss_2n", "loss from n to 2 n"},
                                            {"loss_4n", "loss from 2 n to 4 n"},
                                            {"loss_8n", "loss from 4 n to 8 n"},
                                            {"perplexity_2n", "perplexity from n to 2 n"},
                                            {"perplexity_4n", "perplexity from 2 n to 4 n"},
                                            {"perplexity_8n", "perplexity from 4 n to 8 n"},
                                            {"accuracy_2n", "accuracy from n to 2 n"},
                                            {"accuracy_4n", "accuracy from 2 n to 4 n"},
                                            {"accuracy_8n", "accuracy from 4 n to 8 n"},
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
