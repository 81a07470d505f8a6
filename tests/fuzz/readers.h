/* SPDX-License-Identifier: MIT
 * Defines all readers of untrusted data as functions of bytes. AFL++ calls these functions
 * (fuzz.c). The unit tests call them with the inputs in seeds/ and found/ (unit/test_fuzz_seeds.c).
 *
 * A reader may reject its input with a message. It must not crash, hang, leak memory or end the
 * program. Inputs of file readers are written to `scratch`, a folder of this process. */
#ifndef ATTNLAB_FUZZ_READERS_H
#define ATTNLAB_FUZZ_READERS_H

#include "base/cell.h"
#include "base/csv_read.h"
#include "base/diag.h"
#include "base/formula/formula.h"
#include "base/gzip.h"
#include "base/records/record_file.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/plan.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/report/report.h"
#include "harness/run/estimate.h"
#include "harness/run/journal.h"
#include "harness/run/manifest.h"
#include "models/safetensors.h"
#include "tests/unit/data_files.h"

static char *scratch;
static struct axes fuzz_axes; /* axes of the sample worker */
static char *run_scratch;     /* folder of a run */
static struct axes run_axes;  /* axes of that run */

/* Writes a file. The fuzzer may choose the name; names that cannot be created are ignored. */
static inline void put_file(const char *folder, const char *name, const char *bytes, size_t size)
{
    char *path = xformat("%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(bytes, 1, size, f);
        fclose(f);
    }
    free(path);
}

/* Copies bytes and appends a NUL. The resulting text ends at the first NUL. */
static inline char *text_of_bytes(const char *bytes, size_t size)
{
    char *copy = xalloc(size + 1);
    memcpy(copy, bytes, size);
    return copy;
}

/* ---- texts ---- */

static inline void read_specification(const char *bytes, size_t size)
{
    char *text = text_of_bytes(bytes, size);
    const char *path = "fuzzed.yaml", *texts[] = {text};
    struct plan_options o = {.paths = &path, .texts = texts, .path_count = 1};
    struct diags diags = {0};
    struct plan plan;
    plan_build(&plan, &o, &fuzz_axes, &diags);
    plan_free(&plan);
    diag_free(&diags);
    free(text);
}

/* Variables in fuzzed formulas have one-letter names. The values of `a` are names, like those of
 * `arm`. */
static inline enum formula_name is_known(void *context, const char *name, struct text *hint)
{
    (void)context, (void)hint;
    return strlen(name) != 1 ? FORMULA_UNKNOWN : *name == 'a' ? FORMULA_OF_NAMES : FORMULA_VARIABLE;
}
static inline struct formula_value value_of(void *context, const char *name)
{
    (void)context;
    return *name == 'a' ? (struct formula_value){.type = FORMULA_ABSENT}
                        : (struct formula_value){.type = FORMULA_NUMBER, .number = *name - 'm'};
}
static inline void read_formula(const char *bytes, size_t size)
{
    char *text = text_of_bytes(bytes, size), *error = NULL;
    int column;
    struct formula_value value;
    struct formula *f = formula_parse(text, is_known, NULL, &error, &column);
    if (f) formula_eval(f, value_of, NULL, &value, &error);
    if (f) formula_free(f);
    free(error);
    free(text);
}

static inline void read_cell(const char *bytes, size_t size)
{
    char *text = text_of_bytes(bytes, size), *error = NULL;
    struct cell_fields fields;
    if (cell_parse(text, &fields, &error)) cell_free(&fields);
    free(error);
    free(text);
}

/* ---- files of a run ----
 *
 * The input replaces one file of a small run. The other files are seeds. Then the run is read,
 * analysed and reported. */

static struct run_file {
    const char *reader, *name;
    char *bytes; /* bytes of the seed */
    size_t size;
} run_files[] = {{"description", DESCRIBE_NAME, NULL, 0},
                 {"plan", PLAN_JSON, NULL, 0},
                 {"manifest", MANIFEST_NAME, NULL, 0},
                 {"journal", JOURNAL_NAME, NULL, 0},
                 {"table", "cells.csv", NULL, 0}};
enum { RUN_FILES = sizeof run_files / sizeof *run_files };

