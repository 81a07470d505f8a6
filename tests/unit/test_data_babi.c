/* SPDX-License-Identifier: MIT
 * Tests that bAbI files are read correctly and that invalid files are refused. The tests write the
 * files. */
#include "tests/unit/data_files.h"

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
    char *name = formatted(EN "qa%d_name-of-it_train.txt", task);
    scratch_text(dir, name, train);
    name = formatted(EN "qa%d_name-of-it_test.txt", task);
    scratch_text(dir, name, test);
}

static const struct file_text good[] = {
    {EN "qa1_name-of-it_train.txt", story}, {EN "qa1_name-of-it_test.txt", story}, {0}};

FOLDER_TEST("the context of a question consists of the facts before it")
{
    /* The story is repeated, so that every answer occurs in training. */
    char *twice = formatted("%s%s", story, story);
    task_write(dir, 1, twice, "1 A b.\n2 Who?\tnobody\t1\n");
    DATA_HAS("babi:1", dir, "classes accuracy\nnames home milk,apple office\n", "records 5 1 1 0\n",
             " home: mary went home .\njohn slept . | where is mary ?\n",
             " milk,apple: mary went home .\njohn slept .\nmary left . | what did john take ?\n",
             " office: the office is red . | what is red ?\n", "test -: a b . | who ?\n",
             "1 of 1 records of test have classes");
}

FOLDER_TEST("the joint task contains all twenty tasks")
{
    for (int task = 1; task <= 20; task++) {
        char *text = formatted("1 A.\n2 Which is %d?\tanswer%d\t1\n", task, task % 7);
        task_write(dir, task, text, text);
    }
    DATA_HAS("babi:joint", dir, "records 18 2 20 0\n",
             "| which is 1 ?\ntest answer2: a . | which is 2 ?\n",
             "names answer0 answer1 answer2 answer3 answer4 answer5 answer6\n");
    DATA_HAS("babi:2", dir, " 1 0\n");
}

FOLDER_TEST("options select other folders")
{
    static const struct file_text files[] = {
        {"babi/en-10k/qa7_x_train.txt", story},
        {"babi/en-10k/qa7_x_test.txt", story},
        {"babi/en-valid/qa7_train.txt", story},
        {"babi/en-valid/qa7_valid.txt", "1 A.\n2 Who?\thome\t1\n"},
        {"babi/en-valid/qa7_test.txt", story},
        {0}};
    files_write(dir, files);
    DATA_HAS("babi:7,10k", dir, "records 2 1 3 0\n");
    DATA_HAS("babi:valid,7", dir, "records 3 1 3 0\n");
    refused("babi:7", dir, "babi/en", "cannot read folder", NULL);
}

/* Returns true if two splits contain questions about the same story. */
static bool stories_are_shared(const struct dataset *data)
{
    for (enum split a = 0; a < SPLITS; a++)
        for (enum split b = 0; b < a; b++)
            for (int i = 0; i < data->count[a]; i++)
                for (int j = 0; j < data->count[b]; j++)
                    if (data->records[a][i].text.at == data->records[b][j].text.at) return true;
    return false;
}

FOLDER_TEST("by=story draws whole stories")
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
    opened("babi:1,by=story", &(struct data_options){.dir = dir, .seed = 1, .held_out = true},
           &data);
    assert_int_equal(data.count[SPLIT_TRAIN], (STORIES - 2) * QUESTIONS);
    assert_int_equal(data.count[SPLIT_VALID], QUESTIONS);
    assert_int_equal(data.count[SPLIT_HELD_OUT], QUESTIONS);
    assert_false(stories_are_shared(&data));
    assert_non_null(strstr(data.notes, "All questions of a story are in the same split."));
}

FOLDER_TEST("errors in bAbI files are reported")
{
    static const char *const cases[][2] = {
        {"1 A.\n3 B.\n", "train.txt:2: sentence number 3 (expected 2, or 1 for a new story)"},
        {"2 A.\n", "train.txt:1: sentence number 2 (expected 1"},
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
    for (size_t i = 0; i < LENGTH(cases); i++) {
        task_write(dir, 1, cases[i][0], story);
        refused("babi:1", dir, "qa1_name-of-it_train.txt", cases[i][1], NULL);
    }
    files_write(dir, good);
    REFUSED(dir, {"babi", "babi needs a task: babi:1 to babi:20, or babi:joint"},
            {"babi:1,joint", "babi needs a task"},
            {"babi:21", "'21' (expected 1 to 20, joint, 10k, valid, by=story)"},
            {"babi:0", "'0' (expected"}, {"babi:1,one", "unknown option 'one'"},
            {"babi:1,by=task", "unknown option 'by=task'|valid, by=story)"},
            {"babi:1,by", "unknown option 'by'"},
            {"babi:1,by=story,by=story", "duplicate option 'by=story'"},
            {"babi:1,joint=1", "unknown option 'joint=1'"},
            {"babi:1,by=story,valid", "by=story and valid cannot be combined"},
            {"babi:2", "no file qa2_*train.txt"}, {"babi:1,", "unknown option ''"});
    scratch_text(dir, EN "qa1_other_train.txt", story);
    refused("babi:1", dir, "both qa1_name-of-it_train.txt and qa1_other_train.txt", NULL);
}

FOLDER_TEST("truncated stories are read or refused") { cuts_are_safe("babi:1", dir, good); }
