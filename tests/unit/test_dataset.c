/* SPDX-License-Identifier: MIT
 * Opening data sets: names, folders, limits, hashes, splits by seed. */
#include "data_files.h"
#include "datasets/data_select.h"
#include "datasets/data_store.h"
#include "datasets/rng.h"

/* ---- names and folders ---- */

static void unknown_names_are_answered_with_the_nearest(void **state)
{
    (void)state;
    refused("tinyshakespear", NULL, "no data set 'tinyshakespear'", "did you mean tinyshakespeare",
            NULL);
    refused("", NULL, "no data set ''", NULL);
    refused("zzzzzzzz:x", NULL, "no data set 'zzzzzzzz'", "list datasets", NULL);
}

static void missing_folders_name_the_command(void **state)
{
    char *dir = *state;
    refused("tinyshakespeare", NULL, "no data folder", "datasets/fetch.sh tinyshakespeare", NULL);
    refused("tinyshakespeare", dir, dir, "there is no folder", "datasets/fetch.sh tinyshakespeare",
            NULL);
    scratch_text(dir, "tinyshakespeare/other.txt", "x");
    refused("tinyshakespeare", dir, "tinyshakespeare/input.txt", "No such file", NULL);
}

static void every_set_says_what_it_is(void **state)
{
    (void)state;
    for (int i = 0; data_sets[i]; i++) {
        const struct data_set *set = data_sets[i];
        assert_true(set->name && *set->name && !strchr(set->name, ':'));
        assert_true(set->title && *set->title && set->source && *set->source);
        assert_true(set->licence && *set->licence && set->open);
        assert_in_range(set->kind, 0, DATA_KINDS - 1);
        for (int j = 0; j < i; j++) assert_string_not_equal(set->name, data_sets[j]->name);
    }
}

/* ---- limits, hashes, splits ---- */

static void language_limits_take_the_first(void **state)
{
    char *dir = *state;
    scratch_text(dir, "t/train.txt", "a\nb\nc\nd\n");
    scratch_text(dir, "t/valid.txt", "e\nf\n");
    char *name = xformat("text:%s/t", dir);
    struct dataset data, whole;
    opened(name, &(struct data_options){.limit = {3, 0, 5}}, &data);
    opened(name, &(struct data_options){0}, &whole);
    assert_int_equal(data.count[SPLIT_TRAIN], 3);
    assert_int_equal(data.count[SPLIT_VALID], 2);
    assert_true(text_is(data.records[SPLIT_TRAIN][2].text, "c\n"));
    assert_non_null(strstr(data.notes, "Only 3 of 4 records of train"));
    assert_string_equal(whole.notes, "");
    assert_true(data.hash != whole.hash);
    dataset_close(&data);
    dataset_close(&whole);
    free(name);
}

static void hashes_see_texts_and_where_they_end(void **state)
{
    char *dir = *state;
    static const char *const texts[] = {"a\nbc\n", "a\nbc\n", "ab\nc\n", "a\nbd\n"};
    uint64_t hash[4];
    char *name = xformat("text:%s/t", dir);
    for (int i = 0; i < 4; i++) {
        struct dataset data;
        scratch_text(dir, "t/train.txt", texts[i]);
        scratch_text(dir, "t/valid.txt", "e\n");
        opened(name, &(struct data_options){0}, &data);
        hash[i] = data.hash;
        dataset_close(&data);
    }
    assert_true(hash[0] == hash[1] && hash[0] != hash[2] && hash[0] != hash[3]);
    free(name);
}

static void numbered(struct dataset *data, int count)
{
    *data = (struct dataset){.kind = DATA_CLASSES, .store = data_store_new(), .notes = xstrdup("")};
    for (int i = 0; i < count; i++) data_add(data, SPLIT_TRAIN)->label = i;
}

