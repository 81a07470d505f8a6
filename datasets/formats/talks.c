/* SPDX-License-Identifier: MIT
 * Reads the two IWSLT training files in parallel and checks that their talks correspond. */
#include "datasets/formats/talks.h"

#include "datasets/formats/parallel.h"
#include "datasets/formats/strings.h"

struct talks {
    struct file file;
    struct lines lines;
    struct string talk; /* <talkid> of the current talk */
};

/* a tag at the start of a line */
static const struct tag {
    const char *start,
        *end; /* start and end tag; `end` is NULL if the text between the tags is not used */
    bool is_talk;
} tags[] = {
    {"<talkid>", "</talkid>", true},
    {"<title>", "</title>", false},
    {"<description>", "</description>", false},
    {"<url>", NULL, false},
    {"<keywords>", NULL, false},
    {"<speaker>", NULL, false},
    {"<reviewer", NULL, false},
    {"<translator", NULL, false},
    {"<doc", NULL, false},
    {"</doc>", NULL, false},
};

static const struct tag *tag_of(struct string line)
{
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (string_starts(line, tags[i].start)) return &tags[i];
    return NULL;
}

/* Returns the text between the tags of a line. The end tag may be missing. */
static struct string inside(struct string line, const struct tag *tag)
{
    struct string end = string_of(tag->end);
    line = string_from(line, string_of(tag->start).size);
    for (size_t i = 0; i + end.size <= line.size; i++)
        if (string_starts(string_from(line, i), tag->end)) return (struct string){line.at, i};
    return line;
}

/* Reads the next sentence; with `titles`, also reads titles and descriptions. Returns false at the
 * end. */
static bool next_sentence(struct talks *talks, bool titles, struct string *sentence)
{
    struct string line;
    while (lines_next(&talks->lines, &line)) {
        line = string_trim(line);
        const struct tag *tag = tag_of(line);
        *sentence = line;
        if (!tag) return true;
        if (!tag->end) continue;
        *sentence = inside(line, tag);
        if (tag->is_talk)
            talks->talk = *sentence;
        else if (titles)
            return true;
    }
    return false;
}

static bool open_talks(struct talks *talks, struct dataset *data, const char *path, char **error)
{
    *talks = (struct talks){.talk = {"", 0}};
    talks->lines.file = &talks->file;
    return file_read_utf8(data, path, &talks->file, error);
}

static bool out_of_step(const struct talks *a, const struct talks *b, long pairs, char **error)
{
    return lines_fail(&a->lines, error,
                      "sentence %ld belongs to talk '%.*s', but in %s (line %ld) to talk '%.*s': "
                      "these files are not translations of each other",
                      pairs + 1, (int)a->talk.size, a->talk.at, b->file.path, b->lines.number,
                      (int)b->talk.size, b->talk.at);
}

bool talks_read(struct dataset *data, const char *source, const char *target, bool titles,
                char **error)
{
    struct talks a, b;
    struct string from, to;
    long pairs = 0;
    if (!open_talks(&a, data, source, error) || !open_talks(&b, data, target, error)) return false;
    for (;; pairs++) {
        bool more = next_sentence(&a, titles, &from), other = next_sentence(&b, titles, &to);
        if (more != other)
            return data_fail(error, "%s has %s sentences than %s: only %ld pairs match",
                             a.file.path, more ? "more" : "fewer", b.file.path, pairs);
        if (!more) break;
        if (!string_equal(a.talk, b.talk)) return out_of_step(&a, &b, pairs, error);
        parallel_add(data, SPLIT_TRAIN, from, to);
    }
    return pairs > 0 || file_fail(&a.file, error, "contains only tags (expected sentences)");
}
