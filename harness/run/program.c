/* SPDX-License-Identifier: MIT
 * See program.h. build_facts.h is written by the Makefile into the build folder. */
#include "harness/run/program.h"

#include "build_facts.h"

const struct program program = {
    .commit = FACT_COMMIT,
    .compiler = FACT_COMPILER,
    .harness_flags = FACT_HARNESS_FLAGS,
    .kernel_flags = FACT_KERNEL_FLAGS,
    .libraries = FACT_LIBRARIES,
};
