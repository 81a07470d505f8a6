/* SPDX-License-Identifier: MIT
 * Opening each data set that is asked about once, and counting (data_facts.h). */
#include "harness/measure/data_facts.h"

#include "base/mem.h"
#include "harness/measure/quality.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_FROM = 1000 }; /* records whose words are counted: enough for a mean */

/* A run of letters or digits is one, and so is any other mark. */
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

static double words_a_character(const struct dataset *d)
{
    double words = 0, characters = 0;
    for (int i = 0; i < d->count[SPLIT_TRAIN] && i < WORDS_FROM; i++) {
        const struct record *r = &d->records[SPLIT_TRAIN][i];
        words += count_words(r->text) + count_words(r->second);
        characters += (double)(r->text.size + r->second.size);
    }
    return characters > 0 ? words / characters : 0;
}

/* Of ready-made sequences: their mean length, rounded up, and the share that has a target. */
static void count_positions(const struct dataset *d, struct data_facts *f)
{
    double tokens = 0, asked = 0, count = d->count[SPLIT_TRAIN];
    for (int i = 0; i < d->count[SPLIT_TRAIN]; i++) {
        const struct record *r = &d->records[SPLIT_TRAIN][i];
        tokens += r->length;
        for (int t = 0; t < r->length && r->targets; t++) asked += r->targets[t] >= 0;
    }
    if (!(tokens > 0)) return;
    f->length = (int)ceil(tokens / count);
    f->asked_share = asked / tokens;
}

static struct data_facts facts_of(const struct dataset *d)
{
    struct data_facts f = {.known = true,
                           .words_a_character = words_a_character(d),
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

/* ---- each once ---- */

struct known {
    char *name;
    struct data_facts facts;
    struct known *next;
};

const struct data_facts *data_facts_of(const struct worker_cell *cell)
{
    static struct known *all; /* few, for as long as the process runs */
    char *error = NULL, *name = cell_data_name(cell);
    for (struct known *k = all; k; k = k->next)
        if (!strcmp(k->name, name)) return free(name), &k->facts;
    struct known *k = xalloc(sizeof *k);
    struct dataset data;
    *k = (struct known){.name = name, .next = all};
    if (cell_data_look(cell, &data, &error)) {
        k->facts = facts_of(&data);
        dataset_close(&data);
    }
    free(error);
    all = k;
    return &k->facts;
}
