# `gnuplot figures/mlp-qkv-scale-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-scale-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-scale-lr_curves.csv'
out = './figures/mlp-qkv-scale-lr_curves.'.format
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
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.008
column_label[3] = '0.008'
column_at[4] = 0.016
column_label[4] = '0.016'
column_at[5] = 0.032
column_label[5] = '0.032'
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
y_label = 'validation loss'
x_label = 'learning rate'
x_low[1] = 0.00169349062473; x_high[1] = 0.0377917651657; y_low[1] = 1.93718317867; y_high[1] = 3.20016159325
x_low[2] = 0.00169349062473; x_high[2] = 0.0377917651657; y_low[2] = 1.93718317867; y_high[2] = 3.20016159325
x_low[3] = 0.00169349062473; x_high[3] = 0.0377917651657; y_low[3] = 1.93718317867; y_high[3] = 3.20016159325
x_low[4] = 0.00169349062473; x_high[4] = 0.0377917651657; y_low[4] = 1.93718317867; y_high[4] = 3.20016159325
x_low[5] = 0.00169349062473; x_high[5] = 0.0377917651657; y_low[5] = 1.93718317867; y_high[5] = 3.20016159325
x_low[6] = 0.00169349062473; x_high[6] = 0.0377917651657; y_low[6] = 1.93718317867; y_high[6] = 3.20016159325
log_axes = 'x'
load plots.'/lr_curves.gp'
