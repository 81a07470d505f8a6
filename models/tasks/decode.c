/* SPDX-License-Identifier: MIT
 * Implements beam search; greedy decoding is beam search with one hypothesis.
 *
 * Row `source * beam + h` of a batch contains hypothesis h of a source. The decoder takes one token
 * at a time and caches keys and values, which move with their hypotheses. A model that needs the
 * whole prefix (refuse_steps of models/model.h) processes the whole prefix at each step.
 *
 * A finished hypothesis gives its row to another hypothesis. A source is done when `beam`
 * hypotheses have finished or no unfinished hypothesis can rank higher. Hypotheses that reach the
 * largest length end there and are ranked like all others. */
#include "models/tasks/decode.h"

#include "datasets/tokenizers/tokenizer.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct hypothesis {
    double score; /* log-probability; -inf if the row is empty */
    int from;     /* index of the previous step's hypothesis that this hypothesis extends */
    int32_t *ids; /* ids, starting with TOKEN_BEGIN; shape (most_length + 1) */
};
struct candidate {
    double score;
    int from; /* index of the hypothesis that the candidate extends */
    int32_t token;
};
struct beam {
    struct hypothesis *live, *next; /* current and next hypotheses; shape (beam) */
    double best; /* rank of the best finished hypothesis; -inf if no hypothesis has finished */
    int32_t *best_ids;
    int best_length, ended;
    bool done;
};
struct search {
    const struct decode_request *r;
    int count, length; /* number of sources; tokens per prefix, including TOKEN_BEGIN */
    struct beam *beams;
    int32_t *tokens, *sources; /* token ids of prefixes and sources, shape (count * beam, ...) */
    int *lengths, *source_lengths;
    int *from; /* row of the previous step that each row extends; shape (count * beam) */
    struct decoding *steps;       /* decoder with cache; NULL if each step runs the whole prefix */
    float *logits;                /* logits of the next token, shape (count * beam, vocabulary) */
    struct candidate *candidates; /* candidates of one source, shape (beam * (beam + 1)) */
};

static double rank(const struct search *s, double score, int length)
{
    return score / pow(length, s->r->length_penalty);
}

/* ---- setup ---- */

static struct hypothesis *hypotheses(const struct search *s)
{
    struct hypothesis *list = xarray((size_t)s->r->beam, sizeof *list);
    for (int h = 0; h < s->r->beam; h++) {
        list[h].score = -HUGE_VAL;
        list[h].from = h;
        list[h].ids = xarray((size_t)s->r->most_length + 1, sizeof *list[h].ids);
        list[h].ids[0] = TOKEN_BEGIN;
    }
    return list;
}

static void free_hypotheses(struct hypothesis *list, int count)
{
    for (int h = 0; h < count; h++) free(list[h].ids);
    free(list);
}

static void open(struct search *s, int m)
{
    size_t rows = (size_t)s->count * (size_t)s->r->beam, width = (size_t)s->r->most_length + 1;
    s->beams = xarray((size_t)s->count, sizeof *s->beams);
    for (int i = 0; i < s->count; i++) {
        struct beam *b = &s->beams[i];
        *b = (struct beam){.live = hypotheses(s), .next = hypotheses(s), .best = -HUGE_VAL};
        b->best_ids = xarray(width, sizeof *b->best_ids);
        b->live[0].score = 0;
    }
    s->tokens = xarray(rows * width, sizeof *s->tokens);
    s->sources = xarray(rows * (size_t)m, sizeof *s->sources);
    s->lengths = xarray(rows, sizeof *s->lengths);
    s->source_lengths = xarray(rows, sizeof *s->source_lengths);
    s->from = xarray(rows, sizeof *s->from);
    s->logits = xarray(rows * (size_t)s->r->vocabulary, sizeof *s->logits);
    s->candidates = xarray((size_t)s->r->beam * ((size_t)s->r->beam + 1), sizeof *s->candidates);
}

/* Runs the encoder with one row per source. If hypotheses cannot share keys and values, runs it
 * with one row per hypothesis. */
