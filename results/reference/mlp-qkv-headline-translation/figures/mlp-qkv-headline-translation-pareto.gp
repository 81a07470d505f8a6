# `gnuplot figures/mlp-qkv-headline-translation-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-translation-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-translation-pareto.csv'
out = './figures/mlp-qkv-headline-translation-pareto.'.format
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
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 11
array legend_x[7]
legend_x[1] = 58
legend_x[2] = 327.6
legend_x[3] = 58
legend_x[4] = 486
legend_x[5] = 770
legend_x[6] = 58
array legend_y[7]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 66
legend_y[4] = 66
legend_y[5] = 66
legend_y[6] = 84
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in BLEU at equal steps and data, against linear, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in BLEU, better upward'
y_label_beside = 'change in BLEU, better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.839396922973; x_high[1] = 1.51504145143; y_low[1] = -12.3546566816; y_high[1] = 2.24156485367
x_low[2] = 0.839396922973; x_high[2] = 1.51504145143; y_low[2] = -12.3546566816; y_high[2] = 2.24156485367
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 6
array panel_last[3]
panel_last[1] = 5
panel_last[2] = 11
point_series = '0 0 4 5 6 0 0 1 2 3 4'
width = 962
height = 478
plot_width = 380
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 558
array panel_y[3]
panel_y[1] = 132
panel_y[2] = 132
log_axes = 'x'
load plots.'/pareto.gp'
