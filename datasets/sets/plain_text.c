/* SPDX-License-Identifier: MIT
 * Any text: text:PATH is a file, or a folder of files; text:builtin is the text that comes along.
 *
 * A folder with files called train, valid and test (whatever follows the first dot) gives these
 * splits. All files of any other folder make one text, in the order of their names. */
#include "datasets/formats/file.h"
#include "datasets/formats/folder.h"
#include "datasets/formats/language.h"
#include "datasets/text.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *stem;
    enum split split;
} stems[] = {{"train", SPLIT_TRAIN}, {"valid", SPLIT_VALID},      {"val", SPLIT_VALID},
             {"dev", SPLIT_VALID},   {"validation", SPLIT_VALID}, {"test", SPLIT_TEST}};

/* SPLITS: a file that is not named after a split. */
static enum split split_of(const char *name)
{
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
        if (strlen(stems[i].stem) == length && strncmp(name, stems[i].stem, length) == 0)
            return stems[i].split;
    return SPLITS;
}

static bool only_files(const char *path, const struct folder *folder, char **error)
{
    for (int i = 0; i < folder->count; i++) {
        char *name = xformat("%s/%s", path, folder->names[i]);
        bool bad = is_folder(name);
        if (bad) data_fail(error, "%s is a folder; only files are read from %s", name, path);
        free(name);
        if (bad) return false;
    }
    return folder->count || data_fail(error, "%s holds no files; a text is expected", path);
}

/* files[split]: index in the folder, -1 none. False with *error if two files claim a split. */
static bool find_splits(const char *path, const struct folder *folder, int files[SPLITS],
                        char **error)
{
    for (int split = 0; split < SPLITS; split++) files[split] = -1;
    for (int i = 0; i < folder->count; i++) {
        enum split split = split_of(folder->names[i]);
        if (split == SPLITS) continue;
        if (files[split] >= 0)
            return data_fail(error, "%s: both %s and %s are there for %s; leave one", path,
                             folder->names[files[split]], folder->names[i], split_names[split]);
        files[split] = i;
    }
    if (files[SPLIT_TRAIN] < 0 && (files[SPLIT_VALID] >= 0 || files[SPLIT_TEST] >= 0))
        return data_fail(error, "%s: there is a file for %s, but none for train", path,
                         split_names[files[SPLIT_VALID] >= 0 ? SPLIT_VALID : SPLIT_TEST]);
    return true;
}

static bool add_splits(struct dataset *data, const char *path, const struct folder *folder,
                       const int files[SPLITS], char **error)
{
    for (enum split split = 0; split < SPLITS; split++) {
        struct string text;
        if (files[split] < 0) continue;
        const char *file = data_format(data->store, "%s/%s", path, folder->names[files[split]]);
        if (!language_read(data->store, file, &text, error)) return false;
        if (split == SPLIT_TRAIN && files[SPLIT_VALID] < 0)
            language_split(data, text);
        else
            language_add(data, split, text);
    }
    for (int i = 0; i < folder->count; i++)
        if (split_of(folder->names[i]) == SPLITS)
            data_note(data, "%s/%s is not read.", path, folder->names[i]);
    return true;
}

static bool add_all(struct dataset *data, const char *path, const struct folder *folder,
                    char **error)
{
    struct text all = {0};
    bool good = true;
    for (int i = 0; i < folder->count && good; i++) {
        struct string text;
        const char *file = data_format(data->store, "%s/%s", path, folder->names[i]);
        good = language_read(data->store, file, &text, error);
        if (good) text_add_bytes(&all, text.at, text.size);
    }
    data_adopt(data->store, all.data);
    if (good) language_split(data, (struct string){all.data, all.length});
    return good;
}

static bool add_folder(struct dataset *data, const char *path, char **error)
{
    struct folder folder;
    int files[SPLITS];
    if (!folder_read(data->store, path, &folder, error) || !only_files(path, &folder, error) ||
        !find_splits(path, &folder, files, error))
        return false;
    if (files[SPLIT_TRAIN] < 0) return add_all(data, path, &folder, error);
    return add_splits(data, path, &folder, files, error);
}

static bool add_file(struct dataset *data, const char *path, char **error)
{
    struct string text;
    if (!language_read(data->store, path, &text, error)) return false;
    language_split(data, text);
    return true;
}

static bool add_builtin(struct dataset *data, char **error)
{
    struct text_corpus corpus;
    if (!text_open("builtin", &corpus, error)) return false;
    struct string all = {(char *)corpus.bytes, corpus.size};
    language_split(data, data_copy(data->store, all));
    text_close(&corpus);
    return true;
}

static bool open_text(const char *path, const char *dir, const struct data_options *options,
                      struct dataset *data, char **error)
{
    (void)dir, (void)options;
    data->metric = "perplexity";
    if (!*path)
        return data_fail(error, "which text? text:PATH is a file or a folder, text:builtin the "
                                "text that comes along");
    if (strcmp(path, "builtin") == 0) return add_builtin(data, error);
    return is_folder(path) ? add_folder(data, path, error) : add_file(data, path, error);
}

const struct data_set set_text = {
    .name = "text",
    .title = "any text: text:PATH (a file or a folder), text:builtin",
    .source = "yours",
    .licence = "the text's own",
    .kind = DATA_LANGUAGE,
    .by_path = true,
    .open = open_text,
};

static bool open_tinyshakespeare(const char *arguments, const char *dir,
                                 const struct data_options *options, struct dataset *data,
                                 char **error)
{
    (void)options;
    data->metric = "perplexity";
    if (*arguments)
        return data_fail(error, "tinyshakespeare takes no options, found '%s'", arguments);
    return add_file(data, data_format(data->store, "%s/input.txt", dir), error);
}

const struct data_set set_tinyshakespeare = {
    .name = "tinyshakespeare",
    .title = "40,000 lines of Shakespeare, split 90 / 10 by characters",
    .source = "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/"
              "input.txt",
    .licence = "public domain",
    .kind = DATA_LANGUAGE,
    .open = open_tinyshakespeare,
};
