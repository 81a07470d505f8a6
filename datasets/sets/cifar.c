/* SPDX-License-Identifier: MIT
 * Reads the binary version of CIFAR-10 and CIFAR-100 (Krizhevsky 2009).
 *
 * The files have no header. A record is a label (CIFAR-100: coarse, then fine) and 3,072 bytes:
 * red, green and blue planes of 32 x 32, row by row. The number of records follows from the file
 * size. */
#include "datasets/arguments.h"
#include "datasets/data_select.h"
#include "datasets/formats/folder.h"
#include "datasets/formats/official.h"
#include "datasets/formats/fields.h"

#include <limits.h>
#include <string.h>

enum { SIDE = 32, PLANES = 3, PIXELS = PLANES * SIDE * SIDE, BATCHES = 5 };

/* number of label bytes before the pixels, index of the label used, and number of classes */
struct label_place {
    int bytes, at;
    int classes;
};

static bool add_file(struct dataset *data, enum split split, const char *path,
                     const struct label_place *place, char **error)
{
    struct file file;
    size_t size = (size_t)place->bytes + PIXELS;
    if (!file_read(data->store, path, &file, error)) return false;
    if (file.all.size % size)
        return file_fail(&file, error,
                         "%zu bytes: %zu records of %zu bytes and %zu extra bytes (expected "
                         "whole records); fetch it again",
                         file.all.size, file.all.size / size, size, file.all.size % size);
    if (file.all.size / size > (size_t)(INT_MAX - data->count[split]))
        return file_fail(&file, error, "more than %d records", INT_MAX);
    for (size_t at = 0; at < file.all.size; at += size) {
        const unsigned char *bytes = (const unsigned char *)file.all.at + at;
        if (bytes[place->at] >= place->classes)
            return file_fail_at(&file, at + (size_t)place->at, error,
                                "invalid label %d (expected 0 to %d)", bytes[place->at],
                                place->classes - 1);
        struct record *record = data_add(data, split);
        record->label = bytes[place->at];
        record->pixels = bytes + place->bytes;
    }
    return true;
}

static void describe(struct dataset *data, int classes, const char *const *names)
{
    data->metric = "accuracy";
    data->width = data->height = SIDE;
    data->channels = PLANES;
    data->classes = classes;
    data->class_names = names;
}

/* ---- CIFAR-10 ---- */

static const struct label_place ten = {.bytes = 1, .at = 0, .classes = 10};

/* Rejects two files that are parts of the same batch, because the same records could be in training
 * and test. */
static bool is_another_batch(const char *dir, const char *before, const char *name, char **error)
{
    size_t stem = strcspn(name, ".") + 1;
    return !before || strncmp(before, name, stem) != 0 ||
           data_fail(error, "%s: both %s and %s exist and share records; remove one", dir, before,
                     name);
}

/* Adds files such as data_batch_1.first4000.bin, which is the beginning of an official file. */
static bool add_parts(struct dataset *data, const char *dir, char **error)
{
    struct folder folder;
    const char *before = NULL;
    if (!folder_read(data->store, dir, &folder, error)) return false;
    for (int i = 0; i < folder.count; i++) {
        struct string name = string_of(folder.names[i]);
        bool train = string_starts(name, "data_batch_");
        if (!string_ends(name, ".bin") || (!train && !string_starts(name, "test_batch."))) continue;
        if (!is_another_batch(dir, before, folder.names[i], error)) return false;
        before = folder.names[i];
        const char *path = data_format(data->store, "%s/%s", dir, before);
        if (!add_file(data, train ? SPLIT_TRAIN : SPLIT_TEST, path, &ten, error)) return false;
        data_note(data, "%s is not the complete set.", folder.names[i]);
    }
    if (data->count[SPLIT_TRAIN] && data->count[SPLIT_TEST]) return true;
    data_mark_missing(data->store);
    return data_fail(error, "%s: expected data_batch_1.bin to data_batch_%d.bin and test_batch.bin",
                     dir, BATCHES);
}

