/* SPDX-License-Identifier: MIT
 * NULL: fine; else why there is no such model, constant text. */
#ifndef ATTNLAB_NET_REFUSE_H
#define ATTNLAB_NET_REFUSE_H

#include "models/model.h"

const char *refuse_model(const struct model_config *, const struct kernels *);

#endif
