/* SPDX-License-Identifier: MIT
 * Reads AESLC (Zhang and Tetreault 2019, arXiv 1906.03497): emails with their subjects as
 * summaries. There is one file per email.
 *
 * A file contains the body, a line "@subject" and the subject. Files of dev and test also contain
 * "@ann0", "@ann1", ..., each followed by another annotator's subject. Other lines that begin with
 * @ belong to the body. */
#include "datasets/arguments.h"
#include "datasets/formats/folder.h"
#include "datasets/formats/official.h"
#include "datasets/formats/fields.h"

enum { REFERENCES_MOST = 16 };

/* Returns the section that a line starts: 0 for @subject, 1 for @ann0, 2 for @ann1, ...; -1 for
 * other lines. */
static int section_of(struct string line)
{
    long number;
    if (string_is(line, "@subject")) return 0;
    if (!string_starts(line, "@ann")) return -1;
    return string_number(string_from(line, 4), 0, 999, &number) ? (int)number + 1 : -1;
}

static const char *section_name(struct data_store *store, int section)
{
    return section ? data_format(store, "@ann%d", section - 1) : "@subject";
}

struct email {
    struct string body;
    struct string
        references[REFERENCES_MOST]; /* the email's subjects, starting with the author's */
    int count;
};

static bool take_body(struct email *email, struct lines *lines, struct data_store *store,
                      char **error)
{
    struct string line;
    while (lines_next(lines, &line)) {
        int section = section_of(line);
        if (section > 0)
            return lines_fail(lines, error, "%s before @subject (expected @subject first)",
                              section_name(store, section));
        if (section < 0) continue;
        email->body = string_strip((struct string){lines->file->all.at, lines->start});
        email->count = 1;
        return email->body.size || lines_fail(lines, error, "no body before @subject");
    }
    return file_fail(lines->file, error, "no line @subject: truncated, or not an AESLC email");
}

static bool take_section(struct email *email, int section, const struct lines *lines,
                         struct data_store *store, char **error)
{
    if (section != email->count || section == REFERENCES_MOST)
        return lines_fail(lines, error, "unexpected %s (expected %s or the end of the file)",
                          section_name(store, section), section_name(store, email->count));
    if (!email->references[section - 1].size)
        return lines_fail(lines, error, "no text under %s before this line",
                          section_name(store, section - 1));
    email->count++;
    return true;
}

/* Reads the sections. Each has one line of text; empty lines are ignored. */
static bool take_references(struct email *email, struct lines *lines, struct data_store *store,
                            char **error)
{
    struct string line;
    while (lines_next(lines, &line)) {
        int section = section_of(line), last = email->count - 1;
        if (section >= 0) {
            if (!take_section(email, section, lines, store, error)) return false;
            continue;
        }
        line = string_strip(line);
        if (!line.size) continue;
        if (email->references[last].size)
            return lines_fail(lines, error, "a second line under %s", section_name(store, last));
        email->references[last] = line;
    }
    if (email->references[email->count - 1].size) return true;
    return lines_fail(lines, error, "no text under %s", section_name(store, email->count - 1));
}

static bool add_email(struct dataset *data, enum split split, const char *path, char **error)
{
    struct file file;
    struct email email = {0};
    struct lines lines = {.file = &file};
    struct data_store *store = data->store;
    if (!file_read_utf8(data, path, &file, error) || !take_body(&email, &lines, store, error) ||
        !take_references(&email, &lines, store, error))
        return false;
    struct string *references = data_alloc(store, (size_t)email.count, sizeof *references);
    for (int i = 0; i < email.count; i++) references[i] = email.references[i];
    struct record *record = data_add(data, split);
    record->text = email.body;
    record->second = references[0];
    record->references = references;
    record->reference_count = email.count;
    return true;
}

static bool add_folder(struct dataset *data, enum split split, const char *dir, char **error)
{
    struct folder folder;
    int others = 0;
    if (!folder_read(data->store, dir, &folder, error)) return false;
    for (int i = 0; i < folder.count; i++) {
        const char *path = data_format(data->store, "%s/%s", dir, folder.names[i]);
        if (!string_ends(string_of(path), ".subject"))
            others++;
        else if (!add_email(data, split, path, error))
            return false;
    }
    if (others)
        data_note(data, "%d file%s of %s %s not end in .subject and %s ignored.", others,
                  others == 1 ? "" : "s", split_names[split], others == 1 ? "does" : "do",
                  others == 1 ? "is" : "are");
    if (data->count[split]) return true;
    data_mark_missing(data->store);
    return data_fail(error, "%s: contains no file *.subject", dir);
}

static bool open_aeslc(const char *arguments, const char *dir, const struct data_options *options,
                       struct dataset *data, char **error)
{
    (void)options;
    data->metric = "rougeL";
    if (!arguments_read("aeslc", arguments, NULL, 0, error)) return false;
    dir = official_folder(data->store, dir, "enron_subject_line");
    return add_folder(data, SPLIT_TRAIN, data_format(data->store, "%s/train", dir), error) &&
           add_folder(data, SPLIT_VALID, data_format(data->store, "%s/dev", dir), error) &&
           add_folder(data, SPLIT_TEST, data_format(data->store, "%s/test", dir), error);
}

const struct data_set set_aeslc = {
    .name = "aeslc",
    .label = "AESLC emails",
    .title = "18,302 emails with subject lines; four references per email in validation and test",
    .source = "https://github.com/ryanzhumich/AESLC",
    .licence = "CC BY-NC-SA 4.0",
    .kind = DATA_PAIRS,
    .open = open_aeslc,
};
