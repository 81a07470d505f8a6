/* SPDX-License-Identifier: MIT
 * A calibration in words, from its table alone (analysis/calibration.h): a page of its own, and a
 * sentence for each report made beside it (say_calibration() of report.h). */
#ifndef ATTNLAB_CALIBRATION_PAGE_H
#define ATTNLAB_CALIBRATION_PAGE_H

#include "base/csv_read.h"
#include "harness/render/page/document.h"

void calibration_page(struct document *, const struct table *);
/* Whether false verdicts are resolved to be more than the level of the intervals allows. */
bool calibration_fails(const struct table *);

#endif
