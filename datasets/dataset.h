/* SPDX-License-Identifier: MIT
 * A data set: named records of one kind, in splits, whatever file format they came from.
 *
 * A set is opened by a name with options after a colon, "babi:1", "multi30k:tok", "text:PATH", and
 * is read from the folder of official files (`dir`/NAME, else `included`/NAME) or generated from a
 * seed. It holds text as UTF-8, images as bytes, or ready-made token sequences; words become
 * numbers in tokenizer.h, and batches in models/tasks. One file and one line in list.def a set. */
#ifndef ATTNLAB_DATASET_H
#define ATTNLAB_DATASET_H

#include "base/splits.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a record of the set is and what is asked of a model. */
enum data_kind {
    DATA_LANGUAGE,  /* running text: predict the next, or a masked, token */
    DATA_POSITIONS, /* token ids with a target at some positions (diagnostic tasks) */
    DATA_CLASSES,   /* text, or a story and a question -> one of `classes` */
    DATA_PAIRS,     /* source text -> target text (translation, summarisation) */
    DATA_SPANS,     /* context and question -> a piece of the context */
    DATA_IMAGES,    /* an image -> one of `classes` */
    DATA_KINDS
};
extern const char *const data_kind_names[DATA_KINDS + 1]; /* "language", ... */

/* One record; members that its kind does not name are zero. All memory is the dataset's. */
struct record {
    struct string text;              /* LANGUAGE, CLASSES, PAIRS (source), SPANS (context) */
    struct string second;            /* CLASSES (question, may be empty), PAIRS (target), SPANS */
    const struct string *references; /* PAIRS: all references, second among them; SPANS: answers */
    int reference_count;
    const int *starts;           /* SPANS: code point at which each answer begins */
    int label;                   /* CLASSES, IMAGES: 0 .. classes-1; -1: unknown in training */
    const unsigned char *pixels; /* IMAGES: channels x height x width */
    const int32_t *tokens;       /* POSITIONS: ids 0 .. vocabulary-1, `length` of them */
    const int32_t *targets;      /* POSITIONS: id to predict at each position, -1: none */
    int length;
};

struct dataset {
    char *name; /* as opened, owned */
    enum data_kind kind;
    const char *metric; /* the headline, a name of base/metric_list.def */
    struct record *records[SPLITS];
    int count[SPLITS];
    bool works;      /* LANGUAGE: a record is a whole work and no line; it is never cut */
    bool tokenised;  /* PAIRS: texts are tokens between blanks; BLEU splits no further */
    bool by_context; /* records about one text, which stand together, are drawn together */
    int classes;
    const char *const *class_names; /* `classes` of them, NULL for POSITIONS */
    int width, height, channels;    /* IMAGES */
    int vocabulary;                 /* POSITIONS */
    uint64_t hash;                  /* FNV-1a over all that the records say, splits in order, before
                                     * any are held out */
    char *notes;                    /* what a reader of a result must know, or "" ; owned */
    struct data_store *store;       /* owns the records' memory (data_store.h) */
};

struct data_options {
    const char *dir;      /* holds a folder a set; NULL: none, only generated sets open */
    const char *included; /* the same of sets that come with the project: where `dir` has none */
    uint64_t seed;        /* generated sets; splits that the official files do not make */
    bool any_bytes;       /* running text need not be UTF-8: tokens will be bytes */
    int limit[SPLITS];    /* use no more records than this of a split (a seeded choice for
                           * CLASSES, PAIRS, SPANS, IMAGES and works; else the first); 0: all */
    bool unhashed;        /* only asked how much there is: its hash stays 0 */
    bool held_out;        /* half of validation becomes the split held_out (data_hold_out) */
};

/* False with *error (to be freed): unknown name (with the nearest), missing folder (with the
 * command that fetches it), or a file that is truncated, of a wrong magic, encoding or length
 * (with file and line or byte offset). Never fewer records than the files hold, unless limited. */
bool dataset_open(const char *name, const struct data_options *, struct dataset *, char **error);
void dataset_close(struct dataset *);
/* Of what the records of a split say and of their order: two models with equal hashes were asked
 * the same. */
uint64_t dataset_split_hash(const struct dataset *, enum split);

/* What a set's file exports, and list.def lists: SET(name). */
struct data_set {
    const char *name;
    const char *label; /* its name in tables and figures: "Tiny Shakespeare" */
    /* How they say an option that is no number: "smoke: its test part", as "WikiText-2 (its test
     * part)"; NULL: as it is. */
    const char *said;
    const char *title;   /* one line, for `attnlab list datasets` */
    const char *source;  /* where the official files come from, "generated", or "yours": who has
                          * the files puts them there */
    const char *licence; /* of the data */
    enum data_kind kind;
    bool generated;
    bool by_path; /* the options name the files; there is no folder of the set's own */
    /* An option whose files come apart, into a folder of their own, NAME-OPTION, which then serves
     * for NAME: "raw"; NULL: none. */
    const char *apart;
    /* Words and marks of a record's text and of its second text, on average; 0: not told. Only the
     * time that a plan foretells hangs on it. */
    int words[2];
    /* options: what stands after the colon, "" if nothing; dir: `dir`/name, or what is apart, NULL
     * if generated or by_path. Fills kind, metric, records and the rest but name and hash;
     * dataset_open does those.
     */
    bool (*open)(const char *options, const char *dir, const struct data_options *,
                 struct dataset *, char **error);
};
extern const struct data_set *const data_sets[]; /* NULL-ended, in the order of list.def */
/* Of a name with options, "babi:1"; NULL: there is no such set. */
const struct data_set *data_set_named(const char *name);
/* Whether it lives in a folder of its name inside the data folder. */
bool data_set_has_folder(const struct data_set *);

#endif
