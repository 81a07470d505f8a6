/* SPDX-License-Identifier: MIT
 * Writes, opens and compares data sets in tests. */
#include "tests/unit/data_files.h"
#include "base/rng.h"

void files_write(const char *dir, const struct file_text *files)
{
    for (; files->name; files++) scratch_text(dir, files->name, files->text);
}

void file_remove(const char *dir, const char *name)
{
    char *path = xformat("%s/%s", dir, name);
    assert_int_equal(remove(path), 0);
    free(path);
}

/* ---- opening ---- */

static void open_now(const char *name, const struct data_options *options, struct dataset *data)
{
    char *error = NULL;
    if (!dataset_open(name, options, data, &error)) fail_msg("%s: %s", name, error);
}

static void close_copy(void *data) { dataset_close(data), free(data); }

void opened(const char *name, const struct data_options *options, struct dataset *data)
{
    struct dataset *copy = xalloc(sizeof *copy);
    open_now(name, options, data);
    *copy = *data;
    test_later(close_copy, copy);
}

uint64_t opened_hash(const char *name, const struct data_options *options)
{
    struct dataset data;
    open_now(name, options, &data);
    uint64_t hash = data.hash;
    dataset_close(&data);
    return hash;
}

static void describe_record(const struct dataset *data, enum split split, const struct record *r,
                            struct text *out)
{
    text_add(out, "%s", split_names[split]);
    if (data->class_names) text_add(out, " %s", r->label < 0 ? "-" : data->class_names[r->label]);
    text_add(out, ": ");
    text_add_bytes(out, r->text.at, r->text.size);
    if (r->second.at) text_add(out, " | ");
    text_add_bytes(out, r->second.at, r->second.size);
    for (int i = 0; i < r->reference_count; i++) {
        text_add(out, " | ");
        text_add_bytes(out, r->references[i].at, r->references[i].size);
        if (r->starts) text_add(out, "@%d", r->starts[i]);
    }
    text_add(out, "\n");
}

static char *description(const struct dataset *data)
{
    struct text out = {0};
    text_add(&out, "%s %s\nnames", data_kind_names[data->kind], data->metric);
    for (int c = 0; data->class_names && c < data->classes; c++)
        text_add(&out, " %s", data->class_names[c]);
    text_add(&out, "\npixels %d x %d x %d\nnotes: %s\nrecords", data->width, data->height,
             data->channels, data->notes);
    for (enum split s = 0; s < SPLITS; s++) text_add(&out, " %d", data->count[s]);
    text_add(&out, "\n");
    for (enum split s = 0; s < SPLITS; s++)
        for (int i = 0; i < data->count[s]; i++)
            describe_record(data, s, &data->records[s][i], &out);
    return out.data;
}

void data_has(const char *name, const struct data_options *options, ...)
{
    struct dataset data;
    open_now(name, options, &data);
    char *text = description(&data);
    va_list parts;
    va_start(parts, options);
    for (const char *part; (part = va_arg(parts, const char *));)
        if (!strstr(text, part + (*part == '!')) != (*part == '!'))
            fail_msg("%s: expected '%s' (a leading ! means absent) in\n%s", name, part, text);
    va_end(parts);
    free(text);
    dataset_close(&data);
}

/* ---- refusals ---- */

static char *refusal(const char *name, const char *dir)
{
    struct dataset data;
    char *error = NULL;
    if (dataset_open(name, &(struct data_options){.dir = dir}, &data, &error))
        fail_msg("%s was opened (expected an error)", name);
    assert_non_null(error);
    return error;
}

void refused(const char *name, const char *dir, ...)
{
    char *error = refusal(name, dir);
    va_list parts;
    va_start(parts, dir);
    for (const char *part; (part = va_arg(parts, const char *));)
        if (!strstr(error, part)) fail_msg("expected '%s' in '%s'", part, error);
    va_end(parts);
    free(error);
}

static void refused_with(const char *name, const char *dir, const char *file, const char *parts)
{
    char *error = refusal(name, dir), *copy = xstrdup(parts), *rest = NULL;
    if (!strstr(error, file)) fail_msg("expected '%s' in '%s'", file, error);
    for (char *part = strtok_r(copy, "|", &rest); part; part = strtok_r(NULL, "|", &rest))
        if (!strstr(error, part)) fail_msg("expected '%s' in '%s'", part, error);
    free(copy), free(error);
}

void refused_each(const char *dir, const struct refusal *list)
{
    for (; list->name; list++) refused_with(list->name, dir, "", list->parts);
}

void faults_are_named(const char *name, const char *dir, const struct file_text *good,
                      const struct fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        files_write(dir, good);
        scratch_text(dir, faults[i].file, faults[i].text);
        refused_with(name, dir, faults[i].file, faults[i].parts);
    }
    files_write(dir, good);
}

void cuts_are_safe(const char *name, const char *dir, const struct file_text *good)
{
    for (const struct file_text *cut = good; cut->name; cut++) {
        files_write(dir, good);
        for (size_t size = 0; size < strlen(cut->text); size++) {
            struct dataset data;
            char *error = NULL;
            scratch_bytes(dir, cut->name, cut->text, size);
            if (dataset_open(name, &(struct data_options){.dir = dir}, &data, &error))
                dataset_close(&data);
            else
                assert_non_null(strstr(error, dir));
            free(error);
        }
    }
}

/* ---- real data ---- */

const char *real_data_or_skip(const char *name)
{
    const char *dir = getenv("ATTNLAB_TEST_DATA");
    if (!dir || !*dir) {
        print_message("# skipped: %s: ATTNLAB_TEST_DATA is not set\n", name);
        skip();
    }
    char *path = xformat("%s/%s", dir, name);
    bool found = access(path, R_OK) == 0;
    free(path);
    if (found) return dir;
    print_message("# skipped: ATTNLAB_TEST_DATA=%s has no %s; datasets/fetch.sh fetches it\n", dir,
                  name);
    skip();
    return NULL;
}

/* ---- texts ---- */

bool text_is(struct string text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.at, expected, text.size) == 0;
}

size_t joined(const struct dataset *data, enum split split, char *out)
{
    size_t at = 0;
    for (int i = 0; i < data->count[split]; i++) {
        struct string text = data->records[split][i].text;
        memcpy(out + at, text.at, text.size);
        at += text.size;
    }
    return at;
}

int words_of(struct string text, const char *separators)
{
    int words = 0;
    for (size_t i = 0; i < text.size; i++)
        words += !strchr(separators, text.at[i]) && (!i || strchr(separators, text.at[i - 1]));
    return words;
}

long words_in_split(const struct dataset *data, enum split split, bool second)
{
    long words = 0;
    for (int i = 0; i < data->count[split]; i++)
        words +=
            words_of(second ? data->records[split][i].second : data->records[split][i].text, " ");
    return words;
}

void babble(uint64_t seed, char *out, size_t size)
{
    static const char *const parts[] = {"a", "b", "ab", "ba", "aa", "c", "ä", " ", " ", "\n", "  "};
    size_t at = 0;
    for (uint64_t i = 0; at + 2 < size; i++) {
        const char *part = parts[rng_below(seed, 5, i, LENGTH(parts))];
        memcpy(out + at, part, strlen(part));
        at += strlen(part);
    }
    out[at] = '\0';
}
