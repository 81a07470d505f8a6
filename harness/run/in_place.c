/* SPDX-License-Identifier: MIT
 * The path of the journal against the file that is open (in_place.h). */
#include "harness/run/in_place.h"
#include "harness/run/way_on.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the open journal is now, without its own name; NULL: the system does not tell. To be freed.
 */
static char *folder_now(const struct journal *j)
{
    char *link = xformat("/proc/self/fd/%d", j->fd), path[PATH_MAX];
    ssize_t length = readlink(link, path, sizeof path - 1);
    free(link);
    if (length <= 0) return NULL;
    path[length] = '\0';
    char *name = strrchr(path, '/');
    if (!name || strcmp(name + 1, JOURNAL_NAME) != 0) return NULL;
    return xformat("%.*s", (int)(name - path), path);
}

static char *moved(const struct run *run)
{
    char *folder = folder_now(&run->journal);
    if (!folder)
        return xformat("%s is not the file that this run writes to any more: %s was moved. The %d "
                       "finished rows are in its journal, wherever that is now",
                       run->journal.path, run->directory, run->journal.count);
    char *command = way_on_command(folder);
    char *said = xformat("%s was moved to %s while this run wrote to it. The %d finished rows are "
                         "in %s/" JOURNAL_NAME "; leave it there, and go on with\n  %s",
                         run->directory, folder, run->journal.count, folder, command);
    free(command);
    free(folder);
    return said;
}

bool run_in_place(const struct run *run, char **error)
{
    struct stat open, found;
    const struct journal *j = &run->journal;
    if (fstat(j->fd, &open)) return true; /* nothing to compare with */
    if (stat(j->path, &found) == 0 && found.st_dev == open.st_dev && found.st_ino == open.st_ino)
        return true;
    *error = open.st_nlink ? moved(run)
                           : xformat("%s was deleted while this run wrote to it, and with it the "
                                     "%d rows that were finished. They are lost: start the run "
                                     "again, in a folder that stays",
                                     j->path, j->count);
    return false;
}

char *run_write_failed(const struct run *run, char *error)
{
    char *gone = NULL;
    if (run_in_place(run, &gone)) return way_on_after(error, run->directory);
    free(error);
    return gone;
}
