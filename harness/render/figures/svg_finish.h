/* SPDX-License-Identifier: MIT
 * What gnuplot wrote, made fit for pages: says what each mark is, and takes the page's ink. */
#ifndef ATTNLAB_SVG_FINISH_H
#define ATTNLAB_SVG_FINISH_H

#include "harness/render/figures/chart.h"

/* Of an SVG that gnuplot drew from the chart, the same picture, in which
 *   - the root has title and desc: what is drawn, and what it shows; class "figure";
 *   - a series' pieces are g of class "series" with data-series, its label; one series has several
 *     of them: a line, a band, its name, in each panel;
 *   - a point is a g of class "point", and its title says arm, value, interval and n;
 *   - ink (axes, words, grid, the baseline) is currentColor, which the attribute `color` of the
 * root sets until a style sheet does; the background is a rect of class "paper";
 *   - ids begin with `name`, so that several figures can stand in one page.
 * To be freed. */
char *svg_finish(const struct chart *, const char *svg, const char *name);

#endif
