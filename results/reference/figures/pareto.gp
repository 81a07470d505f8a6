# `gnuplot figures/pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/pareto.csv'
out = './figures/pareto.'.format
plots = '../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'loss (%)'
panel_at[2] = 2
panel_label[2] = 'accuracy'
panel_at[3] = 3
panel_label[3] = 'perplexity (%)'
panel_at[4] = 4
panel_label[4] = 'BLEU'
series = 21
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'Activation after a projection'
series_style[2] = 1
series_label[2] = 'A fourth matrix'
series_style[3] = 1
series_label[3] = 'Gain over training'
series_style[4] = 1
series_label[4] = 'Every variant on every task: Characters of Tiny Shakespeare'
series_style[5] = 1
series_label[5] = 'Every variant on every task: Induction'
series_style[6] = 1
series_label[6] = 'Every variant on every task: Masked words of WikiText-2'
series_style[7] = 1
series_label[7] = 'Which MLP for Q, K, V'
series_style[8] = 1
series_label[8] = 'Parts of an MLP projection'
series_style[9] = 1
series_label[9] = 'MLP for Q, K, V: masked words'
series_style[10] = 1
series_label[10] = 'MLP for Q, K, O: translation'
series_style[11] = 1
series_label[11] = 'MLP for Q, K, V: size and data'
series_style[12] = 1
series_label[12] = 'Learning rates that train'
series_style[13] = 1
series_label[13] = 'MLP for Q, K, V: subject lines'
series_style[14] = 1
series_label[14] = 'MLP for Q, K, V: classes and answers'
series_style[15] = 1
series_label[15] = 'Neural score: hidden width'
series_style[16] = 1
series_label[16] = 'What each score can express'
series_style[17] = 1
series_label[17] = 'Neural score: pictures'
series_style[18] = 1
series_label[18] = 'Neural score: language'
series_style[19] = 1
series_label[19] = 'Neural score: which layers'
series_style[20] = 1
series_label[20] = 'Nonlinear query'
series_style[21] = 1
series_label[21] = 'Which projection'
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
points = 376
array legend_x[22]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
legend_x[7] = 0
legend_x[8] = 0
legend_x[9] = 0
legend_x[10] = 0
legend_x[11] = 0
legend_x[12] = 0
legend_x[13] = 0
legend_x[14] = 0
legend_x[15] = 0
legend_x[16] = 0
legend_x[17] = 0
legend_x[18] = 0
legend_x[19] = 0
legend_x[20] = 0
legend_x[21] = 0
array legend_y[22]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
legend_y[7] = 0
legend_y[8] = 0
legend_y[9] = 0
legend_y[10] = 0
legend_y[11] = 0
legend_y[12] = 0
legend_y[13] = 0
legend_y[14] = 0
legend_y[15] = 0
legend_y[16] = 0
legend_y[17] = 0
legend_y[18] = 0
legend_y[19] = 0
legend_y[20] = 0
legend_y[21] = 0
ends = 21
array end_series[22]
end_series[1] = 11
end_series[2] = 3
end_series[3] = 4
end_series[4] = 12
end_series[5] = 2
end_series[6] = 13
end_series[7] = 20
end_series[8] = 21
end_series[9] = 8
end_series[10] = 7
end_series[11] = 1
end_series[12] = 19
end_series[13] = 15
end_series[14] = 5
end_series[15] = 17
end_series[16] = 14
end_series[17] = 16
end_series[18] = 9
end_series[19] = 6
end_series[20] = 18
end_series[21] = 10
array end_x[22]
end_x[1] = 211.540732542
end_x[2] = 169.326579988
end_x[3] = 231.295620602
end_x[4] = 160.016672827
end_x[5] = 159.624829934
end_x[6] = 219.808020753
end_x[7] = 161.465913653
end_x[8] = 157.252825657
end_x[9] = 212.700991879
end_x[10] = 208.180745434
end_x[11] = 152.615802317
end_x[12] = 163.133239793
end_x[13] = 195.277774795
end_x[14] = 164.182693621
end_x[15] = 228.080590974
end_x[16] = 318.820874348
end_x[17] = 194.456498886
end_x[18] = 489.349177641
end_x[19] = 428.282566565
end_x[20] = 214.977639845
end_x[21] = 563.009114612
array end_y[22]
end_y[1] = 137.279026629
end_y[2] = 140.220405032
end_y[3] = 145.045491492
end_y[4] = 146.085011835
end_y[5] = 196.075710254
end_y[6] = 219.978783366
end_y[7] = 222.459125599
end_y[8] = 239.272716585
end_y[9] = 258.838243922
end_y[10] = 265.370965403
end_y[11] = 278.527724183
end_y[12] = 295.333233507
end_y[13] = 317.944750804
end_y[14] = 456.079632265
end_y[15] = 460.626468403
end_y[16] = 468.201169684
end_y[17] = 662.456392544
end_y[18] = 904.329434333
end_y[19] = 928.13704585
end_y[20] = 962.840938921
end_y[21] = 1366.00573419
array end_label_x[22]
end_label_x[1] = 689
end_label_x[2] = 689
end_label_x[3] = 689
end_label_x[4] = 689
end_label_x[5] = 689
end_label_x[6] = 689
end_label_x[7] = 689
end_label_x[8] = 689
end_label_x[9] = 689
end_label_x[10] = 689
end_label_x[11] = 689
end_label_x[12] = 689
end_label_x[13] = 689
end_label_x[14] = 689
end_label_x[15] = 689
end_label_x[16] = 689
end_label_x[17] = 689
end_label_x[18] = 689
end_label_x[19] = 689
end_label_x[20] = 689
end_label_x[21] = 689
array end_label_y[22]
end_label_y[1] = 119.657483747
end_label_y[2] = 134.657483747
end_label_y[3] = 149.657483747
end_label_y[4] = 164.657483747
end_label_y[5] = 194.482062852
end_label_y[6] = 209.482062852
end_label_y[7] = 224.482062852
end_label_y[8] = 239.482062852
end_label_y[9] = 254.482062852
end_label_y[10] = 269.482062852
end_label_y[11] = 284.482062852
end_label_y[12] = 299.482062852
end_label_y[13] = 317.944750804
end_label_y[14] = 446.635756784
end_label_y[15] = 461.635756784
end_label_y[16] = 476.635756784
end_label_y[17] = 662.456392544
end_label_y[18] = 904.329434333
end_label_y[19] = 928.13704585
end_label_y[20] = 962.840938921
end_label_y[21] = 1366.00573419
title_text = 'Change at equal steps and data, against each question'."'".'s own baseline (the star), by training time per token. In colour: the'."\n".'arm that a question is about; pale: all other arms. Each panel has a scale of its own'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change, better upward'
y_label_beside = 'change, better upward'
x_unit = ''
y_unit = ''
y_asinh = 1
pairs = 0
legend = 0
x_low[1] = 0.720904280086; x_high[1] = 32.984513136; y_low[1] = -21.3146453044; y_high[1] = 5.25085659914
x_low[2] = 0.869567275001; x_high[2] = 2.83197038169; y_low[2] = -0.984831133333; y_high[2] = 0.1093678
x_low[3] = 0.88570306821; x_high[3] = 1.84379141958; y_low[3] = -88.278365044; y_high[3] = 7.52039157641
x_low[4] = 0.953617235753; x_high[4] = 1.44817843014; y_low[4] = -12.3228656383; y_high[4] = 1.67992308835
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 233
panel_first[3] = 335
panel_first[4] = 369
array panel_last[5]
panel_last[1] = 232
panel_last[2] = 334
panel_last[3] = 368
panel_last[4] = 376
point_series = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 3 4 7 8 11 12 13 15 19 20 21 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 14 16 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 6 9 18 0 0 0 0 0 0 0 10'
width = 1150
height = 1456
plot_width = 547
plot_height = 270
y_label_gap = 87
array panel_x[5]
panel_x[1] = 108
panel_x[2] = 108
panel_x[3] = 108
panel_x[4] = 108
array panel_y[5]
panel_y[1] = 84
panel_y[2] = 426
panel_y[3] = 768
panel_y[4] = 1110
log_axes = 'x'
load plots.'/questions_pareto.gp'
