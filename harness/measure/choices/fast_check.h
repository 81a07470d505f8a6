/* SPDX-License-Identifier: MIT
 * Calls the fast functions of one choice directly, with tiles and rows between guard bands, and
 * compares them with the choice's formula and derivative. Layers are checked in ../check/. The
 * checks of this folder use sizes, masks and values that layers rarely reach. */
#ifndef ATTNLAB_FAST_CHECK_H
#define ATTNLAB_FAST_CHECK_H

#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "harness/measure/choices/guarded.h"

/* The buffers of `fast` have real_size bytes per number. The struct types of two builds differ only
 * in `real`, so all builds use the types of one build. */
struct fast_check {
    const struct choice *formula, *fast; /* choice in the formula's build and the tested build */
    const char *build;
    size_t real_size; /* bytes per number: 4 or 8 */
    const struct args *args;
    const struct dims *dims; /* sizes to try for a projection; NULL for the usual sizes */
    char *wrong;             /* first failure, owned; NULL if there is none */
};

/* Checks the choice's fast functions in one build. A choice without fast functions passes. */
void score_forward_check(struct fast_check *);
void score_backward_check(struct fast_check *);
void normalizer_forward_check(struct fast_check *);
void normalizer_backward_check(struct fast_check *);
void projection_forward_check(struct fast_check *);
void projection_backward_check(struct fast_check *);
void logits_fast_check(struct fast_check *);
void gate_fast_check(struct fast_check *);

/* Records a failure, unless one is already recorded. */
void fast_fails(struct fast_check *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Fails unless found[i] - start equals want[i] within `roundings` rounding errors of the largest of
 * start and |want|. `inputs` describes the case in the message. */
void fast_near(struct fast_check *, const char *function, const char *what,
               const struct guarded *found, double start, const double *want, size_t count,
               int roundings, const char *inputs);
/* Frees a buffer. Fails if `function` overwrote the guard band. */
void fast_release(struct fast_check *, struct guarded *, const char *function);
/* Works like fast_release(), but also fails if the buffer no longer contains x. */
void fast_release_input(struct fast_check *, struct guarded *, const double *x,
                        const char *function);
/* Returns numbers as text, such as "[0.5, -1, 2]", with "..." after the first 8. The caller frees
 * the text. */
char *numbers_text(const double *x, int count);

/* Returns a random number, rounded to float so that all builds get the same inputs. */
static inline double draw(const char *what, size_t i)
{
    return (double)(float)rng_normal(1, rng_stream(what), i);
}
struct guarded guarded_copy(const double *x, size_t count, size_t real_size);
struct guarded guarded_filled(double x, size_t count, size_t real_size);

#endif
