/* SPDX-License-Identifier: MIT
 * The value of a factor in a cell: stored, read back, and whether there is one. */
#include "harness/measure/factors/factors.h"

#include "base/mem.h"

#include <limits.h>

void factor_set(const struct factor *f, struct worker_cell *cell, double value)
{
    void *at = (char *)cell + f->offset;
    int index = (int)value;
    if (f->values) value = f->values[index];
    switch (f->store) {
    case STORE_INT:
        *(int *)at = (int)value;
        break;
    case STORE_BOOL:
        *(bool *)at = value != 0;
        break;
    case STORE_INT64:
        *(int64_t *)at = (int64_t)value;
        break;
    case STORE_DOUBLE:
        *(double *)at = value;
        break;
    case STORE_NAME:
        *(const char **)at = f->choices[index];
        break;
    case STORE_TEXT:
        die("factor %s is a text", f->name);
    }
}

char **factor_text(const struct factor *f, struct worker_cell *cell)
{
    require(f->store == STORE_TEXT);
    return (char **)((char *)cell + f->offset);
}

double factor_number(const struct factor *f, const struct worker_cell *cell)
{
    const void *at = (const char *)cell + f->offset;
    switch (f->store) {
    case STORE_INT:
        return *(const int *)at;
    case STORE_BOOL:
        return *(const bool *)at;
    case STORE_INT64:
        return (double)*(const int64_t *)at;
    case STORE_DOUBLE:
        return *(const double *)at;
    default:
        die("factor %s is no number", f->name);
    }
}

_Static_assert(FACTOR_CASES == sizeof(((struct factor *)NULL)->when_choices) * CHAR_BIT,
               "a choice is a bit of when_choices");

bool factor_goes_with(const struct factor *f, int choice)
{
    return choice < FACTOR_CASES && f->when_choices >> choice & 1u;
}

bool factor_applies(const struct factor *f, const struct worker_cell *cell)
{
    if (!f->when) return true;
    return factor_applies(f->when, cell) && factor_goes_with(f, (int)factor_number(f->when, cell));
}
