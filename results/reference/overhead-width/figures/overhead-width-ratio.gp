# `gnuplot figures/overhead-width-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-width-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-width-ratio.csv'
out = './figures/overhead-width-ratio.'.format
plots = '../../../plots'
panels = 6
array panel_label[7]
array panel_at[7]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'d_model = 128 (features)'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'."\n".'d_model = 128 (features)'
panel_at[3] = 3
panel_label[3] = 'forward pass'."\n".'d_model = 512 (features)'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'d_model = 512 (features)'
panel_at[5] = 5
panel_label[5] = 'forward pass'."\n".'d_model = 1024 (features)'
panel_at[6] = 6
panel_label[6] = 'forward and backward pass'."\n".'d_model = 1024 (features)'
series = 6
array series_label[7]
array series_at[7]
series_at[1] = 1
series_label[1] = 'neural, d'."'".' = 16'
series_at[2] = 2
series_label[2] = 'additive (Bahdanau)'
series_at[3] = 3
series_label[3] = 'bilinear'
series_at[4] = 4
series_label[4] = 'MLP for q, k, v (RoBERTa form)'
series_at[5] = 5
series_label[5] = 'residual bottleneck for q'
series_at[6] = 6
series_label[6] = 'sigmoid gate on the output'
columns = 0
array column_label[1]
array column_at[1]
rows = 6
array row_label[7]
array row_at[7]
row_at[1] = 1
row_label[1] = 'neural, d'."'".' = 16'
row_at[2] = 2
row_label[2] = 'additive (Bahdanau)'
row_at[3] = 3
row_label[3] = 'bilinear'
row_at[4] = 4
row_label[4] = 'MLP for q, k, v (RoBERTa form)'
row_at[5] = 5
row_label[5] = 'residual bottleneck for q'
row_at[6] = 6
row_label[6] = 'sigmoid gate on the output'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'time / time of baseline'
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
x_low[1] = 0.754573453615; x_high[1] = 3.5321133946; y_low[1] = 0.7; y_high[1] = 6.3
x_low[2] = 0.754573453615; x_high[2] = 3.5321133946; y_low[2] = 0.7; y_high[2] = 6.3
x_low[3] = 0.754573453615; x_high[3] = 3.5321133946; y_low[3] = 0.7; y_high[3] = 6.3
x_low[4] = 0.754573453615; x_high[4] = 3.5321133946; y_low[4] = 0.7; y_high[4] = 6.3
x_low[5] = 0.754573453615; x_high[5] = 3.5321133946; y_low[5] = 0.7; y_high[5] = 6.3
x_low[6] = 0.754573453615; x_high[6] = 3.5321133946; y_low[6] = 0.7; y_high[6] = 6.3
log_axes = 'x'
load plots.'/ratio.gp'
