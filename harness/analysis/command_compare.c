/* SPDX-License-Identifier: MIT
 * attnlab compare REFERENCE RUN: whether the run says again what the reference said (compare.h). */
#include "harness/commands.h"
#include "base/mem.h"
#include "harness/analysis/compare.h"
#include "harness/run/commands/options.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_DISAGREES = 1, EXIT_NOTHING = 2, SHOWN = 5 };

static void help(const struct option_entry *options)
{
    printf("usage: attnlab compare REFERENCE RUN [options]\n"
           "Says whether RUN agrees with REFERENCE: rows that train to the bit where program,\n"
           "system, CPU model, vector path and BLAS core are the same, effects and time ratios by\n"
           "their intervals. RUN may be a part of the plan.\n");
    options_help(options);
    printf("Exit: 0 agrees, 1 disagrees, 2 nothing to compare.\n");
}

static int complain(char *error)
{
    fprintf(stderr, "attnlab compare: %s\n", error);
    free(error);
    return EXIT_NOTHING;
}

/* ---- what is compared ---- */

static void print_run(const char *name, const struct run_data *run)
{
    const char *tier = manifest_text(run, "plan", "tier");
    printf("%-10s %s: commit %s%s%s, %s\n", name, run->path,
           manifest_text(run, "program", "commit"), *tier ? ", tier " : "", tier,
           manifest_text(run, "machine", "cpu_model"));
}

static void print_count(int count, const char *words)
{
    if (count) printf("%-10s %d %s\n", "", count, words);
}

static void print_rows(const struct comparison *c)
{
    printf("%-10s %d of %d of the reference rerun\n", "rows",
           c->match_count - c->states[MATCH_ABSENT], c->match_count);
    print_count(c->states[MATCH_ABSENT], "not rerun");
    print_count(c->extra, "of the rerun that the reference has not");
    print_count(c->states[MATCH_NO_RESULT], "without a result in the reference");
    print_count(c->states[MATCH_LOST], "with a result in the reference and none in the rerun");
    print_count(c->states[MATCH_WRONG], "that differ from their formula in the rerun");
    print_count(c->states[MATCH_DATA], "trained on other data: not compared");
    print_count(c->states[MATCH_TIMED], "timed: compared by their effects");
}

/* ---- bits ---- */

static const char *key_of(const struct comparison *c, const struct match *m)
{
    const struct run_data *run = c->reference->run;
    return run->plan.rows[m->own - run->trials].key;
}

/* The first few rows of which bits were asked and a result differs. */
static void print_differing(const struct comparison *c)
{
    const struct table *rows = &c->reference->run->rows;
    for (int i = 0, shown = 0; i < c->match_count && shown < SHOWN; i++) {
        const struct match *m = &c->matches[i];
        if (m->state != MATCH_BITS || m->column < 0) continue;
        const char *column = rows->name[m->column];
        printf("%-10s %s: found %s, expected %s, in %s\n", "", column,
               trial_text(c->run->run, m->again, column), table_at(rows, m->own->row, m->column),
               key_of(c, m));
        shown++;
    }
}

/* The first few rows that have no result any more. */
static void print_lost(const struct comparison *c)
{
    for (int i = 0, shown = 0; i < c->match_count && shown < SHOWN; i++) {
        const struct match *m = &c->matches[i];
        if (m->state != MATCH_LOST && m->state != MATCH_WRONG) continue;
        printf("%-10s %s (%s): %s\n", "", trial_text(c->run->run, m->again, "status"),
               trial_text(c->run->run, m->again, "reason"), key_of(c, m));
        shown++;
    }
}

static void print_difference(const struct comparison *c, enum difference d)
{
    const struct match *m = c->matches;
    while (!(m->different >> d & 1)) m++;
    char *found = difference_found(c, m, d);
    printf("%-10s %s (%d rows)\n", "differs", found, c->different[d]);
    free(found);
}

static void print_bits(const struct comparison *c)
{
    int asked = c->states[MATCH_BITS], other = c->states[MATCH_INTERVAL];
    for (int d = 0; d < DIFFERENCES; d++)
        if (c->different[d]) print_difference(c, (enum difference)d);
    if (asked)
        printf("%-10s %d of %d trainings equal bit for bit, %d differ\n", "bits", c->equal[0],
               asked, asked - c->equal[0]);
    print_differing(c);
    if (other)
        printf("%-10s not asked of %d trainings, for what differs; equal all the same: %d\n",
               "bits", other, c->equal[1]);
}

/* ---- effects ---- */

static int widest(const struct comparison *c, size_t member, const char *head)
{
    size_t most = strlen(head);
    for (int i = 0; i < c->agreement_count; i++) {
        const char *text = *(char *const *)((const char *)&c->agreements[i] + member);
        if (strlen(text) > most) most = strlen(text);
    }
    return (int)most;
}

