/* SPDX-License-Identifier: MIT
 * How far a run is, and how one that ended early goes on: said wherever a person meets one. */
#ifndef ATTNLAB_WAY_ON_H
#define ATTNLAB_WAY_ON_H

#include <stdbool.h>

/* By its journal, which another process may be writing to. */
struct way {
    bool begun;   /* there is one */
    int rows;     /* of the plan that it has, each once */
    int planned;  /* rows, as the manifest says; 0: it says nothing */
    bool at_work; /* a process has it open for writing */
};
struct way way_of(const char *directory);

/* The whole command that resumes the run in a directory, made from its manifest; to be freed. */
char *way_on_command(const char *directory);
/* An error that ended a run, with what is safe and how it goes on; takes the error over. */
char *way_on_after(char *error, const char *directory);
/* Of a directory that has a journal and no tables: that it is an unfinished run, how many rows it
 * has, and how it goes on. To be freed; NULL: it is nothing of the sort. */
char *way_on_unfinished(const char *directory);

#endif
