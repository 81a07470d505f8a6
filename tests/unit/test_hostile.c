/* SPDX-License-Identifier: MIT
 * Tests every text reader with hostile inputs. A reader must accept the input or return an error
 * with its location, and must not crash. */
#include "tests/unit/data_files.h"
#include "plan_case.h"

#include "base/cell.h"
#include "base/csv_read.h"
#include "base/door.h"
#include "harness/plan/expand.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/journal.h"
#include "harness/run/manifest.h"

#include <errno.h>
#include <sys/stat.h>

/* ---- hostile texts ---- */

struct hostile {
    const char *name, *begin, *again, *end;
    int times;
    bool nul; /* true: the text continues after a NUL byte */
};
static const struct hostile texts[] = {
    {"nothing", "", "", "", 0, false},
    {"a NUL byte", "n", "", "", 0, true},
    {"not UTF-8", "n=\xff\xfe", "", "\n", 0, false},
    {"an overlong UTF-8 form", "n: \xc0\xaf", "", "\n", 0, false},
    {"control characters", "n=\x01\x1b[2J", "", "\n", 0, false},
    {"a long line", "n: ", "1234567890", "\n", 100000, false},
    {"a huge number", "n=9", "9", "\n", 1000, false},
    {"an exponent of many digits", "n=1e", "9", "\n", 1000, false},
    {"nested lists", "", "[", "", 50000, false},
    {"nested maps", "", "{\"a\":", "", 50000, false},
    {"brackets", "", "(", "1", 50000, false},
    {"minus signs", "", "-", "1", 50000, false},
    {"a long sum", "n", " + n", " > 3", 2000, false},
    {"many alternatives", "n == 1", " or n == 1", "", 1500, false},
    {"many commas", "a", ",a", "\n", 100000, false},
    {"many settings", "n=1", ",n=1", "", 20000, false},
    {"many keys", "", "key: 1\n", "", 100000, false},
    {"many lines", "", "a,b\n", "", 100000, false},
    {"an unclosed quote", "a,b\n\"", "x\n", "", 1000, false},
    {"percent signs", "n=", "%", "", 1000, false},
};
enum { TEXTS = sizeof texts / sizeof *texts };

static struct text text_of(const struct hostile *h)
{
    struct text out = {0};
    text_add(&out, "%s", h->begin);
    for (int i = 0; i < h->times; i++) text_add_bytes(&out, h->again, strlen(h->again));
    text_add(&out, "%s", h->end);
    if (h->nul) text_add_bytes(&out, "\0more\n", 6);
    return out;
}

/* ---- readers return NULL or an error, which the caller frees ---- */

typedef char *reader(const char *dir, const struct text *);

static char *put(const char *dir, const char *name, const struct text *t)
{
    scratch_bytes(dir, name, t->data, t->length);
    return xformat("%s/%s", dir, name);
}

static char *as_specification(const char *dir, const struct text *t)
{
    char *path = put(dir, "spec.yaml", t), *error = NULL;
    struct plan_options o = {.paths = (const char *[]){path}, .path_count = 1};
    struct plan plan;
    struct diags diags = {0};
    if (!plan_build(&plan, &o, &axes, &diags)) error = messages(&diags);
    diag_free(&diags);
    plan_free(&plan);
    free(path);
    return error;
}

static char *as_saved_plan(const char *dir, const struct text *t)
{
    struct plan plan;
    char *error = NULL;
    free(put(dir, PLAN_JSON, t));
    plan_load(&plan, &axes, dir, false, &error);
    plan_free(&plan);
    return error;
}

static char *as_cell(const char *dir, const struct text *t)
{
    (void)dir;
    struct resolved cell = {0};
    char *error = NULL;
    axes_read_cell(&axes, t->data, &cell, &error);
    resolved_free(&cell);
    return error;
}

static char *as_filter(const char *dir, const struct text *t)
{
    (void)dir;
    struct filters f;
    struct diags diags = {0};
    const char *list[] = {t->data};
    bool good = filters_parse(&f, list, 1, &(struct planning){.axes = &axes, .diags = &diags});
    char *error = good ? NULL : messages(&diags);
    filters_free(&f);
    diag_free(&diags);
    return error;
}

static char *as_formula(const char *dir, const struct text *t)
{
    (void)dir;
    char *error = NULL;
    int column = 0;
    struct formula *f = formula_parse(t->data, axes_known, &axes, &error, &column);
    if (!f) assert_in_range(column, 1, t->length + 1);
    formula_free(f);
    return error;
}

static char *as_journal(const char *dir, const struct text *t)
{
    struct journal j;
    char *error = NULL;
    free(put(dir, JOURNAL_NAME, t));
    journal_read(&j, dir, &error);
    journal_close(&j);
    return error;
}

static char *as_csv(const char *dir, const struct text *t)
{
    char *path = put(dir, "cells.csv", t), *error = NULL;
    struct table table;
    if (table_read(&table, path, &error)) table_free(&table);
    free(path);
    return error;
}