static void encode(struct search *s, const int32_t *sources, const int *lengths, int m)
{
    const struct model_build *build = s->r->build;
    bool steps = !build->refuse_steps(s->r->model);
    int shared = steps ? 1 : s->r->beam, rows = s->count * shared;
    for (int row = 0; row < rows; row++) {
        int from = row / shared;
        memcpy(s->sources + (size_t)row * (size_t)m, sources + (size_t)from * (size_t)m,
               (size_t)m * sizeof *sources);
        s->source_lengths[row] = lengths[from];
    }
    struct batch batch = {
        .batch = rows, .m = m, .source = s->sources, .source_lengths = s->source_lengths};
    build->encode(s->r->model, &batch);
    if (steps)
        s->steps = build->open_steps(s->r->model, s->count * s->r->beam, s->r->beam,
                                     s->r->most_length + 1);
}

static void close(struct search *s)
{
    if (s->steps) s->r->build->close_steps(s->steps);
    for (int i = 0; i < s->count; i++) {
        free_hypotheses(s->beams[i].live, s->r->beam);
        free_hypotheses(s->beams[i].next, s->r->beam);
        free(s->beams[i].best_ids);
    }
    free(s->beams);
    free(s->tokens);
    free(s->sources);
    free(s->lengths);
    free(s->source_lengths);
    free(s->from);
    free(s->logits);
    free(s->candidates);
}

/* ---- one step ---- */

/* Compares candidates by descending score. Ties go to the earlier hypothesis, then the lower token,
 * so that results are deterministic. */
static int better(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->score != y->score) return x->score > y->score ? -1 : 1;
    return x->from != y->from ? x->from - y->from : x->token - y->token;
}

/* Returns true if a hypothesis may continue with this token: a word or TOKEN_END. At the largest
 * length, only TOKEN_END is allowed. Other special tokens are never generated. */
static bool allowed(const struct search *s, int token)
{
    if (s->length > s->r->most_length) return token == TOKEN_END;
    return token == TOKEN_UNKNOWN || token == TOKEN_END || token >= TOKEN_SPECIALS;
}

/* Stores the `keep` most likely continuations of a hypothesis and returns their number. */
static int best_tokens(const struct search *s, const float *logits, int from, double score,
                       struct candidate *out, int keep)
{
    float largest = logits[0];
    double sum = 0;
    int count = 0;
    for (int t = 1; t < s->r->vocabulary; t++)
        if (logits[t] > largest) largest = logits[t];
    double most = (double)largest;
    for (int t = 0; t < s->r->vocabulary; t++) sum += exp((double)logits[t] - most);
    double norm = most + log(sum);
    for (int t = 0; t < s->r->vocabulary; t++) {
        struct candidate c = {score + (double)logits[t] - norm, from, t};
        /* skip most candidates early */
        if (count == keep && c.score < out[count - 1].score) continue;
        if (!allowed(s, t)) continue;
        if (count == keep && better(&c, &out[count - 1]) > 0) continue;
        int place = count < keep ? count++ : count - 1;
        while (place > 0 && better(&c, &out[place - 1]) < 0) {
            out[place] = out[place - 1];
            place--;
        }
        out[place] = c;
    }
    return count;
}

static void end_hypothesis(struct search *s, struct beam *b, const struct candidate *c, int length)
{
    double value = rank(s, c->score, length + 1); /* The final TOKEN_END counts as a token. */
    b->ended++;
    if (value <= b->best) return;
    b->best = value;
    b->best_length = length;
    memcpy(b->best_ids, b->live[c->from].ids + 1, (size_t)length * sizeof *b->best_ids);
}

/* Returns true if an unfinished hypothesis could still rank above the best finished one. The
 * log-probability can only decrease, and the divisor of the rank is largest at the largest length,
 * so the rank has an upper bound. */
static bool can_win(const struct search *s, const struct beam *b)
{
    double score = b->live[0].score;
    return score > -HUGE_VAL && rank(s, score, s->r->most_length + 1) > b->best;
}

