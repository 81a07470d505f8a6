# `gnuplot figures/mlp-qkv-headline-translation-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-translation-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-translation-dots.csv'
out = './figures/mlp-qkv-headline-translation-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swapped in after 600 steps'
panel_at[2] = 2
panel_label[2] = 'there from the first step'
series = 6
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'linear, FFN wider by as much'
series_style[2] = -2
series_label[2] = 'MLP with LayerNorm for Q, K, O (Marian code), without activation'
series_style[3] = 1
series_label[3] = 'MLP with LayerNorm for Q, K, O (Marian code), ReLU'
series_style[4] = -3
series_label[4] = 'MLP for Q, K, V (RoBERTa code)'
series_style[5] = -4
series_label[5] = 'linear, nothing begun anew'
series_style[6] = -5
series_label[6] = 'MLP for Q, K, V, equal to the trained linear maps at first'
columns = 0
array column_label[1]
array column_at[1]
rows = 6
array row_label[7]
array row_at[7]
row_at[1] = 1
row_label[1] = 'linear, nothing begun anew'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V, equal to the trained linear maps at first'
row_at[3] = 3
row_label[3] = 'linear, FFN wider by as much'
row_at[4] = 4
row_label[4] = 'MLP for Q, K, V (RoBERTa code)'
row_at[5] = 5
row_label[5] = 'MLP with LayerNorm for Q, K, O (Marian code), without activation'
row_at[6] = 6
row_label[6] = 'MLP with LayerNorm for Q, K, O (Marian code), ReLU'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 7
zero = 0
band_low = -1
band_high = 1
far_unit = ''
array legend_x[7]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
array legend_y[7]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in BLEU at equal steps and data, against linear'
x_label = 'change in BLEU, better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -12.3546566816; x_high[1] = 2.24156485367; y_low[1] = 0.7; y_high[1] = 6.3
x_low[2] = -12.3546566816; x_high[2] = 2.24156485367; y_low[2] = 0.7; y_high[2] = 6.3
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 4
array panel_last[3]
panel_last[1] = 3
panel_last[2] = 7
point_series = '4 5 6 1 2 3 4'
width = 1150
height = 314
plot_width = 269
plot_height = 172
y_label_gap = 540.60000000000002
array panel_x[3]
panel_x[1] = 561.6
panel_x[2] = 856.6
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 66
log_axes = ''
load plots.'/dots.gp'
