/* SPDX-License-Identifier: MIT
 * Texts that are met again and again, by number. */
#ifndef ATTNLAB_NUMBERED_H
#define ATTNLAB_NUMBERED_H

#include <jansson.h>
#include <stdlib.h>

/* The number of a text among those met so far, from 0, a new one if it is new; takes it over. */
static inline int numbered(json_t *met, char *text)
{
    const json_t *known = json_object_get(met, text);
    int number = (int)(known ? json_integer_value(known) : (json_int_t)json_object_size(met));
    if (!known) json_object_set_new(met, text, json_integer(number));
    free(text);
    return number;
}

#endif
