/* SPDX-License-Identifier: MIT
 * Reads SQuAD v1.1 (Rajpurkar et al. 2016, arXiv 1606.05250), and the English part of XQuAD, which
 * has the same format.
 *
 * The JSON is {"data": [{"title", "paragraphs": [{"context", "qas": [{"id", "question", "answers":
 * [{"text", "answer_start"}]}]}]}]} with keys in any order; answer_start counts code points.
 * Missing splits consist of random whole articles, so that no context is in two splits. */
#include "datasets/arguments.h"
#include "datasets/data_store.h"
#include "datasets/formats/file.h"
#include "base/rng.h"
#include "datasets/formats/fields.h"
#include "base/mem.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* current position in the file, for errors, and the data set that receives the records */
struct place {
    struct dataset *data;
    const char *path;
    size_t article;
    const char *title; /* title of the article and id of the question; "" until known */
    const char *id;
    enum split split;
    uint64_t read; /* total size in bytes of the contexts that were searched for answers */
};

/* limit on the bytes searched, because the search for each answer reads its context; SQuAD needs
 * 0.1 GB */
static const uint64_t most_read = UINT64_C(1) << 33;

static bool fail(const struct place *place, char **error, const char *what)
{
    return data_fail(error, "%s: article %zu '%s'%s%s%s: %s", place->path, place->article,
                     place->title, *place->id ? ", question '" : "", place->id,
                     *place->id ? "'" : "", what);
}

/* Returns a required member of the given type. Returns NULL and sets *error if the member is
 * missing or has a different type. */
static const json_t *member(const struct place *place, const json_t *object, const char *key,
                            json_type type, char **error)
{
    static const char *const types[] = {
        [JSON_ARRAY] = "an array", [JSON_STRING] = "a string", [JSON_INTEGER] = "an integer"};
    /* also NULL if `object` is not a JSON object */
    const json_t *found = json_object_get(object, key);
    if (found && json_typeof(found) == type) return found;
    char *what =
        xformat("%s '%s' (expected %s)", found ? "wrong type of" : "missing", key, types[type]);
    fail(place, error, what);
    free(what);
    return NULL;
}

static struct string string_in(const json_t *text)
{
    return (struct string){json_string_value(text), json_string_length(text)};
}

/* ---- a question ---- */

static bool answer_check(const struct place *place, struct string context, struct string answer,
                         json_int_t start, char **error)
{
    size_t points = utf8_count(context);
    if (!answer.size) return fail(place, error, "an answer is empty");
    if (start >= 0 && (size_t)start < points) {
        size_t at = utf8_offset(context, (size_t)start);
        if (context.size - at >= answer.size && !memcmp(context.at + at, answer.at, answer.size))
            return true;
    }
    char *what = xformat("the answer '%.*s' is not at code point %lld of the context's %zu",
                         string_shown(answer), answer.at, (long long)start, points);
    fail(place, error, what);
    free(what);
    return false;
}

static bool add_answers(struct place *place, struct record *record, const json_t *answers,
                        char **error)
{
    struct data_store *store = place->data->store;
    size_t count = json_array_size(answers);
    if (!count)
        return fail(place, error,
                    "has no answer; unanswerable questions (SQuAD v2.0) are not read");
    place->read += (uint64_t)count * record->text.size;
    if (place->read > most_read)
        return fail(place, error,
                    "the contexts are too large (expected at most 8 GiB over all answers); split "
                    "them into paragraphs");
    struct string *texts = data_alloc(store, count, sizeof *texts);
    int *starts = data_alloc(store, count, sizeof *starts);
    for (size_t i = 0; i < count; i++) {
        const json_t *answer = json_array_get(answers, i);
        const json_t *text = member(place, answer, "text", JSON_STRING, error);
        if (!text) return false;
        const json_t *start = member(place, answer, "answer_start", JSON_INTEGER, error);
        if (!start ||
            !answer_check(place, record->text, string_in(text), json_integer_value(start), error))
            return false;
        texts[i] = data_copy(store, string_in(text));
        starts[i] = (int)json_integer_value(start);
    }
    record->references = texts;
    record->starts = starts;
    record->reference_count = (int)count;
    return true;
}

static bool add_question(struct place *place, struct string context, const json_t *qa, char **error)
{
    place->id = "";
    const json_t *id = member(place, qa, "id", JSON_STRING, error);
    if (!id) return false;
    place->id = json_string_value(id);
    const json_t *question = member(place, qa, "question", JSON_STRING, error);
    if (!question) return false;
    const json_t *answers = member(place, qa, "answers", JSON_ARRAY, error);
    if (!answers) return false;
    if (!string_strip(string_in(question)).size) return fail(place, error, "the question is empty");
    struct record *record = data_add(place->data, place->split);
    record->text = context;
    record->second = data_copy(place->data->store, string_strip(string_in(question)));
    return add_answers(place, record, answers, error);
}

/* ---- articles ---- */

static bool add_paragraph(struct place *place, const json_t *paragraph, char **error)
{
    place->id = "";
    const json_t *text = member(place, paragraph, "context", JSON_STRING, error);
    if (!text) return false;
    const json_t *questions = member(place, paragraph, "qas", JSON_ARRAY, error);
    if (!questions) return false;
    struct string context = data_copy(place->data->store, string_in(text));
    for (size_t i = 0; i < json_array_size(questions); i++)
        if (!add_question(place, context, json_array_get(questions, i), error)) return false;
    return true;
}