/* Writes the pages of the run to memory. */
static inline void write_pages(const struct folder *f)
{
    struct writer w = {0};
    struct page p = page_of(&w, f, 0);
    run_page(&p, NULL);
    p.q = NULL;
    for (int trains = 0; trains < 2; trains++, p.q = NULL)
        while (next_question(&p, trains)) question_page(&p);
    writer_free(&w);
}

static inline void report_run(void)
{
    struct folder f;
    char *error = NULL;
    if (run_folder_read(&f, run_scratch, VERDICT_LEVEL, TIME_MARGIN, &error)) write_pages(&f);
    run_folder_free(&f);
    free(error);
}

/* Writes the changed file of the run. If the previous input was for another reader, also writes all
 * other files. If the journal is fuzzed, cells.csv is omitted, so that the tables are rebuilt from
 * the journal. */
static inline void change_run(const char *reader, const char *bytes, size_t size)
{
    static const char *previous;
    bool all = !previous || strcmp(previous, reader) != 0, journal = !strcmp(reader, "journal");
    if (all) scratch_empty(run_scratch);
    for (struct run_file *f = run_files; f < run_files + RUN_FILES; f++)
        if (!strcmp(f->reader, reader))
            put_file(run_scratch, f->name, bytes, size);
        else if (all && (!journal || strcmp(f->reader, "table")))
            put_file(run_scratch, f->name, f->bytes, f->size);
    previous = reader;
}

static inline void read_in_run(const char *reader, const char *bytes, size_t size)
{
    change_run(reader, bytes, size);
    report_run();
}

static inline void read_description(const char *bytes, size_t size)
{
    read_in_run("description", bytes, size);
}
static inline void read_manifest(const char *bytes, size_t size)
{
    char *error = NULL;
    change_run("manifest", bytes, size);
    json_t *manifest = manifest_read(run_scratch, &error);
    if (manifest) report_run();
    json_decref(manifest);
    free(error);
}
static inline void read_table(const char *bytes, size_t size) { read_in_run("table", bytes, size); }

/* A good plan is also read with the rows of all shards, as `merge` and `reproduce` do. */
static inline void read_plan(const char *bytes, size_t size)
{
    struct plan plan, whole = {0};
    char *error = NULL, *error_of_whole = NULL;
    change_run("plan", bytes, size);
    if (plan_load(&plan, &run_axes, run_scratch, false, &error)) {
        if (plan_load(&whole, &run_axes, run_scratch, true, &error_of_whole)) {
            free(plan_hash(&whole));
            free(plan_rules_hash(&whole));
            free(plan_to_json(&whole));
        }
        report_run();
    }
    plan_free(&plan);
    plan_free(&whole);
    free(error);
    free(error_of_whole);
}

/* Replaces the checksum of each line by the checksum of its changed text. */
static inline void read_journal(const char *bytes, size_t size)
{
    enum { SUM = sizeof ",\"crc32\":\"00000000\"}" - 1 };
    struct text text = {0};
    for (const char *line = bytes, *end = bytes + size, *next; line < end; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        next = stop ? stop + 1 : end;
        bool whole = length > SUM && line[length - 1] == '}';
        if (whole) length -= SUM;
        text_add_bytes(&text, line, length);
        if (whole) text_add(&text, ",\"crc32\":\"%08x\"}", (unsigned)crc32_of(line, length));
        if (stop) text_add(&text, "\n");
    }
    read_in_run("journal", text.data ? text.data : "", text.length);
    text_free(&text);
}

/* ---- files of trainings ---- */

static inline void read_tensors(const char *bytes, size_t size)
{
    struct safetensors s = {0};
    char *error = NULL, *path = xformat("%s/model.safetensors", scratch);
    put_file(scratch, "model.safetensors", bytes, size);
    if (safetensors_read(&s, path, &error)) safetensors_free(&s);
    free(path);
    free(error);
}

static inline void read_scores(const char *bytes, size_t size)
{
    struct record_scores s = {0};
    char *error = NULL, *path = xformat("%s/scores.gz", scratch);
    put_file(scratch, "scores.gz", bytes, size);
    if (record_file_read(path, SPLIT_VALID, &s, &error)) record_scores_free(&s);
    free(path);
    free(error);
}

