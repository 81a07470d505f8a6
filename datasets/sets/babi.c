/* SPDX-License-Identifier: MIT
 * Reads bAbI tasks v1.2 (Weston et al. 2015, arXiv 1502.05698). A line is "ID fact" or "ID question
 * TAB answer TAB supporting IDs"; ID 1 starts a new story. A record is a question with the
 * preceding facts of its story, one per line. The classes are all answers of the training split.
 * Text is lower-cased, because task 20 has both Sumit and sumit. A space is inserted before the
 * final punctuation mark, so that "Where is Mary?" and "Mary is here." share the word mary.
 * Training and test are different files and share no story. Validation questions are drawn one by
 * one from training, so both splits have questions about the same stories; with by=story, whole
 * stories are drawn. */
#include "datasets/sets/babi.h"

#include "datasets/arguments.h"
#include "datasets/class_labels.h"
#include "datasets/data_select.h"
#include "datasets/formats/folder.h"
#include "datasets/formats/official.h"
#include "datasets/formats/fields.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { TASKS = 20 };
const char babi_note[] = "Text is lower-cased; final punctuation marks are words.";

/* All facts of a file in one text. The context of a question is a part of this text. */
struct facts {
    char *at;
    size_t story, end; /* start of the current story, and end of the text */
    long id;
    bool asked;
};

/* Writes a sentence in lower case with a space before the final punctuation mark. Returns the
 * number of bytes, at most size + 1. */
