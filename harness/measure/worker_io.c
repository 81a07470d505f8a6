/* SPDX-License-Identifier: MIT
 * Parses the options of attnlab-worker, reads cells from stdin, and writes JSON to a file
 * descriptor. */
#include "base/mem.h"
#include "harness/measure/worker.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct option {
    const char *name, *value, *doc;
    size_t offset;
    int least; /* smallest number allowed; WORD if the value is a string */
} option_table[] = {
#define AT(field) offsetof(struct worker_options, field)
#define WORD      (-1)
    {"--record-fd", "N", "file descriptor for the JSON [default: 1]", AT(record_fd), 0},
    {"--round", "R", "run: number of the round [default: 1]", AT(round), 1},
    {"--checkpoint", "FILE", "run: checkpoint file of a training run", AT(checkpoint), WORD},
    {"--predictions", "FILE", "run: write the predictions of a training run", AT(predictions),
     WORD},
    {"--weights", "FILE", "run: write the parameters of a training run, as safetensors",
     AT(weights), WORD},
    {"--scores", "FILE", "run: write the scores per record of a training run", AT(scores), WORD},
    {"--into", "DIR", "export: folder for the arrays", AT(into), WORD},
    {"--part", "P", "show: part of the data set [default: train]", AT(part), WORD},
    {"--count", "K", "show: number of records [default: 5]", AT(count), 0},
    {"--tokens", "1", "show: 1 also prints token ids [default: 0]", AT(tokens), 0}};
enum { OPTIONS = sizeof option_table / sizeof *option_table };

void worker_options_help(FILE *to)
{
    for (int i = 0; i < OPTIONS; i++)
        fprintf(to, "  %s %-*s  %s\n", option_table[i].name, 18 - (int)strlen(option_table[i].name),
                option_table[i].value, option_table[i].doc);
}

static bool read_value(const struct option *o, const char *value, struct worker_options *to)
{
    char *end, *field = (char *)to + o->offset;
    if (o->least == WORD) {
        *(const char **)field = value;
        return true;
    }
    long number = strtol(value, &end, 10);
    if (end == value || *end || number < o->least || number > INT_MAX) {
        fprintf(stderr, "attnlab-worker: %s: invalid value '%s' (expected an integer of at least %d)\n",
                o->name, value, o->least);
        return false;
    }
    *(int *)field = (int)number;
    return true;
}

/* Reads one option. `value` is NULL if the option is the last argument. */
static bool read_option(const char *name, const char *value, struct worker_options *to)
{
    const struct option *o = option_table;
    while (o < option_table + OPTIONS && strcmp(name, o->name) != 0) o++;
    if (o < option_table + OPTIONS && value) return read_value(o, value, to);
    if (o < option_table + OPTIONS) {
        fprintf(stderr, "attnlab-worker: %s: missing value (expected %s)\n", name, o->value);
        return false;
    }
    fprintf(stderr, "attnlab-worker: unknown option %s; expected one of", name);
    for (int i = 0; i < OPTIONS; i++) fprintf(stderr, "%s %s", i ? "," : "", option_table[i].name);
    fputc('\n', stderr);
    return false;
}

bool worker_options_read(int argc, char **argv, struct worker_options *o)
{
    *o = (struct worker_options){.record_fd = 1, .round = 1, .part = "train", .count = 5};
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) == 0) {
            if (!read_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, o)) return false;
            i++;
        } else if (o->cell) {
            fprintf(stderr, "attnlab-worker: unexpected argument '%s' (expected one cell)\n",
                    argv[i]);
            return false;
        } else {
            o->cell = argv[i];
        }
    }
    return true;
}

/* ---- lines ---- */

/* Reads the next line and parses its cell. Returns the line, which the caller frees, or NULL at the
 * end of input. For an invalid cell, prints an error, sets *bad and returns NULL. */
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
    if (cut) error = xstrdup("the line contains a NUL byte (expected text)");
    if (length >= 0 && !cut && worker_cell_read(line, cell, &error)) return line;
    if (length >= 0) {
        fprintf(stderr, "attnlab-worker: invalid cell '%s%s': %s\n", line, cut ? "..." : "", error);
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
    require(json); /* fails only for invalid UTF-8 or for numbers that are not finite */
    char *line = xformat("%s\n", json);
    bool good = write_bytes(fd, line, strlen(line));
    if (!good)
        fprintf(stderr, "attnlab-worker: cannot write to file descriptor %d: %s\n", fd,
                strerror(errno));
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
