/* SPDX-License-Identifier: MIT
 * Defines the interface of data sets. All records of a data set have the same kind, such as text or
 * images, and are divided into splits.
 *
 * A set is opened by its name, with options after a colon ("babi:1", "multi30k:tok", "text:PATH").
 * Records are read from a folder of official files (`dir`/NAME, otherwise `included`/NAME) or
 * generated from a seed. A record contains UTF-8 text, an image as bytes, or a token sequence. Each
 * set has one file and one line in list.def. */
#ifndef ATTNLAB_DATASET_H
#define ATTNLAB_DATASET_H

#include "base/splits.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kind of data in a record. The kind determines which tasks can use the data set. */
enum data_kind {
    DATA_LANGUAGE,  /* running text: predict the next token or masked tokens */
    DATA_POSITIONS, /* token ids with targets at some positions (diagnostic tasks) */
    DATA_CLASSES,   /* predict one of `classes` from a text, or from a story and a question */
    DATA_PAIRS,     /* map source text to target text (translation, summarisation) */
    DATA_SPANS,     /* find the answer to a question, which is a part of the context */
    DATA_IMAGES,    /* predict one of `classes` from an image */
    DATA_KINDS
};
extern const char *const data_kind_names[DATA_KINDS + 1];

/* One record, owned by the data set. Members that do not apply to the record's kind are zero. */
struct record {
    struct string text;   /* LANGUAGE, CLASSES: text; PAIRS: source; SPANS: context */
    struct string second; /* CLASSES: question (may be empty); SPANS: question; PAIRS: target */
    /* PAIRS: all reference texts, including `second`; SPANS: answers */
    const struct string *references;
    int reference_count;
    const int *starts; /* SPANS: code point index at which each answer starts */
    int label; /* CLASSES, IMAGES: class 0..classes-1; -1 if the class does not occur in training */
    const unsigned char *pixels; /* IMAGES: (channels, height, width) */
    const int32_t *tokens;       /* POSITIONS: `length` token ids in 0..vocabulary-1 */
    /* POSITIONS: id to predict at each position; -1 for no target */
    const int32_t *targets;
    int length;
};

struct dataset {
    char *name; /* name and options with which the set was opened; owned */
    enum data_kind kind;
    const char *metric; /* main metric, a name from base/metric_list.def */
    struct record *records[SPLITS];
    int count[SPLITS];
    bool works; /* LANGUAGE: true if each record is a whole work, which is never split */
    /* PAIRS: true if texts are already tokenised; BLEU then splits only at spaces */
    bool tokenised;
    bool by_context; /* true if consecutive records about one text are kept together when records
                        are drawn */
    int classes;
    const char *const *class_names; /* class names; NULL for POSITIONS */
    int width, height, channels;    /* IMAGES: size in pixels, and 1 or 3 channels */
    int vocabulary;                 /* POSITIONS: number of token ids */
    uint64_t hash; /* FNV-1a hash of all records, split by split, before data_hold_out() */
    char *notes;   /* notes to print with results, or ""; owned */
    struct data_store *store;
};

struct data_options {
    const char
        *dir; /* folder with one subfolder per set; NULL: only generated sets can be opened */
    const char *included; /* folder of the included sets; searched after `dir` */
    uint64_t seed;  /* random seed for generated sets and for splits that the official files lack */
    bool any_bytes; /* true if running text may contain any bytes, because tokens are bytes */
    /* Largest number of records per split; 0 keeps all records. For running text and POSITIONS, the
     * first records are kept; for other kinds, random records. */
    int limit[SPLITS];
    bool unhashed; /* if true, the hash is not computed and stays 0 */
    bool held_out; /* if true, half of validation moves to the split held_out (data_hold_out) */
};

/* Opens a data set and reads all records, unless a limit is set. Returns false and sets *error (the
 * caller frees the string) if the name is unknown, the folder is missing or a file is damaged. The
 * message contains a similar name, the fetch command, or the line or byte. */
bool dataset_open(const char *name, const struct data_options *, struct dataset *, char **error);
void dataset_close(struct dataset *);
/* Returns a hash of a split's records in order. If the hashes are equal, models were scored on the
 * same data. */
uint64_t dataset_split_hash(const struct dataset *, enum split);

/* Description of a data set. For SET(NAME) in list.def, the set's file exports set_NAME. */
struct data_set {
    const char *name;
    const char *label; /* name in tables and figures: "Tiny Shakespeare" */
    /* Text in parentheses that replaces an option in the label. For example, "smoke: its test part"
     * gives wikitext-2:smoke the label "WikiText-2 (its test part)". NULL: the label contains the
     * option itself. */
    const char *said;
    const char *title; /* one-line description for `attnlab list datasets` */
    /* address of the official files, "generated", or "yours" for users' own files */
    const char *source;
    const char *licence;
    enum data_kind kind;
    bool generated;
    bool by_path; /* true if the user gives the path of the files as an option; the set then has no
                     folder */
    /* An option, such as "raw", whose files are in a folder of their own, NAME-OPTION. NULL if
     * there is no such option. The set without the option may use this folder too. */
    const char *apart;
    /* Opens the set: fills all members except name and hash. `options` is the text after the colon,
     * or "". `dir` is the set's folder; NULL for generated sets and sets with by_path. */
    bool (*open)(const char *options, const char *dir, const struct data_options *,
                 struct dataset *, char **error);
};
/* NULL-terminated list of all sets, in the order of list.def */
extern const struct data_set *const data_sets[];
/* Finds a set by its name, which may include options ("babi:1"). Returns NULL if the name is
 * unknown. */
const struct data_set *data_set_named(const char *name);
bool data_set_has_folder(const struct data_set *);

#endif
