# `gnuplot figures/mlp-qkv-stability-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-stability-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-stability-curves.csv'
out = './figures/mlp-qkv-stability-curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'clip = 0'
panel_at[2] = 2
panel_label[2] = 'clip = 1'
series = 6
array series_label[7]
array series_at[7]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'linear, Q and K normalised'
series_at[3] = 2
series_label[3] = 'MLP for Q, K, V'
series_at[4] = 3
series_label[4] = 'MLP with LayerNorm'
series_at[5] = 4
series_label[5] = 'MLP without its activation'
series_at[6] = 5
series_label[6] = 'bottleneck for Q'
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
across = 2
y_label = 'loss (validation)'
x_label = 'optimiser steps'
x_low[1] = 13.8; x_high[1] = 316.2; y_low[1] = 2.25910565415; y_high[1] = 3.41281094314
x_low[2] = 13.8; x_high[2] = 316.2; y_low[2] = 2.23012593884; y_high[2] = 2.87473014855
log_axes = ''
load plots.'/curves.gp'
