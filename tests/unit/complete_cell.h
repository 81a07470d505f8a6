/* SPDX-License-Identifier: MIT
 * Completes cells as the driver does, because the worker accepts only complete cells. */
#ifndef ATTNLAB_COMPLETE_CELL_H
#define ATTNLAB_COMPLETE_CELL_H

#include "tests/unit/test.h"
#include "base/cell.h"
#include "harness/measure/quality.h"
#include "harness/measure/worker.h"
#include "harness/plan/axes/axes.h"

#include <unistd.h>

static inline struct axes described_axes(void)
{
    struct axes axes;
    char *error = NULL;
    FILE *file = tmpfile();
    int fd = fileno(file);
    char *number = xformat("%d", fd), option[] = "--record-fd", *arguments[] = {option, number};
    assert_int_equal(worker_describe(2, arguments), 0);
    size_t size = (size_t)lseek(fd, 0, SEEK_CUR);
    char *json = xalloc(size + 1);
    assert_int_equal(pread(fd, json, size, 0), size);
    if (!axes_from_json(&axes, json, &error)) fail_msg("%s", error);
    fclose(file);
    free(json);
    free(number);
    return axes;
}

/* Returns the completed cell, which the caller frees. On failure, returns NULL and sets *error. */
static inline char *completed(const char *string, char **error)
{
    struct axes axes = described_axes();
    struct cell_fields fields;
    struct resolved cell;
    struct text out = {0};
    int culprit;
    const char **values = xarray((size_t)axes.count, sizeof *values);
    if (!cell_parse(string, &fields, error)) fail_msg("%s: %s", string, *error);
    for (int i = 0; i < fields.count; i++) {
        int axis = axes_find(&axes, fields.list[i].axis);
        if (axis < 0) fail_msg("%s: unknown axis %s", string, fields.list[i].axis);
        values[axis] = fields.list[i].value;
    }
    bool good = axes_resolve(&axes, &(struct assignment){.values = values}, &cell, &culprit, error);
    for (int i = 0; good && i < axes.count; i++)
        if (cell.values[i]) cell_append(&out, axes.list[i].name, cell.values[i]);
    resolved_free(&cell);
    free(values);
    cell_free(&fields);
    axes_free(&axes);
    return out.data;
}

static inline struct worker_cell completed_cell(const char *string)
{
    struct worker_cell cell;
    char *error = NULL, *complete = completed(string, &error);
    if (!complete || !worker_cell_read(complete, &cell, &error)) fail_msg("%s: %s", string, error);
    free(complete);
    return cell;
}

/* Returns the quality prediction for a cell; the test fails if the cell is invalid. */
static inline struct quality_prediction prediction_of(const char *string)
{
    struct worker_cell cell = completed_cell(string);
    struct quality_prediction p = quality_predict(&cell);
    assert_null(p.refuse);
    worker_cell_free(&cell);
    return p;
}

#endif
