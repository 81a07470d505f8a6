/* SPDX-License-Identifier: MIT
 * Calls the fast functions of one choice directly, with tiles and rows between guard bands, and
 * compares them with its formula and derivative. Layers are checked elsewhere (../check/); here
 * each function gets sizes, masks and values that layers reach rarely. */
#ifndef ATTNLAB_FAST_CHECK_H
#define ATTNLAB_FAST_CHECK_H

#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "harness/measure/choices/guarded.h"

/* The buffers of `fast` have real_size bytes per number. Struct types depend on the build only
 * through `real`, so the types of one build serve all. */
struct fast_check {
    const struct choice *formula, *fast; /* in the build `formula`, and in the tested build */
    const char *build;
    size_t real_size; /* 4 or 8 */
    const struct args *args;
    const struct dims *dims; /* projections: sizes to try; NULL: usual sizes */
    char *wrong;             /* the first failure, NULL if none; owned */
};

/* Compares the choice in one build; a choice without fast functions passes. */
void score_forward_check(struct fast_check *);
void score_backward_check(struct fast_check *);
void normalizer_forward_check(struct fast_check *);
void normalizer_backward_check(struct fast_check *);
void projection_forward_check(struct fast_check *);
void projection_backward_check(struct fast_check *);
void logits_fast_check(struct fast_check *);
void gate_fast_check(struct fast_check *);

/* Keeps the first failure. */
void fast_fails(struct fast_check *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* found[i] - start must equal want[i] to within `roundings` roundings of the largest of start and
 * |want|. `inputs` describes the case in the message. */
void fast_near(struct fast_check *, const char *function, const char *what,
               const struct guarded *found, double start, const double *want, size_t count,
               int roundings, const char *inputs);
/* Frees a buffer, and fails if its guard band was overwritten by `function`. */
void fast_release(struct fast_check *, struct guarded *, const char *function);
/* Like fast_release, and fails if the buffer no longer holds x. */
void fast_release_input(struct fast_check *, struct guarded *, const double *x,
                        const char *function);
/* Returns "[0.5, -1, 2]", with "..." after 8 numbers; the caller frees the text. */
char *numbers_text(const double *x, int count);

/* A random number, rounded to float, so that all builds get equal inputs. */
static inline double draw(const char *what, size_t i)
{
    return (double)(float)rng_normal(1, rng_stream(what), i);
}
struct guarded guarded_copy(const double *x, size_t count, size_t real_size);
struct guarded guarded_filled(double x, size_t count, size_t real_size);

#endif
