/* SPDX-License-Identifier: MIT
 * Reads IWSLT 2017, translations of TED talks (Cettolo et al. 2012 and 2017). Training reads
 * train.tags.X-Y.{X,Y}; validation and test read the XML files of dev2010 and of one test set. The
 * reference of a test set may be in the folder of the opposite direction.
 *
 * Options, separated by commas:
 *   a direction [default: de-en];
 *   tstYYYY or devYYYY: the test set [default: tst2016];
 *   titles: also train on titles and descriptions, as the fairseq script does;
 *   testonly: read only the test set. */
#include "datasets/arguments.h"
#include "datasets/formats/mteval.h"
#include "datasets/formats/parallel.h"
#include "datasets/formats/strings.h"
#include "datasets/formats/talks.h"

struct choice {
    struct string pair, test; /* direction and test set, such as "de-en" and "tst2016" */
    struct direction direction;
    bool titles, test_only;
};

static bool is_test_set(struct string word)
{
    long year;
    return word.size == 7 && (string_starts(word, "tst") || string_starts(word, "dev")) &&
           string_number(string_from(word, 3), 1990, 9999, &year);
}

enum option_kind { NOTHING, TITLES, TEST_ONLY = 2, TEST = 4, DIRECTION = 8 };

static unsigned read_word(struct string word, void *into)
{
    struct choice *choice = into;
    struct direction direction;
    if (string_is(word, "titles")) return choice->titles = true, TITLES;
    if (string_is(word, "testonly")) return choice->test_only = true, TEST_ONLY;
    if (is_test_set(word)) return choice->test = word, TEST;
    if (!direction_read(word, &direction)) return NOTHING;
    choice->direction = direction, choice->pair = word;
    return DIRECTION;
}

static bool read_choice(const char *options, struct choice *choice, char **error)
{
    *choice = (struct choice){.pair = string_of("de-en"), .test = string_of("tst2016")};
    direction_read(choice->pair, &choice->direction);
    return words_read(
        "iwslt2017", options, read_word, choice,
        "a direction such as de-en, a test set such as tst2016, 'titles' or 'testonly'", error);
}

/* ---- test sets ---- */

static const char *xml_path(struct data_store *store, const char *dir, struct string set,
                            struct string from, struct string to, struct string language)
{
    return data_format(store, "%s/%.*s-%.*s/IWSLT17.TED.%.*s.%.*s-%.*s.%.*s.xml", dir,
                       (int)from.size, from.at, (int)to.size, to.at, (int)set.size, set.at,
                       (int)from.size, from.at, (int)to.size, to.at, (int)language.size,
                       language.at);
}

static bool fail_single(const struct segments *all, const struct segment *segment, const char *path,
                        char **error)
{
    struct lines place = {.file = &all->file, .number = file_line_at(&all->file, segment->offset)};
    return lines_fail(&place, error, "segment %.*s of document %.*s is missing in %s",
                      (int)segment->id.size, segment->id.at, (int)segment->doc.size,
                      segment->doc.at, path);
}

/* Pairs the segments of two files, which must correspond one to one. */
static bool pair_up(struct dataset *data, enum split split, const struct segments *source,
                    struct segments *target, char **error)
{
    mteval_sort(target);
    for (int i = 0; i < source->count; i++) {
        const struct segment *segment = &source->list[i];
        const struct segment *other = mteval_find(target, segment);
        if (!other) return fail_single(source, segment, target->file.path, error);
        parallel_add(data, split, segment->text, other->text);
    }
    return source->count == target->count ||
           data_fail(error, "%s has %d segments, %s has %d (expected equal numbers)",
                     source->file.path, source->count, target->file.path, target->count);
}

static bool add_set(struct dataset *data, const char *dir, const struct choice *choice,
                    struct string set, enum split split, char **error)
{
    struct segments source, target;
    struct string from = choice->direction.source, to = choice->direction.target;
    const char *path = xml_path(data->store, dir, set, from, to, from);
    const char *reference = xml_path(data->store, dir, set, from, to, to);
    if (!file_exists(reference)) reference = xml_path(data->store, dir, set, to, from, to);
    return mteval_read(data->store, path, &source, error) &&
           mteval_read(data->store, reference, &target, error) &&
           pair_up(data, split, &source, &target, error);
}

/* ---- training ---- */

static const char *train_path(struct data_store *store, const char *dir, struct string pair,
                              struct string language)
{
    return data_format(store, "%s/%.*s/train.tags.%.*s.%.*s", dir, (int)pair.size, pair.at,
                       (int)pair.size, pair.at, (int)language.size, language.at);
}

static bool add_train(struct dataset *data, const char *dir, const struct choice *choice,
                      char **error)
{
    const char *source = train_path(data->store, dir, choice->pair, choice->direction.source);
    const char *target = train_path(data->store, dir, choice->pair, choice->direction.target);
    if (!file_exists(source)) {
        data_mark_missing(data->store);
        return data_fail(
            error, "iwslt2017: missing %s; the option testonly opens only the test set", source);
    }
    data_note(data, choice->titles ? "Training includes titles and descriptions of the talks."
                                   : "Titles and descriptions of the talks are left out.");
    return talks_read(data, source, target, choice->titles, error);
}

static bool open_iwslt2017(const char *words, const char *dir, const struct data_options *options,
                           struct dataset *data, char **error)
{
    (void)options;
    struct choice choice;
    data->metric = "bleu";
    if (!read_choice(words, &choice, error)) return false;
    if (!choice.test_only &&
        (!add_train(data, dir, &choice, error) ||
         !add_set(data, dir, &choice, string_of("dev2010"), SPLIT_VALID, error)))
        return false;
    if (choice.test_only) data_note(data, "Only the test set was read; training is not possible.");
    data_note(data, "Test set %.*s.", (int)choice.test.size, choice.test.at);
    return add_set(data, dir, &choice, choice.test, SPLIT_TEST, error);
}

const struct data_set set_iwslt2017 = {
    .name = "iwslt2017",
    .label = "IWSLT 2017",
    .title = "TED talks, German to English; options en-de, ..., tst2015, ..., titles, testonly",
    .source = "https://wit3.fbk.eu/2017-01",
    .licence = "CC BY-NC-ND 3.0",
    .kind = DATA_PAIRS,
    .open = open_iwslt2017,
};
