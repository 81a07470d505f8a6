/* SPDX-License-Identifier: MIT
 * Describes a few axes in the worker's format, so that tests can parse specifications without a
 * worker. */
#ifndef ATTNLAB_AXES_SAMPLE_H
#define ATTNLAB_AXES_SAMPLE_H

#include "tests/unit/test.h"
#include "harness/plan/axes/axes.h"

static const char sample_json[] =
    "{\"schema\": 1, \"axes\": ["
    "{\"name\": \"score\", \"type\": \"choice\", \"choices\": [\"dot\", \"neural\", \"gat\"],"
    " \"default\": \"dot\", \"role\": \"variant\", \"doc\": \"\"},"
    "{\"name\": \"d_prime\", \"type\": \"int\", \"min\": 1, \"max\": 512, \"default\": \"16\","
    " \"role\": \"variant\", \"when\": {\"axis\": \"score\", \"value\": \"neural\"}},"
    "{\"name\": \"d_prime\", \"type\": \"int\", \"min\": 1, \"max\": 64, \"default\": \"8\","
    " \"role\": \"variant\", \"when\": {\"axis\": \"score\", \"value\": \"gat\"}},"
    "{\"name\": \"q\", \"type\": \"choice\", \"choices\": [\"linear\", \"mlp\"],"
    " \"default\": \"linear\", \"role\": \"variant\"},"
    "{\"name\": \"q_depth\", \"type\": \"int\", \"min\": 1, \"max\": 8, \"default\": \"2\","
    " \"role\": \"variant\", \"when\": {\"axis\": \"q\", \"value\": \"mlp\"}},"
    "{\"name\": \"k\", \"type\": \"choice\", \"choices\": [\"linear\", \"mlp\"],"
    " \"default\": \"linear\", \"role\": \"variant\"},"
    "{\"name\": \"k_depth\", \"type\": \"int\", \"min\": 1, \"max\": 8, \"default\": \"2\","
    " \"role\": \"variant\", \"when\": {\"axis\": \"k\", \"value\": \"mlp\"}},"
    "{\"name\": \"method\", \"type\": \"choice\", \"choices\": [\"streaming\", \"materialised\"],"
    " \"default\": \"streaming\", \"role\": \"variant\"},"
    "{\"name\": \"score_scale\", \"type\": \"real\", \"min\": 0, \"max\": 1000, \"default\": \"1\","
    " \"role\": \"variant\", \"quiet\": true},"
    "{\"name\": \"batch\", \"type\": \"int\", \"min\": 1, \"max\": 64, \"default\": \"1\","
    " \"role\": \"shape\"},"
    "{\"name\": \"heads\", \"type\": \"int\", \"min\": 1, \"max\": 64, \"default\": \"8\","
    " \"role\": \"shape\"},"
    "{\"name\": \"n\", \"type\": \"int\", \"min\": 1, \"max\": 65536, \"default\": \"1024\","
    " \"role\": \"shape\"},"
    "{\"name\": \"m\", \"type\": \"int\", \"min\": 1, \"max\": 65536, \"default\": \"n\","
    " \"role\": \"shape\"},"
    "{\"name\": \"d_model\", \"type\": \"int\", \"min\": 1, \"max\": 65536, \"default\": \"512\","
    " \"role\": \"shape\"},"
    "{\"name\": \"d_head\", \"type\": \"int\", \"min\": 1, \"max\": 4096,"
    " \"default\": \"d_model / heads\", \"role\": \"shape\"},"
    "{\"name\": \"threads\", \"type\": \"int\", \"min\": 1, \"max\": 64, \"default\": \"1\","
    " \"role\": \"placement\"},"
    "{\"name\": \"corpus\", \"type\": \"text\", \"default\": \"builtin\", \"role\": \"measure\","
    " \"quiet\": true},"
    "{\"name\": \"seed\", \"type\": \"int\", \"min\": 0, \"max\": 1000000, \"default\": \"1\","
    " \"role\": \"measure\"}"
    "], \"slots\": [\"score\", \"q\", \"k\"], \"events\": [{\"group\": \"g\", \"doc\": \"d\"}]}";

static inline struct axes sample_axes(void)
{
    struct axes axes;
    char *error;
    if (!axes_from_json(&axes, sample_json, &error)) fail_msg("%s", error);
    return axes;
}

/* Returns all error messages, one per line. The caller frees the string. */
static inline char *messages(struct diags *diags)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    diag_print(diags, out);
    fclose(out);
    return text;
}

#endif
