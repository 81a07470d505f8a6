# SPDX-License-Identifier: MIT
# What an arm saves (above the line at 1) or wastes of the baseline's compute, with its interval, a
# point for each size; hollow: a size at which the baseline does not beat counting, which has no part
# in the fit; diamonds with broken bars: where the trend, the dotted line, is carried beyond what was
# measured, which may leave the picture. Options: cost (flop, time).
# Of questions that train models.
paint = "linecolor rgb colour(series_style[~]) "
hollow = "csv using (own(~, of(~, 'hollow'))):(column('y')):(column('y_low')):(column('y_high')) \
  with yerrorbars ".paint."pointtype 6 pointsize 1.2 linewidth 1"
beyond = "csv using (own(~, of(~, 'beyond'))):(column('y')):(column('y_low')):(column('y_high')) \
  with yerrorbars ".paint."dashtype 2 pointtype 12 pointsize 1.4 linewidth 1"
trend = "csv using (own(~, of(~, 'trend'))):(column('y')) with lines ".paint."dashtype 3 linewidth 1.5"
pieces = "trend bars dots hollow beyond"
settings = "set format x '%.0s %c'" # 500 k, 1 M
load plots."/shared/panels.gp"
