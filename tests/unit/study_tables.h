/* SPDX-License-Identifier: MIT
 * A study from the tables of a small run, made from a list of its trainings. */
#ifndef ATTNLAB_TEST_STUDY_TABLES_H
#define ATTNLAB_TEST_STUDY_TABLES_H

#include "base/mem.h"
#include "harness/analysis/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g instead of %.17g", got, want);
}

struct fixture {
    struct table rows, axes, curves, questions, claims;
    struct study study;
};

static inline struct table table_of(const char *text, const char *name)
{
    struct table t;
    char *error = NULL;
    if (!table_parse(&t, xstrdup(text), strlen(text), name, &error)) fail_msg("%s", error);
    return t;
}

static const char axes[] = "axis,role,type,choices\n"
                           "kind,measure,choice,overhead;quality\n"
                           "norm,variant,choice,off;before\n"
                           "act,variant,choice,identity;relu\n"
                           "size,shape,int,\n"
                           "warmup,shape,int,\n" /* follows size */
                           "data,shape,text,\n"
                           "lr,variant,real,\n"
                           "seed,measure,int,\n";
static const char header[] =
    "ablation,arm,arm_label,arm_index,group,baseline,cell,key,status,reason,kind,norm,act,size,"
    "warmup,data,lr,seed,valid_loss,valid_accuracy,test_loss,parameters,flop_per_token,tokens_per_"
    "s,"
    "peak_rss_bytes,metric\n";

/* What a row is: the rest follows from it. */
struct run {
    const char *arm;
    int index;
    const char *norm, *act;
    int size;
    double lr;
    int seed;
    const char *status;
    double loss;
    const char *data; /* NULL: one that has no name, and the warm-up was not chosen */
};

static inline void add_run(struct text *rows, struct text *curves, const struct run *r)
{
    const char *data = r->data ? r->data : "";
    char *chosen = r->data ? xformat(",warmup=%d", r->size / 4) : xstrdup("");
    char *cell = xformat("arm=%s,norm=%s,act=%s,size=%d%s,data=%s,lr=%g,seed=%d", r->arm, r->norm,
                         r->act, r->size, chosen, data, r->lr, r->seed);
    bool base = !strcmp(r->arm, "base"), ok = !strcmp(r->status, "ok");
    text_add(rows, "q,%s,%s,%d,0,x,\"%s\",\"%s\",%s,,quality,%s,%s,%d,%d,%s,%g,%d,", r->arm, r->arm,
             r->index, cell, cell, r->status, r->norm, r->act, r->size, r->size / 4, data, r->lr,
             r->seed);
    if (ok) text_add(rows, "%.17g,%.17g", r->loss, 1 - r->loss / 4);
    text_add(rows, "%s,,%d,%d,%g,%d,loss\n", ok ? "" : ",", base ? 100 : 150, base ? 10 : 20,
             base ? 1000.0 : 500.0, base ? 1000 : 1100);
    /* Loss falls from 4 to its end in a line; base spends half the FLOP and time of others. */
    for (int p = 1; ok && p <= 2; p++)
        text_add(curves, "q,\"%s\",%d,%d,%d,%.17g\n", cell, p * 10, p * (base ? 100 : 200),
                 p * (base ? 1 : 2), p == 1 ? 4 : r->loss);
    free(cell);
    free(chosen);
}

static inline void set_up(struct fixture *f, const struct run *runs, int count,
                          const char *question, const char *claims)
{
    struct text rows = {0}, curves = {0};
    char *error = NULL;
    text_add(&rows, "%s", header);
    text_add(&curves, "ablation,key,step,flop,seconds,valid_loss\n");
    for (int i = 0; i < count; i++) add_run(&rows, &curves, &runs[i]);
    char *asked = xformat("ablation,question,baseline,tune_axis,tune_seeds,metric,split,margin,"
                          "factorial,controls\nq,?,%s\n",
                          question);
    char *told = xformat("ablation,arm,expects,published,where\n%s", claims);
    f->rows = table_of(rows.data, "cells.csv");
    f->axes = table_of(axes, "axes.csv");
    f->curves = table_of(curves.data, "curves.csv");
    f->questions = table_of(asked, "questions.csv");
    f->claims = table_of(told, "claims.csv");
    if (!study_build(&f->study, &f->rows, &f->axes, &f->curves, &f->questions, &f->claims, 0.95,
                     &error))
        fail_msg("%s", error);
    free(asked);
    free(told);
    text_free(&rows);
    text_free(&curves);
}

static inline void tear_down(struct fixture *f)
{
    study_free(&f->study);
    table_free(&f->rows);
    table_free(&f->axes);
    table_free(&f->curves);
    table_free(&f->questions);
    table_free(&f->claims);
}

/* The contender with this label and condition. */
static inline int find(const struct study *s, const char *label, int condition)
{
    for (int i = 0; i < s->contender_count; i++)
        if (!strcmp(s->contenders[i].label, label) && s->contenders[i].condition == condition)
            return i;
    fail_msg("no contender %s", label);
    return -1;
}

#endif
