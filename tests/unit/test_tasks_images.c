/* SPDX-License-Identifier: MIT
 * Tests image tasks: patches, normalisation, and augmentation, which must be deterministic and
 * apply only to training. */
#include "models/tasks/class_scores.h"
#include "task_case.h"
#include "models/tasks/tasks.h"

enum { SIDE = 4, PIXELS = SIDE * SIDE, MOST_CHANNELS = 3, IMAGES = 6 };

static unsigned char pixels[SPLITS][IMAGES][MOST_CHANNELS * PIXELS];

/* All pixels of an image differ, so each value identifies a pixel. */
static struct hand *image_set(int channels)
{
    struct hand *h = hand_open(DATA_IMAGES, "accuracy");
    h->data.width = h->data.height = SIDE;
    h->data.channels = channels;
    h->data.classes = IMAGES;
    for (int s = 0; s < SPLITS; s++)
        for (int i = 0; i < IMAGES; i++) {
            for (int p = 0; p < channels * PIXELS; p++)
                pixels[s][i][p] = (unsigned char)(1 + p + 7 * i + 60 * s);
            *hand_add(h, (enum split)s) = (struct record){.pixels = pixels[s][i], .label = i};
        }
    return h;
}

static struct task_options patches(int patch, int batch, bool augment)
{
    return (struct task_options){.batch = batch, .patch = patch, .seed = 1, .augment = augment};
}

static void moments(int channel, double *mean, double *deviation)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < IMAGES; i++)
        for (int p = 0; p < PIXELS; p++) sum += pixels[SPLIT_TRAIN][i][channel * PIXELS + p];
    *mean = sum / (IMAGES * PIXELS);
    for (int i = 0; i < IMAGES; i++)
        for (int p = 0; p < PIXELS; p++)
            squares += pow(pixels[SPLIT_TRAIN][i][channel * PIXELS + p] - *mean, 2);
    *deviation = sqrt(squares / (IMAGES * PIXELS));
}

/* The image has two channels of 4 x 4 pixels and patches of 2 x 2 pixels. Patch 0 consists of
 * pixels 0 1 4 5 of both channels. */
TEST("patches agree with worked examples")
{
    static const int corner[4][4] = {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}};
    struct hand *h = image_set(2);
    struct task_options o = patches(2, IMAGES, false);
    struct task *t = hand_task(h, &task_images, &o);
    struct model_config c = {0};
    task_images.shape(t, &c);
    assert_true(c.head == HEAD_CLASS && c.classes == IMAGES && c.patch_dim == 8 && c.max_n == 4);
    const struct batch *b = task_images.batch(t, 0);
    assert_int_equal(b->batch, IMAGES);
    assert_int_equal(b->n, 4);
    assert_null(b->tokens);
    for (int row = 0; row < IMAGES; row++)
        for (int n = 0; n < 4; n++)
            for (int v = 0; v < 8; v++) {
                double mean, deviation;
                moments(v / 4, &mean, &deviation);
                int place = v / 4 * PIXELS + corner[n][v % 4];
                double expected = (pixels[SPLIT_TRAIN][b->targets[row]][place] - mean) / deviation;
                assert_close((double)b->patches[(row * 4 + n) * 8 + v], expected, 1e-5);
            }
}

TEST("training images are normalised")
{
    struct hand *h = image_set(3);
    memset(pixels[SPLIT_TRAIN][0] + 2 * PIXELS, 9, PIXELS);
    struct task_options o = patches(4, 4, false);
    struct task *t = hand_task(h, &task_images, &o);
    double sum[3] = {0}, squares[3] = {0};
    for (int step = 0; step < 2; step++) {
        const struct batch *b = task_images.batch(t, step);
        for (int i = 0; i < b->batch * 3 * PIXELS; i++) {
            double value = (double)b->patches[i];
            sum[i / PIXELS % 3] += value;
            squares[i / PIXELS % 3] += value * value;
        }
    }
    /* A float sum of 96 values has an error of at most 96 * 1e-7. */
    for (int c = 0; c < 3; c++) {
        assert_close(sum[c] / (IMAGES * PIXELS), 0, 1e-5);
        assert_close(squares[c] / (IMAGES * PIXELS), 1, 1e-5);
    }
}

/* A constant channel has standard deviation 0, and the task must not divide by 0. */
TEST("a constant channel is normalised to zero")
{
    struct hand *h = image_set(1);
    memset(pixels, 200, sizeof pixels);
    struct task_options o = patches(2, 2, false);
    struct task *t = hand_task(h, &task_images, &o);
    const struct batch *b = task_images.batch(t, 0);
    for (int i = 0; i < 2 * PIXELS; i++) assert_close((double)b->patches[i], 0, 1e-4);
}

/* ---- moves ---- */

/* Returns the value at index `at` of an image shifted by (x, y) and optionally mirrored. */
static double moved(const unsigned char *image, int x, int y, bool mirror, int at)
{
    int from_x = (mirror ? SIDE - 1 - at % SIDE : at % SIDE) + x, from_y = at / SIDE + y;
    bool inside = from_x >= 0 && from_x < SIDE && from_y >= 0 && from_y < SIDE;
    return inside ? image[from_y * SIDE + from_x] : 0;
}

static bool is_move(const float *row, const unsigned char *image, int x, int y, bool mirror)
{
    double mean, deviation;
    moments(0, &mean, &deviation);
    for (int at = 0; at < PIXELS; at++)
        if (fabs((double)row[at] - (moved(image, x, y, mirror, at) - mean) / deviation) > 1e-4)
            return false;
    return true;
}