static bool add_official(struct dataset *data, const char *dir, char **error)
{
    for (int i = 1; i <= BATCHES; i++)
        if (!add_file(data, SPLIT_TRAIN, data_format(data->store, "%s/data_batch_%d.bin", dir, i),
                      &ten, error))
            return false;
    return add_file(data, SPLIT_TEST, data_format(data->store, "%s/test_batch.bin", dir), &ten,
                    error);
}

static bool open_ten(const char *arguments, const char *dir, const struct data_options *options,
                     struct dataset *data, char **error)
{
    static const char *const names[] = {"airplane", "automobile", "bird",  "cat",  "deer",
                                        "dog",      "frog",       "horse", "ship", "truck"};
    if (!arguments_read("cifar10", arguments, NULL, 0, error)) return false;
    describe(data, ten.classes, names);
    dir = official_folder(data->store, dir, "cifar-10-batches-bin");
    bool any = file_exists(data_format(data->store, "%s/test_batch.bin", dir));
    for (int i = 1; i <= BATCHES; i++)
        any |= file_exists(data_format(data->store, "%s/data_batch_%d.bin", dir, i));
    if (!(any ? add_official : add_parts)(data, dir, error)) return false;
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    return true;
}

/* ---- CIFAR-100 ---- */

/* Reads one class name per line. The official files end with an empty line. */
static bool names_read(struct dataset *data, const char *path, int classes, char **error)
{
    struct file file;
    struct string line;
    int count = 0;
    if (!file_read_utf8(data, path, &file, error)) return false;
    const char **names = data_alloc(data->store, (size_t)classes, sizeof *names);
    for (struct lines lines = {.file = &file}; lines_next(&lines, &line);) {
        line = string_strip(line);
        if (!line.size) continue;
        if (count == classes)
            return lines_fail(&lines, error, "more names than the %d classes", classes);
        names[count++] = data_format(data->store, "%.*s", (int)line.size, line.at);
    }
    if (count < classes) return file_fail(&file, error, "%d names, expected %d", count, classes);
    describe(data, classes, names);
    return true;
}

static bool open_hundred(const char *arguments, const char *dir, const struct data_options *options,
                         struct dataset *data, char **error)
{
    bool coarse = false, fine = false;
    const struct argument list[] = {{.name = "coarse", .flag = &coarse},
                                    {.name = "fine", .flag = &fine}};
    if (!arguments_read("cifar100", arguments, list, 2, error)) return false;
    if (coarse && fine)
        return data_fail(error, "data set 'cifar100': coarse and fine cannot be combined");
    struct label_place place = {.bytes = 2, .at = coarse ? 0 : 1, .classes = coarse ? 20 : 100};
    struct data_store *store = data->store;
    dir = official_folder(store, dir, "cifar-100-binary");
    if (!names_read(data,
                    data_format(store, "%s/%s_label_names.txt", dir, coarse ? "coarse" : "fine"),
                    place.classes, error) ||
        !add_file(data, SPLIT_TRAIN, data_format(store, "%s/train.bin", dir), &place, error) ||
        !add_file(data, SPLIT_TEST, data_format(store, "%s/test.bin", dir), &place, error))
        return false;
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    return true;
}

const struct data_set set_cifar10 = {
    .name = "cifar10",
    .label = "CIFAR-10",
    .title = "60,000 colour pictures of 10 classes, 32 x 32 pixels",
    .source = "https://www.cs.toronto.edu/~kriz/cifar.html",
    .licence = "no formal licence; for research",
    .kind = DATA_IMAGES,
    .open = open_ten,
};

const struct data_set set_cifar100 = {
    .name = "cifar100",
    .label = "CIFAR-100",
    .title = "60,000 colour pictures of 100 classes (20 with :coarse), 32 x 32 pixels",
    .source = "https://www.cs.toronto.edu/~kriz/cifar.html",
    .licence = "no formal licence; for research",
    .kind = DATA_IMAGES,
    .open = open_hundred,
};
