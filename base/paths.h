/* SPDX-License-Identifier: MIT
 * Where things are: the worker's executable and the project's folder. */
#ifndef ATTNLAB_PATHS_H
#define ATTNLAB_PATHS_H

/* $ATTNLAB_WORKER, else `attnlab-worker` beside this program's executable, else in its parent
 * folders up to the project's. To be freed; it may not exist. */
char *path_worker(void);
/* The absolute path of a program that $PATH has, to be freed; NULL: it has none. It is found where
 * the user is: a program that is started in another folder is not taken from there, though $PATH
 * may hold "." or a relative folder. */
char *path_program(const char *name);
/* $ATTNLAB_HOME, else the nearest folder at or above this program's executable that holds plots/
 * and ablations/. To be freed; NULL when there is none. */
char *path_home(void);
/* home/name, to be freed; NULL when there is no home. */
char *path_in_home(const char *name);
/* The folder of questions: ablations/ where the user is, if there is one, else the project's. To be
 * freed; it may not exist. */
char *path_ablations(void);
/* The file of a question there, NAME.yaml. To be freed; it may not exist. */
char *path_of_ablation(const char *question);

/* The folder of data sets, which datasets/fetch.sh fills: $ATTNLAB_DATA, which --data sets, else
 * data/ in the project's folder, wherever the user is. To be freed; it may not exist. */
char *path_data(void);
/* The folder of the data sets that come with the project: datasets/included of its folder. To be
 * freed; NULL when there is no home. */
char *path_data_included(void);

#endif
