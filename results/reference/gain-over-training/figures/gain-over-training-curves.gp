# `gnuplot figures/gain-over-training-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-curves.csv'
out = './figures/gain-over-training-curves.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = 'steps = 200'
panel_at[2] = 2
panel_label[2] = 'steps = 600'
panel_at[3] = 3
panel_label[3] = 'steps = 1800'
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'linear, Q and K normalised'
series_at[3] = 2
series_label[3] = 'bottleneck for Q'
series_at[4] = 3
series_label[4] = 'MLP for Q, K, V'
series_at[5] = 4
series_label[5] = 'linear, FFN wider by as much as the MLPs'
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
across = 3
y_label = 'loss (validation)'
x_label = 'optimiser steps'
x_low[1] = 94; x_high[1] = 206; y_low[1] = 2.38354417393; y_high[1] = 2.64724347729
x_low[2] = 70; x_high[2] = 630; y_low[2] = 1.96416326905; y_high[2] = 2.64466851032
x_low[3] = -2; x_high[3] = 1902; y_low[3] = 1.56868773072; y_high[3] = 2.71430051439
log_axes = ''
load plots.'/curves.gp'
