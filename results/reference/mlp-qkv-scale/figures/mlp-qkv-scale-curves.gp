# `gnuplot figures/mlp-qkv-scale-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-scale-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-scale-curves.csv'
out = './figures/mlp-qkv-scale-curves.'.format
plots = '../../../plots'
panels = 6
array panel_label[7]
array panel_at[7]
panel_at[1] = 1
panel_label[1] = 'd_model = 32 (features),'."\n".'train_records = 1000'
panel_at[2] = 2
panel_label[2] = 'd_model = 32 (features),'."\n".'train_records = 36000'
panel_at[3] = 3
panel_label[3] = 'd_model = 64 (features),'."\n".'train_records = 1000'
panel_at[4] = 4
panel_label[4] = 'd_model = 64 (features),'."\n".'train_records = 36000'
panel_at[5] = 5
panel_label[5] = 'd_model = 128 (features),'."\n".'train_records = 1000'
panel_at[6] = 6
panel_label[6] = 'd_model = 128 (features),'."\n".'train_records = 36000'
series = 3
array series_label[4]
array series_at[4]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'linear, FFN wider by as much'
series_at[3] = 2
series_label[3] = 'MLP for Q, K, V'
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
x_low[1] = 18.4; x_high[1] = 421.6; y_low[1] = 2.53353489751; y_high[1] = 2.92902421499
x_low[2] = 18.4; x_high[2] = 421.6; y_low[2] = 2.18934038279; y_high[2] = 3.02865456856
x_low[3] = 18.4; x_high[3] = 421.6; y_low[3] = 2.44203608548; y_high[3] = 2.84268031622
x_low[4] = 18.4; x_high[4] = 421.6; y_low[4] = 2.07325879237; y_high[4] = 2.77065984494
x_low[5] = 18.4; x_high[5] = 421.6; y_low[5] = 2.41415433483; y_high[5] = 2.82423484474
x_low[6] = 18.4; x_high[6] = 421.6; y_low[6] = 1.9945115126; y_high[6] = 2.7588004348
log_axes = ''
load plots.'/curves.gp'
