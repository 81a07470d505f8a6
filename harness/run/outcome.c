/* SPDX-License-Identifier: MIT
 * Converts a worker's exit status and output to a row status with a reason (outcome.h). */
#define _GNU_SOURCE /* needed for sigabbrev_np() and sigdescr_np() */
#include "harness/run/outcome.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Appends bytes as one line of printable ASCII. Line ends become " | ", other non-printable bytes
 * "?". */
static void add_plain(struct text *t, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char c = bytes[i];
        if (c == '\n')
            text_add(t, " | ");
        else
            text_add(t, "%c", c >= ' ' && c <= '~' ? c : '?');
    }
}

/* Returns the end of a worker's stderr as " (stderr: ...)", or "" if stderr is empty. */
static char *stderr_tail(const struct worker *w)
{
    struct text words = {0};
    size_t from = 0, to = w->tail_length;
    while (from < to && strchr(" \n", w->tail[from])) from++;
    while (to > from && strchr(" \n", w->tail[to - 1])) to--;
    if (from == to) return xstrdup("");
    text_add(&words, " (stderr: ");
    add_plain(&words, w->tail + from, to - from);
    text_add(&words, ")");
    return words.data;
}

struct outcome outcome_make(enum row_status status, char *reason)
{
    return (struct outcome){status, reason, NULL};
}

/* Makes the outcome of a failed worker. Takes ownership of `what`. */
static struct outcome failed(const struct worker *w, enum row_status status, char *what)
{
    char *words = stderr_tail(w);
    struct outcome o = outcome_make(status, xformat("%s%s", what, words));
    free(what);
    free(words);
    return o;
}

/* Returns true for signals that are sent by users and batch systems, not caused by a faulty worker.
 */
static bool is_request(int number)
{
    static const int requests[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                                   SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (number == requests[i]) return true;
    return false;
}

static struct outcome by_signal(const struct worker *w, int number)
{
    if (number == SIGKILL)
        return failed(w, STATUS_OOM,
                      xstrdup("killed by a SIGKILL that attnlab did not send; the system was "
                              "probably out of memory"));
    const char *name = sigabbrev_np(number), *doc = sigdescr_np(number);
    if (is_request(number))
        return failed(w, STATUS_INTERRUPTED,
                      xformat("another program ended the worker with SIG%s", name));
    return failed(w, STATUS_CRASHED,
                  xformat("SIG%s: %s", name ? name : "?", doc ? doc : "unknown signal"));
}

/* Returns the last line of the output. This line is the record; earlier lines report progress. */
static const char *last_line(const struct text *record, size_t *length)
{
    const char *text = record->data ? record->data : "";
    size_t from = record->length ? record->length - 1 : 0;
    while (from > 0 && text[from - 1] != '\n') from--;
    *length = record->length - from;
    return text + from;
}

/* Makes the outcome from the worker's record. A valid record determines the status; the exit status
 * is ignored, because it is 1 after every failed check. */
static struct outcome by_record(const struct worker *w)
{
    json_error_t e;
    size_t length;
    const char *text = last_line(&w->record, &length);
    json_t *record = json_loadb(text, length, JSON_REJECT_DUPLICATES, &e);
    if (!w->record.length) return failed(w, STATUS_CRASHED, xstrdup("ended without a record"));
    if (!record)
        return failed(w, STATUS_CRASHED,
                      xformat("the record is not JSON: %s at byte %d", e.text, e.position));
    const char *word = json_string_value(json_object_get(record, "status"));
    enum row_status status = status_find(word);
    const char *reason = json_string_value(json_object_get(record, "reason"));
    if (status) return (struct outcome){status, xstrdup(reason ? reason : ""), record};
    char *what = xformat("the record has no known status (found %s%s%s)", word ? "'" : "",
                         word ? word : "none", word ? "'" : "");
    json_decref(record);
    return failed(w, STATUS_CRASHED, what);
}

struct outcome outcome_of(const struct worker *w, double limit_s)
{
    char number[32];
    if (w->interrupted) return failed(w, STATUS_INTERRUPTED, xstrdup("attnlab was asked to stop"));
    if (w->timed_out)
        return failed(w, STATUS_TIMEOUT,
                      xformat("no result within %s s%s", number_text(limit_s, number),
                              w->computed_too_long ? " of CPU time" : ""));
    if (WIFSIGNALED(w->wait_status)) return by_signal(w, WTERMSIG(w->wait_status));
    int code = WEXITSTATUS(w->wait_status);
    if (code == EXIT_OUT_OF_MEMORY) return failed(w, STATUS_OOM, xstrdup("an allocation failed"));
    if (code == 0 || (code == 1 && w->record.length)) return by_record(w);
    return failed(w, STATUS_CRASHED, xformat("exit code %d", code));
}

bool record_is_measured(const json_t *record)
{
    return json_object_get(record, "samples") || json_object_get(record, "quality");
}

struct outcome outcome_of_row(const struct worker *w, double limit_s)
{
    struct outcome o = outcome_of(w, limit_s);
    if (o.status != STATUS_OK || record_is_measured(o.record)) return o;
    outcome_free(&o);
    return failed(w, STATUS_CRASHED, xstrdup("the record has status ok, but no measurements"));
}

void outcome_free(struct outcome *o)
{
    free(o->reason);
    json_decref(o->record);
    *o = (struct outcome){0};
}

/* ---- disturbances ----
 *
 * Three measures detect disturbances. Each measure is a share of the time of all threads during the
 * samples. DISTURBED_SHARE is far above the values of an idle machine: 99 % of 2,832 timed
 * reference rows waited for a CPU for less than 0.2 % of their time (1 % with several threads). */

const struct disturbance disturbances[DISTURBANCES] = {
    {"run_delay_ns", 1, 1, "the worker's threads waited for a CPU"},
    {"steal_ticks", 1e7, 2, "the hypervisor took the worker's CPUs"},
    {"sibling_ticks", 1e7, 2, "the other hardware threads of the worker's cores were busy"},
};

bool disturbances_looked_for(void)
{
    const char *setting = getenv("ATTNLAB_DISTURBED");
    return !setting || strcmp(setting, "no") != 0;
}

char *disturbance_of(const json_t *record, int threads)
{
    const json_t *noise = json_object_get(record, "noise");
    double time = json_number_value(json_object_get(noise, "measured_ns")) * threads;
    if (!(time > 0) || !disturbances_looked_for()) return NULL;
    for (const struct disturbance *d = disturbances; d < disturbances + DISTURBANCES; d++) {
        double units = json_number_value(json_object_get(noise, d->member));
        double share = units * d->unit_ns / time;
        if (units >= d->least && share > DISTURBED_SHARE)
            return xformat("%s for %.0f %% of the time", d->meaning, 100 * share);
    }
    return NULL;
}
