/* SPDX-License-Identifier: MIT
 * Options of the worker's subcommands. */
#include "base/mem.h"
#include "base/paths.h"
#include "harness/measure/worker.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Of any command, unless it says of which. */
static const struct option {
    const char *name, *value, *doc;
    size_t offset; /* in struct worker_options */
    int least;     /* of a number; TEXT: it is none */
} options[] = {
#define AT(field) offsetof(struct worker_options, field)
#define TEXT      (-1)
    {"--record-fd", "N", "descriptor that gets the JSON; default 1", AT(record_fd), 0},
    {"--events", "DIR", "describe, run: the event groups; default harness/events", AT(events),
     TEXT},
    {"--round", "R", "run: which; default 1", AT(round), 1},
    {"--checkpoint", "FILE", "run, of a training: where it goes on", AT(checkpoint), TEXT},
    {"--predictions", "FILE", "run, of a training: what is answered", AT(predictions), TEXT},
    {"--weights", "FILE", "run, of a training: parameters, as safetensors", AT(weights), TEXT},
    {"--scores", "FILE", "run, of a training: scores of records", AT(scores), TEXT},
    {"--into", "DIR", "export: where the arrays go", AT(into), TEXT},
    {"--part", "P", "show: of the data set; default train", AT(part), TEXT},
    {"--count", "K", "show: records; default 5", AT(count), 0},
    {"--tokens", "1", "show: ids too; default 0", AT(tokens), 0}};
enum { OPTIONS = sizeof options / sizeof *options };

void worker_options_help(FILE *to)
{
    for (int i = 0; i < OPTIONS; i++)
        fprintf(to, "  %s %-*s  %s\n", options[i].name, 18 - (int)strlen(options[i].name),
                options[i].value, options[i].doc);
}

static bool read_value(const struct option *o, const char *value, struct worker_options *to)
{
    char *end, *field = (char *)to + o->offset;
    if (o->least == TEXT) {
        *(const char **)field = value;
        return true;
    }
    long number = strtol(value, &end, 10);
    if (end == value || *end || number < o->least || number > INT_MAX) {
        fprintf(stderr, "attnlab-worker: %s: found '%s', expected an integer from %d\n", o->name,
                value, o->least);
        return false;
    }
    *(int *)field = (int)number;
    return true;
}

/* value: NULL, it was the last argument. */
static bool read_option(const char *name, const char *value, struct worker_options *to)
{
    const struct option *o = options;
    while (o < options + OPTIONS && strcmp(name, o->name) != 0) o++;
    if (o < options + OPTIONS && value) return read_value(o, value, to);
    if (o < options + OPTIONS) {
        fprintf(stderr, "attnlab-worker: %s: found nothing, expected %s\n", name, o->value);
        return false;
    }
    fprintf(stderr, "attnlab-worker: found the option %s, expected one of", name);
    for (int i = 0; i < OPTIONS; i++) fprintf(stderr, "%s %s", i ? "," : "", options[i].name);
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
            fprintf(stderr, "attnlab-worker: found a second cell '%s', expected one\n", argv[i]);
            return false;
        } else {
            o->cell = argv[i];
        }
    }
    return true;
}

char *worker_events_folder(const char *given)
{
    char *own = given ? xstrdup(given) : path_in_home("harness/events");
    return own ? own : xstrdup("harness/events");
}
