/* SPDX-License-Identifier: MIT
 * Opens the data of cells and computes the sizes of the data. Implements `attnlab-worker open`,
 * which reports whether the data can be opened. */
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "base/paths.h"
#include "datasets/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns true if the cell's tokenizer accepts invalid UTF-8. Only the byte tokenizer does. */
static bool takes_any_bytes(const struct worker_cell *cell)
{
    return tokenizer_traits(cell->task.tokenizer)->any_bytes;
}

char *cell_data_name(const struct worker_cell *cell)
{
    const int *limit = cell->source.limit;
    if (!worker_kinds[cell->kind].reads_set) return xformat("corpus %s", cell->corpus);
    return xformat("%s %d %d held_out=%d %s", takes_any_bytes(cell) ? "bytes" : "text",
                   limit[SPLIT_TRAIN], limit[SPLIT_VALID], cell->training.scored[SPLIT_HELD_OUT],
                   cell->data);
}

static bool open_data(const struct worker_cell *cell, bool unhashed, struct dataset *data,
                      char **error)
{
    char *folder = path_data(), *included = path_data_included();
    struct data_options options = cell->source;
    options.dir = folder;
    options.included = included;
    options.seed = 1;
    options.unhashed = unhashed;
    options.held_out = cell->training.scored[SPLIT_HELD_OUT];
    options.any_bytes = takes_any_bytes(cell);
    bool good = dataset_open(cell->data, &options, data, error);
    free(included);
    free(folder);
    return good;
}

bool cell_data_open(const struct worker_cell *cell, struct dataset *data, char **error)
{
    return open_data(cell, false, data, error);
}

/* ---- sizes ---- */

enum { WORDS_FROM = 1000 }; /* number of records used to compute the mean number of words */

/* Counts words. A word is a run of letters or digits, or one punctuation mark. */
static double count_words(struct string s)
{
    double words = 0;
    bool inside = false;
    for (size_t i = 0; i < s.size; i++) {
        unsigned char c = (unsigned char)s.at[i];
        bool letter = isalnum(c) || c >= 0x80;
        words += letter ? !inside : !isspace(c);
        inside = letter;
    }
    return words;
}

static double words_per_character(const struct dataset *d)
{
    double words = 0, characters = 0;
    for (int i = 0; i < d->count[SPLIT_TRAIN] && i < WORDS_FROM; i++) {
        const struct record *r = &d->records[SPLIT_TRAIN][i];
        words += count_words(r->text) + count_words(r->second);
        characters += (double)(r->text.size + r->second.size);
    }
    return characters > 0 ? words / characters : 0;
}

/* Computes the mean length of tokenized sequences, rounded up, and the share of tokens with a
 * target. */
static void count_positions(const struct dataset *d, struct data_facts *f)
{
    double tokens = 0, targets = 0, count = d->count[SPLIT_TRAIN];
    for (int i = 0; i < d->count[SPLIT_TRAIN]; i++) {
        const struct record *r = &d->records[SPLIT_TRAIN][i];
        tokens += r->length;
        for (int t = 0; t < r->length && r->targets; t++) targets += r->targets[t] >= 0;
    }
    if (!(tokens > 0)) return;
    f->length = (int)ceil(tokens / count);
    f->target_share = targets / tokens;
}

static struct data_facts facts_of(const struct dataset *d)
{
    struct data_facts f = {.words_per_character = words_per_character(d),
                           .width = d->width,
                           .height = d->height,
                           .channels = d->channels,
                           .classes = d->classes,
                           .vocabulary = d->vocabulary};
    count_positions(d, &f);
    for (int s = 0; s < SPLITS; s++) {
        f.records[s] = d->count[s];
        for (int i = 0; i < d->count[s]; i++) {
            f.characters[s][0] += (double)d->records[s][i].text.size;
            f.characters[s][1] += (double)d->records[s][i].second.size;
        }
    }
    return f;
}

/* Reads all data to detect truncated and corrupt files. */
static struct data_facts open_facts(const struct worker_cell *cell)
{
    struct data_facts f = {0};
    if (worker_kinds[cell->kind].reads_set) {
        struct dataset data;
        if (!open_data(cell, true, &data, &f.fault)) return f;
        f = facts_of(&data);
        dataset_close(&data);
    } else {
        struct text_corpus text = {0};
        text_open(cell->corpus, &text, &f.fault);
        text_close(&text);
    }
    return f;
}

const struct data_facts *data_facts_of(const struct worker_cell *cell)
{
    static struct known {
        char *name;
        struct data_facts facts;
        struct known *next;
    } * all; /* one entry per opened data set; never freed */
    char *name = cell_data_name(cell);
    for (struct known *k = all; k; k = k->next)
        if (!strcmp(k->name, name)) return free(name), &k->facts;
    struct known *k = xalloc(sizeof *k);
    *k = (struct known){name, open_facts(cell), all};
    all = k;
    return &k->facts;
}

/* ---- the command ---- */

static json_t *answer(const char *name, struct worker_cell *cell, void *unused)
{
    (void)unused;
    const char *fault = data_facts_of(cell)->fault;
    char *text = fault ? utf8_repaired(fault) : NULL;
    json_t *line = json_pack("{s:s, s:s?}", "cell", name, "fault", text);
    free(text);
    return line;
}

int worker_open(int argc, char **argv) { return worker_answer_cells(argc, argv, answer, NULL); }
