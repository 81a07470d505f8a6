/* SPDX-License-Identifier: MIT
 * Included before each test_X.c: renames main() to main_of_test_X(), which all_tests.c calls. */
#ifndef ATTNLAB_PART_OF_ONE_H
#define ATTNLAB_PART_OF_ONE_H

#define main UNIT_TEST
int main(void);

#endif
