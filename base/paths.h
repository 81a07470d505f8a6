/* SPDX-License-Identifier: MIT
 * Locations of the worker's executable, the project and its folders. */
#ifndef ATTNLAB_PATHS_H
#define ATTNLAB_PATHS_H

/* $ATTNLAB_WORKER, else `attnlab-worker` in the folder of this program's executable, else in its
 * parent folders up to the project's. To be freed; may not exist. */
char *path_worker(void);
/* The absolute path of a program in $PATH (the caller frees it); NULL: none. Relative folders in
 * $PATH are resolved from the user's folder, not from that of a started program. */
char *path_program(const char *name);
/* $ATTNLAB_HOME, else the nearest folder at or above this program's executable with plots/ and
 * ablations/. To be freed; NULL if there is none. */
char *path_home(void);
/* home/name (the caller frees it); NULL without a home. */
char *path_in_home(const char *name);
/* The folder of questions: ablations/ in the current folder if it exists, else the project's. To be
 * freed; may not exist. */
char *path_ablations(void);
/* The file NAME.yaml in that folder. To be freed; may not exist. */
char *path_of_ablation(const char *question);

/* The folder of data sets, filled by datasets/fetch.sh: $ATTNLAB_DATA, which --data sets, else
 * data/ in the project's folder. To be freed; may not exist. */
char *path_data(void);
/* The folder of the included data sets, datasets/included. To be freed; NULL without a home. */
char *path_data_included(void);

#endif
