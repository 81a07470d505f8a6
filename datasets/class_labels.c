/* SPDX-License-Identifier: MIT
 * Numbers the class names of the training records in sorted order. Until then, a record's class
 * name is stored in the member `references`, which is otherwise unused for records of kind CLASSES.
 */
#include "datasets/class_labels.h"

#include "datasets/formats/fields.h"
#include "base/mem.h"

#include <stdlib.h>

void class_is(struct dataset *data, struct record *record, struct string name)
{
    struct string *kept = data_alloc(data->store, 1, sizeof *kept);
    *kept = name;
    record->references = kept;
}

struct string class_awaited(const struct record *record) { return *record->references; }

bool classes_differ(const struct dataset *data)
{
    const struct record *r = data->records[SPLIT_TRAIN];
    for (int i = 1; i < data->count[SPLIT_TRAIN]; i++)
        if (!string_equal(class_awaited(&r[i]), class_awaited(r))) return true;
    return false;
}

static int by_bytes(const void *a, const void *b)
{
    return string_compare(*(const struct string *)a, *(const struct string *)b);
}

static int distinct(struct string *names, int count)
{
    int kept = 0;
    qsort(names, (size_t)count, sizeof *names, by_bytes);
    for (int i = 0; i < count; i++)
        if (!kept || string_compare(names[kept - 1], names[i])) names[kept++] = names[i];
    return kept;
}

static int label_of(const struct string *names, int count, struct string name)
{
    const struct string *found = bsearch(&name, names, (size_t)count, sizeof name, by_bytes);
    return found ? (int)(found - names) : -1;
}

static void label_split(struct dataset *data, enum split split, const struct string *names)
{
    int unknown = 0;
    for (int i = 0; i < data->count[split]; i++) {
        struct record *record = &data->records[split][i];
        record->label = label_of(names, data->classes, *record->references);
        record->references = NULL;
        unknown += record->label < 0;
    }
    if (unknown)
        data_note(data,
                  "%d of %d records of %s have classes that are not in the training split. These "
                  "records always count as wrong.",
                  unknown, data->count[split], split_names[split]);
}

void classes_settle(struct dataset *data)
{
    int count = data->count[SPLIT_TRAIN];
    struct string *names = xarray((size_t)count, sizeof *names);
    for (int i = 0; i < count; i++) names[i] = *data->records[SPLIT_TRAIN][i].references;
    data->classes = distinct(names, count);
    const char **shown = data_alloc(data->store, (size_t)data->classes, sizeof *shown);
    for (int i = 0; i < data->classes; i++)
        shown[i] = data_format(data->store, "%.*s", (int)names[i].size, names[i].at);
    data->class_names = shown;
    for (enum split split = 0; split < SPLITS; split++) label_split(data, split, names);
    free(names);
}
