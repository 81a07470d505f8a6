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
panel_label[1] = 'batch 1, length 128'
panel_at[2] = 2
panel_label[2] = 'batch 1, length 512'
panel_at[3] = 3
panel_label[3] = 'batch 4, length 128'
panel_at[4] = 4
panel_label[4] = 'batch 4, length 512'
panel_at[5] = 5
panel_label[5] = 'batch 16, length 128'
series = 4
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'MLP for Q, K, V (RoBERTa code)'
series_style[2] = 2
series_label[2] = 'the same with LayerNorm'
series_style[3] = 3
series_label[3] = 'MLP with LayerNorm for Q, K, O (Marian code)'
series_style[4] = 4
series_label[4] = 'bottleneck for Q, equal parameters'
columns = 0
array column_label[1]
array column_at[1]
rows = 4
array row_label[5]
array row_at[5]
row_at[1] = 1
row_label[1] = 'bottleneck for Q, equal parameters'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V (RoBERTa code)'
row_at[3] = 3
row_label[3] = 'the same with LayerNorm'
row_at[4] = 4
row_label[4] = 'MLP with LayerNorm for Q, K, O (Marian code)'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 20
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[5]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
array legend_y[5]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of the forward and backward pass over that of linear Q K V O; less is better'
x_label = 'time / time of linear Q K V O'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.828626539888; x_high[1] = 6.37960772649; y_low[1] = 0.82; y_high[1] = 4.18
x_low[2] = 0.828626539888; x_high[2] = 6.37960772649; y_low[2] = 0.82; y_high[2] = 4.18
x_low[3] = 0.828626539888; x_high[3] = 6.37960772649; y_low[3] = 0.82; y_high[3] = 4.18
x_low[4] = 0.828626539888; x_high[4] = 6.37960772649; y_low[4] = 0.82; y_high[4] = 4.18
x_low[5] = 0.828626539888; x_high[5] = 6.37960772649; y_low[5] = 0.82; y_high[5] = 4.18
every = 1
array panel_first[6]
panel_first[1] = 1
panel_first[2] = 5
panel_first[3] = 9
panel_first[4] = 13
panel_first[5] = 17
array panel_last[6]
panel_last[1] = 4
panel_last[2] = 8
panel_last[3] = 12
panel_last[4] = 16
panel_last[5] = 20
point_series = '1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4'
width = 1148
height = 488
plot_width = 226
plot_height = 120
y_label_gap = 372.60000000000002
array panel_x[6]
panel_x[1] = 393.6
panel_x[2] = 645.6
panel_x[3] = 897.6
panel_x[4] = 393.6
panel_x[5] = 645.6
array panel_y[6]
panel_y[1] = 66
panel_y[2] = 66
panel_y[3] = 66
panel_y[4] = 292
panel_y[5] = 292
log_axes = 'x'
load plots.'/ratio.gp'
