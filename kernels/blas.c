/* SPDX-License-Identifier: MIT
 * The only file that knows OpenBLAS. */
#include "kernels.h"
#include <cblas.h>
