# `gnuplot figures/initial-values-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/initial-values-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/initial-values-curves.csv'
out = './figures/initial-values-curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 7
array series_label[8]
array series_at[8]
series_at[1] = 0
series_label[1] = 'linear and dot product'
series_at[2] = 1
series_label[2] = 'neural score'
series_at[3] = 2
series_label[3] = 'neural score, begun as its source'
series_at[4] = 3
series_label[4] = 'neural score of two hidden layers'
series_at[5] = 4
series_label[5] = 'two hidden layers, begun as its source'
series_at[6] = 5
series_label[6] = 'bottleneck in the query'
series_at[7] = 6
series_label[7] = 'bottleneck in the query, begun as its source'
columns = 0
array column_label[1]
array column_at[1]
rows = 0
array row_label[1]
array row_at[1]
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = 'loss (validation)'
x_label = 'optimiser steps'
x_low[1] = 27.6; x_high[1] = 632.4; y_low[1] = 1.97658814788; y_high[1] = 2.72179247299
log_axes = ''
load plots.'/curves.gp'
