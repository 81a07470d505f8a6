/* SPDX-License-Identifier: MIT
 * bAbI: stories, questions and answers made by the test, errors, and the real tasks. */
#include "tests/unit/test.h"
#include "data_files.h"

#define EN "babi/tasks_1-20_v1-2/en/"

static const char story[] = "1 Mary went home.\n"
                            "2 John slept.\n"
                            "3 Where is Mary? \thome\t1\n"
                            "4 Mary left.\n"
                            "5 What did John take?\tmilk,apple\t2 4\n"
                            "1 The office is red.\n"
                            "2 What is red?\toffice\t1\n";

static void task_write(const char *dir, int task, const char *train, const char *test)
{
    char *name = xformat(EN "qa%d_name-of-it_train.txt", task);
    scratch_text(dir, name, train);
    free(name);
    name = xformat(EN "qa%d_name-of-it_test.txt", task);
    scratch_text(dir, name, test);
    free(name);
}

/* The record of a split with this question. */
static const struct record *asked(const struct dataset *data, const char *question)
{
    for (enum split split = 0; split < GIVEN_SPLITS; split++)
        for (int i = 0; i < data->count[split]; i++)
            if (text_is(data->records[split][i].second, question)) return &data->records[split][i];
    fail_msg("'%s' is not asked", question);
    return NULL;
}

FOLDER_TEST("contexts are the facts before a question")
{
    struct dataset data;
    char *twice = xformat("%s%s", story, story); /* each answer stays in training */
    task_write(dir, 1, twice, "1 A b.\n2 Who?\tnobody\t1\n");
    free(twice);
    opened("babi:1", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.kind, DATA_CLASSES);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 6);
    const struct record *first = asked(&data, "where is mary ?");
    assert_true(text_is(first->text, "mary went home .\njohn slept ."));
    const struct record *second = asked(&data, "what did john take ?");
    assert_true(text_is(second->text, "mary went home .\njohn slept .\nmary left ."));
    assert_true(text_is(asked(&data, "what is red ?")->text, "the office is red ."));
    assert_int_equal(data.classes, 3);
    assert_string_equal(data.class_names[first->label], "home");
    assert_string_equal(data.class_names[second->label], "milk,apple");
    assert_int_equal(asked(&data, "who ?")->label, -1);
    assert_non_null(strstr(data.notes, "1 of 1 records of test have classes"));
    dataset_close(&data);
}

FOLDER_TEST("joint is all twenty")
{
    struct dataset data;
    for (int task = 1; task <= 20; task++) {
        char *text = xformat("1 A.\n2 Which is %d?\tanswer%d\t1\n", task, task % 7);
        task_write(dir, task, text, text);
        free(text);
    }
    opened("babi:joint", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 18);
    assert_int_equal(data.count[SPLIT_VALID], 2);
    assert_int_equal(data.count[SPLIT_TEST], 20);
    assert_int_equal(data.classes, 7);
    assert_true(text_is(data.records[SPLIT_TEST][1].second, "which is 2 ?")); /* not task 10 */
    dataset_close(&data);
    opened("babi:2", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TEST], 1);
    dataset_close(&data);
}

FOLDER_TEST("other folders are options")
{
    struct dataset data;
    scratch_text(dir, "babi/en-10k/qa7_x_train.txt", story);
    scratch_text(dir, "babi/en-10k/qa7_x_test.txt", story);
    opened("babi:7,10k", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TEST], 3);
    dataset_close(&data);
    scratch_text(dir, "babi/en-valid/qa7_train.txt", story);
    scratch_text(dir, "babi/en-valid/qa7_valid.txt", "1 A.\n2 Who?\thome\t1\n");
    scratch_text(dir, "babi/en-valid/qa7_test.txt", story);
    opened("babi:valid,7", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 3); /* nothing is carved from it */
    assert_int_equal(data.count[SPLIT_VALID], 1);
    dataset_close(&data);
    refused("babi:7", dir, "babi/en", "cannot read folder", NULL);
}

