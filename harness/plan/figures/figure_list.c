/* SPDX-License-Identifier: MIT
 * The kinds of figures as figures.def lists them. */
#include "harness/plan/figures/figure_list.h"

#include <string.h>

const char *const figure_questions[] = {
    [SPEC_OVERHEAD] = "time layers", [SPEC_QUALITY] = "train models"};

const struct figure_kind figure_kinds[] = {
#define FIGURE(name, of, writer, ...) {#name, of, __VA_ARGS__},
#include "harness/plan/figures/figures.def"
#undef FIGURE
    {0}};

const struct figure_kind *figure_kind_find(const char *name)
{
    for (const struct figure_kind *k = figure_kinds; k->name; k++)
        if (!strcmp(k->name, name)) return k;
    return NULL;
}

int figure_choice(const struct figure_kind *k, const char *word)
{
    int place = 0;
    for (const char *at = k->words; at && *at; place++) {
        size_t length = strcspn(at, " ");
        if (strlen(word) == length && !strncmp(at, word, length)) return place;
        at += length + strspn(at + length, " ");
    }
    return -1;
}
