/* SPDX-License-Identifier: MIT
 * Lines in and out of the worker: cells from stdin, JSON to a descriptor. */
#include "base/mem.h"
#include "harness/measure/worker_cell.h"
#include "harness/measure/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* NULL at the end or, after a message to stderr, when a line is no cell (*bad is set). Fills cell,
 * to be freed. */
static char *next_cell(struct worker_cell *cell, bool *bad)
{
    char *line = NULL, *error = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, stdin)) >= 0) {
        if (length && line[length - 1] == '\n') line[--length] = '\0';
        if (length) break;
    }
    bool cut = length >= 0 && strlen(line) != (size_t)length;
    *cell = (struct worker_cell){0};
    if (cut) error = xstrdup("found a NUL byte behind that, expected text");
    if (length >= 0 && !cut && worker_cell_read(line, cell, &error)) return line;
    if (length >= 0) {
        fprintf(stderr, "attnlab-worker: bad cell '%s%s': %s\n", line, cut ? "..." : "", error);
        worker_cell_free(cell);
        free(error);
        *bad = true;
    }
    free(line);
    return NULL;
}

bool worker_put(int fd, json_t *object)
{
    char *json = object ? json_dumps(object, JSON_COMPACT) : NULL;
    require(json); /* all texts are UTF-8, all numbers finite */
    char *line = xformat("%s\n", json);
    bool good = write_bytes(fd, line, strlen(line));
    if (!good) fprintf(stderr, "attnlab-worker: cannot write to %d: %s\n", fd, strerror(errno));
    free(line);
    free(json);
    json_decref(object);
    return good;
}

int worker_answer_cells(int argc, char **argv, worker_answer *answer, void *context)
{
    struct worker_options options;
    struct worker_cell cell;
    bool bad = false, put = true;
    char *name;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    while (put && (name = next_cell(&cell, &bad))) {
        put = worker_put(options.record_fd, answer(name, &cell, context));
        worker_cell_free(&cell);
        free(name);
    }
    return bad || !put ? WORKER_USAGE : 0;
}