static void print_effects(const struct comparison *c)
{
    static const char *const says[] = {"agrees", "disagrees", "open: too few pairs"};
    int question = widest(c, offsetof(struct agreement, question), "question");
    int label = widest(c, offsetof(struct agreement, label), "effect");
    int reference = widest(c, offsetof(struct agreement, reference), "reference");
    int run = widest(c, offsetof(struct agreement, run), "rerun");
    if (!c->agreement_count) return;
    printf("\n%-*s  %-*s  %-*s  %-*s  pairs\n", question, "question", label, "effect", reference,
           "reference", run, "rerun");
    for (int i = 0; i < c->agreement_count; i++) {
        const struct agreement *a = &c->agreements[i];
        printf("%-*s  %-*s  %-*s  %-*s  %d of %d: %s\n", question, a->question, label, a->label,
               reference, a->reference, run, a->run, a->run_pairs, a->pairs, says[a->says]);
    }
    printf("\n%d agree, %d disagree, %d open. Gains agree when each is the same, or the intervals\n"
           "overlap, or (some pairs rerun) the mean lies where the reference foresees that of as "
           "many\npairs; times when the intervals overlap within the margin of equivalence.\n",
           c->agrees, c->disagrees, c->agreement_count - c->agrees - c->disagrees);
}

/* ---- verdict ---- */

static int verdict(const struct comparison *c)
{
    int bits = c->states[MATCH_BITS] - c->equal[0];
    bool against = bits || c->states[MATCH_WRONG] || c->disagrees;
    bool for_it = c->equal[0] + c->equal[1] || c->agrees;
    printf("\n%s\n", against ? "disagrees" : for_it ? "agrees" : "nothing to compare");
    return against ? EXIT_DISAGREES : for_it ? 0 : EXIT_NOTHING;
}

static bool is_run(const char *directory, const char *name)
{
    char *path = xformat("%s/%s/cells.csv", directory, name);
    bool good = !access(path, F_OK);
    free(path);
    return good;
}

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* Which runs a folder holds that is none itself; NULL when it is one, or holds none. */
static char *runs_instead(const char *directory)
{
    struct dirent **names;
    struct text out = {0};
    int count = is_run(directory, ".") ? -1 : scandir(directory, &names, is_shown, alphasort);
    for (int i = 0; i < count; i++) {
        if (is_run(directory, names[i]->d_name))
            text_add(&out, "%s%s", out.length ? ", " : "", names[i]->d_name);
        free(names[i]);
    }
    if (count >= 0) free(names);
    return out.data;
}

struct side {
    struct run_data run;
    struct analysis analysis;
};

static bool read_side(struct side *s, const char *path, double level, double margin, char **error)
{
    char *runs = runs_instead(path);
    if (runs) *error = xformat("%s: no cells.csv, so no run; it holds the runs %s", path, runs);
    free(runs);
    if (*error || !run_data_read(&s->run, path, error)) return false;
    if (s->run.manifest_fault)
        *error = xstrdup(s->run.manifest_fault);
    else if (!s->run.manifest)
        *error = xformat("%s/manifest.json: not there; without it nobody can tell by which program "
                         "and machine the rows were made",
                         path);
    if (!*error) analysis_build(&s->analysis, &s->run, level, margin);
    return !*error;
}

static int compare_runs(const char *const *runs, double level, double margin)
{
    struct side sides[2] = {0};
    char *error = NULL;
    int code = EXIT_NOTHING;
    if (!read_side(&sides[0], runs[0], level, margin, &error) ||
        !read_side(&sides[1], runs[1], level, margin, &error))
        complain(error);
    else {
        struct comparison c = compare(&sides[0].analysis, &sides[1].analysis);
        print_run("reference", &sides[0].run);
        print_run("rerun", &sides[1].run);
        print_rows(&c);
        print_lost(&c);
        print_bits(&c);
        print_effects(&c);
        code = verdict(&c);
        comparison_free(&c);
    }
    for (int i = 0; i < 2; i++) {
        analysis_free(&sides[i].analysis);
        run_data_free(&sides[i].run);
    }
    return code;
}

int command_compare(int argc, char **argv)
{
    const char *runs[2] = {0}, *level = NULL, *margin = NULL;
    bool asked = false;
    int count = 0;
    const struct option_entry options[] = {
        {"level", 0, OPTION_TEXT, &level, "P", "confidence of the intervals (default 0.95)"},
        {"margin", 0, OPTION_TEXT, &margin, "M", "of equivalence of time ratios (default 0.02)"},
        {"help", 'h', OPTION_FLAG, &asked, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return EXIT_NOTHING;
        if (taken) continue;
        if (argv[i][0] == '-' || count == 2) return options_unknown("compare", argv[i]);
        runs[count++] = argv[i];
    }
    if (asked) return help(options), 0;
    if (count < 2)
        return complain(xformat("expected a reference and a run, found %d director%s (attnlab "
                                "compare --help)",
                                count, count == 1 ? "y" : "ies"));
    double values[2] = {0.95, 0.02};
    if (!option_number("compare", "--level", level, 1, &values[0]) ||
        !option_number("compare", "--margin", margin, 10, &values[1]))
        return EXIT_NOTHING;
    return compare_runs(runs, values[0], values[1]);
}
