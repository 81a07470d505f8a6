/* SPDX-License-Identifier: MIT
 * Queries to the worker: the axes, predictions for many cells per process, and the peak rates of
 * the CPUs (predict.h). */
#define _GNU_SOURCE /* needed for memfd_create() */
#include "harness/run/predict.h"
#include "base/mem.h"
#include "base/paths.h"
#include "base/topology.h"
#include "harness/run/spawn.h"
#include "harness/run/outcome.h"
#include "base/stamp.h"

#include <errno.h>
#include <fts.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Time limits of queries in seconds. OPEN_LIMIT_S is long, because opening data may read hundreds
 * of megabytes. */
enum { PREDICT_LIMIT_S = 120, OPEN_LIMIT_S = 1800, PEAKS_LIMIT_S = 60 };

/* Writes the cells to an anonymous file, one per line. With a pipe, driver and worker could block
 * each other. */
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

static bool run_worker(struct worker *w, const struct spawn *s, char **error)
{
    if (!worker_complete(w, s, error)) return false;
    if (WIFEXITED(w->wait_status) && WEXITSTATUS(w->wait_status) == 0 && !w->timed_out) return true;
    w->record.length = 0; /* an incomplete last line is ignored */
    struct outcome o = outcome_of(w, s->limit_s);
    *error =
        xformat("`%s %s` failed: %s: %s", s->argv[0], s->argv[1], status_names[o.status], o.reason);
    outcome_free(&o);
    return false;
}

/* ---- the axes ---- */

static bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* the templates of `attnlab new` (*.in) are not sources */
static bool is_source(const FTSENT *file)
{
    const char *ending = strrchr(file->fts_name, '.');
    return file->fts_info == FTS_F && ending &&
           (!strcmp(ending, ".c") || !strcmp(ending, ".h") || !strcmp(ending, ".def"));
}

/* Returns the path of the newest source file if this file is newer than the worker, otherwise NULL.
 * Returns NULL outside a source tree. The caller frees the result. */
static char *newer_source(const char *worker)
{
    const char *slash = strrchr(worker, '/');
    struct stat status;
    char *found = NULL;
    if (!slash || stat(worker, &status)) return NULL;
    struct timespec last = status.st_mtim;
    int length = (int)(slash - worker);
    char *folders[] = {xformat("%.*s/kernels", length, worker),
                       xformat("%.*s/models", length, worker),
                       xformat("%.*s/datasets", length, worker), NULL};
    FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *file; walk && (file = fts_read(walk));) {
        if (!is_source(file) || !is_later(file->fts_statp->st_mtim, last)) continue;
        last = file->fts_statp->st_mtim;
        free(found);
        found = xstrdup(file->fts_path);
    }
    if (walk) fts_close(walk);
    for (char **folder = folders; *folder; folder++) free(*folder);
    return found;
}

bool axes_load(struct axes *axes, const char *worker, char **error)
{
    struct worker w = {0};
    struct spawn s = {.argv = (const char *[]){worker, "describe", NULL},
                      .output = OUTPUT_STDOUT,
                      .limit_s = PREDICT_LIMIT_S,
                      .input = -1};
    char *source = newer_source(worker), *why = NULL;
    struct stat status;
    *axes = (struct axes){0};
    *error = NULL;
    /* prints only a note, because a run may be resumed with its old worker */
    if (source && !stat(source, &status) && status.st_mtim.tv_sec > time(NULL))
        fprintf(stderr, "note: %s is dated in the future; `touch` it, then run `make`\n", source);
    else if (source)
        fprintf(stderr, "note: %s was changed after %s was built; rebuild it with `make`\n", source,
                worker);
    bool good = run_worker(&w, &s, &why);
    if (!good)
        *error =
            xformat("%s; build the worker with `make`, or set ATTNLAB_WORKER to its path", why);
    good = good && axes_from_json(axes, w.record.data ? w.record.data : "", error);
    worker_free(&w);
    free(source);
    free(why);
    return good;
}

/* ---- cells ---- */