/* Whether questions of one story are in two splits of those that are drawn. */
static bool stories_are_shared(const struct dataset *data)
{
    for (enum split a = 0; a < SPLITS; a++)
        for (enum split b = 0; b < a; b++)
            for (int i = 0; i < data->count[a]; i++)
                for (int j = 0; j < data->count[b]; j++)
                    if (data->records[a][i].text.at == data->records[b][j].text.at) return true;
    return false;
}

FOLDER_TEST("stories may be drawn whole")
{
    enum { STORIES = 20, QUESTIONS = 3 };
    struct text text = {0};
    struct dataset data;
    for (int i = 0; i < STORIES; i++) {
        text_add(&text, "1 Mary took apple %d.\n", i);
        for (int q = 0; q < QUESTIONS; q++) text_add(&text, "%d What %d?\tapple\t1\n", q + 2, q);
    }
    task_write(dir, 1, text.data, story);
    text_free(&text);
    opened("babi:1", &(struct data_options){.dir = dir, .seed = 1}, &data);
    assert_int_equal(data.count[SPLIT_VALID], STORIES * QUESTIONS / 10);
    assert_true(stories_are_shared(&data));
    dataset_close(&data);
    opened("babi:1,by=story", &(struct data_options){.dir = dir, .seed = 1, .held_out = true},
           &data);
    assert_int_equal(data.count[SPLIT_TRAIN], (STORIES - 2) * QUESTIONS);
    assert_int_equal(data.count[SPLIT_VALID], QUESTIONS);
    assert_int_equal(data.count[SPLIT_HELD_OUT], QUESTIONS);
    assert_false(stories_are_shared(&data));
    assert_non_null(strstr(data.notes, "All questions of a story are in the same split."));
    dataset_close(&data);
}

FOLDER_TEST("faults of babi are named")
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"1 A.\n3 B.\n", "train.txt:2: number 3 (expected 2, or 1 for a new story)"},
        {"2 A.\n", "train.txt:1: number 2 (expected 1"},
        {"1 A.\nB.\n", "train.txt:2: invalid line (expected a number, a space and a sentence)"},
        {"1 A.\n\n", "train.txt:2: invalid line (expected a number"},
        {"1 A.\n2 Who?\tx\n",
         "train.txt:2: invalid question (expected a question, a tab, the answer"},
        {"1 A.\n2 Who?\tx\t\n", "train.txt:2: invalid question (expected a question"},
        {"1 A.\n2 Who?\tx\t1\ty\n", "train.txt:2: invalid question (expected a question"},
        {"1 A.\n2 Who?\t\t1\n", "train.txt:2: the answer is empty"},
        {"1 A.\n2 \tx\t1\n", "train.txt:2: the question is empty"},
        {"1  \n", "train.txt:1: the sentence is empty"},
        {"1 A.\n2 B.\n", "train.txt: contains no question"},
        {"1 A.\n2 Who?\tx\t1\n3 Wh",
         "train.txt:3: truncated: the last story does not end with a question"},
        {"1 A.\n2 Who?\tx\t1\n1 B.\n", "train.txt:3: truncated: the last story"},
        {"1 A\xff.\n", "train.txt:1: not UTF-8"},
        {"99999999999999999999 A.\n", "train.txt:1: invalid line (expected a number"},
        {"", "is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        task_write(dir, 1, cases[i].text, story);
        refused("babi:1", dir, "qa1_name-of-it_train.txt", cases[i].message, NULL);
    }
    task_write(dir, 1, story, story);
    refused("babi", dir, "babi needs a task: babi:1 to babi:20, or babi:joint", NULL);
    refused("babi:1,joint", dir, "babi needs a task", NULL);
    refused("babi:21", dir, "'21' (expected 1 to 20, joint, 10k, valid, by=story)", NULL);
    refused("babi:0", dir, "'0' (expected", NULL);
    refused("babi:1,one", dir, "unknown option 'one'", NULL);
    refused("babi:1,by=task", dir, "unknown option 'by=task'", "valid, by=story)", NULL);
    refused("babi:1,by", dir, "unknown option 'by'", NULL);
    refused("babi:1,by=story,by=story", dir, "duplicate option 'by=story'", NULL);
    refused("babi:1,joint=1", dir, "unknown option 'joint=1'", NULL);
    refused("babi:1,by=story,valid", dir, "by=story and valid cannot be combined", NULL);
    refused("babi:2", dir, "no file qa2_*train.txt", NULL);
    refused("babi:1,", dir, "unknown option ''", NULL);
    scratch_text(dir, EN "qa1_other_train.txt", story);
    refused("babi:1", dir, "both qa1_name-of-it_train.txt and qa1_other_train.txt", NULL);
}

