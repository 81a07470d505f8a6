/* SPDX-License-Identifier: MIT
 * Generates grey pictures. Each shows one of ten shapes at random position, size and rotation, with
 * noise and a distracting stroke. The set has the format of MNIST and replaces MNIST where
 * downloads are not possible.
 *
 * Because position and rotation vary, single pixels carry little information: a linear classifier
 * is much worse than a small vision transformer. Edges are anti-aliased with SAMPLES x SAMPLES
 * points per pixel. */
#include "datasets/generated/shape_outlines.h"

#include "datasets/generated/generated.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLES = 3, MOST_SIDE = 64 };
static const double pi = 3.14159265358979323846;

struct shapes {
    int size, noise,
        /* picture size in pixels; standard deviation of noise in grey levels; largest rotation in
         * degrees */
        turn;
    int label;
    unsigned char pixels[MOST_SIDE * MOST_SIDE];
};

/* Position of a shape or stroke in the picture. Rotation, scale and shift map the shape's own
 * coordinates to pixels. */
struct placement {
    double x, y, radius, cos, sin;
};

/* Draws a placement with a radius in least..most. The centre is at most `stray` from the middle of
 * the picture, horizontally and vertically. `least`, `most` and `stray` are fractions of the
 * picture size. */
static struct placement placement_draw(struct draw *d, int size, double angle, double least,
                                       double most, double stray)
{
    double radius = draw_uniform(d, least, most) * size, middle = 0.5 * size;
    double x = middle + draw_uniform(d, -stray, stray) * size;
    double y = middle + draw_uniform(d, -stray, stray) * size;
    return (struct placement){x, y, radius, cos(angle), sin(angle)};
}

static bool stroke_holds(double u, double v) { return fabs(u) < 1 && fabs(v) < 0.22; }

/* Returns the radius, in pixels, of a circle that contains any shape. The corner farthest from the
 * centre is at 1.17 radii (in the T). */
static double reach(const struct placement *p) { return 1.2 * p->radius + 1; }

/* Returns the fraction of pixel (x, y) that the shape covers; outline -1 is the stroke. */
static double coverage(const struct placement *p, int outline, int x, int y)
{
    int inside = 0;
    if (hypot(x + 0.5 - p->x, y + 0.5 - p->y) > reach(p)) return 0;
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        double dx = x + (i % SAMPLES + 0.5) / SAMPLES - p->x;
        /* NOLINTNEXTLINE(bugprone-integer-division): the quotient is the row of a sample */
        double dy = y + (i / SAMPLES + 0.5) / SAMPLES - p->y;
        double u = (dx * p->cos + dy * p->sin) / p->radius;
        double v = (dy * p->cos - dx * p->sin) / p->radius;
        inside += outline < 0 ? stroke_holds(u, v) : outline_holds(outline, u, v);
    }
    return (double)inside / (SAMPLES * SAMPLES);
}

/* Draws a shape into `cover` (size, size). Each pixel becomes the larger of its old value and the
 * fraction that the shape covers. */
static void paint(double *cover, int size, const struct placement *p, int outline)
{
    double far = reach(p);
    int left = (int)fmax(0, p->x - far), right = (int)fmin(size - 1, p->x + far);
    int top = (int)fmax(0, p->y - far), bottom = (int)fmin(size - 1, p->y + far);
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) {
            double *at = &cover[y * size + x];
            *at = fmax(*at, coverage(p, outline, x, y));
        }
}

/* Draws a value approximately from N(0, 1), as the sum of eight random bytes. */
static double noise_draw(struct draw *d)
{
    const double deviation = sqrt(8 * (256.0 * 256.0 - 1) / 12);
    uint64_t bits = rng_u64(d->seed, d->stream, d->index++);
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += (int)(bits >> 8 * i & 255);
    return (sum - 8 * 127.5) / deviation;
}

static struct string make(void *state, struct draw *d)
{
    struct shapes *s = state;
    int pixels = s->size * s->size;
    double cover[MOST_SIDE * MOST_SIDE] = {0};
    s->label = draw_below(d, OUTLINES);
    double turn = draw_uniform(d, -s->turn, s->turn) / 180 * pi;
    struct placement shape = placement_draw(d, s->size, turn, 0.25, 0.38, 0.12);
    struct placement stroke = placement_draw(d, s->size, draw_uniform(d, 0, pi), 0.08, 0.14, 0.4);
    double ground = draw_uniform(d, 20, 70), contrast = draw_uniform(d, 90, 170);
    paint(cover, s->size, &shape, s->label);
    paint(cover, s->size, &stroke, -1);
    for (int i = 0; i < pixels; i++) {
        double level = ground + contrast * cover[i] + s->noise * noise_draw(d);
        s->pixels[i] = (unsigned char)fmin(255, fmax(0, floor(level + 0.5)));
    }
    return (struct string){(const char *)s->pixels, (size_t)pixels};
}

static void keep(void *state, struct dataset *data, enum split split)
{
    const struct shapes *s = state;
    struct string pixels = {(const char *)s->pixels, (size_t)s->size * (size_t)s->size};
    struct record *record = data_add(data, split);
    record->label = s->label;
    record->pixels = (const unsigned char *)data_copy(data->store, pixels).at;
}

static bool open_shapes(const char *text, const char *dir, const struct data_options *options,
                        struct dataset *data, char **error)
{
    (void)dir;
    struct shapes s = {.size = 28, .noise = 16, .turn = 30};
    int sizes[GIVEN_SPLITS] = {6000, 500, 500};
    const struct argument own[] = {
        {.name = "size", .number = &s.size, .least = 12, .most = MOST_SIDE},
        {.name = "noise", .number = &s.noise, .least = 0, .most = 100},
        {.name = "turn", .number = &s.turn, .least = 0, .most = 180}};
    if (!generated_options("shapes", text, own, 3, sizes, error)) return false;
    data->metric = "accuracy";
    data->classes = OUTLINES;
    data->class_names = outline_names;
    data->width = data->height = s.size;
    data->channels = 1;
    return generate(&(struct generator){"shapes", &s, make, keep}, data, options->seed, sizes,
                    error);
}

const struct data_set set_shapes = {
    .name = "shapes",
    .label = "shapes",
    .title =
        "ten rotated and shifted shapes with noise: size=28, noise=16, turn=30, train=6000, ...",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_IMAGES,
    .generated = true,
    .open = open_shapes,
};
