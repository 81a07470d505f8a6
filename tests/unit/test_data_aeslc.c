/* SPDX-License-Identifier: MIT
 * Tests that AESLC files are read correctly and that invalid files are refused. The tests write the
 * files. */
#include "tests/unit/data_files.h"

#define AT "aeslc/enron_subject_line/"

static const char plain[] = "Hi,\n@home we meet.\n\n@annual report\n\n@subject\nMeeting";
static const char annotated[] =
    "Body.\n\n@subject\nOne\n\n@ann0\nTwo words\n\n@ann1\nThree\n\n@ann2\nFour";

static const struct file_text good[] = {{AT "train/b_1.subject", plain},
                                        {AT "train/a_2.subject", "First.\n@subject\nA\n"},
                                        {AT "dev/a.subject", annotated},
                                        {AT "test/a.subject", annotated},
                                        {0}};

FOLDER_TEST("emails have bodies, subjects and references")
{
    files_write(dir, good);
    DATA_HAS("aeslc", dir, "pairs rougeL\n", "records 2 1 1 0\n",
             "train: First. | A | A\n" /* records are sorted by file name */
             "train: Hi,\n@home we meet.\n\n@annual report | Meeting | Meeting\n",
             "test: Body. | One | One | Two words | Three | Four\n");
}

FOLDER_TEST("errors in emails are reported")
{
    static const char dev[] = AT "dev/a.subject";
    static const struct fault bad[] = {
        {dev, "Body.\n", "no line @subject"},
        {dev, "Body.\n@subject \nx\n", "no line @subject"},
        {dev, "Body.\n@subject\n\n", ":3: no text under @subject"},
        {dev, "\n@subject\nx\n", ":2: no body before @subject"},
        {dev, "Body.\n@ann0\nx\n@subject\ny\n", ":2: @ann0 before @subject"},
        {dev, "Body.\n@subject\nx\n@ann1\ny\n",
         ":4: unexpected @ann1 (expected @ann0 or the end of the file)"},
        {dev, "Body.\n@subject\nx\n@subject\ny\n", ":4: unexpected @subject (expected @ann0"},
        {dev, "Body.\n@subject\nx\ny\n", ":4: a second line under @subject"},
        {dev, "Body.\n@subject\nx\n@ann0\n@ann1\ny\n", ":5: no text under @ann0"},
        {dev, "Body.\n@subject\nx\n@ann0\n", ":4: no text under @ann0"},
        {dev, "Body.\n@subject\n\xe9\n", ":3: not UTF-8"},
        {dev, "", "is empty"},
    };
    FAULTS("aeslc", dir, good, bad);
    refused("aeslc:x", dir, "no options", NULL);
}

FOLDER_TEST("a note mentions other files; missing emails and folders are refused")
{
    files_write(dir, good);
    scratch_text(dir, AT "train/notes.txt", "x");
    DATA_HAS("aeslc", dir, "1 file of train does not end in .subject");
    file_remove(dir, AT "test/a.subject");
    refused("aeslc", dir, AT "test: contains no file *.subject", NULL);
    file_remove(dir, AT "test");
    refused("aeslc", dir, AT "test: cannot read", NULL);
}

FOLDER_TEST("truncated emails are read or refused") { cuts_are_safe("aeslc", dir, good); }
