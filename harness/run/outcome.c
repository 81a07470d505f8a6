/* SPDX-License-Identifier: MIT
 * From how a worker ended, and what it said, to one status word with a reason. */
#include "harness/run/outcome.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { PASSES, FAILS, TRAINED };
static const struct status {
    const char *word;
    int meaning;
    bool of_the_moment;
} statuses[] = {
    {"ok", TRAINED, false},         {"skipped", PASSES, true},   {"not_needed", PASSES, false},
    {"unsupported", PASSES, false}, {"incorrect", FAILS, false}, {"mistrusted", FAILS, false},
    {"timeout", FAILS, false},      {"oom", FAILS, true},        {"crashed", FAILS, false},
    {"unsaved", FAILS, true},       {"unstable", TRAINED, true}, {"diverged", TRAINED, false},
    {"interrupted", PASSES, true},  {NULL, PASSES, false}};

static const struct status *find_status(const char *word)
{
    const struct status *s = statuses;
    while (s->word && strcmp(s->word, word)) s++;
    return s;
}
const char *status_known(const char *word) { return find_status(word)->word; }
bool status_fails(const char *status) { return find_status(status)->meaning == FAILS; }
bool status_is_of_the_moment(const char *status) { return find_status(status)->of_the_moment; }
bool status_trained(const char *status) { return find_status(status)->meaning == TRAINED; }

/* One line of plain ASCII, as JSON and terminals take it: line ends become " | ", bytes that are
 * no printable character "?". */
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

/* The worker's last words for the end of a reason: " (stderr: ...)" or "". */
static char *last_words(const struct worker *w)
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

static struct outcome failed(const struct worker *w, const char *status, char *what)
{
    char *words = last_words(w);
    struct outcome o = {status, xformat("%s%s", what, words), NULL};
    free(what);
    free(words);
    return o;
}

static struct outcome by_signal(const struct worker *w, int number)
{
    if (number == SIGKILL)
        return failed(w, "oom",
                      xstrdup("killed by SIGKILL that the driver did not send: most likely the "
                              "system was out of memory"));
    const char *name = sigabbrev_np(number), *doc = sigdescr_np(number);
    return failed(w, "crashed",
                  xformat("SIG%s: %s", name ? name : "?", doc ? doc : "unknown signal"));
}

/* The last line; those before it told how far a long row was. */
static const char *last_line(const struct text *record, size_t *length)
{
    const char *text = record->data ? record->data : "";
    size_t from = record->length ? record->length - 1 : 0;
    while (from > 0 && text[from - 1] != '\n') from--;
    *length = record->length - from;
    return text + from;
}

/* The record decides when it is sound: the worker exits with 1 after reporting a failed check. */
static struct outcome by_record(const struct worker *w)
{
    json_error_t e;
    size_t length;
    const char *text = last_line(&w->record, &length);
    json_t *record = json_loadb(text, length, JSON_REJECT_DUPLICATES, &e);
    if (!w->record.length) return failed(w, "crashed", xstrdup("ended without a record"));
    if (!record)
        return failed(w, "crashed",
                      xformat("the record is not JSON: %s at byte %d", e.text, e.position));
    const char *word = json_string_value(json_object_get(record, "status"));
    const char *status = word ? status_known(word) : NULL;
    const char *reason = json_string_value(json_object_get(record, "reason"));
    if (status) return (struct outcome){status, xstrdup(reason ? reason : ""), record};
    char *what = xformat("the record has no known status (found %s%s%s)", word ? "'" : "",
                         word ? word : "none", word ? "'" : "");
    json_decref(record);
    return failed(w, "crashed", what);
}

struct outcome outcome_of(const struct worker *w, double limit_s)
{
    char number[32];
    if (w->interrupted) return failed(w, "interrupted", xstrdup("the driver was asked to stop"));
    if (w->timed_out)
        return failed(w, "timeout",
                      xformat("no result within %s s%s", number_text(limit_s, number),
                              w->computed_too_long ? " of CPU time" : ""));
    if (WIFSIGNALED(w->wait_status)) return by_signal(w, WTERMSIG(w->wait_status));
    int code = WEXITSTATUS(w->wait_status);
    if (code == EXIT_OUT_OF_MEMORY) return failed(w, "oom", xstrdup("an allocation failed"));
    if (code == 0 || (code == 1 && w->record.length)) return by_record(w);
    return failed(w, "crashed", xformat("exit code %d", code));
}

bool outcome_measured(const struct outcome *o)
{
    return json_object_get(o->record, "samples") || json_object_get(o->record, "quality");
}

struct outcome outcome_of_row(const struct worker *w, double limit_s)
{
    struct outcome o = outcome_of(w, limit_s);
    if (strcmp(o.status, "ok") || outcome_measured(&o)) return o;
    outcome_free(&o);
    return failed(w, "crashed", xstrdup("the record says ok, but holds nothing that was measured"));
}

void outcome_free(struct outcome *o)
{
    free(o->reason);
    json_decref(o->record);
    *o = (struct outcome){0};
}
