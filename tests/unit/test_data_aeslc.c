/* SPDX-License-Identifier: MIT
 * AESLC: emails made by the test, errors, and the real set. */
#include "tests/unit/test.h"
#include "data_files.h"

#define AT "aeslc/enron_subject_line/"

static const char plain[] = "Hi,\n@home we meet.\n\n@annual report\n\n@subject\nMeeting";
static const char annotated[] =
    "Body.\n\n@subject\nOne\n\n@ann0\nTwo words\n\n@ann1\nThree\n\n@ann2\nFour";

static void set_write(const char *dir)
{
    scratch_text(dir, AT "train/b_1.subject", plain);
    scratch_text(dir, AT "train/a_2.subject", "First.\n@subject\nA\n");
    scratch_text(dir, AT "dev/a.subject", annotated);
    scratch_text(dir, AT "test/a.subject", annotated);
}

FOLDER_TEST("emails have bodies subjects and references")
{
    struct dataset data;
    set_write(dir);
    opened("aeslc", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.kind, DATA_PAIRS);
    assert_string_equal(data.metric, "rougeL");
    assert_int_equal(data.count[SPLIT_TRAIN], 2);
    const struct record *r = data.records[SPLIT_TRAIN]; /* in the order of names */
    assert_true(text_is(r[0].text, "First."));
    assert_true(text_is(r[0].second, "A"));
    assert_true(text_is(r[1].text, "Hi,\n@home we meet.\n\n@annual report"));
    assert_int_equal(r[1].reference_count, 1);
    assert_true(text_is(r[1].references[0], "Meeting"));
    r = data.records[SPLIT_TEST];
    assert_true(text_is(r->second, "One"));
    assert_int_equal(r->reference_count, 4);
    assert_true(text_is(r->references[0], "One"));
    assert_true(text_is(r->references[1], "Two words"));
    assert_true(text_is(r->references[3], "Four"));
    dataset_close(&data);
}

FOLDER_TEST("faults of emails are named")
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"Body.\n", "no line @subject"},
        {"Body.\n@subject \nx\n", "no line @subject"}, /* not exactly so: body */
        {"Body.\n@subject\n\n", ":3: no text under @subject"},
        {"\n@subject\nx\n", ":2: no body before @subject"},
        {"Body.\n@ann0\nx\n@subject\ny\n", ":2: @ann0 before @subject"},
        {"Body.\n@subject\nx\n@ann1\ny\n", ":4: unexpected @ann1 (expected @ann0 or the end)"},
        {"Body.\n@subject\nx\n@subject\ny\n", ":4: unexpected @subject (expected @ann0"},
        {"Body.\n@subject\nx\ny\n", ":4: a second line under @subject"},
        {"Body.\n@subject\nx\n@ann0\n@ann1\ny\n", ":5: no text under @ann0"},
        {"Body.\n@subject\nx\n@ann0\n", ":4: no text under @ann0"},
        {"Body.\n@subject\n\xe9\n", ":3: not UTF-8"},
        {"", "is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_write(dir);
        scratch_text(dir, AT "dev/a.subject", cases[i].text);
        refused("aeslc", dir, AT "dev/a.subject", cases[i].message, NULL);
    }
    refused("aeslc:x", dir, "no options", NULL);
}

FOLDER_TEST("folders must be there and hold emails")
{
    struct dataset data;
    set_write(dir);
    scratch_text(dir, AT "train/notes.txt", "x");
    opened("aeslc", &(struct data_options){.dir = dir}, &data);
    assert_non_null(strstr(data.notes, "1 file of train does not end in .subject"));
    dataset_close(&data);
    char *gone = xformat("%s/" AT "test/a.subject", dir);
    unlink(gone);
    refused("aeslc", dir, AT "test: contains no file *.subject", NULL);
    *strrchr(gone, '/') = '\0';
    rmdir(gone);
    refused("aeslc", dir, AT "test: cannot read", NULL);
    free(gone);
}

FOLDER_TEST("cut emails never crash")
{
    set_write(dir);
    for (size_t size = 0; size < sizeof annotated - 1; size++) {
        struct dataset data;
        char *error = NULL;
        scratch_bytes(dir, AT "dev/a.subject", annotated, size);
        if (dataset_open("aeslc", &(struct data_options){.dir = dir}, &data, &error))
            dataset_close(&data);
        else
            assert_non_null(strstr(error, AT "dev/a.subject"));
        free(error);
    }
}

/* ---- the real set ---- */

/* Mean number of words; *least and *most too. */
static double mean_words(const struct dataset *data, bool subject, int *least, int *most)
{
    double sum = 0;
    int count = 0;
    *least = 1 << 30, *most = 0;
    for (enum split split = 0; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < data->count[split]; i++, count++) {
            const struct record *r = &data->records[split][i];
            struct string text = subject ? r->second : r->text;
            int words = 0;
            for (size_t c = 0; c < text.size; c++)
                words +=
                    !strchr(" \t\n", text.at[c]) && (c == 0 || strchr(" \t\n", text.at[c - 1]));
            sum += words;
            *least = words < *least ? words : *least;
            *most = words > *most ? words : *most;
        }
    return sum / count;
}

/* The archive is unpacked into the scratch folder: 14,436 of the files are in no other place. */
FOLDER_TEST("aeslc is as published")
{
    const char *real = real_data_or_skip("aeslc/aeslc-7afc087a.tar.gz");
    char *here = xformat("%s/aeslc", dir);
    char *command = xformat("mkdir '%s' && tar xzf '%s/aeslc/aeslc-7afc087a.tar.gz' -C '%s'",
                            here, real, here);
    assert_int_equal(system(command), 0);
    free(command), free(here);
    struct dataset data;
    opened("aeslc", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 14436);
    assert_int_equal(data.count[SPLIT_VALID], 1960);
    assert_int_equal(data.count[SPLIT_TEST], 1906);
    for (enum split split = 0; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < data.count[split]; i++)
            assert_int_equal(data.records[split][i].reference_count, split == SPLIT_TRAIN ? 1 : 4);
    int least, most;
    double mean = mean_words(&data, false, &least, &most);
    assert_in_range(mean, 118, 118); /* the whole number that is given */
    assert_int_equal(least, 25);
    assert_int_equal(most, 3136);
    mean = mean_words(&data, true, &least, &most);
    assert_true(mean > 3.95 && mean < 4.05);
    dataset_close(&data);
}
