/* SPDX-License-Identifier: MIT
 * What a run says at its end (run_summary.h). */
#include "base/mem.h"
#include "harness/cli/run_command.h"
#include "harness/run/row_steps.h"
#include "harness/run/way_on.h"

#include <stdlib.h>
#include <string.h>

bool rows_left(const struct run *run) { return rows_done(run) < run->plan->row_count; }

/* One that can be used: what other programs disturbed is in no table of the report. */
static bool has_result(const struct journal_row *row)
{
    return status_trained(row->status) && row->status != STATUS_UNSTABLE && row->measured;
}

bool measured_nothing(const struct run *run)
{
    if (rows_left(run) || !run->journal.count) return false;
    for (int i = 0; i < run->journal.count; i++)
        if (has_result(&run->journal.rows[i])) return false;
    return true;
}

static bool left_out(enum row_status status)
{
    return status == STATUS_SKIPPED || status == STATUS_UNSUPPORTED;
}

/* To be freed. */
static char *reason_of(const struct run *run, int row)
{
    json_t *line = journal_get(&run->journal, row);
    const char *reason = json_string_value(json_object_get(line, "reason"));
    char *text = xstrdup(reason ? reason : "");
    json_decref(line);
    return text;
}

/* Of rows that no worker could measure here; losers of a tuning miss nothing, and a failure was
 * told when it came. */
static void add_reasons(const struct run *run, struct reasons *reasons)
{
    for (int i = 0; i < run->journal.count; i++) {
        enum row_status status = run->journal.rows[i].status;
        if (!left_out(status)) continue;
        char *reason = reason_of(run, i);
        reasons_add(reasons, status_names[status], reason);
        free(reason);
    }
}

/* Each of them has its own figures, so that one stands for all. */
static void print_unstable(const struct run *run, int count)
{
    int i = 0;
    while (run->journal.rows[i].status != STATUS_UNSTABLE) i++;
    char *reason = reason_of(run, i), *command = way_on_command(run->directory);
    fprintf(stderr,
            "  %d %s unstable, disturbed by other programs; of the first: %s. When these have "
            "ended, --resume measures them again:\n  %s\n",
            count, count == 1 ? "row" : "rows", reason, command);
    free(command);
    free(reason);
}

static void print_reasons(const struct run *run, const char *head)
{
    struct reasons reasons = {0};
    int unstable = journal_count(&run->journal, STATUS_UNSTABLE);
    add_reasons(run, &reasons);
    if (head) fprintf(stderr, "%s%s\n", head, reasons.count || unstable ? ":" : "");
    reasons_print(stderr, &reasons);
    if (unstable && !rows_left(run)) print_unstable(run, unstable);
    reasons_free(&reasons);
}

static void print_counts(const struct run *run)
{
    const char *word;
    json_t *count, *statuses = json_object_get(run->manifest.root, "statuses");
    fprintf(stderr, "%d of %d row%s%s", rows_done(run), run->plan->row_count,
            run->plan->row_count == 1 ? "" : "s", json_object_size(statuses) ? ":" : "");
    json_object_foreach(statuses, word, count)
        fprintf(stderr, " %lld %s", (long long)json_integer_value(count), word);
    fputs("\n", stderr);
}

void run_summary_print(const struct run *run)
{
    bool nothing = measured_nothing(run), quiet = run->options->quiet;
    if (!quiet) print_counts(run);
    if (nothing || !quiet) print_reasons(run, nothing ? "attnlab run: no row has a result" : NULL);
    if (quiet) return;
    fprintf(stderr, "results: %s\n", run->directory);
    if (!rows_left(run)) return;
    char *command = way_on_command(run->directory);
    fprintf(stderr, "not finished; resume with:\n  %s\n", command);
    free(command);
}

/* ==== Distinct reasons, counted. ==== */

void reasons_add(struct reasons *r, const char *status, const char *text)
{
    int i = 0;
    while (i < r->count && (strcmp(r->list[i].status, status) || strcmp(r->list[i].text, text)))
        i++;
    if (i == r->count) {
        r->list = xgrow(r->list, (size_t)r->count + 1, sizeof *r->list);
        r->list[r->count++] = (struct reason){xstrdup(status), xstrdup(text), 0};
    }
    r->list[i].rows++;
    r->rows++;
}

void reasons_print(FILE *out, const struct reasons *r)
{
    enum { SHOWN = 30 }; /* reasons that hold figures can all differ */
    int others = 0;
    for (int i = 0; i < r->count; i++) {
        const struct reason *one = &r->list[i];
        if (i >= SHOWN) {
            others += one->rows;
            continue;
        }
        fprintf(out, "  %d %s%s%s: %s\n", one->rows, one->rows == 1 ? "row" : "rows",
                *one->status ? " " : "", one->status, one->text);
    }
    if (others)
        fprintf(out, "  %d row%s: %d more reason%s\n", others, others == 1 ? "" : "s",
                r->count - SHOWN, r->count - SHOWN == 1 ? "" : "s");
}

void reasons_free(struct reasons *r)
{
    for (int i = 0; i < r->count; i++) {
        free(r->list[i].status);
        free(r->list[i].text);
    }
    free(r->list);
    *r = (struct reasons){0};
}