static size_t sentence_write(struct string sentence, char *out)
{
    size_t size = sentence.size;
    for (size_t i = 0; i < size; i++) { /* convert only ASCII letters to lower case */
        char c = sentence.at[i];
        out[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    char mark = size ? out[size - 1] : 0;
    if ((mark != '.' && mark != '?') || size == 1 || out[size - 2] == ' ') return size;
    out[size - 1] = ' ';
    out[size] = mark;
    return size + 1;
}

static void add_fact(struct facts *facts, struct string sentence)
{
    if (facts->end > facts->story) facts->at[facts->end++] = '\n';
    facts->end += sentence_write(sentence, facts->at + facts->end);
}

static bool add_question(struct dataset *data, enum split split, const struct facts *facts,
                         struct string rest, const struct lines *lines, char **error)
{
    struct string question, answer;
    bool answered = field_cut(&rest, '\t', &question) && field_cut(&rest, '\t', &answer);
    question = string_strip(question);
    if (!answered || !string_strip(rest).size || memchr(rest.at, '\t', rest.size))
        return lines_fail(
            lines, error,
            "invalid question (expected a question, a tab, the answer, a tab, supporting IDs)");
    answer = string_strip(answer);
    if (!question.size || !answer.size)
        return lines_fail(lines, error, "the %s is empty", answer.size ? "question" : "answer");
    char *out = data_alloc(data->store, question.size + 1, 1);
    struct record *record = data_add(data, split);
    record->text = (struct string){facts->at + facts->story, facts->end - facts->story};
    record->second = (struct string){out, sentence_write(question, out)};
    class_is(data, record, answer);
    return true;
}

static bool add_line(struct dataset *data, enum split split, struct facts *facts,
                     struct string line, const struct lines *lines, char **error)
{
    long id;
    struct string rest = line, head;
    if (!field_cut(&rest, ' ', &head) || !string_number(head, 1, 999999999, &id))
        return lines_fail(lines, error, "invalid line (expected a number, a space and a sentence)");
    if (id != 1 && id != facts->id + 1)
        return lines_fail(lines, error, "sentence number %ld (expected %ld, or 1 for a new story)",
                          id, facts->id + 1);
    if (id == 1) facts->story = facts->end;
    facts->id = id;
    facts->asked = memchr(rest.at, '\t', rest.size) != NULL;
    if (facts->asked) return add_question(data, split, facts, rest, lines, error);
    rest = string_strip(rest);
    if (!rest.size) return lines_fail(lines, error, "the sentence is empty");
    add_fact(facts, rest);
    return true;
}

bool babi_read(struct dataset *data, enum split split, const struct file *file, char **error)
{
    struct string line;
    struct facts facts = {0};
    int before = data->count[split];
    /* The buffer is large enough: each line loses its number and a space, and gains at most a line
     * break and a space. */
    facts.at = data_alloc(data->store, file->all.size + 1, 1);
    struct lines lines = {.file = file};
    while (lines_next(&lines, &line))
        if (!add_line(data, split, &facts, line, &lines, error)) return false;
    if (data->count[split] == before) return file_fail(file, error, "contains no question");
    /* a last line that looks like a fact may be a truncated question */
    return facts.asked ||
           lines_fail(&lines, error,
                      "truncated: the last story does not end with a question; fetch it again");
}

static bool add_file(struct dataset *data, enum split split, const char *path, char **error)
{
    struct file file;
    return file_read_utf8(data, path, &file, error) && babi_read(data, split, &file, error);
}

/* ---- which files ---- */

/* Returns the only file qaN_...END in a folder. Returns NULL and sets *error if there is no such
 * file or more than one. */
static const char *find(struct data_store *store, const char *dir, const struct folder *folder,
                        int task, const char *end, char **error)
{
    const char *found = NULL;
    char *begin = xformat("qa%d_", task);
    for (int i = 0; i < folder->count; i++) {
        struct string name = string_of(folder->names[i]);
        if (!string_starts(name, begin) || !string_ends(name, end)) continue;
        if (found) {
            data_fail(error, "%s: both %s and %s exist; remove one", dir, found, folder->names[i]);
            free(begin);
            return NULL;
        }
        found = folder->names[i];
    }
    if (!found) data_mark_missing(store);
    if (!found) data_fail(error, "%s: no file %s*%s", dir, begin, end);
    free(begin);
    return found ? data_format(store, "%s/%s", dir, found) : NULL;
}

static bool add_task(struct dataset *data, const char *dir, const struct folder *folder, int task,
                     bool with_valid, char **error)
{
    static const char *const ends[GIVEN_SPLITS] = {"train.txt", "valid.txt", "test.txt"};
    for (enum split split = 0; split < GIVEN_SPLITS; split++) {
        if (split == SPLIT_VALID && !with_valid) continue;
        const char *path = find(data->store, dir, folder, task, ends[split], error);
        if (!path || !add_file(data, split, path, error)) return false;
    }
    return true;
}

static bool open_babi(const char *arguments, const char *dir, const struct data_options *options,
                      struct dataset *data, char **error)
{
    bool joint = false, large = false, valid = false, by_story = false;
    int task = 0;
    struct folder folder;
    const struct argument list[] = {{.name = "", .number = &task, .least = 1, .most = TASKS},
                                    {.name = "joint", .flag = &joint},
                                    {.name = "10k", .flag = &large},
                                    {.name = "valid", .flag = &valid},
                                    {.name = "by=story", .flag = &by_story}};
    data->metric = "accuracy";
    if (!arguments_read("babi", arguments, list, 5, error)) return false;
    if (joint == (task > 0))
        return data_fail(error, "babi needs a task: babi:1 to babi:%d, or babi:joint for all",
                         TASKS);
    if (by_story && valid)
        return data_fail(error,
                         "babi: by=story and valid cannot be combined: valid has its own files");
    data->by_context = by_story; /* makes data_hold_out() split validation by whole stories */
    dir = official_folder(data->store, dir, "tasks_1-20_v1-2");
    dir = data_format(data->store, "%s/en%s%s", dir, valid ? "-valid" : "", large ? "-10k" : "");
    if (!folder_read(data->store, dir, &folder, error)) return false;
    for (int t = joint ? 1 : task; t <= (joint ? TASKS : task); t++)
        if (!add_task(data, dir, &folder, t, valid, error)) return false;
    data_note(data, "%s", babi_note);
    if (by_story) data_note(data, "All questions of a story are in the same split.");
    if (!valid) dataset_carve(data, SPLIT_TRAIN, SPLIT_VALID, 0.1, options->seed);
    classes_settle(data);
    return true;
}

const struct data_set set_babi = {
    .name = "babi",
    .label = "bAbI",
    .title =
        "questions about stories: babi:1 to babi:20, :joint (all), :1,10k, :1,valid, :1,by=story",
    .source = "http://www.thespermwhale.com/jaseweston/babi/tasks_1-20_v1-2.tar.gz",
    .licence = "CC BY 3.0",
    .kind = DATA_CLASSES,
    .open = open_babi,
};
