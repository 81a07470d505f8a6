# SPDX-License-Identifier: MIT
# What an arm saves (above the line at 1) or wastes of the baseline's compute, with its interval, a
# point for each size; a hollow square: no interval is known; a hollow circle: a size at which the baseline does not
# beat counting, which has no part in the fit; diamonds with broken bars, side by side: where the
# trend, the dotted line, is carried beyond what was measured; a number at the edge: a diamond that
# lies beyond it. Options: cost (flop, time).
# Of questions that train models.
paint = "linecolor rgb colour(series_style[~]) "
hollow = "csv using (own(~, of(~, 'hollow'))):(column('y')):(column('y_low')):(column('y_high')) \
  with yerrorbars ".paint."pointtype 6 pointsize 1.2 linewidth 1"
no_interval = "csv using (own(~, of(~, 'no_interval'))):(column('y')):(sprintf('%d', column(0) + 1)) \
  with labels hypertext point ".paint."pointtype 4 pointsize 1.2 linewidth 1.4"
# All arms are carried to the same sizes: apart by a thirtieth of a decade, together by at most a fifth.
apart = series > 6 ? 0.2 / series : 0.033
beside(i) = of(i, 'beyond') * 10 ** (apart * (i - (series + 1) / 2.0))
beyond = "csv using (own(~, beside(~))):(column('y')):(column('y_low')):(column('y_high')) \
  with yerrorbars ".paint."dashtype 2 pointtype 12 pointsize 1.4 linewidth 1"
no_interval_beyond = "csv using (own(~, column('y_low') < column('y_high') ? NaN : beside(~))):(column('y')) \
  with points ".paint."pointtype 4 pointsize 2"
far = "csv using (own(~, column('y') > y_high[p] ? beside(~) : NaN)):(y_high[p]):(sprintf('▴ %.3g', column('y'))) \
  with labels offset 0, -0.7 font small textcolor rgb colour(series_style[~]), \
  csv using (own(~, column('y') < y_low[p] ? beside(~) : NaN)):(y_low[p]):(sprintf('▾ %.3g', column('y'))) \
  with labels offset 0, 0.7 font small textcolor rgb colour(series_style[~])"
trend = "csv using (own(~, of(~, 'trend'))):(column('y')) with lines ".paint."dashtype 3 linewidth 1.5"
pieces = "trend bars dots hollow no_interval beyond no_interval_beyond far"
x_unit = "count" # 500 k, 1 M
load plots."/shared/panels.gp"
