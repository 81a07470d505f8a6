/* SPDX-License-Identifier: MIT
 * Prints the summary at the end of a run: the rows per status, and why rows are missing. */
#include "base/mem.h"
#include "base/paths.h"
#include "harness/cli/run_arguments.h"
#include "harness/run/results.h"
#include "harness/run/run.h"
#include "harness/run/result_dir.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *plural(int count) { return count == 1 ? "" : "s"; }

bool run_has_rows_left(const struct run *run) { return rows_done(run) < run->plan->row_count; }

bool run_has_no_result(const struct run *run)
{
    if (run_has_rows_left(run) || !run->journal.count) return false;
    for (int i = 0; i < run->journal.count; i++) {
        const struct journal_row *row = &run->journal.rows[i];
        if (status_trained(row->status) && row->measured) return false;
    }
    return true;
}

static char *reason_of(const struct run *run, int row)
{
    json_t *line = journal_get(&run->journal, row);
    const char *reason = json_string_value(json_object_get(line, "reason"));
    char *text = xstrdup(reason ? reason : "");
    json_decref(line);
    return text;
}

/* Prints why rows were skipped, unsupported or unstable. Failures are omitted, because they were
 * printed when they occurred. Rows that tuning skipped are not counted as missing. */
static void print_reasons(const struct run *run, const char *head)
{
    struct reasons reasons = {0};
    int unstable = 0;
    char *first = NULL; /* reason of the first unstable row, printed as an example */
    for (int i = 0; i < run->journal.count; i++) {
        enum row_status status = run->journal.rows[i].status;
        bool left_out = status == STATUS_SKIPPED || status == STATUS_UNSUPPORTED;
        if (!left_out && status != STATUS_UNSTABLE) continue;
        char *reason = reason_of(run, i);
        if (left_out)
            reasons_add(&reasons, status_names[status], reason);
        else if (!unstable++)
            first = xstrdup(reason);
        free(reason);
    }
    if (head) fprintf(stderr, "%s%s\n", head, reasons.count || unstable ? ":" : "");
    reasons_print(stderr, &reasons);
    if (unstable && !run_has_rows_left(run)) {
        char *command = resume_command(run->directory);
        fprintf(stderr,
                "  %d row%s unstable because other programs ran. The first reason is: %s. Stop "
                "these programs, then measure again with\n  %s\n",
                unstable, plural(unstable), first, command);
        free(command);
    }
    free(first);
    reasons_free(&reasons);
}

static void print_counts(const struct run *run)
{
    const char *word;
    json_t *count, *statuses = json_object_get(run->manifest.root, "statuses");
    fprintf(stderr, "%d of %d row%s%s", rows_done(run), run->plan->row_count,
            plural(run->plan->row_count), json_object_size(statuses) ? ":" : "");
    json_object_foreach(statuses, word, count)
        fprintf(stderr, " %lld %s", (long long)json_integer_value(count), word);
    fputs("\n", stderr);
}

/* Returns true if the programs were rebuilt during the run. --resume would then be refused. */
static bool is_rebuilt(const struct run *run)
{
    char *worker = path_worker(), *hash = program_hash(worker), driver[PATH_MAX] = "";
    const json_t *then = json_at(run->manifest.root, "program.worker_hash");
    ssize_t length = readlink("/proc/self/exe", driver, sizeof driver - 1);
    bool rebuilt =
        strcmp(hash, json_string_value(then)) != 0 || (length > 0 && strstr(driver, " (deleted)"));
    free(hash);
    free(worker);
    return rebuilt;
}

static void print_resume(const struct run *run)
{
    if (is_rebuilt(run)) {
        fprintf(stderr,
                "the run is not finished, and attnlab was rebuilt during the run. --resume needs "
                "the original build. Restore this build, or start another run. --reuse %s reuses "
                "the matching training runs\n",
                run->directory);
        return;
    }
    char *command = resume_command(run->directory);
    fprintf(stderr, "the run is not finished; resume with\n  %s\n", command);
    free(command);
}

void run_summary_print(const struct run *run)
{
    bool nothing = run_has_no_result(run), quiet = run->options->quiet;
    if (!quiet) print_counts(run);
    if (nothing || !quiet) print_reasons(run, nothing ? "attnlab run: no row has a result" : NULL);
    if (quiet) return;
    fprintf(stderr, "results: %s\n", run->directory);
    if (run_has_rows_left(run)) print_resume(run);
}

/* ---- distinct reasons ---- */

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
    enum { SHOWN = 30 };
    int others = 0;
    for (int i = 0; i < r->count; i++) {
        const struct reason *one = &r->list[i];
        if (i < SHOWN)
            fprintf(out, "  %d row%s%s%s: %s\n", one->rows, plural(one->rows),
                    *one->status ? " " : "", one->status, one->text);
        else
            others += one->rows;
    }
    if (others)
        fprintf(out, "  %d more row%s, with %d other reason%s\n", others, plural(others),
                r->count - SHOWN, plural(r->count - SHOWN));
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