/* Counts the unchanged, shifted and mirrored images in some batches. */
static void find_moves(int channels, bool augment, int *plain, int *shifted, int *mirrored)
{
    struct hand *h = image_set(channels);
    struct task_options o = patches(SIDE, IMAGES, augment);
    struct task *t = hand_task(h, &task_images, &o);
    *plain = *shifted = *mirrored = 0;
    for (int step = 0; step < 20; step++) {
        const struct batch *b = task_images.batch(t, step);
        for (int row = 0; row < b->batch; row++) {
            const float *at = b->patches + (size_t)row * (size_t)channels * PIXELS;
            const unsigned char *image = pixels[SPLIT_TRAIN][b->targets[row]];
            bool found = false;
            for (int way = 0; way < 2 * 81 && !found; way++) {
                int x = way % 9 - 4, y = way / 9 % 9 - 4;
                bool mirror = way >= 81;
                found = is_move(at, image, x, y, mirror);
                *plain += found && !x && !y && !mirror;
                *shifted +=
                    found && x != y && !mirror; /* Shifts in x and y are drawn independently. */
                *mirrored += found && mirror;
            }
            assert_true(found);
        }
    }
}

TEST("augmentation applies only allowed shifts and flips")
{
    int plain, shifted, mirrored;
    find_moves(3, false, &plain, &shifted, &mirrored);
    assert_true(plain == 120 && !shifted && !mirrored);
    /* Images with one channel, such as digits, are never mirrored. */
    find_moves(1, true, &plain, &shifted, &mirrored);
    assert_true(shifted > 40 && !mirrored);
    /* Half of the images are mirrored. A black image does not change. */
    find_moves(3, true, &plain, &shifted, &mirrored);
    assert_true(mirrored > 20 && shifted > 20);
}

/* A single bright pixel in the middle reveals moves of up to four pixels. The width is odd;
 * otherwise, mirroring would move the middle. */
TEST("augmentation moves images by up to four pixels")
{
    enum { WIDE = 13, ALL = WIDE * WIDE, MIDDLE = ALL / 2, STEPS = 300 };
    static unsigned char image[3 * ALL];
    int least[2] = {WIDE, WIDE}, most[2] = {0};
    struct hand *h = hand_open(DATA_IMAGES, "accuracy");
    h->data.width = h->data.height = WIDE;
    h->data.channels = 3;
    h->data.classes = 2;
    image[MIDDLE] = 200;
    for (int s = 0; s < SPLITS; s++)
        *hand_add(h, (enum split)s) = (struct record){.pixels = image, .label = 0};
    struct task_options o = patches(WIDE, 1, true);
    struct task *t = hand_task(h, &task_images, &o);
    for (int step = 0; step < STEPS; step++) {
        const float *row = task_images.batch(t, step)->patches;
        int at = largest(row, ALL), place[] = {at % WIDE, at / WIDE};
        for (int way = 0; way < 2; way++) {
            if (place[way] < least[way]) least[way] = place[way];
            if (place[way] > most[way]) most[way] = place[way];
        }
    }
    for (int way = 0; way < 2; way++) {
        assert_int_equal(least[way], WIDE / 2 - 4);
        assert_int_equal(most[way], WIDE / 2 + 4);
    }
}

TEST("seed and step determine the augmentation")
{
    struct hand *h = image_set(3);
    struct task_options o = patches(SIDE, IMAGES, true), other = o;
    size_t bytes = IMAGES * 3 * PIXELS * sizeof(float);
    float first[IMAGES * 3 * PIXELS];
    other.seed = 2;
    struct task *a = hand_task(h, &task_images, &o), *b = hand_task(h, &task_images, &o),
                *c = hand_task(h, &task_images, &other);
    memcpy(first, task_images.batch(a, 3)->patches, bytes);
    task_images.batch(b, 0);
    assert_memory_equal(first, task_images.batch(b, 3)->patches, bytes);
    assert_memory_not_equal(first, task_images.batch(b, 4)->patches, bytes);
    assert_memory_not_equal(first, task_images.batch(c, 3)->patches, bytes);
}

static void check_still(struct model *m, const struct batch *b)
{
    int *first = m->context;
    for (int row = 0; row < b->batch; row++, (*first)++) {
        assert_int_equal(b->targets[row], *first);
        assert_true(
            is_move(b->patches + (size_t)row * PIXELS, pixels[SPLIT_VALID][*first], 0, 0, false));
    }
}
static void answer_two(struct model *m, int b, int n, float *out)
{
    (void)m, (void)b, (void)n;
    for (int c = 0; c < IMAGES; c++) out[c] = c == 2;
}

TEST("images are never moved in evaluation")
{
    struct hand *h = image_set(1);
    struct task_options o = patches(SIDE, 4, true);
    struct task *t = hand_task(h, &task_images, &o);
    int shown = 0;
    struct model m = {
        .targets_per_row = 1, .see = check_still, .answer = answer_two, .context = &shown};
    struct task_score s = fake_score(t, SPLIT_VALID, &m, 0);
    assert_int_equal(shown, IMAGES);
    assert_close(metric_of(&s, "accuracy"), 1. / IMAGES, 1e-15);
}

TEST("images of unsuitable sizes are refused")
{
    struct hand *h = image_set(1);
    struct task_options o = patches(3, 2, false);
    hand_refuses(h, &task_images, &o, "images of 4 x 4 pixels cannot be split into patches of 3");
    o.patch = 8;
    hand_refuses(h, &task_images, &o, "cannot be split into patches of 8");
    o.patch = 2;
    h->data.channels = 5;
    hand_refuses(h, &task_images, &o, "5 channels (expected at most 4)");
}
