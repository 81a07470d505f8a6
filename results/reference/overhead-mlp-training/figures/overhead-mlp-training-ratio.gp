# `gnuplot figures/overhead-mlp-training-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-mlp-training-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-mlp-training-ratio.csv'
out = './figures/overhead-mlp-training-ratio.'.format
plots = '../../../plots'
panels = 5
array panel_label[6]
array panel_at[6]
panel_at[1] = 1
panel_label[1] = 'batch = 1 (sequences), n = 128 (tokens)'
panel_at[2] = 2
panel_label[2] = 'batch = 1 (sequences), n = 512 (tokens)'
panel_at[3] = 3
panel_label[3] = 'batch = 4 (sequences), n = 128 (tokens)'
panel_at[4] = 4
panel_label[4] = 'batch = 4 (sequences), n = 512 (tokens)'
panel_at[5] = 5
panel_label[5] = 'batch = 16 (sequences), n = 128 (tokens)'
series = 4
array series_label[5]
array series_at[5]
series_at[1] = 1
series_label[1] = 'MLP for Q, K, V (RoBERTa code)'
series_at[2] = 2
series_label[2] = 'the same with LayerNorm'
series_at[3] = 3
series_label[3] = 'MLP with LayerNorm for Q, K, O (Marian code)'
series_at[4] = 4
series_label[4] = 'bottleneck for Q, equal parameters'
columns = 0
array column_label[1]
array column_at[1]
rows = 4
array row_label[5]
array row_at[5]
row_at[1] = 1
row_label[1] = 'MLP for Q, K, V (RoBERTa code)'
row_at[2] = 2
row_label[2] = 'the same with LayerNorm'
row_at[3] = 3
row_label[3] = 'MLP with LayerNorm for Q, K, O (Marian code)'
row_at[4] = 4
row_label[4] = 'bottleneck for Q, equal parameters'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
y_label = ''
x_label = 'time / time of baseline'
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
x_low[1] = 0.828626539888; x_high[1] = 6.37960772649; y_low[1] = 0.82; y_high[1] = 4.18
x_low[2] = 0.828626539888; x_high[2] = 6.37960772649; y_low[2] = 0.82; y_high[2] = 4.18
x_low[3] = 0.828626539888; x_high[3] = 6.37960772649; y_low[3] = 0.82; y_high[3] = 4.18
x_low[4] = 0.828626539888; x_high[4] = 6.37960772649; y_low[4] = 0.82; y_high[4] = 4.18
x_low[5] = 0.828626539888; x_high[5] = 6.37960772649; y_low[5] = 0.82; y_high[5] = 4.18
log_axes = 'x'
load plots.'/ratio.gp'
