/* SPDX-License-Identifier: MIT
 * Guarded buffers (harness/measure/choices/guarded.h) whose errors fail the test. */
#ifndef ATTNLAB_TEST_GUARDED_H
#define ATTNLAB_TEST_GUARDED_H

#include "tests/unit/test.h"
#include "harness/measure/choices/guarded.h"

static inline void release(struct guarded *g) { assert_true(guarded_free(g)); }

#endif
