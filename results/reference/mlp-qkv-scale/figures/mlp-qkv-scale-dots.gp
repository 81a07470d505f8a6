# `gnuplot figures/mlp-qkv-scale-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-scale-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-scale-dots.csv'
out = './figures/mlp-qkv-scale-dots.'.format
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
series = 2
array series_label[3]
array series_at[3]
series_at[1] = 1
series_label[1] = 'linear, FFN wider by as much'
series_at[2] = 2
series_label[2] = 'MLP for Q, K, V'
columns = 0
array column_label[1]
array column_at[1]
rows = 2
array row_label[3]
array row_at[3]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
y_label = ''
x_label = 'loss below the baseline'."'".'s (%)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = -8.56104768186; x_high[1] = 4.52895484692; y_low[1] = 0.94; y_high[1] = 2.06
x_low[2] = -8.56104768186; x_high[2] = 4.52895484692; y_low[2] = 0.94; y_high[2] = 2.06
x_low[3] = -8.56104768186; x_high[3] = 4.52895484692; y_low[3] = 0.94; y_high[3] = 2.06
x_low[4] = -8.56104768186; x_high[4] = 4.52895484692; y_low[4] = 0.94; y_high[4] = 2.06
x_low[5] = -8.56104768186; x_high[5] = 4.52895484692; y_low[5] = 0.94; y_high[5] = 2.06
x_low[6] = -8.56104768186; x_high[6] = 4.52895484692; y_low[6] = 0.94; y_high[6] = 2.06
log_axes = ''
load plots.'/dots.gp'
