/* SPDX-License-Identifier: MIT
 * Plain data to JSON and back by one description: a function that names each member of a struct
 * once serves both directions.
 *
 * Writing leaves out what is 0, false or NULL; reading gives a missing member that value. A member
 * of another type than expected ends the reading with an error that names it. */
#ifndef ATTNLAB_CODEC_H
#define ATTNLAB_CODEC_H

#include "harness/plan/spec.h"

#include <jansson.h>
#include <stdint.h>

struct codec {
    json_t *at; /* the object that is written or read; borrowed */
    bool reads;
    const struct axes *axes;
    char **error; /* the first fault; to be freed */
};

/* A member of c->at. Texts that are read are owned by the struct. */
void code_text(struct codec *, const char *name, char **);
void code_int(struct codec *, const char *name, int *);
void code_seed(struct codec *, const char *name, uint64_t *);
void code_bool(struct codec *, const char *name, bool *);
void code_real(struct codec *, const char *name, double *);
void code_texts(struct codec *, const char *name, char ***list, int *count);
void code_reals(struct codec *, const char *name, double **list, int *count);
/* An axis by its name; -1: none. */
void code_axis(struct codec *, const char *name, int *axis);

/* A list of structs of `size` bytes, or one inside another, each coded by `item`. */
typedef void code_item(struct codec *, void *item);
void code_list(struct codec *, const char *name, void **list, int *count, size_t size, code_item *);
void code_inside(struct codec *, const char *name, void *item, code_item *);

/* Ends the reading with an error. */
void code_fault(struct codec *, const char *name, const char *expected);

/* ---- A question in plan.json. ---- */

/* item: a struct spec, zeroed before it is read. */
void code_question(struct codec *, void *item);

#endif