static void carving_moves_a_seeded_share_and_keeps_the_order(void **state)
{
    (void)state;
    struct dataset a, b, c;
    numbered(&a, 1000), numbered(&b, 1000), numbered(&c, 1000);
    dataset_carve(&a, SPLIT_TRAIN, SPLIT_VALID, 0.1, 7);
    dataset_carve(&b, SPLIT_TRAIN, SPLIT_VALID, 0.1, 7);
    dataset_carve(&c, SPLIT_TRAIN, SPLIT_VALID, 0.1, 8);
    assert_int_equal(a.count[SPLIT_TRAIN], 900);
    assert_int_equal(a.count[SPLIT_VALID], 100);
    char seen[1000] = {0};
    int same = 0;
    for (int split = SPLIT_TRAIN; split <= SPLIT_VALID; split++)
        for (int i = 0; i < a.count[split]; i++) {
            int label = a.records[split][i].label;
            assert_false(seen[label]++);
            if (i) assert_true(label > a.records[split][i - 1].label);
            assert_int_equal(label, b.records[split][i].label);
            if (split == SPLIT_VALID) same += label == c.records[split][i].label;
        }
    assert_true(same < 50);
    assert_non_null(strstr(a.notes, "100 of 1000 records of train serve as valid"));
    dataset_close(&a), dataset_close(&b), dataset_close(&c);
}

