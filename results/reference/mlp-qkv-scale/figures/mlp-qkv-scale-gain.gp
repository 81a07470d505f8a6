# `gnuplot figures/mlp-qkv-scale-gain.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-scale-gain.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-scale-gain.csv'
out = './figures/mlp-qkv-scale-gain.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = 'train_records = 1000'
panel_at[2] = 2
panel_label[2] = 'train_records = 6000'
panel_at[3] = 3
panel_label[3] = 'train_records = 36000'
series = 2
array series_label[3]
array series_at[3]
series_at[1] = 1
series_label[1] = 'linear, FFN wider by as much'
series_at[2] = 2
series_label[2] = 'MLP for Q, K, V'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 1
column_label[1] = '32'
column_at[2] = 2
column_label[2] = '64'
column_at[3] = 3
column_label[3] = '128'
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
y_label = 'loss below the baseline'."'".'s (%)'
x_label = 'model width d_model (features)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = 0.88; x_high[1] = 3.12; y_low[1] = -8.56104768186; y_high[1] = 4.52895484692
x_low[2] = 0.88; x_high[2] = 3.12; y_low[2] = -8.56104768186; y_high[2] = 4.52895484692
x_low[3] = 0.88; x_high[3] = 3.12; y_low[3] = -8.56104768186; y_high[3] = 4.52895484692
log_axes = ''
load plots.'/gain.gp'
