/* SPDX-License-Identifier: MIT
 * Asking the worker about cells in one batch, and about the peaks of its CPU. */
#define _GNU_SOURCE /* memfd_create */
#include "harness/run/predict.h"
#include "base/mem.h"
#include "base/topology.h"
#include "harness/run/spawn.h"
#include "harness/run/outcome.h"
#include "base/stamp.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Data: hundreds of megabytes are read. */
enum { PREDICT_LIMIT_S = 120, OPEN_LIMIT_S = 1800, PEAKS_LIMIT_S = 60 };

/* The cells, one a line, in an anonymous file: no pipe that could fill up while we also read. */
static int cells_as_file(const char *const *cells, int count, char **error)
{
    struct text lines = {0};
    for (int i = 0; i < count; i++) text_add(&lines, "%s\n", cells[i]);
    int fd = memfd_create("cells", MFD_CLOEXEC);
    bool good = fd >= 0 && write_bytes(fd, lines.data, lines.length);
    text_free(&lines);
    if (good && lseek(fd, 0, SEEK_SET) == 0) return fd;
    *error = xformat("cannot pass cells to the worker: %s", strerror(errno));
    if (fd >= 0) close(fd);
    return -1;
}

static bool run_worker(struct worker *w, struct spawn *s, char **error)
{
    struct environment environment;
    environment_make(&environment, 0, 0);
    s->environment = environment.list;
    bool good = worker_complete(w, s, error);
    environment_free(&environment);
    if (!good) return false;
    if (WIFEXITED(w->wait_status) && WEXITSTATUS(w->wait_status) == 0 && !w->timed_out) return true;
    w->record.length = 0; /* what came before the end is not to be trusted */
    struct outcome o = outcome_of(w, s->limit_s);
    *error =
        xformat("`%s %s` failed: %s: %s", s->argv[0], s->argv[1], status_names[o.status], o.reason);
    outcome_free(&o);
    return false;
}

