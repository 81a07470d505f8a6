/* SPDX-License-Identifier: MIT
 * The folder that `attnlab submit` makes: shard-1 .. shard-N, each a run of `attnlab run --shard
 * I/N`, begun or not. */
#ifndef ATTNLAB_SHARDS_H
#define ATTNLAB_SHARDS_H

#include <stdbool.h>

#define SHARD_HEAD "shard-"

struct shards {
    char **list; /* directories */
    int count;
};

/* Adds the shards of a folder that have begun, by number; a directory without any stands for
 * itself. */
void shards_add(struct shards *, const char *directory);
void shards_free(struct shards *);

#endif
