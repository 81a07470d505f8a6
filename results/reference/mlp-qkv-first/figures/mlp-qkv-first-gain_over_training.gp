# `gnuplot figures/mlp-qkv-first-gain_over_training.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-first-gain_over_training.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-first-gain_over_training.csv'
out = './figures/mlp-qkv-first-gain_over_training.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 1
series_label[1] = 'linear, wider FFN'
series_at[2] = 2
series_label[2] = 'MLP Q, K, V, q_act = identity, q_norm = off'
series_at[3] = 3
series_label[3] = 'MLP Q, K, V, q_act = identity, q_norm = before'
series_at[4] = 4
series_label[4] = 'MLP Q, K, V, q_act = relu, q_norm = off'
series_at[5] = 5
series_label[5] = 'MLP Q, K, V, q_act = relu, q_norm = before'
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
y_label = 'loss below the baseline'."'".'s (%)'
x_label = 'optimiser steps'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = 27.6; x_high[1] = 632.4; y_low[1] = -89.1706325847; y_high[1] = 34.1237626778
log_axes = ''
load plots.'/gain_over_training.gp'
