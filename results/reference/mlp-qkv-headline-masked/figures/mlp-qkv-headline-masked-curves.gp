# `gnuplot figures/mlp-qkv-headline-masked-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-masked-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-masked-curves.csv'
out = './figures/mlp-qkv-headline-masked-curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swap_steps = 500'
panel_at[2] = 2
panel_label[2] = 'swap_steps = 0'
series = 8
array series_label[9]
array series_at[9]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'linear, FFN wider by as much'
series_at[3] = 2
series_label[3] = 'MLP for Q, K, V (RoBERTa code), q_act = relu'
series_at[4] = 3
series_label[4] = 'MLP for Q, K, V (RoBERTa code), q_act = identity'
series_at[5] = 4
series_label[5] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = identity'
series_at[6] = 5
series_label[6] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = relu'
series_at[7] = 6
series_label[7] = 'linear, nothing begun anew'
series_at[8] = 7
series_label[8] = 'MLP for Q, K, V, equal to the trained linear maps at first'
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
y_label = 'perplexity (validation)'
x_label = 'optimiser steps'
x_low[1] = -7; x_high[1] = 1057; y_low[1] = 120.291149489; y_high[1] = 233.022238511
x_low[2] = 46; x_high[2] = 1054; y_low[2] = 120.389909289; y_high[2] = 217.482392215
log_axes = ''
load plots.'/curves.gp'
