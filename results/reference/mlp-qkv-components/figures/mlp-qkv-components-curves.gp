# `gnuplot figures/mlp-qkv-components-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-components-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-components-curves.csv'
out = './figures/mlp-qkv-components-curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 12
array series_label[13]
array series_at[13]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'ReLU on linear projections, no hidden layer'
series_at[3] = 2
series_label[3] = 'linear, FFN wider by as much as depth 2 adds'
series_at[4] = 3
series_label[4] = 'linear, FFN wider by as much as depth 3 adds'
series_at[5] = 4
series_label[5] = 'MLP, 2 linear maps, q_act = identity, q_norm = off'
series_at[6] = 5
series_label[6] = 'MLP, 2 linear maps, q_act = identity, q_norm = before'
series_at[7] = 6
series_label[7] = 'MLP, 2 linear maps, q_act = relu, q_norm = off'
series_at[8] = 7
series_label[8] = 'MLP, 2 linear maps, q_act = relu, q_norm = before'
series_at[9] = 8
series_label[9] = 'MLP, 3 linear maps, q_act = identity, q_norm = off'
series_at[10] = 9
series_label[10] = 'MLP, 3 linear maps, q_act = identity, q_norm = before'
series_at[11] = 10
series_label[11] = 'MLP, 3 linear maps, q_act = relu, q_norm = off'
series_at[12] = 11
series_label[12] = 'MLP, 3 linear maps, q_act = relu, q_norm = before'
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
x_low[1] = 36.8; x_high[1] = 843.2; y_low[1] = 1.80867262122; y_high[1] = 2.70903918128
log_axes = ''
load plots.'/curves.gp'
