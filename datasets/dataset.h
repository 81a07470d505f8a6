/* SPDX-License-Identifier: MIT
 * A data set: records of one kind, in splits, independent of file formats.
 *
 * A set is opened by a name with options after a colon ("babi:1", "multi30k:tok", "text:PATH"), and
 * is read from its folder of official files (`dir`/NAME, else `included`/NAME) or generated from a
 * seed. It holds UTF-8 text, images as bytes, or token sequences. Tokenizers: tokenizer.h; batches:
 * models/tasks. One file and one line in list.def per set. */
#ifndef ATTNLAB_DATASET_H
#define ATTNLAB_DATASET_H

#include "base/splits.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The content of a record, and the model's task. */
enum data_kind {
    DATA_LANGUAGE,  /* running text: predict the next token, or masked tokens */
    DATA_POSITIONS, /* token ids with a target at some positions (diagnostic tasks) */
    DATA_CLASSES,   /* text, or a story and a question -> one of `classes` */
    DATA_PAIRS,     /* source text -> target text (translation, summarisation) */
    DATA_SPANS,     /* context and question -> a part of the context */
    DATA_IMAGES,    /* an image -> one of `classes` */
    DATA_KINDS
};
extern const char *const data_kind_names[DATA_KINDS + 1]; /* "language", ... */

/* One record; members not named for its kind are zero. The data set owns all memory. */
struct record {
    struct string text;              /* LANGUAGE, CLASSES, PAIRS (source), SPANS (context) */
    struct string second;            /* CLASSES (question, may be empty), PAIRS (target), SPANS */
    const struct string *references; /* PAIRS: all references, second among them; SPANS: answers */
    int reference_count;
    const int *starts;           /* SPANS: code point at which each answer starts */
    int label;                   /* CLASSES, IMAGES: 0 .. classes-1; -1: unknown in training */
    const unsigned char *pixels; /* IMAGES: channels x height x width */
    const int32_t *tokens;       /* POSITIONS: ids 0 .. vocabulary-1, `length` of them */
    const int32_t *targets;      /* POSITIONS: id to predict at each position, -1: none */
    int length;
};

struct dataset {
    char *name; /* as opened, owned */
    enum data_kind kind;
    const char *metric; /* the main metric, a name of base/metric_list.def */
    struct record *records[SPLITS];
    int count[SPLITS];
    bool works;     /* LANGUAGE: a record is a whole work instead of a line, and is never cut */
    bool tokenised; /* PAIRS: texts are tokens separated by spaces; BLEU does not split them further
                     */
    bool by_context; /* consecutive records about one text are drawn together */
    int classes;
    const char *const *class_names; /* `classes` of them; NULL for POSITIONS */
    int width, height, channels;    /* IMAGES */
    int vocabulary;                 /* POSITIONS */
    uint64_t hash; /* FNV-1a over all records, splits in order, before any are held out */
    char *notes;   /* remarks for readers of a result, or ""; owned */
    struct data_store *store; /* owns the records' memory (data_store.h) */
};

struct data_options {
    const char *dir;      /* holds one folder per set; NULL: only generated sets open */
    const char *included; /* the same for included sets, used if `dir` lacks them */
    uint64_t seed;        /* for generated sets, and splits that the official files lack */
    bool any_bytes;       /* running text need not be UTF-8, because tokens are bytes */
    int limit[SPLITS];    /* largest number of records per split (CLASSES, PAIRS, SPANS, IMAGES and
                             works: a choice by seed; else the first ones); 0: all */
    bool unhashed;        /* only sizes are needed: hash stays 0 */
    bool held_out;        /* half of validation becomes the split held_out (data_hold_out) */
};

/* False with *error (the caller frees it): unknown name (with suggestion), missing folder (with the
 * fetch command), or a file that is truncated or has a wrong magic, encoding or length (with file
 * and line or byte offset). Never fewer records than the files hold, unless limited. */
bool dataset_open(const char *name, const struct data_options *, struct dataset *, char **error);
void dataset_close(struct dataset *);
/* Hash of a split's records and their order: models with equal hashes were scored on the same
 * data. */
uint64_t dataset_split_hash(const struct dataset *, enum split);

/* What a set's file exports as SET(name) of list.def. */
struct data_set {
    const char *name;
    const char *label; /* in tables and figures: "Tiny Shakespeare" */
    /* Text of an option that is not a number: "smoke: its test part", shown as "WikiText-2 (its
     * test part)"; NULL: the option itself. */
    const char *said;
    const char *title;   /* one line, for `attnlab list datasets` */
    const char *source;  /* of the official files; "generated"; or "yours": users provide them */
    const char *licence; /* of the data */
    enum data_kind kind;
    bool generated;
    bool by_path; /* the options name the files; the set has no folder */
    /* An option with its own folder, NAME-OPTION, which is then also used for NAME: "raw"; NULL:
     * none. */
    const char *apart;
    /* options: the text after the colon, "" if none. dir: `dir`/name, or the folder of `apart`;
     * NULL if generated or by_path. Fills kind, metric, records and the rest except name and hash,
     * which dataset_open fills. */
    bool (*open)(const char *options, const char *dir, const struct data_options *,
                 struct dataset *, char **error);
};
extern const struct data_set *const data_sets[]; /* NULL-terminated, in the order of list.def */
/* By a name with options, "babi:1"; NULL if unknown. */
const struct data_set *data_set_named(const char *name);
/* Whether it has a folder in the data folder. */
bool data_set_has_folder(const struct data_set *);

#endif
