/* SPDX-License-Identifier: MIT
 * Classifies images with a vision transformer (Dosovitskiy et al. 2020, arXiv 2010.11929).
 *
 * An image is a sequence of patches of patch x patch pixels, normalised per channel by mean and
 * standard deviation of the training split. Augmentation shifts an image by up to SHIFT pixels in
 * each direction, filling the border with black. Colour images are also mirrored with probability
 * 1/2; digits and letters must not be mirrored. */
#include "models/tasks/class_scores.h"
#include "models/tasks/records.h"
#include "models/tasks/sequences.h"
#include "models/tasks/tasks.h"

#include "base/rng.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

enum { SHIFT = 4, COLOUR_CHANNELS = 3, MOST_CHANNELS = 4 };

struct images {
    struct task task;
    float mean[MOST_CHANNELS], scale[MOST_CHANNELS]; /* a pixel becomes (pixel - mean) * scale */
    int across, down, patch_dim;
    float *patches; /* patches of a batch, shape (B, N, patch_dim) */
    int32_t *targets;
    int *lengths; /* number of patches per image; shape (B) */
    struct batch batch;
};

static void close(struct task *task)
{
    struct images *t = (struct images *)task;
    order_close(&task->order);
    free(t->patches);
    free(t->targets);
    free(t->lengths);
    free(t);
}

static void normalise(struct images *t)
{
    const struct dataset *d = t->task.data;
    size_t pixels = (size_t)d->width * (size_t)d->height;
    for (int c = 0; c < d->channels; c++) {
        double sum = 0, squares = 0, count = (double)pixels * d->count[SPLIT_TRAIN];
        for (int i = 0; i < d->count[SPLIT_TRAIN]; i++) {
            const unsigned char *p = d->records[SPLIT_TRAIN][i].pixels + (size_t)c * pixels;
            for (size_t k = 0; k < pixels; k++) sum += p[k], squares += (double)p[k] * p[k];
        }
        double mean = sum / count, variance = squares / count - mean * mean;
        t->mean[c] = (float)mean;
        t->scale[c] = variance > 0 ? (float)(1 / sqrt(variance)) : 1;
    }
}

static bool fits(const struct dataset *d, const struct task_options *o, char **error)
{
    if (d->width % o->patch || d->height % o->patch)
        *error = xformat("%s: images of %d x %d pixels cannot be split into patches of %d", d->name,
                         d->width, d->height, o->patch);
    else if (d->channels > MOST_CHANNELS)
        *error =
            xformat("%s: %d channels (expected at most %d)", d->name, d->channels, MOST_CHANNELS);
    return !*error;
}

static struct task *open(const struct dataset *data, const struct task_options *o, char **error)
{
    if (!records_present(data, error) || !fits(data, o, error)) return NULL;
    struct images *t = xalloc(sizeof *t);
    t->task = (struct task){.kind = &task_images, .data = data, .options = *o};
    t->across = data->width / o->patch;
    t->down = data->height / o->patch;
    t->patch_dim = data->channels * o->patch * o->patch;
    normalise(t);
    size_t n = (size_t)t->across * (size_t)t->down, rows = (size_t)o->batch;
    t->patches = xarray(rows * n * (size_t)t->patch_dim, sizeof *t->patches);
    t->targets = xarray(rows, sizeof *t->targets);
    t->lengths = xarray(rows, sizeof *t->lengths);
    order_open(&t->task.order, o->seed, data->count[SPLIT_TRAIN], o->batch, NULL);
    return &t->task;
}

static void shape(const struct task *task, struct model_config *c)
{
    const struct images *t = (const struct images *)task;
    c->head = task->kind->head;
    c->classes = task->data->classes;
    c->patch_dim = t->patch_dim;
    c->max_n = t->across * t->down;
    c->max_batch = task->options.batch;
}

struct move {
    int x, y;
    bool mirror;
};

static struct move draw_move(const struct images *t, uint64_t index)
{
    uint64_t seed = t->task.options.seed, stream = rng_stream("task.augment");
    enum { WAYS = 2 * SHIFT + 1 };
    struct move m = {(int)rng_below(seed, stream, 3 * index, WAYS) - SHIFT,
                     (int)rng_below(seed, stream, 3 * index + 1, WAYS) - SHIFT, false};
    if (t->task.data->channels == COLOUR_CHANNELS)
        m.mirror = rng_below(seed, stream, 3 * index + 2, 2);
    return m;
}

/* Returns a pixel of the shifted or mirrored image; pixels outside the original are black. */
static float pixel(const struct images *t, const unsigned char *image, struct move m, int c, int y,
                   int x)
{
    const struct dataset *d = t->task.data;
    int from_x = (m.mirror ? d->width - 1 - x : x) + m.x, from_y = y + m.y;
    bool inside = from_x >= 0 && from_x < d->width && from_y >= 0 && from_y < d->height;
    float value = inside ? image[(c * d->height + from_y) * d->width + from_x] : 0;
    return (value - t->mean[c]) * t->scale[c];
}

/* Fills a patch (channels, patch, patch), given its upper left pixel. */
static void cut_patch(const struct images *t, const unsigned char *image, struct move m, int top,
                      int left, float *patch)
{
    int side = t->task.options.patch;
    for (int c = 0; c < t->task.data->channels; c++)
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++) *patch++ = pixel(t, image, m, c, top + y, left + x);
}

static void fill_row(struct images *t, int b, const struct record *r, struct move m)
{
    int n = t->across * t->down, side = t->task.options.patch;
    float *row = t->patches + (size_t)b * (size_t)n * (size_t)t->patch_dim;
    for (int i = 0; i < n; i++)
        cut_patch(t, r->pixels, m, i / t->across * side, i % t->across * side,
                  row + (size_t)i * (size_t)t->patch_dim);
    t->targets[b] = r->label;
    t->lengths[b] = n;
}

static const struct batch *filled(struct images *t, int rows)
{
    t->batch = (struct batch){.batch = rows,
                              .n = t->across * t->down,
                              .lengths = t->lengths,
                              .patches = t->patches,
                              .targets = t->targets};
    return &t->batch;
}

static const struct batch *fill(struct task *task, enum split split, const int *records, int rows)
{
    struct images *t = (struct images *)task;
    for (int b = 0; b < rows; b++)
        fill_row(t, b, &task->data->records[split][records[b]], (struct move){0});
    return filled(t, rows);
}

static const struct batch *batch(struct task *task, int64_t step)
{
    struct images *t = (struct images *)task;
    if (!task->options.augment) return records_batch(task, step);
    int rows;
    const int *records = order_batch(&task->order, step, &rows);
    for (int b = 0; b < rows; b++) {
        uint64_t index = (uint64_t)step * (uint64_t)task->options.batch + (uint64_t)b;
        fill_row(t, b, &task->data->records[SPLIT_TRAIN][records[b]], draw_move(t, index));
    }
    return filled(t, rows);
}

const struct task_kind task_images = {
    .name = "images",
    .title = "classify an image from its patches",
    .data = DATA_IMAGES,
    .architecture = ARCH_VISION,
    .head = HEAD_CLASS,
    .counted_as = "images",
    .over_tokens = just_loss,
    .columns = class_columns,
    .open = open,
    .close = close,
    .shape = shape,
    .fill = fill,
    .batch = batch,
    .score = class_score,
    .epoch_steps = records_epoch_steps,
    .walk = records_walk,
};
