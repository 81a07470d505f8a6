/* SPDX-License-Identifier: MIT
 * The times of sources against that of the worker: as make asks, of what people add to. */
#include "harness/plan/axes/newer_source.h"
#include "base/mem.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* Not what `attnlab new` makes files from, which ends in .in. */
static bool is_source(const FTSENT *file)
{
    const char *ending = strrchr(file->fts_name, '.');
    return file->fts_info == FTS_F && ending &&
           (!strcmp(ending, ".c") || !strcmp(ending, ".h") || !strcmp(ending, ".def"));
}

/* The last of those that are later than `built`. */
static char *last_of(char *const *folders, struct timespec built)
{
    char *found = NULL;
    FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *file; walk && (file = fts_read(walk));) {
        if (!is_source(file) || !is_later(file->fts_statp->st_mtim, built)) continue;
        built = file->fts_statp->st_mtim;
        free(found);
        found = xstrdup(file->fts_path);
    }
    if (walk) fts_close(walk);
    return found;
}

char *newer_source(const char *worker, bool *in_future)
{
    const char *slash = strrchr(worker, '/');
    struct stat its;
    if (!slash || stat(worker, &its)) return NULL;
    int length = (int)(slash - worker);
    char *folders[] = {xformat("%.*s/kernels", length, worker),
                       xformat("%.*s/models", length, worker),
                       xformat("%.*s/datasets", length, worker), NULL};
    char *found = last_of(folders, its.st_mtim);
    *in_future = found && !stat(found, &its) && its.st_mtim.tv_sec > time(NULL);
    for (char **folder = folders; *folder; folder++) free(*folder);
    return found;
}
