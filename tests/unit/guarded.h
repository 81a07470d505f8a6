/* SPDX-License-Identifier: MIT
 * Provides guarded buffers (harness/measure/choices/guarded.h) that fail the test on an error. */
#ifndef ATTNLAB_TEST_GUARDED_H
#define ATTNLAB_TEST_GUARDED_H

#include "tests/unit/test.h"
#include "harness/measure/choices/guarded.h"

static inline void release(struct guarded *g) { assert_true(guarded_free(g)); }

#endif
