/* SPDX-License-Identifier: MIT
 * Creates a small quality question with simple baselines. The question passes all validity checks.
 */
#ifndef ATTNLAB_ASSESSABLE_CASE_H
#define ATTNLAB_ASSESSABLE_CASE_H

#include "tests/unit/trained_folder.h"

#include <sys/stat.h>

/* mlp is 10 % better than base, and wide is 20 % worse. Both differences vary little between seeds.
 */
static const struct training plain[] = {
    {"base", "", "", 8, 0.1, 1, "ok", 2.3},         {"base", "", "", 8, 0.2, 1, "ok", 2.00},
    {"base", "", "", 8, 0.4, 1, "ok", 2.5},         {"base", "", "", 8, 0.2, 2, "ok", 2.05},
    {"base", "", "", 8, 0.2, 3, "ok", 2.10},        {"mlp", "off", "relu", 8, 0.1, 1, "ok", 1.9},
    {"mlp", "off", "relu", 8, 0.2, 1, "ok", 1.800}, {"mlp", "off", "relu", 8, 0.4, 1, "ok", 1.9},
    {"mlp", "off", "relu", 8, 0.2, 2, "ok", 1.849}, {"mlp", "off", "relu", 8, 0.2, 3, "ok", 1.888},
    {"wide", "", "", 8, 0.1, 1, "ok", 2.5},         {"wide", "", "", 8, 0.2, 1, "ok", 2.400},
    {"wide", "", "", 8, 0.4, 1, "ok", 2.5},         {"wide", "", "", 8, 0.2, 2, "ok", 2.464},
    {"wide", "", "", 8, 0.2, 3, "ok", 2.516},
};
enum { PLAIN = sizeof plain / sizeof *plain, MLP = 5 };

#define QUESTION                                                                                   \
    "baseline: base\ntune: {axis: lr, seeds: [1]}\nmetric: loss\nmargin: 0.01\n"                   \
    "factors: {lr: [0.1, 0.2, 0.4], seed: 1-3}\n"                                                  \
    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"                                       \
    "claims: [{arm: mlp, expects: better}]\n"
#define NEGATIVE_CONTROL "negative_control: wide\n"
#define HEAD                                                                                       \
    "kind,simple_baseline,counted,status,reason,floor,size,data,seed,valid_loss,valid_accuracy\n"
#define FLOOR "simple_baseline,unigram,seen,ok,,true,8,some,9,3.35,\n"
#define BIGRAM                                                                                     \
    "simple_baseline,bigram,seen,ok,,false,8,some,9,2.5,\nsimple_baseline,bigram,all,ok,,false,8," \
    "some,9,2.2,"                                                                                  \
    "\n"

struct asked {
    struct folder f;
    const struct effect *mlp, *wide;
};

/* Creates and analyses the results folder of a question. The validity check compares the baseline
 * with the simple baseline `named`, or with the best one if `named` is NULL. */
static void ask(struct asked *s, const struct training *list, const char *question,
                const char *beside, const char *named)
{
    struct folder *f = &s->f;
    char *error = NULL;
    set_up(f, list, PLAIN, question);
    analysis_free(&f->analysis);
    run_data_free(&f->run);
    char *folder = xformat("%s/simple_baselines", f->path);
    assert_int_equal(mkdir(folder, 0777), 0);
    if (beside) folder_write(f, "simple_baselines/cells.csv", beside);
    if (!run_data_read(&f->run, f->path, &error)) fail_msg("%s", error);
    f->run.plan.specs[0].simple_baseline = named ? xstrdup(named) : NULL;
    analysis_build(&f->analysis, &f->run, 0.95, 0.02);
    s->mlp = entry_effect(&f->analysis, find(&f->analysis, "mlp", 0), COMPARE_STEPS);
    s->wide = entry_effect(&f->analysis, find(&f->analysis, "wide", 0), COMPARE_STEPS);
    free(folder);
}

static void asked_free(struct asked *s)
{
    char *file = xformat("%s/simple_baselines/cells.csv", s->f.path);
    char *folder = xformat("%s/simple_baselines", s->f.path);
    unlink(file);
    rmdir(folder);
    free(file);
    free(folder);
    folder_remove(&s->f);
}

static const struct validity *validity_of_kind(const struct asked *s, enum validity_kind kind)
{
    const struct analysis *a = &s->f.analysis;
    assert_int_equal(a->validity_count, VALIDITY_CHECKS);
    assert_int_equal(a->validity[kind].kind, kind);
    return &a->validity[kind];
}

static void assert_validity(const struct asked *s, enum validity_kind kind,
                            enum validity_state state, const char *figure)
{
    assert_int_equal(validity_of_kind(s, kind)->state, state);
    assert_string_equal(validity_of_kind(s, kind)->figure, figure);
}

#endif
