/* SPDX-License-Identifier: MIT
 * Paths of the worker's executable, the project and its folders. */
#ifndef ATTNLAB_PATHS_H
#define ATTNLAB_PATHS_H

/* Returns $ATTNLAB_WORKER if set. Otherwise looks for `attnlab-worker` in the executable's folder
 * and its parents, up to the project's folder. The caller frees the path, which may not exist. */
char *path_worker(void);
/* Returns the absolute path of a program found in $PATH (freed by the caller), or NULL. Relative
 * folders in $PATH are resolved from the current folder. */
char *path_program(const char *name);
/* Returns $ATTNLAB_HOME, or else the nearest parent folder of the executable that contains plots/
 * and ablations/. The caller frees the path; NULL if there is none. */
char *path_home(void);
/* Returns home/name (freed by the caller), or NULL if the project's folder is unknown. */
char *path_in_home(const char *name);
/* Returns the folder of questions: ablations/ in the current folder if it exists, otherwise the
 * project's. The caller frees the path, which may not exist. */
char *path_ablations(void);
/* Returns the path of NAME.yaml in the folder of questions. The caller frees the path, which may
 * not exist. */
char *path_of_ablation(const char *question);

/* Returns the folder of data sets, which datasets/fetch.sh fills: $ATTNLAB_DATA (set by --data),
 * otherwise data/ in the project's folder. The caller frees the path, which may not exist. */
char *path_data(void);
/* Returns the folder of the included data sets, datasets/included (freed by the caller), or NULL if
 * the project's folder is unknown. */
char *path_data_included(void);

#endif
