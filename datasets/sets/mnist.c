/* SPDX-License-Identifier: MIT
 * Reads MNIST (LeCun, Cortes, Burges) and other sets of idx files, plain or gzip.
 *
 * An idx file is big-endian: a magic number (two zero bytes, 8 for unsigned bytes, number of
 * dimensions), 32 bits per dimension, then the bytes in row-major order. */
#include "datasets/formats/idx.h"

#include "datasets/arguments.h"
#include "datasets/data_select.h"
#include "datasets/formats/file.h"
#include "base/mem.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

enum { IMAGES = 3, LABELS = 1, PIXELS_MOST = 4096, DIGITS = 10 };

struct idx {
    struct file file;
    uint32_t size[3]; /* number of items, rows and columns; 1 for missing dimensions */
    const unsigned char *bytes;
};

static uint32_t big_endian(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool header_read(struct idx *idx, int dimensions, char **error)
{
    const unsigned char *at = (const unsigned char *)idx->file.all.at;
    size_t header = 4 + 4 * (size_t)dimensions;
    uint32_t expected = 0x00000800 | (uint32_t)dimensions;
    if (idx->file.all.size < header)
        return file_fail(&idx->file, error,
                         "truncated: %zu bytes (expected at least %zu for the header)",
                         idx->file.all.size, header);
    if (big_endian(at) != expected)
        return file_fail_at(&idx->file, 0, error,
                            "invalid magic number 0x%08x (expected 0x%08x, idx of %s)",
                            big_endian(at), expected, dimensions == IMAGES ? "images" : "labels");
    for (int i = 0; i < 3; i++) idx->size[i] = i < dimensions ? big_endian(at + 4 + 4 * i) : 1;
    idx->bytes = at + header;
    return true;
}

static bool sizes_check(const struct idx *idx, int dimensions, char **error)
{
    const uint32_t *size = idx->size;
    if (!size[0] || size[0] > INT_MAX)
        return file_fail_at(&idx->file, 4, error,
                            "invalid number of records: %u (expected 1 to %d)", size[0], INT_MAX);
    for (int i = 1; i < 3; i++)
        if (!size[i] || size[i] > PIXELS_MOST)
            return file_fail_at(&idx->file, 4 + 4 * (size_t)i, error,
                                "%u pixels per %s (expected 1 to %d)", size[i],
                                i == 1 ? "column" : "row", PIXELS_MOST);
    uint64_t expected = 4 + 4 * (uint64_t)dimensions + (uint64_t)size[0] * size[1] * size[2];
    if (idx->file.all.size != expected)
        return file_fail(
            &idx->file, error,
            "wrong size: %zu bytes (expected %llu for %u records of %u bytes); fetch it again",
            idx->file.all.size, (unsigned long long)expected, size[0], size[1] * size[2]);
    return true;
}

static bool idx_read(struct data_store *store, const char *path, int dimensions, struct idx *idx,
                     char **error)
{
    return file_read(store, path, &idx->file, error) && header_read(idx, dimensions, error) &&
           sizes_check(idx, dimensions, error);
}

static bool labels_check(const struct idx *labels, const struct idx *images, char **error)
{
    if (labels->size[0] != images->size[0])
        return file_fail(&labels->file, error,
                         "%u labels, but %s has %u images (expected equal numbers)",
                         labels->size[0], images->file.path, images->size[0]);
    for (uint32_t i = 0; i < labels->size[0]; i++)
        if (labels->bytes[i] >= DIGITS)
            return file_fail_at(&labels->file, 8 + (size_t)i, error,
                                "invalid label %d of record %u (expected 0 to %d)",
                                labels->bytes[i], i + 1, DIGITS - 1);
    return true;
}

static bool same_pictures(struct dataset *data, const struct idx *images, char **error)
{
    int height = (int)images->size[1], width = (int)images->size[2];
    if (data->width && (data->width != width || data->height != height))
        return file_fail(&images->file, error,
                         "pictures of %d x %d (expected %d x %d as in training)", height, width,
                         data->height, data->width);
    data->width = width;
    data->height = height;
    data->channels = 1;
    return true;
}

static bool add_split(struct dataset *data, const char *dir, const char *prefix, enum split split,
                      char **error)
{
    struct idx images, labels;
    struct data_store *store = data->store;
    if (!idx_read(store, data_format(store, "%s/%s-images-idx3-ubyte", dir, prefix), IMAGES,
                  &images, error) ||
        !idx_read(store, data_format(store, "%s/%s-labels-idx1-ubyte", dir, prefix), LABELS,
                  &labels, error) ||
        !labels_check(&labels, &images, error) || !same_pictures(data, &images, error))
        return false;
    size_t pixels = (size_t)images.size[1] * images.size[2];
    for (uint32_t i = 0; i < labels.size[0]; i++) {
        struct record *record = data_add(data, split);
        record->label = labels.bytes[i];
        record->pixels = images.bytes + i * pixels;
    }
    return true;
}

static bool open_idx(const char *set, const char *arguments, const char *const names[DIGITS],
                     const char *dir, const struct data_options *options, struct dataset *data,
                     char **error)
{
    data->metric = "accuracy";
    data->classes = DIGITS;
    data->class_names = names;
    if (!arguments_read(set, arguments, NULL, 0, error) ||
        !add_split(data, dir, "train", SPLIT_TRAIN, error) ||
        !add_split(data, dir, "t10k", SPLIT_TEST, error))
        return false;
    dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    return true;
}

static bool open_mnist(const char *arguments, const char *dir, const struct data_options *options,
                       struct dataset *data, char **error)
{
    static const char *const digits[DIGITS] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    return open_idx("mnist", arguments, digits, dir, options, data, error);
}

static bool open_fashion(const char *arguments, const char *dir, const struct data_options *options,
                         struct dataset *data, char **error)
{
    static const char *const clothes[DIGITS] = {"T-shirt/top", "Trouser",   "Pullover", "Dress",
                                                "Coat",        "Sandal",    "Shirt",    "Sneaker",
                                                "Bag",         "Ankle boot"};
    return open_idx("fashion-mnist", arguments, clothes, dir, options, data, error);
}

/* ---- writing ---- */

static void add_big_endian(struct text *out, uint32_t value)
{
    char bytes[4];
    for (int i = 0; i < 4; i++) bytes[i] = (char)(value >> (24 - 8 * i) & 255);
    text_add_bytes(out, bytes, 4);
}

bool idx_write(const struct dataset *data, enum split split, const char *images, const char *labels,
               char **error)
{
    struct text pictures = {0}, names = {0};
    uint32_t count = (uint32_t)data->count[split];
    const uint32_t header[] = {0x00000800 | IMAGES, count, (uint32_t)data->height,
                               (uint32_t)data->width};
    for (int i = 0; i < 4; i++) add_big_endian(&pictures, header[i]);
    add_big_endian(&names, 0x00000800 | LABELS);
    add_big_endian(&names, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct record *r = &data->records[split][i];
        text_add_bytes(&pictures, (const char *)r->pixels, (size_t)data->width * data->height);
        text_add_bytes(&names, &(char){(char)r->label}, 1);
    }
    bool good = write_file_atomically(images, pictures.data, pictures.length) &&
                write_file_atomically(labels, names.data, names.length);
    if (!good) data_fail(error, "%s or %s cannot be written: %s", images, labels, strerror(errno));
    text_free(&pictures);
    text_free(&names);
    return good;
}

const struct data_set set_mnist = {
    .name = "mnist",
    .label = "MNIST",
    .title = "70,000 grey pictures of handwritten digits, 28 x 28 pixels",
    .source = "http://yann.lecun.com/exdb/mnist/",
    .licence = "no formal licence; for research",
    .kind = DATA_IMAGES,
    .open = open_mnist,
};

const struct data_set set_fashion_mnist = {
    .name = "fashion-mnist",
    .label = "Fashion-MNIST",
    .title = "70,000 grey pictures of clothes, 28 x 28 pixels",
    .source = "https://github.com/zalandoresearch/fashion-mnist",
    .licence = "MIT",
    .kind = DATA_IMAGES,
    .open = open_fashion,
};
