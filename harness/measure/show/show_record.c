/* SPDX-License-Identifier: MIT
 * Prints records: texts with what cannot be seen written out, classes by name, images in shades. */
#include "harness/measure/show/show_record.h"

#include "base/mem.h"

#include <stdlib.h>

enum { MOST_CHARACTERS = 400, MOST_IDS = 100, MOST_COLUMNS = 64 };

const char *const text_names[DATA_KINDS] = {[DATA_LANGUAGE] = "text",
                                            [DATA_CLASSES] = "text",
                                            [DATA_PAIRS] = "source",
                                            [DATA_SPANS] = "context"};
const char *const second_names[DATA_KINDS] = {
    [DATA_CLASSES] = "question", [DATA_PAIRS] = "target", [DATA_SPANS] = "question"};

/* ---- texts ---- */

/* The first character: control characters and bytes that belong to none as escapes. */
static void print_character(struct string *rest)
{
    uint32_t code;
    size_t size = utf8_decode(rest->at, rest->size, &code);
    unsigned char byte = (unsigned char)*rest->at;
    if (size && (code == '\n' || code == '\r' || code == '\t'))
        printf("\\%c", code == '\n' ? 'n' : code == '\r' ? 'r' : 't');
    else if (!size || code < ' ' || code == 0x7f)
        printf("\\x%02x", byte);
    else
        printf("%.*s", (int)size, rest->at);
    size = size ? size : 1;
    *rest = (struct string){rest->at + size, rest->size - size};
}

static void print_text(const char *name, struct string text)
{
    size_t characters = utf8_count(text);
    struct string rest = text;
    printf("  %-9s ", name);
    for (int i = 0; rest.size && i < MOST_CHARACTERS; i++) print_character(&rest);
    if (rest.size) printf(" ... (%zu characters)", characters);
    printf("\n");
}

static void print_ids(const int32_t *ids, size_t count)
{
    printf("  %-9s", "ids");
    for (size_t i = 0; i < count && i < MOST_IDS; i++) printf(" %d", ids[i]);
    if (count > MOST_IDS) printf(" ... (%zu ids)", count);
    printf("\n");
}

static void print_tokens(const struct tokenizer *tokenizer, struct string text)
{
    struct token_list list = {0};
    if (!tokenizer) return;
    tokenizer_encode(tokenizer, text, false, &list);
    print_ids(list.ids, list.count);
    free(list.ids);
}

static void print_part(const char *name, struct string text, const struct tokenizer *tokenizer)
{
    if (!name || !text.size) return;
    print_text(name, text);
    print_tokens(tokenizer, text);
}

/* ---- answers ---- */

static void print_class(const struct dataset *data, const struct record *r)
{
    printf("  %-9s %s\n", "class",
           r->label < 0 ? "(unknown in training)" : data->class_names[r->label]);
}

/* Of pairs the target is the first, and is shown by itself. */
static void print_references(const struct dataset *data, const struct record *r)
{
    for (int i = data->kind == DATA_PAIRS; i < r->reference_count; i++) {
        print_text(data->kind == DATA_SPANS ? "answer" : "reference", r->references[i]);
        if (r->starts) printf("  %-9s character %d\n", "begins at", r->starts[i]);
    }
}

static void print_positions(const struct record *r)
{
    print_ids(r->tokens, (size_t)r->length);
    printf("  %-9s", "asked");
    for (int i = 0; i < r->length && i < MOST_IDS; i++)
        if (r->targets[i] < 0)
            printf(" .");
        else
            printf(" %d", r->targets[i]);
    printf("\n");
}

/* ---- images ---- */

/* Mean of a block of pixels over all channels, 0 to 255. */
static int mean(const struct dataset *d, const unsigned char *pixels, int y, int x, int high,
                int wide)
{
    int sum = 0, count = 0;
    for (int c = 0; c < d->channels; c++)
        for (int i = y; i < y + high && i < d->height; i++)
            for (int j = x; j < x + wide && j < d->width; j++, count++)
                sum += pixels[(c * d->height + i) * d->width + j];
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a block has a pixel at least */
    return sum / count;
}

/* A character is about twice as high as it is wide. */
static void print_image(const struct dataset *d, const unsigned char *pixels)
{
    static const char shades[] = " .:-=+*#%@";
    int wide = (d->width + MOST_COLUMNS - 1) / MOST_COLUMNS, high = 2 * wide;
    for (int y = 0; y < d->height; y += high) {
        printf("  |");
        for (int x = 0; x < d->width; x += wide)
            putchar(shades[mean(d, pixels, y, x, high, wide) * (int)(sizeof shades - 2) / 255]);
        printf("|\n");
    }
}

void show_record(const struct dataset *data, enum split split, int number,
                 const struct tokenizer *tokenizer)
{
    const struct record *r = &data->records[split][number - 1];
    printf("\n%s record %d\n", split_names[split], number);
    print_part(text_names[data->kind], r->text, tokenizer);
    print_part(second_names[data->kind], r->second, tokenizer);
    print_references(data, r);
    if (r->pixels) print_image(data, r->pixels);
    if (r->tokens) print_positions(r);
    if (data->class_names) print_class(data, r);
}
