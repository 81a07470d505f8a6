/* SPDX-License-Identifier: MIT
 * Opens data sets by name. Implements what all data sets share: folders, limits and hashes. */
#include "datasets/dataset.h"

#include "datasets/data_select.h"
#include "datasets/data_store.h"
#include "datasets/formats/folder.h"
#include "datasets/formats/official.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const data_kind_names[DATA_KINDS + 1] = {"language", "positions", "classes", "pairs",
                                                     "spans",    "images",    NULL};

#define SET(name) extern const struct data_set set_##name;
#include "datasets/list.def"
#undef SET

const struct data_set *const data_sets[] = {
#define SET(name) &set_##name,
#include "datasets/list.def"
#undef SET
    NULL};

/* ---- the name ---- */

static bool unknown(const char *name, char **error)
{
    enum { SETS = sizeof data_sets / sizeof *data_sets - 1 };
    const char *names[SETS];
    for (int i = 0; i < SETS; i++) names[i] = data_sets[i]->name;
    struct text message = {0};
    text_add(&message, "unknown data set '%s'", name);
    if (access(name, F_OK) == 0)
        text_add(&message,
                 "; to read the file or folder with this name, use text:%s, or labelled:%s if each "
                 "line is a label, a tab and a text",
                 name, name);
    else
        add_nearest(&message, name, names, SETS);
    text_add(&message, "; `attnlab list datasets` lists all");
    *error = message.data;
    return false;
}

const struct data_set *data_set_named(const char *name)
{
    size_t length = strcspn(name, ":");
    for (int i = 0; data_sets[i]; i++)
        if (strlen(data_sets[i]->name) == length && !memcmp(data_sets[i]->name, name, length))
            return data_sets[i];
    return NULL;
}

bool data_set_has_folder(const struct data_set *set) { return !set->generated && !set->by_path; }

static const struct data_set *set_by_name(const char *name, char **error)
{
    const struct data_set *set = data_set_named(name);
    if (!set) unknown(name, error);
    return set;
}

/* ---- the folder ---- */

static const char *folder_in(const char *folder, const char *name, struct data_store *store)
{
    const char *dir = folder ? data_format(store, "%s/%s", folder, name) : NULL;
    return dir && is_folder(dir) ? dir : NULL;
}

/* Returns the name of the folder that fetch.sh creates for a set with these options. */
static const char *folder_name(const struct data_set *set, const char *arguments,
                               struct data_store *store)
{
    bool apart = set->apart && !strcmp(arguments, set->apart);
    return apart ? data_format(store, "%s-%s", set->name, set->apart) : set->name;
}

static bool no_folder(const struct data_set *set, const char *name,
                      const struct data_options *options, struct data_store *store, char **error)
{
    if (!options->dir)
        return data_fail(error, "data set '%s' needs a data folder: set ATTNLAB_DATA", set->name);
    data_mark_missing(store);
    return data_fail(error, "data set '%s': missing folder %s/%s", set->name, options->dir, name);
}

static void add_hint(char *hint, char **error)
{
    char *without = *error;
    *error = xformat("%s; %s", without, hint);
    free(without);
    free(hint);
}

/* Appends a hint to an error about an included file: such files cannot be fetched, but can be
 * restored from git. */
static void add_included_hint(const char *dir, char **error)
{
    if (strncmp(*error, dir, strlen(dir)) != 0) return;
    add_hint(xformat("restore the project's file with `git -C %s checkout .`", dir), error);
}

/* ---- the hash ---- */

static uint64_t hash_record(uint64_t hash, const struct dataset *data, const struct record *r)
{
    hash = hash_text(hash_text(hash, r->text), r->second);
    hash = hash_number(hash_number(hash, r->reference_count), r->label);
    for (int i = 0; i < r->reference_count; i++) {
        hash = hash_text(hash, r->references[i]);
        if (r->starts) hash = hash_number(hash, r->starts[i]);
    }
    if (r->pixels)
        hash = hash_bytes(hash, r->pixels, (size_t)data->width * data->height * data->channels);
    for (int i = 0; i < r->length; i++) {
        hash = hash_number(hash, r->tokens[i]);
        hash = hash_number(hash, r->targets[i]);
    }
    return hash;
}

static uint64_t hash_split(uint64_t hash, const struct dataset *data, enum split split)
{
    hash = hash_number(hash, data->count[split]);
    for (int i = 0; i < data->count[split]; i++)
        hash = hash_record(hash, data, &data->records[split][i]);
    return hash;
}

static uint64_t hash_of(const struct dataset *data)
{
    uint64_t hash = hash_number(HASH_START, data->kind);
    for (enum split split = 0; split < GIVEN_SPLITS; split++) hash = hash_split(hash, data, split);
    return hash;
}

uint64_t dataset_split_hash(const struct dataset *data, enum split split)
{
    return hash_split(HASH_START, data, split);
}

/* ---- opening ---- */

static bool open_set(const struct data_set *set, const char *arguments,
                     const struct data_options *options, struct dataset *data, char **error)
{
    if (!data_set_has_folder(set)) return set->open(arguments, NULL, options, data, error);
    const char *name = folder_name(set, arguments, data->store);
    const char *given = folder_in(options->dir, name, data->store);
    if (!given) given = folder_in(options->dir, set->name, data->store);
    const char *included = given ? NULL : folder_in(options->included, set->name, data->store);
    const char *dir = included ? included : given;
    bool there = dir || no_folder(set, name, options, data->store, error);
    if (there && set->open(arguments, dir, options, data, error)) return true;
    if (included)
        add_included_hint(included, error);
    else if (data_is_missing(data->store))
        add_hint(data_hint(set, name, options->dir), error);
    return false;
}

static bool fill(const struct data_set *set, const char *arguments,
                 const struct data_options *options, struct dataset *data, char **error)
{
    data->kind = set->kind;
    if (!open_set(set, arguments, options, data, error)) return false;
    if (!data->count[SPLIT_TRAIN] && !data->count[SPLIT_VALID] && !data->count[SPLIT_TEST])
        return data_fail(error, "data set '%s' has no records", data->name);
    require(data->metric);
    data_limit(data, options);
    if (!options->unhashed) data->hash = hash_of(data);
    return !options->held_out || data_hold_out(data, options->seed, error);
}

bool dataset_open(const char *name, const struct data_options *options, struct dataset *data,
                  char **error)
{
    *data = (struct dataset){0};
    size_t length = strcspn(name, ":");
    char *base = xformat("%.*s", (int)length, name);
    const struct data_set *set = set_by_name(base, error);
    free(base);
    if (!set) return false;
    data->name = xstrdup(name);
    data->notes = xstrdup("");
    data->store = data_store_new();
    bool good = fill(set, name + length + (name[length] == ':'), options, data, error);
    if (!good) dataset_close(data);
    return good;
}

void dataset_close(struct dataset *data)
{
    for (int split = 0; split < SPLITS; split++) free(data->records[split]);
    data_store_free(data->store);
    free(data->name);
    free(data->notes);
    *data = (struct dataset){0};
}