static double number_or_nan(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* Takes the worker's answer about one cell into place i of a list. */
typedef void take_answer(const json_t *answer, void *list, int i);

static char *text_or_null(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? xstrdup(text) : NULL;
}

static void take_prediction(const json_t *answer, void *list, int i)
{
    struct prediction *p = (struct prediction *)list + i;
    p->refuse = text_or_null(answer, "refuse");
    p->flop = number_or_nan(answer, "flop");
    p->recomputed = json_number_value(json_object_get(answer, "recomputed_flop"));
    p->bytes = number_or_nan(answer, "bytes");
    p->memory_bytes = number_or_nan(answer, "memory_bytes");
    p->parameters = json_number_value(json_object_get(answer, "parameters"));
    p->evaluate_flop = json_number_value(json_object_get(answer, "evaluate_flop"));
    p->decode_flop = json_number_value(json_object_get(answer, "decode_flop"));
    p->read_work = json_number_value(json_object_get(answer, "read_work"));
}

static void take_fault(const json_t *answer, void *list, int i)
{
    ((char **)list)[i] = text_or_null(answer, "fault");
}

static void take_identity(const json_t *answer, void *list, int i)
{
    ((json_t **)list)[i] = json_incref(json_object_get(answer, "identity"));
}

/* A question about cells: the worker's verb, and where the answers go. */
struct question {
    const char *verb;
    double limit_s;
    take_answer *take;
    void *list;
};

static bool read_answers(const struct question *q, char *lines, const char *const *cells, int count,
                         int first, char **error)
{
    char *rest = lines;
    for (int i = 0; i < count; i++) {
        char *line = rest ? strsep(&rest, "\n") : NULL;
        if (!line || !*line) {
            *error = xformat("%s: %d cells went in, %d lines came out", q->verb, count, i);
            return false;
        }
        json_error_t e;
        json_t *answer = json_loads(line, 0, &e);
        const char *told = json_string_value(json_object_get(answer, "cell"));
        bool good = told && !strcmp(told, cells[i]);
        if (good)
            q->take(answer, q->list, first + i);
        else
            *error = xformat("%s: expected a line about %s, found %s", q->verb, cells[i], line);
        json_decref(answer);
        if (!good) return false;
    }
    return true;
}

/* first: place of the first answer in the list. */
static bool ask_some(const struct question *q, const char *worker, const char *const *cells,
                     int count, int first, char **error)
{
    struct worker w = {0};
    struct spawn s = {.argv = (const char *[]){worker, q->verb, NULL},
                      .output = OUTPUT_STDOUT,
                      .limit_s = q->limit_s,
                      .input = cells_as_file(cells, count, error)};
    if (s.input < 0) return false;
    bool good = run_worker(&w, &s, error);
    close(s.input);
    if (good) good = read_answers(q, w.record.data, cells, count, first, error);
    worker_free(&w);
    return good;
}

/* So many at once: question and answers take a thousand bytes a cell. */
enum { ASKED_AT_ONCE = 10000 };

static bool ask(const struct question *q, const char *worker, const char *const *cells, int count,
                char **error)
{
    bool good = true;
    for (int first = 0; good && first < count; first += ASKED_AT_ONCE) {
        int some = count - first < ASKED_AT_ONCE ? count - first : ASKED_AT_ONCE;
        good = ask_some(q, worker, cells + first, some, first, error);
    }
    return good;
}

bool predict_cells(const char *worker, const char *const *cells, int count, struct prediction *list,
                   char **error)
{
    const struct question q = {"predict", PREDICT_LIMIT_S, take_prediction, list};
    return ask(&q, worker, cells, count, error);
}

char **data_faults(const char *worker, const char *const *cells, int count, char **error)
{
    char **faults = xarray((size_t)count, sizeof *faults);
    const struct question q = {"open", OPEN_LIMIT_S, take_fault, faults};
    if (ask(&q, worker, cells, count, error)) return faults;
    texts_free(faults, count);
    return NULL;
}

json_t **cell_identities(const char *worker, const char *const *cells, int count, char **error)
{
    json_t **list = xarray((size_t)count, sizeof *list);
    const struct question q = {"identify", OPEN_LIMIT_S, take_identity, list};
    if (ask(&q, worker, cells, count, error)) return list;
    for (int i = 0; i < count; i++) json_decref(list[i]);
    free(list);
    return NULL;
}

void predictions_free(struct prediction *list, int count)
{
    for (int i = 0; list && i < count; i++) free(list[i].refuse);
    free(list);
}

bool peaks_wanted(void)
{
    const char *wanted = getenv("ATTNLAB_PEAKS");
    return !wanted || strcmp(wanted, "no") != 0;
}

json_t *peaks_of(const char *worker, const struct placement *placement, char **error)
{
    struct worker w = {0};
    struct spawn s = {.argv = (const char *[]){worker, "peaks", "--record-fd", "3", NULL},
                      .output = OUTPUT_RECORD,
                      .limit_s = PEAKS_LIMIT_S,
                      .input = -1,
                      .cpus = placement ? placement->cpus : NULL,
                      .cpu_count = placement ? placement->threads : 0};
    json_error_t e;
    json_t *peaks = NULL;
    if (run_worker(&w, &s, error)) {
        peaks = json_loadb(w.record.data ? w.record.data : "", w.record.length, 0, &e);
        if (!json_is_object(peaks)) *error = xformat("peaks: %s", peaks ? "no object" : e.text);
    }
    worker_free(&w);
    if (!json_is_object(peaks)) return json_decref(peaks), NULL;
    char *cpus = placement ? placement_cpus(placement) : xstrdup("");
    char stamp[STAMP_SIZE];
    json_object_set_new(peaks, "cpus", json_string(cpus));
    json_object_set_new(peaks, "measured_utc", json_string(stamp_now(stamp)));
    free(cpus);
    return peaks;
}
