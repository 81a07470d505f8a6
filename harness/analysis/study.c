/* SPDX-License-Identifier: MIT
 * See study.h. */
#include "harness/analysis/study.h"

#include <stdlib.h>

bool study_build(struct study *s, const struct table *rows, const struct table *axes,
                 const struct table *curves, const struct table *questions,
                 const struct table *claims, double level, char **error)
{
    *s = (struct study){.rows = rows,
                        .axes = axes,
                        .curves = curves,
                        .questions_table = questions,
                        .claims = claims,
                        .level = level};
    *error = NULL;
    if (!study_trials(s, error)) return false;
    study_labels(s);
    study_winners(s);
    study_references(s);
    study_effects(s);
    study_factorials(s);
    study_sensitivities(s);
    study_judge(s);
    return true;
}

void study_free(struct study *s)
{
    for (int i = 0; i < s->question_count; i++) {
        free(s->questions[i].part);
        free(s->questions[i].factorial_fault);
    }
    for (int i = 0; i < s->contender_count; i++) {
        free(s->contenders[i].label);
        free(s->contenders[i].shape);
    }
    for (int i = 0; i < s->factor_count; i++) {
        free(s->factors[i].effect);
        free(s->factors[i].levels);
    }
    free(s->choices);
    free(s->questions);
    free(s->trials);
    free(s->candidates);
    free(s->contenders);
    free(s->effects);
    free(s->factors);
    free(s->sensitivities);
    free(s->judged);
    *s = (struct study){0};
}
