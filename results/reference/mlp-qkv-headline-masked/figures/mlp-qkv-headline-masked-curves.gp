# `gnuplot figures/mlp-qkv-headline-masked-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-masked-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-masked-curves.csv'
out = './figures/mlp-qkv-headline-masked-curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swapped in after 500 steps'
panel_at[2] = 2
panel_label[2] = 'there from the first step'
series = 8
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'linear, FFN wider by as much'
series_style[3] = 1
series_label[3] = 'MLP for Q, K, V (RoBERTa code), ReLU'
series_style[4] = -2
series_label[4] = 'MLP for Q, K, V (RoBERTa code), without activation'
series_style[5] = -3
series_label[5] = 'MLP with LayerNorm for Q, K, O (Marian code), without activation'
series_style[6] = -4
series_label[6] = 'MLP with LayerNorm for Q, K, O (Marian code), ReLU'
series_style[7] = -5
series_label[7] = 'linear, nothing begun anew'
series_style[8] = -6
series_label[8] = 'MLP for Q, K, V, equal to the trained linear maps at first'
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
across = 1
points = 144
array legend_x[9]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
legend_x[7] = 0
legend_x[8] = 0
array legend_y[9]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
legend_y[7] = 0
legend_y[8] = 0
ends = 10
array end_series[11]
end_series[1] = 3
end_series[2] = 1
end_series[3] = 8
end_series[4] = 7
end_series[5] = 5
end_series[6] = 3
end_series[7] = 4
end_series[8] = 6
end_series[9] = 2
end_series[10] = 1
array end_x[11]
end_x[1] = 591.625
end_x[2] = 591.625
end_x[3] = 591.625
end_x[4] = 591.625
end_x[5] = 591.625
end_x[6] = 591.625
end_x[7] = 591.625
end_x[8] = 591.625
end_x[9] = 591.625
end_x[10] = 591.625
array end_y[11]
end_y[1] = 322.653310526
end_y[2] = 329.343113999
end_y[3] = 330.306031718
end_y[4] = 332.541980976
end_y[5] = 657.157737619
end_y[6] = 658.651268481
end_y[7] = 666.546004698
end_y[8] = 667.155285304
end_y[9] = 671.738163555
end_y[10] = 674.483519188
array end_label_x[11]
end_label_x[1] = 653
end_label_x[2] = 653
end_label_x[3] = 653
end_label_x[4] = 653
end_label_x[5] = 653
end_label_x[6] = 653
end_label_x[7] = 653
end_label_x[8] = 653
end_label_x[9] = 653
end_label_x[10] = 653
array end_label_y[11]
end_label_y[1] = 301.5
end_label_y[2] = 316.5
end_label_y[3] = 331.5
end_label_y[4] = 346.5
end_label_y[5] = 613.5
end_label_y[6] = 628.5
end_label_y[7] = 643.5
end_label_y[8] = 658.5
end_label_y[9] = 673.5
end_label_y[10] = 688.5
title_text = 'Perplexity on the validation split, of each arm at the learning rate that was chosen for it. Each panel has a scale of its'."\n".'own'
x_label = 'optimiser steps'
y_label = 'validation perplexity (per token)'
y_label_beside = 'validation perplexity (per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -7; x_high[1] = 1057; y_low[1] = 120.291149489; y_high[1] = 233.022238511
x_low[2] = 46; x_high[2] = 1054; y_low[2] = 120.389909289; y_high[2] = 217.482392215
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 85
array panel_last[3]
panel_last[1] = 84
panel_last[2] = 144
point_series = '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6'
width = 1150
height = 772
plot_width = 511
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 108
array panel_y[3]
panel_y[1] = 84
panel_y[2] = 426
log_axes = ''
load plots.'/curves.gp'