static void carving_leaves_something_on_both_sides(void **state)
{
    (void)state;
    static const struct {
        int count, left;
        double fraction;
    } cases[] = {{2, 1, 0.001}, {2, 1, 0.999}, {1, 1, 0.5}, {0, 0, 0.5}, {5, 2, 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct dataset data;
        numbered(&data, cases[i].count);
        dataset_carve(&data, SPLIT_TRAIN, SPLIT_TEST, cases[i].fraction, 1);
        assert_int_equal(data.count[SPLIT_TRAIN], cases[i].left);
        assert_int_equal(data.count[SPLIT_TEST], cases[i].count - cases[i].left);
        dataset_close(&data);
    }
}

static void limits_draw_by_seed_where_records_are_apart(void **state)
{
    (void)state;
    struct dataset a, b;
    numbered(&a, 500), numbered(&b, 500);
    data_limit(&a, &(struct data_options){.seed = 3, .limit = {50}});
    data_limit(&b, &(struct data_options){.seed = 3, .limit = {500}});
    assert_int_equal(a.count[SPLIT_TRAIN], 50);
    assert_int_equal(b.count[SPLIT_TRAIN], 500);
    assert_true(a.records[SPLIT_TRAIN][49].label >
                300); /* not the first; 300: 1 in 1e11 by chance */
    for (int i = 1; i < 50; i++)
        assert_true(a.records[SPLIT_TRAIN][i].label > a.records[SPLIT_TRAIN][i - 1].label);
    dataset_close(&a), dataset_close(&b);
}

/* ---- any text ---- */

static size_t joined(const struct dataset *data, enum split split, char *out)
{
    size_t size = 0;
    for (int i = 0; i < data->count[split]; i++) {
        struct string text = data->records[split][i].text;
        memcpy(out + size, text.at, text.size);
        size += text.size;
    }
    return size;
}

static void a_file_is_split_by_code_points(void **state)
{
    char *dir = *state, out[64];
    scratch_text(dir, "a.txt",
                 "\xEF\xBB\xBF\xC3\xA4\xC3\xB6\n\xC3\xBC xy\r\nzz\xE2\x82\xAC"); /* 12 */
    char *name = xformat("text:%s/a.txt", dir);
    struct dataset data;
    opened(name, &(struct data_options){0}, &data);
    assert_int_equal(data.kind, DATA_LANGUAGE);
    assert_string_equal(data.name, name);
    size_t size = joined(&data, SPLIT_TRAIN, out); /* floor(0.9 * 12) = 10 code points */
    assert_true(text_is((struct string){out, size}, "\xC3\xA4\xC3\xB6\n\xC3\xBC xy\r\nz"));
    assert_int_equal(data.count[SPLIT_TRAIN], 3);
    size = joined(&data, SPLIT_VALID, out);
    assert_true(text_is((struct string){out, size}, "z\xE2\x82\xAC"));
    assert_non_null(strstr(data.notes, "last 2 of 12 code points"));
    dataset_close(&data);
    free(name);
}

static void a_folder_is_read_in_order_of_names(void **state)
{
    char *dir = *state, out[64];
    scratch_text(dir, "f/b", "2\n");
    scratch_text(dir, "f/a", "1\n");
    scratch_text(dir, "f/B", "0\n");
    scratch_text(dir, "f/.hidden", "x");
    char *name = xformat("text:%s/f", dir);
    struct dataset data;
    opened(name, &(struct data_options){0}, &data);
    size_t size = joined(&data, SPLIT_TRAIN, out);
    size += joined(&data, SPLIT_VALID, out + size);
    assert_true(text_is((struct string){out, size}, "0\n1\n2\n"));
    dataset_close(&data);
    scratch_text(dir, "f/g/h", "x");
    refused(name, NULL, "f/g is a folder", NULL);
    free(name);
}

static void faults_of_texts_are_named(void **state)
{
    char *dir = *state;
    static const struct {
        const char *name, *file, *bytes;
        size_t size;
        const char *part[2];
    } cases[] = {
        {"latin",
         "latin",
         "good\nb\xE4"
         "d\n",
         9,
         {"latin:2: not UTF-8", "byte 6 of the file is 0xe4"}},
        {"utf16", "utf16", "a\0b\0", 4, {"utf16:1: not UTF-8", "byte 1 of the file is 0x00"}},
        {"cut", "cut", "a\n\xE2\x82", 4, {"cut:2: not UTF-8", "byte 2"}},
        {"empty", "empty", "", 0, {"empty: is empty", ""}},
        {"mark", "mark", "\xEF\xBB\xBF", 3, {"mark: is empty", ""}},
        {"packed.gz", "packed.gz", "plain", 5, {"is no gzip", "0x70"}},
        {"two", "two/train.a", "x\n", 2, {"train", ""}},
        {"none", "other", "x", 1, {"none: cannot be read", "No such file"}},
        {"half", "half/test.txt", "x", 1, {"there is a file for test, but none for train", ""}},
    };
    scratch_text(dir, "two/train.b", "x\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_bytes(dir, cases[i].file, cases[i].bytes, cases[i].size);
        char *name = xformat("text:%s/%s", dir, cases[i].name);
        refused(name, NULL, cases[i].part[0], cases[i].part[1], NULL);
        free(name);
    }
    refused("text:", NULL, "which text?", NULL);
    refused("text", NULL, "which text?", NULL);
}

/* Whatever the bytes are: an error, or all of them in records, one a line. */
static void random_texts_are_refused_or_kept_whole(void **state)
{
    char *dir = *state, bytes[200], out[200];
    char *name = xformat("text:%s/random", dir);
    int kept = 0;
    for (uint64_t trial = 0; trial < 1000; trial++) {
        size_t size = 2 + rng_below(trial, 1, 0, sizeof bytes - 2);
        static const char set[] = "ab\n\r \n\xC3\xA4\xE2\0";
        uint64_t choices = trial % 2 ? 6 : sizeof set - 1; /* without and with what is no UTF-8 */
        for (size_t i = 0; i < size; i++) bytes[i] = set[rng_below(trial, 2, i, choices)];
        scratch_bytes(dir, "random", bytes, size);
        struct dataset data;
        char *error = NULL;
        if (!dataset_open(name, &(struct data_options){0}, &data, &error)) {
            assert_non_null(strstr(error, "/random:"));
            assert_int_equal(trial % 2, 0);
            free(error);
            continue;
        }
        size_t train = joined(&data, SPLIT_TRAIN, out);
        assert_int_equal(train + joined(&data, SPLIT_VALID, out + train), size);
        assert_memory_equal(out, bytes, size);
        for (int i = 0; i + 1 < data.count[SPLIT_TRAIN]; i++) {
            struct string text = data.records[SPLIT_TRAIN][i].text;
            assert_ptr_equal(memchr(text.at, '\n', text.size), text.at + text.size - 1);
        }
        kept++;
        dataset_close(&data);
    }
    assert_true(kept >= 500);
    free(name);
}

/* ---- WikiText ---- */

static void wikitext_reads_both_layouts_and_raw(void **state)
{
    char *dir = *state, out[64];
    static const struct {
        const char *pattern, *name;
    } cases[] = {{"wikitext-2/wiki.%s.tokens", "wikitext-2"},
                 {"wikitext-2/%s.txt", "wikitext-2"},
                 {"wikitext-103/wiki.%s.tokens.gz", NULL}, /* a text named so is no gzip */
                 {"wikitext-103-raw/wiki.%s.raw", "wikitext-103:raw"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_empty(dir);
        scratch_text(dir, "wikitext-103/README", "the folder must be there");
        for (int split = 0; split < SPLITS; split++) {
            const char *mark = strstr(cases[i].pattern, "%s");
            char *file = xformat("%.*s%s%s", (int)(mark - cases[i].pattern), cases[i].pattern,
                                 split_names[split], mark + 2);
            char *text = xformat(" \n = %s = \n a <unk> b\n", split_names[split]);
            scratch_text(dir, file, text);
            free(file), free(text);
        }
        if (!cases[i].name) {
            refused("wikitext-103", dir, "wiki.train.tokens.gz", "is no gzip", NULL);
            continue;
        }
        struct dataset data;
        opened(cases[i].name, &(struct data_options){.dir = dir}, &data);
        for (int split = 0; split < SPLITS; split++) {
            assert_int_equal(data.count[split], 3);
            size_t size = joined(&data, split, out);
            char *text = xformat(" \n = %s = \n a <unk> b\n", split_names[split]);
            assert_true(text_is((struct string){out, size}, text));
            free(text);
        }
        assert_string_equal(data.notes, "");
        dataset_close(&data);
    }
}

static void wikitext_says_what_is_missing(void **state)
{
    char *dir = *state;
    scratch_text(dir, "wikitext-2/test.txt", " a \n");
    refused("wikitext-2", dir, "there is no wiki.train.tokens", "datasets/fetch.sh", "smoke", NULL);
    refused("wikitext-2:raw", dir, "there is no wiki.train.raw", NULL);
    refused("wikitext-2:rwa", dir, "unknown option 'rwa'; expected raw or smoke", NULL);
    refused("wikitext-2:smoke", dir, "there is no wiki.valid.tokens", NULL);
    scratch_text(dir, "wikitext-2/valid.txt", " b \n");
    struct dataset data;
    opened("wikitext-2:smoke", &(struct data_options){.dir = dir}, &data);
    assert_true(text_is(data.records[SPLIT_TRAIN][0].text, " a \n"));
    assert_true(text_is(data.records[SPLIT_VALID][0].text, " b \n"));
    assert_int_equal(data.count[SPLIT_TEST], 0);
    assert_non_null(strstr(data.notes, "compares with nothing published"));
    dataset_close(&data);
}

static void the_builtin_text_opens_without_files(void **state)
{
    (void)state;
    struct dataset a, b;
    opened("text:builtin", &(struct data_options){0}, &a);
    opened("text:builtin", &(struct data_options){.seed = 5}, &b);
    assert_true(a.hash == b.hash);
    assert_true(a.count[SPLIT_TRAIN] > 100 && a.count[SPLIT_VALID] > 10);
    dataset_close(&a), dataset_close(&b);
}

static void tiny_shakespeare_splits_as_published(void **state)
{
    (void)state;
    const char *dir = real_data_or_skip("tinyshakespeare/input.txt");
    struct dataset data;
    opened("tinyshakespeare", &(struct data_options){.dir = dir}, &data);
    char *out = xalloc(1115394);
    assert_int_equal(joined(&data, SPLIT_TRAIN, out), 1003854);
    assert_int_equal(joined(&data, SPLIT_VALID, out), 111540);
    free(out);
    dataset_close(&data);
    refused("tinyshakespeare:x", dir, "takes no options", NULL);
}

static int in_scratch(void **state) { return *state = scratch_make(), 0; }
static int out_of_scratch(void **state) { return scratch_remove(*state), 0; }
#define ON_FILES(test) cmocka_unit_test_setup_teardown(test, in_scratch, out_of_scratch)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_names_are_answered_with_the_nearest),
        ON_FILES(missing_folders_name_the_command),
        cmocka_unit_test(every_set_says_what_it_is),
        ON_FILES(language_limits_take_the_first),
        ON_FILES(hashes_see_texts_and_where_they_end),
        cmocka_unit_test(carving_moves_a_seeded_share_and_keeps_the_order),
        cmocka_unit_test(carving_leaves_something_on_both_sides),
        cmocka_unit_test(limits_draw_by_seed_where_records_are_apart),
        ON_FILES(a_file_is_split_by_code_points),
        ON_FILES(a_folder_is_read_in_order_of_names),
        ON_FILES(faults_of_texts_are_named),
        ON_FILES(random_texts_are_refused_or_kept_whole),
        ON_FILES(wikitext_reads_both_layouts_and_raw),
        ON_FILES(wikitext_says_what_is_missing),
        cmocka_unit_test(the_builtin_text_opens_without_files),
        cmocka_unit_test(tiny_shakespeare_splits_as_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
