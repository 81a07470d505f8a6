/* SPDX-License-Identifier: MIT
 * Draws progress as a bar or as plain lines (progress.h). */
#include "base/mem.h"
#include "base/shell.h"
#include "base/visible.h"
#include "harness/run/progress.h"
#include "harness/run/spawn.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BAR_WIDTH = 20, LINE_EVERY_S = 10, TERMINAL_WIDTH = 80 };

void progress_begin(struct progress *p, const char *what, int total, struct time_left *left,
                    bool quiet)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    bool dumb = !term || strcmp(term, "dumb") == 0;
    *p = (struct progress){.what = what, .total = total, .left = left, .quiet = quiet};
    p->terminal = isatty(STDERR_FILENO) && !dumb;
    p->colour = p->terminal && !(no_colour && *no_colour);
    p->began = now();
    p->last_line = p->began - LINE_EVERY_S; /* the first line is printed at once */
}

void progress_start(struct progress *p, int row) { time_left_start(p->left, row, now()); }

static int terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col) return TERMINAL_WIDTH;
    return size.ws_col;
}

/* Appends the remaining time: ", 1h02m left", ", 3m05s left" or ", 12s left". */
static void add_time_left(struct text *out, double seconds)
{
    long s = (long)(seconds + 0.5);
    if (s >= 3600)
        text_add(out, ", %ldh%02ldm left", s / 3600, s / 60 % 60);
    else if (s >= 60)
        text_add(out, ", %ldm%02lds left", s / 60, s % 60);
    else
        text_add(out, ", %lds left", s);
}

/* Appends "5/20 (25%), 1 failed, 12s left". If tuning may skip rows, appends "5 of at most 20"
 * instead of "5/20 (25%)". */
static void add_state(struct text *out, const struct progress *p)
{
    if (p->left && time_left_has_optional_rows(p->left))
        text_add(out, "%d of at most %d", p->done, p->total);
    else
        text_add(out, "%d/%d (%d%%)", p->done, p->total,
                 (int)(100.0 * p->done / (p->total ? p->total : 1)));
    if (p->failed) text_add(out, ", %d failed", p->failed);
    if (p->left)
        add_time_left(out, time_left_seconds(p->left, now()));
    else if (p->done)
        add_time_left(out, (now() - p->began) / p->done * (p->total - p->done));
}

/* Draws "[#####...............] 5/20 (25%), 12s left note", cut at the width of the terminal. */
static void draw_bar(const struct progress *p, const char *state, const char *note)
{
    char bar[BAR_WIDTH + 1] = "";
    double share = p->total ? (double)p->done / p->total : 0;
    for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < share * BAR_WIDTH ? '#' : '.';
    char *line = xformat("[%s] %s  %s", bar, state, note);
    terminal_put(CLEAR_LINE);
    fprintf(stderr, "%.*s", terminal_width() - 1, line);
    free(line);
}

void progress_show(struct progress *p, const char *name, const char *note)
{
    struct text state = {0};
    if (p->quiet) return;
    if (!p->terminal && now() - p->last_line < LINE_EVERY_S) return;
    add_state(&state, p);
    if (p->terminal)
        draw_bar(p, state.data, *note ? note : name);
    else
        fprintf(stderr, "%.0f s: %s %s%s%s\n", now() - p->began, p->what, state.data,
                *note ? "  " : "", note);
    p->last_line = now();
    text_free(&state);
}

void progress_count(struct progress *p, int row, double took_s, bool failed)
{
    p->done++;
    p->failed += failed;
    time_left_finish(p->left, row, took_s);
}

void progress_clear(const struct progress *p)
{
    if (p->terminal && !p->quiet) terminal_put(CLEAR_LINE);
}

void progress_failure(const struct progress *p, const char *cell, const char *status,
                      const char *reason)
{
    char *word = shell_word(cell);
    progress_clear(p);
    if (p->colour) terminal_put("\033[31m");
    fprintf(stderr, "%s", status);
    if (p->colour) terminal_put("\033[0m");
    fprintf(stderr, ": %s\n    attnlab cell %s\n", reason, word);
    free(word);
}

void progress_note(const struct progress *p, const char *note)
{
    progress_clear(p);
    if (!p->quiet) fprintf(stderr, "note: %s\n", note);
}

void progress_end(struct progress *p)
{
    progress_clear(p);
    if (p->left) time_left_close(p->left);
}

/* ---- progress of a training run ---- */

/* Returns the last complete line of the worker's output as JSON, or NULL. The caller releases the
 * object. */
static json_t *last_line(const struct text *record)
{
    size_t to = record->length;
    while (to && record->data[to - 1] != '\n') to--;
    size_t from = to ? to - 1 : 0;
    while (from && record->data[from - 1] != '\n') from--;
    return to ? json_loadb(record->data + from, to - from, 0, NULL) : NULL;
}

bool training_step_of(const struct worker *w, struct training_step *at)
{
    json_t *line = last_line(&w->record);
    const json_t *progress = json_object_get(line, "progress");
    const json_t *loss = json_object_get(json_object_get(progress, "point"), "train_loss");
    *at = (struct training_step){.step = (int)json_integer_value(json_object_get(progress, "step")),
                                 .steps =
                                     (int)json_integer_value(json_object_get(progress, "steps"))};
    if (json_is_number(loss) && isfinite(json_number_value(loss)))
        snprintf(at->loss, sizeof at->loss, "loss %.3f", json_number_value(loss));
    bool found = progress;
    json_decref(line);
    return found;
}