/* Cut at any byte: refused, or read, with no byte beyond (the address sanitizer sees). */
FOLDER_TEST("cut stories never crash")
{
    for (size_t size = 1; size < strlen(story); size++) {
        char *part = xformat("%.*s", (int)size, story);
        struct dataset data;
        char *error = NULL;
        task_write(dir, 1, part, story);
        if (dataset_open("babi:1", &(struct data_options){.dir = dir}, &data, &error))
            dataset_close(&data);
        else
            assert_non_null(strstr(error, "qa1_name-of-it_train.txt"));
        free(error), free(part);
    }
}

/* ---- the real tasks ---- */

static int lines_of(struct string text)
{
    int count = text.size > 0;
    for (size_t i = 0; i < text.size; i++) count += text.at[i] == '\n';
    return count;
}

/* How many test questions the most frequent answer of training (and validation) gets right. */
static int most_frequent_right(const struct dataset *data)
{
    int *counts = xarray((size_t)data->classes, sizeof *counts), best = 0, right = 0;
    for (enum split split = SPLIT_TRAIN; split <= SPLIT_VALID; split++)
        for (int i = 0; i < data->count[split]; i++) counts[data->records[split][i].label]++;
    for (int c = 1; c < data->classes; c++)
        if (counts[c] > counts[best]) best = c;
    for (int i = 0; i < data->count[SPLIT_TEST]; i++)
        right += data->records[SPLIT_TEST][i].label == best;
    free(counts);
    return right;
}

TEST("tasks are as published")
{
    const char *dir = real_data_or_skip(EN "qa1_single-supporting-fact_train.txt");
    static const double constant_answer[] = {.19, .19, .19, .17, .19, .50, .49, .34, .64, .44,
                                             .19, .15, .15, .16, .21, .24, .52, .47, .08, .18};
    int longest = 0;
    for (int task = 1; task <= 20; task++) {
        struct dataset data;
        char *name = xformat("babi:%d", task);
        opened(name, &(struct data_options){.dir = dir}, &data);
        assert_int_equal(data.count[SPLIT_TRAIN], 900);
        assert_int_equal(data.count[SPLIT_VALID], 100);
        assert_int_equal(data.count[SPLIT_TEST], 1000);
        int unknown = 0;
        for (int i = 0; i < 1000; i++) {
            const struct record *r = &data.records[SPLIT_TEST][i];
            unknown += r->label < 0;
            if (task == 3 && lines_of(r->text) > longest) longest = lines_of(r->text);
        }
        for (int i = 0; i < 900 && task == 3; i++)
            if (lines_of(data.records[SPLIT_TRAIN][i].text) > longest)
                longest = lines_of(data.records[SPLIT_TRAIN][i].text);
        assert_int_equal(unknown, task == 8 ? 1 : 0);
        double share = most_frequent_right(&data) / 1000.0;
        if (!(share > constant_answer[task - 1] - .0051 &&
              share < constant_answer[task - 1] + .0051))
            fail_msg("task %d: the most frequent answer gets %.3f, expected %.2f", task, share,
                     constant_answer[task - 1]);
        dataset_close(&data);
        free(name);
    }
    assert_int_equal(longest, 228);
}

TEST("the joint task is all of them")
{
    const char *dir = real_data_or_skip(EN "qa1_single-supporting-fact_train.txt");
    struct dataset data;
    opened("babi:joint", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 18000);
    assert_int_equal(data.count[SPLIT_VALID], 2000);
    assert_int_equal(data.count[SPLIT_TEST], 20000);
    dataset_close(&data);
}