static char *as_manifest(const char *dir, const struct text *t)
{
    char *error = NULL;
    free(put(dir, MANIFEST_NAME, t));
    json_decref(manifest_read(dir, &error));
    return error;
}

/* `place` is the location that error messages must contain; it is empty for formulas, whose errors
 * give columns. `refused` is the minimum number of texts that the reader must refuse. */
static const struct {
    const char *name;
    reader *read;
    const char *place;
    int refused;
} readers[] = {
    {"specification", as_specification, "spec.yaml", TEXTS},
    {"saved plan", as_saved_plan, PLAN_JSON, TEXTS},
    {"cell", as_cell, "", TEXTS - 1},
    {"filter", as_filter, "--filter", TEXTS - 2},
    {"formula", as_formula, "", TEXTS - 2},
    {"journal", as_journal, JOURNAL_NAME, TEXTS / 2},
    {"CSV", as_csv, "cells.csv", TEXTS / 4},
    {"manifest", as_manifest, MANIFEST_NAME, TEXTS},
};

static void every_reader_accepts_or_refuses(void **state)
{
    assert_true(axes_from_json(&axes, sample_json, &(char *){0}));
    for (size_t r = 0; r < sizeof readers / sizeof *readers; r++) {
        int refused = 0;
        for (int i = 0; i < TEXTS; i++) {
            struct text t = text_of(&texts[i]);
            char *error = readers[r].read(*state, &t);
            if (error && !strstr(error, readers[r].place))
                fail_msg("%s, input '%s': the error message '%.200s' does not name %s",
                         readers[r].name, texts[i].name, error, readers[r].place);
            if (error && strlen(error) > 20000)
                fail_msg("%s, input '%s': the error message has %zu bytes (expected at most 20000)",
                         readers[r].name, texts[i].name, strlen(error));
            if (!error)
                print_message("# %s accepts the input '%s'\n", readers[r].name, texts[i].name);
            refused += error != NULL;
            free(error);
            text_free(&t);
        }
        if (refused < readers[r].refused)
            fail_msg("%s refused %d texts (expected at least %d)", readers[r].name, refused,
                     readers[r].refused);
    }
    axes_free(&axes);
}

/* ---- special files ---- */

static void only_plain_files_are_read(void **state)
{
    char *fifo = xformat("%s/fifo", (char *)*state), *large = xformat("%s/large", (char *)*state);
    scratch_bytes(*state, "large", "", 0);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_int_equal(truncate(large, (off_t)file_most + 1), 0);
    const struct {
        const char *path, *message;
    } bad[] = {{fifo, "is a pipe or a device"},
               {"/dev/zero", "is a pipe or a device"},
               {*state, "is a folder"},
               {large, "is too large"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(read_file(bad[i].path, NULL));
        assert_non_null(strstr(file_fault(errno), bad[i].message));
    }
    free(fifo);
    free(large);
}

/* ---- checks of input text ---- */

static void assert_refused(const char *text, const char *fault, const char *quoted)
{
    struct string s = {text, strlen(text)};
    char *found = door_fault(s), *said = door_quoted(s);
    assert_non_null(found);
    if (!strstr(found, fault)) fail_msg("found '%s', expected '%s'", found, fault);
    assert_string_equal(said, quoted);
    free(found);
    free(said);
}

static void errors_name_the_invalid_byte(void **state)
{
    (void)state;
    assert_null(door_fault((struct string){"K\xc3\xb6ln\t\n", 7}));
    assert_refused("a\xff", "byte 2 is 0xff, which is not UTF-8", "a\\xff");
    assert_refused("\xc3", "byte 1 is 0xc3, which is not UTF-8", "\\xc3");
    assert_refused("ab\x1b[2J", "byte 3 is 0x1b, a control character", "ab\\x1b[2J");
}

static void cells_refuse_hidden_bytes(void **state)
{
    (void)state;
    struct cell_fields fields;
    char *error;
    assert_false(cell_parse("data=text:%FF", &fields, &error));
    assert_non_null(strstr(error, "byte 6 is 0xff, which is not UTF-8"));
    free(error);
    assert_true(cell_parse("data=text:%C3%B6", &fields, &error));
    cell_free(&fields);
}

static void settings_and_filters_must_be_text(void **state)
{
    (void)state;
    assert_true(axes_from_json(&axes, sample_json, &(char *){0}));
    assert_error("factors: {n: 64}\n",
                 (struct plan_options){.sets = (const char *[]){"corpus=\xff"}, .set_count = 1},
                 "byte 1 is 0xff, which is not UTF-8");
    assert_error("factors: {n: 64}\n",
                 (struct plan_options){.filters = (const char *[]){"n == \xff"}, .filter_count = 1},
                 "byte 6 is 0xff, which is not UTF-8");
    axes_free(&axes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {IN_SCRATCH(every_reader_accepts_or_refuses),
                                       IN_SCRATCH(only_plain_files_are_read),
                                       cmocka_unit_test(errors_name_the_invalid_byte),
                                       cmocka_unit_test(settings_and_filters_must_be_text),
                                       cmocka_unit_test(cells_refuse_hidden_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