static void choose(struct search *s, struct beam *b, int candidates)
{
    int kept = 0;
    qsort(s->candidates, (size_t)candidates, sizeof *s->candidates, better);
    for (int i = 0; i < candidates && kept < s->r->beam; i++) {
        const struct candidate *c = &s->candidates[i];
        if (c->token == TOKEN_END) {
            if (i < s->r->beam) end_hypothesis(s, b, c, s->length - 1);
            continue;
        }
        struct hypothesis *to = &b->next[kept++];
        memcpy(to->ids, b->live[c->from].ids, (size_t)s->length * sizeof *to->ids);
        to->ids[s->length] = c->token;
        to->score = c->score;
        to->from = c->from;
    }
    for (; kept < s->r->beam; kept++) {
        b->next[kept].score = -HUGE_VAL;
        b->next[kept].from = kept;
    }
    struct hypothesis *old = b->live;
    b->live = b->next;
    b->next = old;
    b->done = b->ended >= s->r->beam || !can_win(s, b);
}

static void step_source(struct search *s, int i)
{
    struct beam *b = &s->beams[i];
    int candidates = 0;
    for (int h = 0; h < s->r->beam; h++) {
        if (!(b->live[h].score > -HUGE_VAL)) continue;
        int row = i * s->r->beam + h;
        float *logits = s->logits + (size_t)row * (size_t)s->r->vocabulary;
        if (!s->steps) s->r->build->logits(s->r->model, row, s->length - 1, logits);
        candidates += best_tokens(s, logits, h, b->live[h].score, s->candidates + candidates,
                                  /* one extra candidate, because one of them may be TOKEN_END */
                                  s->r->beam + 1);
    }
    choose(s, b, candidates);
}

static const struct hypothesis *hypothesis(const struct search *s, int row)
{
    return &s->beams[row / s->r->beam].live[row % s->r->beam];
}

/* Runs the decoder on the last token of each hypothesis; the prefix is cached. Rows of finished
 * sources are ignored. */
static void run_step(struct search *s)
{
    int rows = s->count * s->r->beam;
    for (int row = 0; row < rows; row++) {
        bool done = s->beams[row / s->r->beam].done;
        s->from[row] = done ? row : row - row % s->r->beam + hypothesis(s, row)->from;
        s->tokens[row] = hypothesis(s, row)->ids[s->length - 1];
    }
    s->r->build->reorder(s->steps, s->from);
    s->r->build->step(s->steps, s->tokens, s->logits);
}

static void run_prefix(struct search *s)
{
    int rows = s->count * s->r->beam;
    for (int row = 0; row < rows; row++) {
        memcpy(s->tokens + (size_t)row * (size_t)s->length, hypothesis(s, row)->ids,
               (size_t)s->length * sizeof *s->tokens);
        s->lengths[row] = s->length;
    }
    struct batch batch = {
        .batch = rows, .n = s->length, .tokens = s->tokens, .lengths = s->lengths};
    s->r->build->forward_decoder(s->r->model, &batch);
}

/* Extends all hypotheses by one token. Returns false when every source is done. */
static bool step(struct search *s)
{
    bool alive = false;
    if (s->steps)
        run_step(s);
    else
        run_prefix(s);
    for (int i = 0; i < s->count; i++) {
        if (!s->beams[i].done) step_source(s, i);
        alive |= !s->beams[i].done;
    }
    s->length++;
    return alive;
}

void decode(const struct decode_request *r, const int32_t *sources, const int *lengths, int count,
            int m, int32_t *out, int *out_lengths)
{
    struct search s = {.r = r, .count = count, .length = 1};
    require(count * r->beam <= r->most_rows);
    open(&s, m);
    encode(&s, sources, lengths, m);
    while (s.length <= r->most_length + 1 && step(&s)) continue;
    for (int i = 0; i < count; i++) {
        out_lengths[i] = s.beams[i].best_length;
        memcpy(out + (size_t)i * (size_t)r->most_length, s.beams[i].best_ids,
               (size_t)out_lengths[i] * sizeof *out);
    }
    close(&s);
}
