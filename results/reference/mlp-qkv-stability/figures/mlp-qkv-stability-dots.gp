# `gnuplot figures/mlp-qkv-stability-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-stability-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-stability-dots.csv'
out = './figures/mlp-qkv-stability-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'clip = 0'
panel_at[2] = 2
panel_label[2] = 'clip = 1'
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 1
series_label[1] = 'linear, Q and K normalised'
series_at[2] = 2
series_label[2] = 'MLP for Q, K, V'
series_at[3] = 3
series_label[3] = 'MLP with LayerNorm'
series_at[4] = 4
series_label[4] = 'MLP without its activation'
series_at[5] = 5
series_label[5] = 'bottleneck for Q'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'linear, Q and K normalised'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V'
row_at[3] = 3
row_label[3] = 'MLP with LayerNorm'
row_at[4] = 4
row_label[4] = 'MLP without its activation'
row_at[5] = 5
row_label[5] = 'bottleneck for Q'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'loss below the baseline'."'".'s (%)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = -3.75088614377; x_high[1] = 5.38069650625; y_low[1] = 0.76; y_high[1] = 5.24
x_low[2] = -3.75088614377; x_high[2] = 5.38069650625; y_low[2] = 0.76; y_high[2] = 5.24
log_axes = ''
load plots.'/dots.gp'