/* ---- data sets ----
 *
 * Each input is a whole folder, so a new data set needs only a seed. The first line has the data
 * set and its options, where % is the folder. Each file follows as "@ BYTES PATH" and its bytes. */

static inline bool is_plain_path(const char *path)
{
    int slashes = 0;
    for (const char *c = path; *c; c++) {
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/", *c))
            return false;
        slashes += *c == '/';
    }
    return *path && *path != '/' && !strstr(path, "..") && slashes < 4 && strlen(path) < 80;
}

static inline void put_deep_file(const char *path, const char *bytes, size_t size)
{
    char *copy = xstrdup(path);
    for (char *c = copy; (c = strchr(c, '/')); c++) {
        *c = '\0';
        char *folder = xformat("%s/%s", scratch, copy);
        mkdir(folder, 0700);
        free(folder);
        *c = '/';
    }
    put_file(scratch, path, bytes, size);
    free(copy);
}

static inline char *unpack(const char *bytes, size_t size)
{
    const char *at = bytes, *end = bytes + size, *line = memchr(bytes, '\n', size);
    if (!line) return NULL;
    struct text name = {0};
    for (; at < line; at++)
        if (*at == '%')
            text_add(&name, "%s", scratch);
        else if (*at)
            text_add_bytes(&name, at, 1);
    text_add_bytes(&name, "", 0);
    for (at = line + 1; at < end && (line = memchr(at, '\n', (size_t)(end - at)));) {
        char head[120] = "", path[120] = "";
        unsigned long length = 0;
        size_t width = (size_t)(line - at);
        if (width >= sizeof head) break;
        memcpy(head, at, width);
        if (sscanf(head, "@ %lu %110s", &length, path) != 2 || !is_plain_path(path)) break;
        at = line + 1;
        if (length > (size_t)(end - at)) length = (size_t)(end - at);
        put_deep_file(path, at, length);
        at += length;
        if (at < end && *at == '\n') at++;
    }
    return name.data;
}

static inline void read_data(const char *bytes, size_t size)
{
    struct dataset d;
    char *error = NULL;
    scratch_empty(scratch);
    char *name = unpack(bytes, size);
    if (!name) return;
    const struct data_set *set = data_set_named(name);
    /* Generated data sets are not fuzzed, because they read nothing and a fuzzer could request huge
     * ones. */
    bool asked = set && !set->generated && !strstr(name, "/dev") && !strstr(name, "..");
    if (asked && (!set->by_path || strstr(name, scratch))) {
        struct data_options o = {.dir = scratch, .seed = 1, .any_bytes = size % 2};
        if (dataset_open(name, &o, &d, &error)) dataset_close(&d);
    }
    free(error);
    free(name);
}

/* ---- all of them ---- */

static const struct fuzz_reader {
    const char *name;
    void (*read)(const char *bytes, size_t size);
} fuzz_readers[] = {{"specification", read_specification},
                    {"formula", read_formula},
                    {"cell", read_cell},
                    {"description", read_description},
                    {"plan", read_plan},
                    {"manifest", read_manifest},
                    {"journal", read_journal},
                    {"table", read_table},
                    {"tensors", read_tensors},
                    {"scores", read_scores},
                    {"data", read_data},
                    {NULL, NULL}};

static inline bool fuzz_begin(const char *sample)
{
    char *error = NULL;
    bool good = true;
    scratch = scratch_make();
    for (struct run_file *f = run_files; f < run_files + RUN_FILES; f++) {
        char *path = xformat("tests/fuzz/seeds/%s/run", f->reader);
        f->bytes = read_file(path, &f->size);
        good &= f->bytes != NULL;
        free(path);
    }
    run_scratch = scratch_make();
    change_run("", "", 0);
    return good && axes_of_run(&run_axes, run_scratch, &error) &&
           axes_from_json(&fuzz_axes, sample, &error);
}
static inline void fuzz_end(void)
{
    scratch_remove(scratch);
    scratch_remove(run_scratch);
    axes_free(&run_axes);
    for (struct run_file *f = run_files; f < run_files + RUN_FILES; f++) free(f->bytes);
    axes_free(&fuzz_axes);
}

#endif
