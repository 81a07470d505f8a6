/* SPDX-License-Identifier: MIT
 * Renames main() of test_X.c to main_of_test_X(), which all_tests.c calls. The build includes this
 * file before each test file. */
#ifndef ATTNLAB_PART_OF_ONE_H
#define ATTNLAB_PART_OF_ONE_H

#define main UNIT_TEST
int main(void);

#endif
