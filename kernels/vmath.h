/* SPDX-License-Identifier: MIT
 * Vector elementary functions: exp, tanh, logistic, erf on `vec`, with stated error. */
#ifndef ATTNLAB_VMATH_H
#define ATTNLAB_VMATH_H
#include "build.h"
#endif
