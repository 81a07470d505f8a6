/* SPDX-License-Identifier: MIT
 * Slips of people who write YAML, in words that say what to do; for yaml_events.c alone. */
#ifndef ATTNLAB_YAML_SLIPS_H
#define ATTNLAB_YAML_SLIPS_H

struct text_mark {
    int line, column; /* from 0, in characters */
};
/* A fault in libyaml's words, and where the part of the file began that it was noticed in. */
struct yaml_fault {
    const char *problem, *context; /* "": none */
    struct text_mark began, noticed;
    struct text_mark at; /* result: the one of them that a person has to look at */
};
/* What is wrong, to be freed; NULL: no slip that is known. */
char *yaml_slip(const char *text, struct yaml_fault *);

#endif
