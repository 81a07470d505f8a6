/* SPDX-License-Identifier: MIT
 * attnlab-worker show: a data set as the program sees it, for people: what there is of it, and its
 * first records. Opened as a row opens it; a tokenizer is learned as a task learns it. */
#include "base/mem.h"
#include "datasets/repeats.h"
#include "harness/measure/quality.h"
#include "harness/measure/show/show_record.h"
#include "harness/measure/worker.h"
#include "harness/measure/worker_cell.h"
#include "harness/measure/worker_kinds.h"
#include "models/tasks/sequences.h"

#include <stdlib.h>
#include <string.h>

struct shown {
    const struct worker_options *options;
    struct dataset data;
    struct tokenizer *tokenizer; /* NULL: ids are not asked for */
};

/* ---- counts, a line for each and a column for each split ---- */

static void print_counts(const char *name, const double count[GIVEN_SPLITS])
{
    printf("%-22s", name);
    for (int s = 0; s < GIVEN_SPLITS; s++) printf(" %12.0f", count[s]);
    printf("\n");
}

static double characters(const struct shown *s, const struct record *r, bool second)
{
    (void)s;
    return (double)utf8_count(second ? r->second : r->text);
}

static double tokens(const struct shown *s, const struct record *r, bool second)
{
    struct token_list list = {0};
    tokenizer_encode(s->tokenizer, second ? r->second : r->text, false, &list);
    free(list.ids);
    return (double)list.count;
}

static double length(const struct shown *s, const struct record *r, bool second)
{
    (void)s, (void)second;
    return r->length;
}

/* Sums over the records of each split; `what` and whose. */
static void print_sums(const struct shown *s, const char *what, const char *of, bool second,
                       double (*size)(const struct shown *, const struct record *, bool))
{
    double sum[GIVEN_SPLITS] = {0};
    char *name = xformat("%s%s%s", what, of ? " of " : "", of ? of : "");
    for (int split = 0; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < s->data.count[split]; i++)
            sum[split] += size(s, &s->data.records[split][i], second);
    if (sum[SPLIT_TRAIN] + sum[SPLIT_VALID] + sum[SPLIT_TEST] > 0) print_counts(name, sum);
    free(name);
}

static void print_classes(const struct shown *s)
{
    const struct dataset *d = &s->data;
    double(*count)[GIVEN_SPLITS] =
        xarray((size_t)d->classes + 1, sizeof *count); /* the last: unknown */
    for (int split = 0; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < d->count[split]; i++) {
            int label = d->records[split][i].label;
            count[label < 0 ? d->classes : label][split]++;
        }
    printf("%-22s %12d\n", "classes", d->classes);
    for (int c = 0; c <= d->classes; c++) {
        char *name = xformat("  %s", c < d->classes ? d->class_names[c] : "(unknown in training)");
        if (c < d->classes || count[c][SPLIT_VALID] + count[c][SPLIT_TEST] > 0)
            print_counts(name, count[c]);
        free(name);
    }
    free(count);
}

static void print_texts(const struct shown *s)
{
    const char *names[] = {text_names[s->data.kind], second_names[s->data.kind]};
    for (int second = 0; second < 2; second++)
        if (names[second]) print_sums(s, "characters", names[second], second, characters);
    for (int second = 0; s->tokenizer && second < 2; second++)
        if (names[second]) print_sums(s, "tokens", names[second], second, tokens);
    if (s->tokenizer) printf("%-22s %12d\n", "vocabulary", tokenizer_size(s->tokenizer));
}

/* Those whose answer training has told; some sets have hundreds, some none. */
static void print_repeats(const struct dataset *d)
{
    int count[GIVEN_SPLITS];
    if (d->count[SPLIT_TRAIN] && dataset_repeats(d, count))
        printf("%-22s %12s %12d %12d\n", "also in train", "", count[SPLIT_VALID],
               count[SPLIT_TEST]);
}

static void print_facts(const struct shown *s)
{
    const struct dataset *d = &s->data;
    printf("%s: %s, judged by %s\n", d->name, data_kind_names[d->kind], d->metric);
    if (*d->notes) printf("%s\n", d->notes);
    printf("\n%-22s %12s %12s %12s\n", "", split_names[0], split_names[1], split_names[2]);
    print_counts("records", (double[GIVEN_SPLITS]){d->count[0], d->count[1], d->count[2]});
    print_repeats(d);
    if (text_names[d->kind]) print_texts(s);
    if (d->kind == DATA_POSITIONS) {
        print_sums(s, "tokens", NULL, false, length);
        printf("%-22s %12d\n", "vocabulary", d->vocabulary);
    }
    if (d->kind == DATA_IMAGES)
        printf("%-22s %d x %d pixels, channels: %d\n", "image", d->height, d->width, d->channels);
    if (d->class_names) print_classes(s);
}

/* ---- the command ---- */

/* SPLITS: after a message. */
static enum split part_of(const char *name)
{
    for (enum split split = 0; split < GIVEN_SPLITS; split++)
        if (!strcmp(name, split_names[split])) return split;
    fprintf(stderr, "attnlab data: --part: found '%s', expected train, valid or test\n", name);
    return SPLITS;
}

static bool open_shown(struct shown *s, const struct worker_cell *cell, char **error)
{
    struct task_options task = cell->task;
    task.cache = getenv("ATTNLAB_CACHE");
    if (!worker_kinds[cell->kind].reads_set) {
        *error = xstrdup("found a cell of a layer, which reads no data set; expected one of kind "
                         "quality, as `attnlab data show` asks");
        return false;
    }
    if (!cell_data_open(cell, &s->data, error)) return false;
    if (!s->options->tokens || !text_names[s->data.kind]) return true;
    s->tokenizer = learn_from_records(&s->data, &task, error);
    return s->tokenizer;
}

static void print_records(const struct shown *s, enum split part)
{
    int count = s->options->count;
    if (!s->data.count[part]) printf("\nno records in %s\n", split_names[part]);
    if (count > s->data.count[part]) count = s->data.count[part];
    for (int i = 1; i <= count; i++) show_record(&s->data, part, i, s->tokenizer);
}

int worker_show(int argc, char **argv)
{
    struct worker_options options;
    struct worker_cell cell = {0};
    struct shown shown = {.options = &options};
    char *error = NULL;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    enum split part = part_of(options.part);
    bool good = part != SPLITS &&
                worker_cell_read(options.cell ? options.cell : "", &cell, &error) &&
                open_shown(&shown, &cell, &error);
    if (good) {
        print_facts(&shown);
        print_records(&shown, part);
    } else if (error)
        fprintf(stderr, "attnlab data: %s\n", error);
    free(error);
    tokenizer_close(shown.tokenizer);
    if (shown.data.name) dataset_close(&shown.data);
    worker_cell_free(&cell);
    return good ? 0 : WORKER_USAGE;
}
