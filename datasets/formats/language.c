/* SPDX-License-Identifier: MIT
 * Cuts running text into records at its line ends. */
#include "datasets/formats/language.h"

#include "datasets/formats/file.h"

#include <string.h>

bool language_read(struct data_store *store, const char *path, struct string *text, char **error)
{
    static const struct string mark = {"\xEF\xBB\xBF", 3};
    struct file file;
    if (!file_read(store, path, &file, error) || !file_check_utf8(&file, error)) return false;
    *text = file.all;
    if (text->size >= mark.size && memcmp(text->at, mark.at, mark.size) == 0)
        *text = (struct string){text->at + mark.size, text->size - mark.size};
    return text->size || file_fail(&file, error, "is empty");
}

void language_add(struct dataset *data, enum split split, struct string text)
{
    while (text.size) {
        const char *end = memchr(text.at, '\n', text.size);
        size_t size = end ? (size_t)(end - text.at) + 1 : text.size;
        data_add(data, split)->text = (struct string){text.at, size};
        text = (struct string){text.at + size, text.size - size};
    }
}

void language_split(struct dataset *data, struct string text)
{
    size_t points = utf8_count(text), kept = points - points / 10 - (points % 10 != 0);
    size_t edge = points < 2 ? text.size : utf8_offset(text, kept);
    language_add(data, SPLIT_TRAIN, (struct string){text.at, edge});
    language_add(data, SPLIT_VALID, (struct string){text.at + edge, text.size - edge});
    data_note(data, "The last %zu of %zu code points serve as valid.", points - kept, points);
}
