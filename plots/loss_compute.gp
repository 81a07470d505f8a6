# SPDX-License-Identifier: MIT
# A point for each arm and size, the mean over its seeds, and the law E + A / compute^alpha that was
# fitted to those of each arm; hollow: a size at which the baseline does not beat counting, which has
# no part in the fit. Options: cost (flop, time).
# Of questions that train models.
law = "csv using (own(~, of(~, 'law'))):(column('y')) with lines linecolor rgb colour(series_style[~]) \
  dashtype dash(series_style[~]) linewidth (series_style[~] < 0 ? 0.9 : 2.2)"
hollow = "csv using (own(~, of(~, 'hollow'))):(column('y')) with points linecolor rgb colour(series_style[~]) \
  pointtype 6 pointsize 1.2"
pieces = "law dots hollow"
load plots."/shared/panels.gp"
