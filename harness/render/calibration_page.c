/* SPDX-License-Identifier: MIT
 * The page of a calibration, and what of it every report quotes. */
#include "harness/render/calibration_page.h"
#include "harness/analysis/calibration.h"
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define at(t, line, column) table_text(t, line, column)
static double value(const struct table *t, int line, const char *column)
{
    return table_number(t, line, column);
}

static bool is_equal(const struct table *t, int line)
{
    return !strcmp(at(t, line, "truth"), "equal");
}

/* ---- numbers ---- */

static const char *shares[] = {"apart", "said", "standing"};

static double part(const struct table *t, int line, const char *what, const char *which)
{
    char *column = xformat("%s_%s", what, which);
    double number = value(t, line, column);
    free(column);
    return number;
}

/* "1.5 % [0.3, 4.3]" */
static const char *share_text(struct document *d, const struct table *t, int line, const char *what)
{
    if (!(value(t, line, "comparisons") > 0)) return "";
    return doc_text(d, "%.1f %% [%.1f, %.1f]", 100 * part(t, line, what, "share"),
                    100 * part(t, line, what, "low"), 100 * part(t, line, what, "high"));
}

static const char *count_text(struct document *d, const struct table *t, int line, const char *what)
{
    return doc_text(d, "%s (%s)", at(t, line, what), share_text(d, t, line, what));
}

static const char *pairs_of(struct document *d, const struct table *t, int line)
{
    const char *least = at(t, line, "pairs_least"), *most = at(t, line, "pairs_most");
    return strcmp(least, most) ? doc_text(d, "%s-%s", least, most) : most;
}

/* ---- the page ---- */

static void add_row(struct document *d, const struct table *t, int line)
{
    doc_row(d, at(t, line, "label"), at(t, line, "kind"), at(t, line, "truth"),
            at(t, line, "comparisons"), pairs_of(d, t, line));
    if (!(value(t, line, "comparisons") > 0)) {
        doc_row(d, "", "", "", "", "", "");
        return;
    }
    for (int i = 0; i < 3; i++) doc_row(d, count_text(d, t, line, shares[i]));
    doc_row(d, at(t, line, "equivalent"), is_equal(t, line) ? "" : at(t, line, "wrong"),
            doc_text(d, "%+.2f %%", 100 * value(t, line, "gain_median")));
}

static void say_left_out(struct document *d, const struct table *t)
{
    for (int i = 0; i < t->rows; i++)
        if (value(t, i, "left_out") > 0)
            doc_item(d,
                     "%s, %s: %s left out of all counts, for want of pairs (an interval needs six "
                     "rounds) or of trainings; --resume measures what is missing.",
                     at(t, i, "label"), at(t, i, "kind"), at(t, i, "left_out"));
}

static void say_machine(struct document *d, const struct table *t)
{
    for (int i = 0; i < t->rows; i++)
        if (!i || strcmp(at(t, i, "question"), at(t, i - 1, "question")))
            doc_item(d, "%s: begun %s on %s (%s), commit %s.", at(t, i, "question"),
                     at(t, i, "started_utc"), at(t, i, "host"), at(t, i, "cpu_model"),
                     at(t, i, "commit"));
}

bool calibration_fails(const struct table *t)
{
    bool fails = false;
    for (int i = 0; i < t->rows; i++)
        fails |= is_equal(t, i) && part(t, i, "said", "low") > 1 - value(t, i, "level");
    return fails;
}

void calibration_page(struct document *d, const struct table *t)
{
    doc_heading(d, 1, "attnlab: calibration");
    doc_paragraph(d,
                  "Questions whose answers were built in, run through plan, run and analysis like "
                  "any other. Where the truth is equal, a thing was compared with itself and "
                  "every verdict is a false one; else a difference was planted, and what is "
                  "counted are the comparisons that found it. Shares have exact intervals "
                  "(Clopper and Pearson).");
    doc_table(d, "lllrrrrrrrr", "compared with its baseline", "kind", "truth", "comparisons",
              "pairs", "interval excludes 0", "verdict, before correction",
              "verdict, after correction", "equivalent", "wrong side", "gain, median");
    for (int i = 0; i < t->rows; i++) add_row(d, t, i);
    for (int i = 0; i < t->rows; i++)
        if (is_equal(t, i) && value(t, i, "comparisons") > 0)
            doc_item(d,
                     "%s, %s: %s false verdicts in %s comparisons; the level of the intervals "
                     "allows %.0f %%: %s.",
                     at(t, i, "label"), at(t, i, "kind"), count_text(d, t, i, "said"),
                     at(t, i, "comparisons"), 100 * (1 - value(t, i, "level")),
                     part(t, i, "said", "low") > 1 - value(t, i, "level")
                         ? "more than that"
                         : "not more than that, as far as so many can tell");
    doc_item(d,
             "The correction is Holm's within a question; that of so many comparisons at once asks "
             "for more than most questions do. A planted difference inside the margin may be "
             "called equivalent without error.");
    say_left_out(d, t);
    doc_heading(d, 2, "Where");
    say_machine(d, t);
}

/* ---- the quotation ---- */

/* "200 comparisons of an arm with itself gave 3 (1.5 % [0.3, 4.3]) false verdicts ...; a delay of 5
 * % was found in ..."; "" where nothing of the kind was compared. */
static const char *found_text(struct document *d, const struct table *t, const char *kind)
{
    struct text out = {0};
    for (int i = 0; i < t->rows; i++) {
        bool equal = is_equal(t, i);
        if (strcmp(at(t, i, "kind"), kind) || !(value(t, i, "comparisons") > 0)) continue;
        const char *words =
            equal ? doc_text(d,
                             "%s comparisons of an arm with itself gave %s false verdicts before "
                             "correction for many comparisons and %s after it",
                             at(t, i, "comparisons"), count_text(d, t, i, "said"),
                             at(t, i, "standing"))
                  : doc_text(d, "%s was found in %s of %s", at(t, i, "label"),
                             share_text(d, t, i, "said"), at(t, i, "comparisons"));
        list_add(&out, "; ", words);
    }
    return doc_keep(d, out.data);
}

/* results/calibration/ of results/RUN, and of results/reference/RUN. */
static bool find_table(struct table *t, const char *run)
{
    static const char *const places[] = {"..", "../.."};
    bool found = false;
    for (int i = 0; i < 2 && !found; i++) {
        char *error = NULL;
        char *path = xformat("%s/%s/calibration/" CALIBRATION_TABLE, run, places[i]);
        found = !access(path, R_OK) && table_read(t, path, &error);
        free(error);
        free(path);
    }
    return found;
}

/* Where and when, of the first line of a kind. */
static const char *place_text(const struct page *p, const struct table *t, const char *kind)
{
    int i = 0;
    while (i + 1 < t->rows && strcmp(at(t, i, "kind"), kind)) i++;
    bool here = !strcmp(at(t, i, "host"), manifest_text(&p->r->run, "machine", "host")) &&
                !strcmp(at(t, i, "cpu_model"), manifest_text(&p->r->run, "machine", "cpu_model"));
    return words(p, "%s%s, calibrated on %.10s (commit %s)",
                 here ? "On this machine" : "On another machine, ",
                 here ? "" : at(t, i, "cpu_model"), at(t, i, "started_utc"), at(t, i, "commit"));
}

void say_calibration(const struct page *p)
{
    struct table t;
    const char *kind = p->q->trains ? "trained" : "timed";
    if (!find_table(&t, p->r->run.path)) return;
    const char *found = found_text(p->d, &t, kind);
    if (*found) note(p, "%s, %s.", place_text(p, &t, kind), found);
    table_free(&t);
}
