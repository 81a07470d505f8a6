/* SPDX-License-Identifier: MIT
 * Finds the paths of the worker's program and of the project's folders. */
#ifndef ATTNLAB_PATHS_H
#define ATTNLAB_PATHS_H

/* Returns $ATTNLAB_WORKER if set. Otherwise searches for `attnlab-worker` in the program's folder
 * and its parents, up to the project folder. The path may not exist. The caller frees it. */
char *path_worker(void);
/* Searches $PATH for a program and returns its absolute path, or NULL. The caller frees the path.
 * Relative folders in $PATH are skipped, because the current folder may contain programs from an
 * untrusted source. */
char *path_program(const char *name);
/* Returns the project folder: $ATTNLAB_HOME, or else the nearest parent folder of the program that
 * contains plots/ and ablations/. Returns NULL if there is none. The caller frees the path. */
char *path_home(void);
/* Returns the path of `name` in the project folder, or NULL if the project folder is unknown. The
 * caller frees the path. */
char *path_in_home(const char *name);
/* Returns the folder of question files: ablations/ in the current folder if it exists, otherwise
 * ablations/ in the project folder. The caller frees the path, which may not exist. */
char *path_ablations(void);
/* Returns the path of NAME.yaml in the folder of questions. The caller frees the path, which may
 * not exist. */
char *path_of_ablation(const char *question);

/* Returns the folder of data sets: $ATTNLAB_DATA (set by --data), otherwise data/ in the project
 * folder. datasets/fetch.sh fills this folder. The caller frees the path, which may not exist. */
char *path_data(void);
/* Returns the folder of the included data sets, datasets/included, or NULL if the project folder is
 * unknown. The caller frees the path. */
char *path_data_included(void);

#endif
