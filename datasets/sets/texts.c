/* SPDX-License-Identifier: MIT
 * Reads a folder of texts, one work per file: english_novels (a hundred novels) or texts:FOLDER.
 * Each record is one work. Works are drawn for train, valid and test, 80 / 10 / 10, so that no
 * model is scored on a book of which it has read a part. Limits and held_out also select whole
 * works. texts:FILE is a file of short works, one per line, such as names.
 *
 * Only files ending in .txt or .txt.gz are read; subfolders are not. A byte order mark is dropped,
 * CR LF becomes LF, and a missing final line end is added. */
#include "datasets/arguments.h"
#include "datasets/data_select.h"
#include "datasets/formats/fields.h"
#include "datasets/formats/language.h"
#include "datasets/formats/official.h"
#include "datasets/formats/folder.h"
#include "base/mem.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_WORKS = 3 }; /* smallest number of works: one per split */

struct work {
    const char *at;   /* start of the work's text; identifies the record of the work */
    const char *name; /* file name of the work, without .txt */
};
struct works {
    struct work *list; /* array with one element per entry of the folder; owned by the store */
    int count;
};

/* ---- reading ---- */

static bool is_text(const char *name)
{
    struct string s = string_of(name);
    return string_ends(s, ".txt") || string_ends(s, ".txt.gz");
}

static bool add_work(struct dataset *data, const char *path, const struct data_options *options,
                     struct works *works, char **error)
{
    const char *name = strrchr(path, '/') + 1;
    struct string text;
    if (!language_read(data, options, path, &text, error)) return false;
    text = language_unix_lines(data, text);
    data_add(data, SPLIT_TRAIN)->text = text;
    int length = (int)(strstr(name, ".txt") - name);
    works->list[works->count++] =
        (struct work){text.at, data_format(data->store, "%.*s", length, name)};
    return true;
}

static bool add_works(struct dataset *data, const char *path, const struct data_options *options,
                      struct works *works, char **error)
{
    struct folder folder;
    if (!folder_read(data->store, path, &folder, error)) return false;
    *works = (struct works){data_alloc(data->store, (size_t)folder.count, sizeof *works->list), 0};
    for (int i = 0; i < folder.count; i++) {
        const char *file = data_format(data->store, "%s/%s", path, folder.names[i]);
        if (!is_text(folder.names[i]) || is_folder(file)) continue;
        if (!is_there_once(&folder, path, folder.names[i], error) ||
            !add_work(data, file, options, works, error))
            return false;
    }
    if (works->count && works->count < folder.count)
        data_note(data, "%d entries of the folder are not .txt files and were ignored.",
                  folder.count - works->count);
    if (!works->count) data_mark_missing(data->store);
    return works->count >= LEAST_WORKS ||
           data_fail(error, "%s: %d .txt file%s (expected at least %d, one per split)", path,
                     works->count, works->count == 1 ? "" : "s", LEAST_WORKS);
}

/* ---- the split ---- */

/* Adds a note with the works of each split, such as "valid: anna, dora.", because the choice of
 * works affects the result. */
static void note_split(struct dataset *data, enum split split, const struct works *works)
{
    struct text names = {0};
    for (int i = 0; i < data->count[split]; i++)
        for (int w = 0; w < works->count; w++)
            if (works->list[w].at == data->records[split][i].text.at)
                text_add(&names, "%s%s", i ? ", " : "", works->list[w].name);
    data_note(data, "%s: %s.", split_names[split], names.data);
    text_free(&names);
}

/* Moves a tenth of the works to each of the splits test and valid. */
static void draw_splits(struct dataset *data, const struct data_options *options)
{
    static const double test = 0.1, valid_of_rest = 0.1 / 0.9;
    dataset_carve(data, SPLIT_TRAIN, SPLIT_TEST, test, options->seed);
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, valid_of_rest, options->seed);
}

static bool open_lines(struct dataset *data, const char *path, const struct data_options *options,
                       char **error)
{
    struct string text;
    data->metric = "perplexity";
    data->works = true;
    if (!language_read(data, options, path, &text, error)) return false;
    language_add(data, SPLIT_TRAIN, language_unix_lines(data, text));
    data_note(data, "Each line is a record; the lines are shuffled. text:PATH reads running text.");
    if (data->count[SPLIT_TRAIN] < LEAST_WORKS)
        return data_fail(error, "%s: %d lines (expected at least %d, one per split)", path,
                         data->count[SPLIT_TRAIN], LEAST_WORKS);
    /* A window of text contains several records. In a sorted file, a model could predict the next
     * record from the order. */
    rng_shuffle(options->seed, rng_stream("lines"), data->records[SPLIT_TRAIN],
                data->count[SPLIT_TRAIN], sizeof(struct record));
    draw_splits(data, options);
    return true;
}

static bool open_works(struct dataset *data, const char *path, const struct data_options *options,
                       char **error)
{
    struct works works;
    data->metric = "perplexity";
    data->works = true;
    if (!add_works(data, path, options, &works, error)) return false;
    data_note(data, "Each split consists of whole files.");
    draw_splits(data, options);
    note_split(data, SPLIT_VALID, &works);
    note_split(data, SPLIT_TEST, &works);
    return true;
}

/* ---- the sets ---- */

static bool open_texts(const char *path, const char *dir, const struct data_options *options,
                       struct dataset *data, char **error)
{
    (void)dir;
    if (!*path)
        return data_fail(error, "texts needs a path: texts:FOLDER, a folder of .txt files, one per "
                                "work, or texts:FILE, one line per record");
    if (!is_folder(path)) return open_lines(data, path, options, error);
    return open_works(data, path, options, error);
}

const struct data_set set_texts = {
    .name = "texts",
    .label = "texts",
    .title = "your records, split 80 / 10 / 10 at random: texts:FOLDER (one .txt file each) or "
             "texts:FILE (one line each)",
    .source = "yours",
    .licence = "the licence of your texts",
    .kind = DATA_LANGUAGE,
    .by_path = true,
    .open = open_texts,
};

static bool open_novels(const char *arguments, const char *dir, const struct data_options *options,
                        struct dataset *data, char **error)
{
    return arguments_read("english_novels", arguments, NULL, 0, error) &&
           open_works(data, official_folder(data->store, dir, "corpus"), options, error);
}

const struct data_set set_english_novels = {
    .name = "english_novels",
    .label = "English novels",
    .title = "a hundred novels by 33 authors, 77 million characters, split 80 / 10 / 10 by novel",
    .source = "https://github.com/computationalstylistics/100_english_novels",
    .licence = "public domain texts; no licence stated for the collection",
    .kind = DATA_LANGUAGE,
    .open = open_novels,
};
