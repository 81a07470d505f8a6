/* SPDX-License-Identifier: MIT
 * Generates stories with questions in the style of bAbI (Weston et al. 2015, arXiv 1502.05698), so
 * that no download is needed. The option selects a kind of question, 1 to 4, or mixed:
 *
 *   1: "Where is Mary?" (one supporting fact, as in task 1).
 *   2: "Where is the apple?", "Who has it?" (two supporting facts, as in tasks 2 and 5).
 *   3: "How many things is Mary carrying?" (counting, as in task 7).
 *   4: "Is Mary in the kitchen?" (yes or no, as in task 6).
 *
 * The text has bAbI's file format, with supporting lines, and is parsed by bAbI's reader. A
 * question follows every second fact; facts after the last question are omitted.
 *
 * No two stories, within or across splits, have the same first two facts and first question.
 * Records for later questions of a story do not contain the first question, so they may be
 * duplicates: one in half a million at the default sizes. */
#include "datasets/generated/story_questions.h"

#include "datasets/sets/babi.h"
#include "datasets/class_labels.h"
#include "datasets/generated/generated.h"
#include "datasets/generated/story_world.h"

struct stories {
    int kind; /* kind of question, 0 for mixed */
    int facts;
    struct text *texts;
    struct text story;
    size_t opening; /* size in bytes of the story up to and including the first question */
};

static bool tell(struct stories *s, struct draw *d)
{
    struct world world;
    int line = 0;
    size_t asked = 0; /* size in bytes of the story up to and including the last question */
    world_begin(&world);
    s->story.length = s->opening = 0;
    for (int fact = 0; fact < s->facts; fact++) {
        int kind = s->kind ? s->kind : draw_from(d, 1, KINDS_OF_STORY);
        /* only question kinds 2, 3 and mixed need facts about things */
        world_fact(&world, d, s->kind != 1 && s->kind != 4, ++line, &s->story);
        if (fact % 2 == 0) continue;
        if (world_question(&world, d, kind, line + 1, &s->story))
            line++, asked = s->story.length;
        else if (!s->opening)
            return false;
        if (!s->opening) s->opening = s->story.length;
    }
    s->story.length = asked;
    return true;
}

static struct string make(void *state, struct draw *draw)
{
    struct stories *s = state;
    while (!tell(s, draw)) continue;
    return (struct string){s->story.data, s->opening};
}

/* Appends the story to the text of its split. Records are created later from that text. */
static void keep(void *state, struct dataset *data, enum split split)
{
    struct stories *s = state;
    (void)data;
    text_add_bytes(&s->texts[split], s->story.data, s->story.length);
}

static bool read_options(const char *text, struct stories *s, int sizes[GIVEN_SPLITS], char **error)
{
    bool mixed = false;
    const struct argument own[] = {
        {.name = "", .number = &s->kind, .least = 1, .most = KINDS_OF_STORY},
        {.name = "mixed", .flag = &mixed},
        {.name = "facts", .number = &s->facts, .least = 2, .most = 100}};
    if (!generated_options("stories", text, own, 3, sizes, error)) return false;
    return !(mixed && s->kind) ||
           data_fail(error, "data set 'stories': mixed and %d cannot be combined", s->kind);
}

bool stories_text(const char *options, uint64_t seed, struct text texts[GIVEN_SPLITS], char **error)
{
    struct stories s = {.facts = 6, .texts = texts};
    int sizes[GIVEN_SPLITS] = {5000, 200, 200};
    for (int i = 0; i < GIVEN_SPLITS; i++) texts[i] = (struct text){0};
    bool good = read_options(options, &s, sizes, error) &&
                generate(&(struct generator){"stories", &s, make, keep}, NULL, seed, sizes, error);
    text_free(&s.story);
    for (int i = 0; i < GIVEN_SPLITS && !good; i++) text_free(&texts[i]);
    return good;
}

static bool open_stories(const char *text, const char *dir, const struct data_options *options,
                         struct dataset *data, char **error)
{
    (void)dir;
    struct text texts[GIVEN_SPLITS];
    data->metric = "accuracy";
    if (!stories_text(text, options->seed, texts, error)) return false;
    for (int i = 0; i < GIVEN_SPLITS; i++) data_adopt(data->store, texts[i].data);
    for (int i = 0; i < GIVEN_SPLITS; i++) {
        struct file file = {split_names[i], {texts[i].data, texts[i].length}};
        if (!babi_read(data, (enum split)i, &file, error)) return false;
    }
    classes_settle(data);
    data_note(data, "%s", babi_note);
    return true;
}

const struct data_set set_stories = {
    .name = "stories",
    .label = "generated stories",
    .title = "questions about generated stories: stories (mixed), stories:1 to :4, facts=6",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_CLASSES,
    .generated = true,
    .open = open_stories,
};
