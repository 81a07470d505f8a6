/* SPDX-License-Identifier: MIT
 * Reads any text: text:PATH reads a file or a folder of files; text:builtin is the included text.
 * If a folder has files named train, valid and test (any suffix after the first dot), these files
 * are the splits. In any other folder, all files are joined in the order of their names, separated
 * by line ends. If there is no validation file, the last tenth of the text is used for validation.
 * A user's text is cut at a line end; Tiny Shakespeare and the included text are cut at the exact
 * character, as in published results. */
#include "datasets/formats/language.h"
#include "datasets/formats/split_files.h"
#include "datasets/text.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static bool add_splits(struct dataset *data, const struct split_files *files,
                       const struct data_options *options, char **error)
{
    for (enum split split = 0; split < GIVEN_SPLITS; split++) {
        struct string text;
        if (!files->path[split]) continue;
        if (!language_read(data, options, files->path[split], &text, error)) return false;
        if (split == SPLIT_TRAIN && !files->path[SPLIT_VALID])
            language_split(data, text);
        else
            language_add(data, split, text);
    }
    return true;
}

/* Appends a file's text. Adds a missing line end before it, so that words of two files do not
 * merge. */
static void append(struct text *all, struct string text)
{
    if (all->length && all->data[all->length - 1] != '\n') text_add_bytes(all, "\n", 1);
    text_add_bytes(all, text.at, text.size);
}

/* Adds a note that all files were joined into one text. The user may have expected that a file such
 * as test_1.txt is the test split. */
static void note_one_text(struct dataset *data, const struct folder *folder)
{
    if (folder->count > 1)
        data_note(data, "No file is named train, so all %d files, %s to %s, form one text.",
                  folder->count, folder->names[0], folder->names[folder->count - 1]);
}

static bool add_all(struct dataset *data, const char *path, const struct folder *folder,
                    const struct data_options *options, char **error)
{
    struct text all = {0};
    bool good = true;
    for (int i = 0; i < folder->count && good; i++) {
        struct string text;
        const char *file = data_format(data->store, "%s/%s", path, folder->names[i]);
        good = language_read(data, options, file, &text, error);
        if (good) append(&all, text);
    }
    data_adopt(data->store, all.data);
    note_one_text(data, folder);
    if (good) language_split(data, (struct string){all.data, all.length});
    return good;
}

static bool add_folder(struct dataset *data, const char *path, const struct data_options *options,
                       char **error)
{
    struct split_files files;
    if (!split_files_find(data, path, &files, error)) return false;
    return files.path[SPLIT_TRAIN] ? add_splits(data, &files, options, error)
                                   : add_all(data, path, &files.folder, options, error);
}

static bool add_file(struct dataset *data, const char *path, const struct data_options *options,
                     void (*split)(struct dataset *, struct string), char **error)
{
    struct string text;
    if (!language_read(data, options, path, &text, error)) return false;
    split(data, text);
    return true;
}

static bool add_builtin(struct dataset *data, char **error)
{
    struct text_corpus corpus;
    if (!text_open("builtin", &corpus, error)) return false;
    struct string all = {(char *)corpus.bytes, corpus.size};
    language_split_characters(data, data_copy(data->store, all));
    text_close(&corpus);
    return true;
}

static bool open_text(const char *path, const char *dir, const struct data_options *options,
                      struct dataset *data, char **error)
{
    (void)dir;
    data->metric = "perplexity";
    if (!*path)
        return data_fail(
            error,
            "text needs a path: text:PATH, a file or a folder, or text:builtin, the included text");
    if (strcmp(path, "builtin") == 0) return add_builtin(data, error);
    return is_folder(path) ? add_folder(data, path, options, error)
                           : add_file(data, path, options, language_split, error);
}

const struct data_set set_text = {
    .name = "text",
    .label = "text",
    .title = "any text: text:PATH (a file or a folder), text:builtin",
    .source = "yours",
    .licence = "the licence of your text",
    .kind = DATA_LANGUAGE,
    .by_path = true,
    .open = open_text,
};

static bool open_tinyshakespeare(const char *arguments, const char *dir,
                                 const struct data_options *options, struct dataset *data,
                                 char **error)
{
    data->metric = "perplexity";
    if (*arguments) return data_fail(error, "tinyshakespeare has no option '%s'", arguments);
    return add_file(data, data_format(data->store, "%s/input.txt", dir), options,
                    language_split_characters, error);
}

const struct data_set set_tinyshakespeare = {
    .name = "tinyshakespeare",
    .label = "Tiny Shakespeare",
    .title = "40,000 lines of Shakespeare, split 90 / 10 by characters",
    .source = "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/"
              "input.txt",
    .licence = "public domain",
    .kind = DATA_LANGUAGE,
    .open = open_tinyshakespeare,
};
