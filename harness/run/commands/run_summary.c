/* SPDX-License-Identifier: MIT
 * What a run says at its end (run_summary.h). */
#include "harness/run/commands/run_summary.h"
#include "harness/run/commands/reasons.h"
#include "harness/run/row_steps.h"
#include "harness/run/way_on.h"

#include <stdlib.h>

bool rows_left(const struct run *run) { return rows_done(run) < run->plan->row_count; }

static bool has_result(const struct journal_row *row)
{
    return status_trained(row->status) && row->measured;
}

bool measured_nothing(const struct run *run)
{
    if (rows_left(run) || !run->journal.count) return false;
    for (int i = 0; i < run->journal.count; i++)
        if (has_result(&run->journal.rows[i])) return false;
    return true;
}

/* Of rows that no worker could measure here; losers of a tuning miss nothing, and a failure was
 * told when it came. */
static void print_reasons(const struct run *run, const char *head)
{
    struct reasons reasons = {0};
    for (int i = 0; i < run->journal.count; i++) {
        enum row_status status = run->journal.rows[i].status;
        if (status != STATUS_SKIPPED && status != STATUS_UNSUPPORTED) continue;
        json_t *line = journal_get(&run->journal, i);
        const char *reason = json_string_value(json_object_get(line, "reason"));
        reasons_add(&reasons, status_names[status], reason ? reason : "");
        json_decref(line);
    }
    if (head) fprintf(stderr, "%s%s\n", head, reasons.count ? ":" : "");
    reasons_print(stderr, &reasons);
    reasons_free(&reasons);
}

static void print_counts(const struct run *run)
{
    const char *word;
    json_t *count, *statuses = json_object_get(run->manifest.root, "statuses");
    fprintf(stderr, "%d of %d rows:", rows_done(run), run->plan->row_count);
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
    fprintf(stderr, "not finished: the same command with -o %s --resume goes on:\n  %s\n",
            run->directory, command);
    free(command);
}
