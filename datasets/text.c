/* SPDX-License-Identifier: MIT
 * Opens the input text of single layers by name: the built-in text or a file. */
#include "datasets/text.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* All cells share one text. The seed of a cell determines its position in the text. */
enum { BUILTIN_SEED = 1 };

static unsigned char *builtin(size_t *size)
{
    *size = TEXT_BUILTIN_BYTES;
    char *bytes = xalloc(*size);
    text_builtin(BUILTIN_SEED, bytes, *size);
    return (unsigned char *)bytes;
}

bool text_open(const char *name, struct text_corpus *text, char **error)
{
    *text = (struct text_corpus){0};
    bool own = strcmp(name, "builtin") == 0;
    text->bytes = own ? builtin(&text->size) : text_file(name, &text->size, error);
    if (!text->bytes) return false;
    text->source = xstrdup(name);
    text->hash = hash_bytes(HASH_START, text->bytes, text->size);
    return true;
}

void text_close(struct text_corpus *text)
{
    free(text->source);
    free(text->bytes);
    *text = (struct text_corpus){0};
}
