/* SPDX-License-Identifier: MIT
 * attnlab list figures, asked of the scripts that draw them (list_figures.h). */
#include "harness/run/commands/list_figures.h"
#include "harness/plan/figures/figure_scripts.h"

#include <stdio.h>

static void print_option(const struct figure_option *o)
{
    printf("  %s:", o->name);
    for (int i = 0; i < o->word_count; i++) printf("%s %s", i ? "," : "", o->words[i]);
    printf("\n");
}

bool list_figures(const struct axes *axes)
{
    struct figure_scripts scripts;
    bool there = figure_scripts_read(&scripts);
    (void)axes;
    if (!there) fprintf(stderr, "attnlab list: no plots/ found; name its folder in ATTNLAB_HOME\n");
    for (int i = 0; i < scripts.count; i++) {
        const struct figure_script *s = &scripts.list[i];
        printf("%-18s of questions that %s. %s\n", s->name, figure_questions[s->kind], s->says);
        for (int k = 0; k < s->option_count; k++) print_option(&s->options[k]);
    }
    printf("every kind\n");
    for (const struct figure_common *o = figure_common; o->name; o++)
        printf("  %s: %s\n", o->name, o->takes);
    figure_scripts_free(&scripts);
    return there;
}