/* Appends the worker's answers to an array. */
static bool read_answers(json_t *answers, char *lines, const char *verb, const char *const *cells,
                         int count, char **error)
{
    json_error_t e;
    for (int i = 0; i < count; i++) {
        char *line = lines ? strsep(&lines, "\n") : NULL;
        json_t *answer = line ? json_loads(line, 0, &e) : NULL;
        const char *cell = json_string_value(json_object_get(answer, "cell"));
        bool good = cell && !strcmp(cell, cells[i]);
        if (!good)
            *error = xformat("%s: expected a line for cell %s, found %s", verb, cells[i],
                             line && *line ? line : "none");
        json_array_append_new(answers, answer);
        if (!good) return false;
    }
    return true;
}

static bool ask_some(json_t *answers, const char *worker, const char *verb, double limit_s,
                     const char *const *cells, int count, char **error)
{
    struct worker w = {0};
    struct spawn s = {.argv = (const char *[]){worker, verb, NULL},
                      .output = OUTPUT_STDOUT,
                      .limit_s = limit_s,
                      .input = cells_as_file(cells, count, error)};
    if (s.input < 0) return false;
    bool good = run_worker(&w, &s, error);
    close(s.input);
    if (good) good = read_answers(answers, w.record.data, verb, cells, count, error);
    worker_free(&w);
    return good;
}

/* Returns an array with one answer per cell. The caller releases the array. On failure, returns
 * NULL and sets *error. */
static json_t *ask(const char *worker, const char *verb, double limit_s, const char *const *cells,
                   int count, char **error)
{
    enum { CELLS_AT_ONCE = 10000 }; /* a cell and its answer have about 1,000 bytes */
    json_t *answers = json_array();
    for (int first = 0; first < count; first += CELLS_AT_ONCE) {
        int some = count - first < CELLS_AT_ONCE ? count - first : CELLS_AT_ONCE;
        if (!ask_some(answers, worker, verb, limit_s, cells + first, some, error))
            return json_decref(answers), NULL;
    }
    return answers;
}

static double number(const json_t *answer, const char *name, double otherwise)
{
    const json_t *value = json_object_get(answer, name);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

static char *text_or_null(const json_t *answer, const char *name)
{
    const char *text = json_string_value(json_object_get(answer, name));
    return text ? xstrdup(text) : NULL;
}

bool predict_cells(const char *worker, const char *const *cells, int count, struct prediction *list,
                   char **error)
{
    size_t i;
    const json_t *a;
    json_t *answers = ask(worker, "predict", PREDICT_LIMIT_S, cells, count, error);
    bool good = answers;
    json_array_foreach(answers, i, a) list[i] =
        (struct prediction){.refuse = text_or_null(a, "refuse"),
                            .flop = number(a, "flop", (double)NAN),
                            .bytes = number(a, "bytes", (double)NAN),
                            .recomputed = number(a, "recomputed_flop", 0),
                            .memory_bytes = number(a, "memory_bytes", (double)NAN),
                            .parameters = number(a, "parameters", 0),
                            .evaluate_flop = number(a, "evaluate_flop", 0),
                            .decode_flop = number(a, "decode_flop", 0),
                            .read_work = number(a, "read_work", 0)};
    json_decref(answers);
    return good;
}

bool predict_training_flops(const char *const *cells, int count, double *flops, char **error)
{
    char *worker = path_worker();
    struct prediction *list = xarray((size_t)count, sizeof *list);
    bool good = predict_cells(worker, cells, count, list, error);
    for (int i = 0; i < count; i++) flops[i] = list[i].flop;
    predictions_free(list, count);
    free(worker);
    return good;
}

char **data_faults(const char *worker, const char *const *cells, int count, char **error)
{
    json_t *answers = ask(worker, "open", OPEN_LIMIT_S, cells, count, error);
    char **faults = answers ? xarray((size_t)count, sizeof *faults) : NULL;
    for (int i = 0; answers && i < count; i++)
        faults[i] = text_or_null(json_array_get(answers, (size_t)i), "fault");
    json_decref(answers);
    return faults;
}

json_t **cell_identities(const char *worker, const char *const *cells, int count, char **error)
{
    json_t *answers = ask(worker, "identify", OPEN_LIMIT_S, cells, count, error);
    json_t **list = answers ? xarray((size_t)count, sizeof *list) : NULL;
    for (int i = 0; answers && i < count; i++)
        list[i] = json_incref(json_object_get(json_array_get(answers, (size_t)i), "identity"));
    json_decref(answers);
    return list;
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
        if (!json_is_object(peaks)) *error = xformat("peaks: %s", peaks ? "not an object" : e.text);
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
