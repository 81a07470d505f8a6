/* SPDX-License-Identifier: MIT
 * The door: what comes from outside is checked here, once, before anything is made of it.
 *
 * Names of files, cells of the command line, values of axes and the environment go into JSON, CSV,
 * pages and other programs, all of which are UTF-8 without control characters. A name of a file may
 * hold any byte, so a program that took it as it stands would break later, with the work done. */
#ifndef ATTNLAB_DOOR_H
#define ATTNLAB_DOOR_H

#include "base/utf8.h"

/* What is wrong with a text from outside, to be freed: "byte 3 is 0xff, which is not UTF-8 text";
 * NULL: nothing. */
char *door_fault(struct string);
/* The same of all that a program is started with: its arguments, its folder, and the
 * environment that the project reads. False with a line on stderr that names the first that is
 * refused. */
bool door_program(const char *program, char *const *argv);
/* A text from outside as errors quote it: bytes that are refused are written \xff. To be freed. */
char *door_quoted(struct string);

#endif