static bool add_article(struct place *place, const json_t *article, char **error)
{
    place->title = place->id = "";
    const json_t *title = member(place, article, "title", JSON_STRING, error);
    if (!title) return false;
    place->title = json_string_value(title);
    const json_t *paragraphs = member(place, article, "paragraphs", JSON_ARRAY, error);
    if (!paragraphs) return false;
    for (size_t i = 0; i < json_array_size(paragraphs); i++)
        if (!add_paragraph(place, json_array_get(paragraphs, i), error)) return false;
    return true;
}

/* Assigns articles to splits at random. counts[split] is the number of articles for validation and
 * for test; all other articles are for training. The caller frees the array. */
static enum split *split_articles(int count, const int counts[GIVEN_SPLITS], uint64_t seed)
{
    enum split *splits = xarray((size_t)count, sizeof *splits);
    int *order = xarray((size_t)count, sizeof *order), at = 0;
    rng_permutation(seed, rng_stream("squad.articles"), count, order);
    for (enum split split = SPLIT_VALID; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < counts[split] && at < count; i++) splits[order[at++]] = split;
    free(order);
    return splits;
}

struct shares {
    double valid,
        test; /* test: fraction of all articles; validation: fraction of the remaining articles */
    enum split rest; /* split that gets all other articles */
};

static int part_of(double share, int count)
{
    int part = (int)(share * count + 0.5);
    return share > 0 && part == 0 && count > 1 ? 1 : part;
}

static bool add_articles(struct place *place, const json_t *articles, const struct shares *shares,
                         uint64_t seed, char **error)
{
    int count = (int)json_array_size(articles);
    int counts[GIVEN_SPLITS] = {0};
    counts[SPLIT_TEST] = part_of(shares->test, count);
    counts[SPLIT_VALID] = part_of(shares->valid, count - counts[SPLIT_TEST]);
    enum split *splits = split_articles(count, counts, seed);
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        place->article = (size_t)i + 1;
        place->split = splits[i] == SPLIT_TRAIN ? shares->rest : splits[i];
        good = add_article(place, json_array_get(articles, (size_t)i), error);
    }
    free(splits);
    if (good && (counts[SPLIT_VALID] || counts[SPLIT_TEST]))
        data_note(place->data,
                  "Of %d articles, %d were drawn for valid and %d for test (seed %llu).", count,
                  counts[SPLIT_VALID], counts[SPLIT_TEST], (unsigned long long)seed);
    return good;
}

/* ---- files ---- */

/* Parses a file. The caller releases the result with json_decref(). Returns NULL and sets *error if
 * the file is invalid. */
static json_t *json_read(const char *path, struct dataset *data, char **error)
{
    struct data_store *store = data_store_new();
    struct file file;
    json_error_t wrong;
    json_t *root = NULL;
    if (file_read(store, path, &file, error) && file_check_utf8(&file, error)) {
        file_drop_mark(data, &file);
        root = json_loadb(file.all.at, file.all.size, 0, &wrong);
        if (!root)
            data_fail(error, "%s:%d: invalid JSON: %s (byte %d); fetch it again", file.path,
                      wrong.line, wrong.text, wrong.position);
    }
    if (data_is_missing(store)) data_mark_missing(data->store);
    data_store_free(store);
    return root;
}

static bool add_file(struct dataset *data, const char *path, const struct shares *shares,
                     uint64_t seed, char **error)
{
    json_t *root = json_read(path, data, error);
    if (!root) return false;
    struct place place = {.data = data, .path = path, .title = "", .id = ""};
    const json_t *articles = json_object_get(root, "data");
    bool good = json_is_array(articles) && json_array_size(articles) > 0;
    if (!good)
        data_fail(error,
                  "%s: not in the format of SQuAD v1.1 (expected {\"data\": [articles], ...})",
                  path);
    else
        good = add_articles(&place, articles, shares, seed, error);
    json_decref(root);
    return good;
}

static bool open_squad(const char *arguments, const char *dir, const struct data_options *options,
                       struct dataset *data, char **error)
{
    static const struct shares train = {.valid = 0.1, .rest = SPLIT_TRAIN};
    static const struct shares test = {.rest = SPLIT_TEST};
    data->metric = "f1";
    return arguments_read("squad", arguments, NULL, 0, error) &&
           add_file(data, data_format(data->store, "%s/train-v1.1.json", dir), &train,
                    options->seed, error) &&
           add_file(data, data_format(data->store, "%s/dev-v1.1.json", dir), &test, options->seed,
                    error);
}

/* XQuAD has 48 articles: 8 for test (cross-validation is common for so few questions), 4 for
 * validation and 36 for training. */
static bool open_xquad(const char *arguments, const char *dir, const struct data_options *options,
                       struct dataset *data, char **error)
{
    static const struct shares shares = {.test = 1.0 / 6, .valid = 0.1, .rest = SPLIT_TRAIN};
    data->metric = "f1";
    return arguments_read("xquad", arguments, NULL, 0, error) &&
           add_file(data, data_format(data->store, "%s/xquad.en.json", dir), &shares, options->seed,
                    error);
}

const struct data_set set_squad = {
    .name = "squad",
    .label = "SQuAD",
    .title = "98,169 questions whose answer is a part of a paragraph (SQuAD v1.1)",
    .source = "https://rajpurkar.github.io/SQuAD-explorer/",
    .licence = "CC BY-SA 4.0",
    .kind = DATA_SPANS,
    .open = open_squad,
};

const struct data_set set_xquad = {
    .name = "xquad",
    .label = "XQuAD",
    .title = "1,190 questions of SQuAD's dev part, split by article, for checking loaders",
    .source = "https://github.com/google-deepmind/xquad",
    .licence = "CC BY-SA 4.0",
    .kind = DATA_SPANS,
    .open = open_xquad,
};
