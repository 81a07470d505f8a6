/* SPDX-License-Identifier: MIT
 * Generates documents from a probabilistic grammar. Some words are predictable only from a long
 * context.
 *
 *   document: three people are introduced, then paragraphs follow, each about one person.
 *   sentence: clause | a person with an action or speech | a repeated fact about a person.
 *   clause: noun phrase, verb phrase (subject and verb agree in number).
 *   noun phrase: determiner, adjectives, noun, perhaps "near ...", "that ...", "(which ...)".
 *   speech: a clause in quotes, in brackets, or in brackets within quotes.
 *
 * The first paragraph introduces each person's trade and town. Later paragraphs repeat these facts,
 * or refer to the person as "the miller" or "she". Every document has different people.
 *
 * All probabilities are known, so the lowest possible loss is the mean of -ln p. The set's note
 * states this loss for the split valid; it is 0.36 nats per character with seed 1 and the default
 * sizes. Character n-grams trained on the set reach 0.57 at n = 6 and get worse for larger n, so a
 * lower loss needs a longer context. */
#include "datasets/generated/generated.h"
#include "datasets/generated/grammar_document.h"
#include "datasets/formats/language.h"

struct grammar {
    struct text document, texts[GIVEN_SPLITS];
    double nats, total[GIVEN_SPLITS];
};

static struct string make(void *state, struct draw *draw)
{
    struct grammar *g = state;
    g->document.length = 0;
    g->nats = grammar_document(draw, &g->document);
    return (struct string){g->document.data, g->document.length};
}

static void keep(void *state, struct dataset *data, enum split split)
{
    struct grammar *g = state;
    (void)data;
    text_add_bytes(&g->texts[split], g->document.data, g->document.length);
    g->total[split] += g->nats;
}

static bool open_grammar(const char *text, const char *dir, const struct data_options *options,
                         struct dataset *data, char **error)
{
    (void)dir;
    struct grammar g = {0};
    int sizes[GIVEN_SPLITS] = {400, 40, 40};
    data->metric = "perplexity";
    bool good =
        generated_options("grammar", text, NULL, 0, sizes, error) &&
        generate(&(struct generator){"grammar", &g, make, keep}, data, options->seed, sizes, error);
    text_free(&g.document);
    for (int s = 0; s < GIVEN_SPLITS; s++) {
        if (g.texts[s].data) data_adopt(data->store, g.texts[s].data);
        language_add(data, (enum split)s, (struct string){g.texts[s].data, g.texts[s].length});
    }
    if (good)
        data_note(data,
                  "A model that knows the grammar has a validation loss of at most %.4f nats per "
                  "character.",
                  g.total[SPLIT_VALID] / (double)g.texts[SPLIT_VALID].length);
    return good;
}

const struct data_set set_grammar = {
    .name = "grammar",
    .label = "generated documents",
    .title = "generated documents that need a long context: train=400 (documents), ...",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_LANGUAGE,
    .generated = true,
    .open = open_grammar,
};
