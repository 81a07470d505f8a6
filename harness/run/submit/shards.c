/* SPDX-License-Identifier: MIT
 * Finding shards (shards.h). */
#define _GNU_SOURCE /* strverscmp */
#include "harness/run/submit/shards.h"
#include "base/mem.h"
#include "harness/run/journal/journal.h"
#include "harness/run/manifest.h"
#include "harness/run/result_dir.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int is_shard(const struct dirent *entry)
{
    return !strncmp(entry->d_name, SHARD_HEAD, strlen(SHARD_HEAD));
}

/* shard-2 before shard-10. */
static int by_number(const struct dirent **a, const struct dirent **b)
{
    return strverscmp((*a)->d_name, (*b)->d_name);
}

static void add(struct shards *s, char *directory)
{
    s->list = xroom(s->list, (size_t)s->count, sizeof *s->list);
    s->list[s->count++] = directory;
}

/* Whether there is something to be joined: the manifest is written before the journal. */
static bool has_begun(const char *directory)
{
    return result_dir_has(directory, JOURNAL_NAME) && result_dir_has(directory, MANIFEST_NAME);
}

void shards_add(struct shards *s, const char *directory)
{
    struct dirent **names = NULL;
    int count = result_dir_has(directory, MANIFEST_NAME)
                    ? 0
                    : scandir(directory, &names, is_shard, by_number),
        before = s->count;
    for (int i = 0; i < count; i++) {
        char *shard = xformat("%s/%s", directory, names[i]->d_name);
        if (has_begun(shard))
            add(s, shard);
        else
            free(shard);
        free(names[i]);
    }
    free(names);
    if (s->count == before) add(s, xstrdup(directory));
}

void shards_free(struct shards *s)
{
    texts_free(s->list, s->count);
    *s = (struct shards){0};
}
