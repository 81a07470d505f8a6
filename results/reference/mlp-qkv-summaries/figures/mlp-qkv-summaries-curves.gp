# `gnuplot figures/mlp-qkv-summaries-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-summaries-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-summaries-curves.csv'
out = './figures/mlp-qkv-summaries-curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 4
array series_label[5]
array series_at[5]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'linear, FFN wider by as much'
series_at[3] = 2
series_label[3] = 'MLP for Q, K, V, q_act = identity'
series_at[4] = 3
series_label[4] = 'MLP for Q, K, V, q_act = relu'
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
x_low[1] = 36.8; x_high[1] = 843.2; y_low[1] = 4.07917588788; y_high[1] = 4.83191153097
log_axes = ''
load plots.'/curves.gp'
