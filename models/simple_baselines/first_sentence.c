/* SPDX-License-Identifier: MIT
 * Implements the lead baseline: summarises the source by its first sentence (Nallapati et al.
 * 2016). The sentence ends at the first line end, or at the first token that ends in . ! or ? */
#include "models/simple_baselines/writer.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct first_sentence {
    struct writer writer;
    bool *ends; /* true for tokens that end a sentence; shape (V) */
};

static int32_t next(const struct writer *w, const int32_t *source, int length, int position)
{
    const struct first_sentence *m = (const struct first_sentence *)w;
    bool over = position >= length || (position > 0 && m->ends[source[position - 1]]);
    return over ? TOKEN_END : source[position];
}

static bool ends_sentence(const struct tokenizer *tokenizer, int32_t token)
{
    char *text = tokenizer_decode(tokenizer, &token, 1);
    size_t length = strlen(text);
    bool ends = length && strchr(".!?\n", text[length - 1]);
    free(text);
    return ends;
}

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct first_sentence *m = xalloc(sizeof *m);
    (void)y;
    writer_open(&m->writer, shape, next);
    m->ends = xarray((size_t)shape->vocabulary, sizeof *m->ends);
    for (int t = 0; t < shape->vocabulary; t++) m->ends[t] = ends_sentence(task->tokenizer, t);
    return (struct model *)m;
}

static void close(struct model *model)
{
    free(((struct first_sentence *)model)->ends);
    free(model);
}

const struct simple_baseline simple_baseline_first_sentence = {
    .name = "first_sentence",
    .label = "first sentence",
    .title = "the first sentence of the source",
    .source = "Nallapati et al. 2016, arXiv 1602.06023",
    .tasks = "translate",
    .open = open,
    .close = close,
    .count = writer_count_nothing,
    WRITER_MEMBERS,
};
