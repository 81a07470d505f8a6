/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker show`, which prints the sizes of a data set and its first records.
 * Data and tokenizer are opened as for a run. */
#include "base/mem.h"
#include "datasets/repeats.h"
#include "harness/measure/quality.h"
#include "models/tasks/sequences.h"

#include <stdlib.h>
#include <string.h>

struct shown {
    const struct worker_options *options;
    struct dataset data;
    /* tokenizer for printing token ids; NULL if no ids are printed */
    struct tokenizer *tokenizer;
};

/* Names of the two texts of a record; NULL if records have no such text. */
static const char *const text_names[DATA_KINDS] = {[DATA_LANGUAGE] = "text",
                                                   [DATA_CLASSES] = "text",
                                                   [DATA_PAIRS] = "source",
                                                   [DATA_SPANS] = "context"};
static const char *const second_names[DATA_KINDS] = {
    [DATA_CLASSES] = "question", [DATA_PAIRS] = "target", [DATA_SPANS] = "question"};

/* ---- sizes: one line each, one column per split ---- */

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
    double(*count)[GIVEN_SPLITS] = xarray((size_t)d->classes + 1, sizeof *count);
    for (int split = 0; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < d->count[split]; i++) {
            int label = d->records[split][i].label;
            count[label < 0 ? d->classes : label][split]++;
        }
    printf("%-22s %12d\n", "classes", d->classes);
    for (int c = 0; c <= d->classes; c++) {
        char *name = xformat("  %s", c < d->classes ? d->class_names[c]
                                                    : "(class not in the training split)");
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

static void print_sizes(const struct shown *s)
{
    const struct dataset *d = &s->data;
    int repeats[GIVEN_SPLITS];
    printf("%s: %s, metric %s\n", d->name, data_kind_names[d->kind], d->metric);
    if (*d->notes) printf("%s\n", d->notes);
    printf("\n%-22s %12s %12s %12s\n", "", split_names[0], split_names[1], split_names[2]);
    print_counts("records", (double[GIVEN_SPLITS]){d->count[0], d->count[1], d->count[2]});
    if (d->count[SPLIT_TRAIN] && dataset_repeats(d, repeats))
        printf("%-22s %12s %12d %12d\n", "also in train", "", repeats[SPLIT_VALID],
               repeats[SPLIT_TEST]);
    if (text_names[d->kind]) print_texts(s);
    if (d->kind == DATA_POSITIONS) {
        print_sums(s, "tokens", NULL, false, length);
        printf("%-22s %12d\n", "vocabulary", d->vocabulary);
    }
    if (d->kind == DATA_IMAGES)
        printf("%-22s %d x %d pixels, channels: %d\n", "image", d->height, d->width, d->channels);
    if (d->class_names) print_classes(s);
}

/* ---- records ---- */

enum { MOST_CHARACTERS = 400, MOST_IDS = 100 };

/* Prints the first character and removes it from the text. Control characters and invalid bytes are
 * printed as escapes. */
static void print_character(struct string *rest)
{
    uint32_t code;
    size_t size = utf8_decode(rest->at, rest->size, &code);
    unsigned char byte = (unsigned char)*rest->at;
    if (size && (code == '\n' || code == '\r' || code == '\t'))
        printf("\\%c", code == '\n' ? 'n' : code == '\r' ? 'r' : 't');
    else if (!size || code < ' ' || code == 0x7f)
        printf("\\x%02x", byte);
    else
        printf("%.*s", (int)size, rest->at);
    size = size ? size : 1;
    *rest = (struct string){rest->at + size, rest->size - size};
}

static void print_text(const char *name, struct string text)
{
    struct string rest = text;
    printf("  %-9s ", name);
    for (int i = 0; rest.size && i < MOST_CHARACTERS; i++) print_character(&rest);
    if (rest.size) printf(" ... (%zu characters)", utf8_count(text));
    printf("\n");
}

/* Prints ids. Negative ids, which mark positions without a target, are printed as dots. */
static void print_ids(const char *name, const int32_t *ids, size_t count)
{
    printf("  %-9s", name);
    for (size_t i = 0; i < count && i < MOST_IDS; i++)
        if (ids[i] < 0)
            printf(" .");
        else
            printf(" %d", ids[i]);
    if (count > MOST_IDS) printf(" ... (%zu ids)", count);
    printf("\n");
}

static void print_part(const char *name, struct string text, const struct tokenizer *tokenizer)
{
    struct token_list list = {0};
    if (!name || !text.size) return;
    print_text(name, text);
    if (!tokenizer) return;
    tokenizer_encode(tokenizer, text, false, &list);
    print_ids("ids", list.ids, list.count);
    free(list.ids);
}

/* Prints one record and its `number`, counted from 1. */
static void print_record(const struct shown *s, enum split split, int number)
{
    const struct dataset *data = &s->data;
    const struct record *r = &data->records[split][number - 1];
    printf("\n%s record %d\n", split_names[split], number);
    print_part(text_names[data->kind], r->text, s->tokenizer);
    print_part(second_names[data->kind], r->second, s->tokenizer);
    /* skip the first reference of a pair, which was already printed as the target */
    for (int i = data->kind == DATA_PAIRS; i < r->reference_count; i++) {
        print_text(data->kind == DATA_SPANS ? "answer" : "reference", r->references[i]);
        if (r->starts) printf("  %-9s character %d\n", "begins at", r->starts[i]);
    }
    if (r->tokens) {
        print_ids("ids", r->tokens, (size_t)r->length);
        print_ids("targets", r->targets, (size_t)r->length);
    }
    if (data->class_names)
        printf("  %-9s %s\n", "class",
               r->label < 0 ? "(class not in the training split)" : data->class_names[r->label]);
}

/* ---- the command ---- */

/* Returns the split with this name. If the name is unknown, prints an error message and returns
 * SPLITS. */
static enum split find_part(const char *name)
{
    for (enum split split = 0; split < GIVEN_SPLITS; split++)
        if (!strcmp(name, split_names[split])) return split;
    fprintf(stderr, "attnlab data: --part: invalid part '%s' (expected train, valid or test)\n",
            name);
    return SPLITS;
}

static bool open_shown(struct shown *s, const struct worker_cell *cell, char **error)
{
    struct task_options task = cell->task;
    task.cache = getenv("ATTNLAB_CACHE");
    if (!worker_kinds[cell->kind].reads_set) {
        *error = xstrdup("a cell that times a layer reads no data set (expected kind=quality)");
        return false;
    }
    if (!cell_data_open(cell, &s->data, error)) return false;
    if (!s->options->tokens || !text_names[s->data.kind]) return true;
    s->tokenizer = learn_from_records(&s->data, &task, error);
    return s->tokenizer;
}

int worker_show(int argc, char **argv)
{
    struct worker_options options;
    struct worker_cell cell = {0};
    struct shown shown = {.options = &options};
    char *error = NULL;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    enum split part = find_part(options.part);
    bool good = part != SPLITS &&
                worker_cell_read(options.cell ? options.cell : "", &cell, &error) &&
                open_shown(&shown, &cell, &error);
    if (good) {
        int count = shown.data.count[part];
        print_sizes(&shown);
        if (!count) printf("\nno records in %s\n", split_names[part]);
        for (int i = 1; i <= count && i <= options.count; i++) print_record(&shown, part, i);
    } else if (error)
        fprintf(stderr, "attnlab data: %s\n", error);
    free(error);
    tokenizer_close(shown.tokenizer);
    if (shown.data.name) dataset_close(&shown.data);
    worker_cell_free(&cell);
    return good ? 0 : WORKER_USAGE;
}
