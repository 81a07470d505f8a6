/* SPDX-License-Identifier: MIT
 * The bar and the plain lines (progress.h). */
#include "base/mem.h"
#include "base/shell.h"
#include "base/visible.h"
#include "harness/run/progress/progress.h"
#include "harness/run/spawn.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BAR_CELLS = 20, LINE_EVERY_S = 10, WIDTH_DEFAULT = 80 };

const char *duration_text(double seconds, char *buffer)
{
    long s = (long)(seconds + 0.5);
    if (s >= 3600)
        snprintf(buffer, 32, "%ldh%02ldm", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(buffer, 32, "%ldm%02lds", s / 60, s % 60);
    else
        snprintf(buffer, 32, "%lds", s);
    return buffer;
}

void progress_begin(struct progress *p, const char *what, int total, struct time_left *left,
                    bool quiet)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    bool dumb = !term || strcmp(term, "dumb") == 0;
    *p = (struct progress){.what = what, .total = total, .left = left, .quiet = quiet};
    p->terminal = isatty(STDERR_FILENO) && !dumb;
    p->colour = p->terminal && !(no_colour && *no_colour);
    p->began = now();
    p->last_line = p->began - LINE_EVERY_S; /* the first line comes at once */
}

void progress_start(struct progress *p, int index) { time_left_start(p->left, index, now()); }

static int terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col) return WIDTH_DEFAULT;
    return size.ws_col;
}

static double seconds_left(const struct progress *p)
{
    if (p->left) return time_left_seconds(p->left, now());
    return (now() - p->began) / p->done * (p->total - p->done);
}

/* "5/20 (25%)"; "5 of at most 20" where tuning may end before all have run. */
static char *count_text(const struct progress *p)
{
    if (p->left && time_left_may_spare(p->left))
        return xformat("%d of at most %d", p->done, p->total);
    return xformat("%d/%d (%d%%)", p->done, p->total,
                   (int)(100.0 * p->done / (p->total ? p->total : 1)));
}

static char *state_text(const struct progress *p)
{
    char left[32], failed[32] = "";
    if (p->failed) snprintf(failed, sizeof failed, ", %d failed", p->failed);
    bool known = p->left || p->done;
    if (known) duration_text(seconds_left(p), left);
    char *count = count_text(p);
    char *state = xformat("%s%s%s%s%s", count, failed, known ? ", " : "", known ? left : "",
                          known ? " left" : "");
    free(count);
    return state;
}

/* [#####...............] 5/20 (25%), 1 failed, 12s left  score=... : cut at the terminal's width */
static void draw_bar(const struct progress *p, const char *state, const char *note)
{
    char bar[BAR_CELLS + 1] = "";
    double share = p->total ? (double)p->done / p->total : 0;
    for (int i = 0; i < BAR_CELLS; i++) bar[i] = i < share * BAR_CELLS ? '#' : '.';
    char *line = xformat("[%s] %s  %s", bar, state, note);
    terminal_put(CLEAR_LINE);
    fprintf(stderr, "%.*s", terminal_width() - 1, line);
    free(line);
}

void progress_show(struct progress *p, const char *name, const char *note)
{
    if (p->quiet) return;
    if (!p->terminal && now() - p->last_line < LINE_EVERY_S) return;
    char *state = state_text(p);
    if (p->terminal)
        draw_bar(p, state, *note ? note : name);
    else
        fprintf(stderr, "%.0f s: %s %s%s%s\n", now() - p->began, p->what, state, *note ? "  " : "",
                note);
    p->last_line = now();
    free(state);
}

void progress_count(struct progress *p, int index, double took_s, bool failed)
{
    p->done++;
    p->failed += failed;
    time_left_finish(p->left, index, took_s);
}

static void clear_bar(const struct progress *p)
{
    if (p->terminal && !p->quiet) terminal_put(CLEAR_LINE);
}

void progress_failure(struct progress *p, const char *cell, const char *status, const char *reason)
{
    char *word = shell_word(cell);
    clear_bar(p);
    if (p->colour) terminal_put("\033[31m");
    fprintf(stderr, "%s", status);
    if (p->colour) terminal_put("\033[0m");
    fprintf(stderr, ": %s\n    attnlab cell %s\n", reason, word);
    free(word);
}

void progress_say(const struct progress *p, const char *words)
{
    clear_bar(p);
    if (!p->quiet) fprintf(stderr, "%s\n", words);
}

void progress_end(struct progress *p)
{
    clear_bar(p);
    if (p->left) time_left_close(p->left);
}

/* ==== Reading the last whole line of progress that a worker wrote. ==== */

/* To be released; NULL: there is none. */
static json_t *last_line(const struct worker *w)
{
    const struct text *r = &w->record;
    size_t to = r->length;
    while (to && r->data[to - 1] != '\n') to--;
    size_t from = to ? to - 1 : 0;
    while (from && r->data[from - 1] != '\n') from--;
    return to ? json_loadb(r->data + from, to - from, 0, NULL) : NULL;
}

bool training_step_of(const struct worker *w, struct training_step *at)
{
    json_t *line = last_line(w), *progress = json_object_get(line, "progress");
    const json_t *loss = json_object_get(json_object_get(progress, "point"), "train_loss");
    *at = (struct training_step){
        .step = (int)json_integer_value(json_object_get(progress, "step")),
        .steps = (int)json_integer_value(json_object_get(progress, "steps")),
        .loss = json_is_number(loss) ? json_number_value(loss) : (double)NAN};
    bool told = progress;
    json_decref(line);
    return told;
}

const char *training_loss_text(const struct training_step *at, char *buffer)
{
    *buffer = '\0';
    if (isfinite(at->loss)) snprintf(buffer, TRAINING_STEP_TEXT, "loss %.3f", at->loss);
    return buffer;
}
