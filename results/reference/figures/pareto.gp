# `gnuplot figures/pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/pareto.csv'
out = './figures/pareto.'.format
plots = '../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = 'loss (%)'
panel_at[2] = 2
panel_label[2] = 'accuracy'
panel_at[3] = 3
panel_label[3] = 'perplexity (%)'
series = 19
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'Activation after a projection'
series_style[2] = 1
series_label[2] = 'A fourth matrix'
series_style[3] = 1
series_label[3] = 'Gain over training'
series_style[4] = 1
series_label[4] = 'Every variant on every task: Induction'
series_style[5] = 1
series_label[5] = 'Every variant on every task: Masked words of WikiText-2'
series_style[6] = 1
series_label[6] = 'Which MLP for Q, K, V'
series_style[7] = 1
series_label[7] = 'Parts of an MLP projection'
series_style[8] = 1
series_label[8] = 'MLP for Q, K, V: masked words'
series_style[9] = 1
series_label[9] = 'MLP for Q, K, V: size and data'
series_style[10] = 1
series_label[10] = 'Learning rates that train'
series_style[11] = 1
series_label[11] = 'MLP for Q, K, V: subject lines'
series_style[12] = 1
series_label[12] = 'MLP for Q, K, V: classes and answers'
series_style[13] = 1
series_label[13] = 'Neural score: hidden width'
series_style[14] = 1
series_label[14] = 'What each score can express'
series_style[15] = 1
series_label[15] = 'Neural score: pictures'
series_style[16] = 1
series_label[16] = 'Neural score: language'
series_style[17] = 1
series_label[17] = 'Neural score: which layers'
series_style[18] = 1
series_label[18] = 'Nonlinear query'
series_style[19] = 1
series_label[19] = 'Which projection'
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
points = 360
array legend_x[20]
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
array legend_y[20]
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
ends = 19
array end_series[20]
end_series[1] = 9
end_series[2] = 3
end_series[3] = 10
end_series[4] = 2
end_series[5] = 11
end_series[6] = 18
end_series[7] = 19
end_series[8] = 7
end_series[9] = 6
end_series[10] = 1
end_series[11] = 17
end_series[12] = 13
end_series[13] = 4
end_series[14] = 15
end_series[15] = 12
end_series[16] = 14
end_series[17] = 8
end_series[18] = 5
end_series[19] = 16
array end_x[20]
end_x[1] = 217.030094962
end_x[2] = 172.577897757
end_x[3] = 162.774412337
end_x[4] = 162.361795324
end_x[5] = 225.735685473
end_x[6] = 164.300486771
end_x[7] = 159.864035793
end_x[8] = 218.251867134
end_x[9] = 213.491973254
end_x[10] = 154.981173921
end_x[11] = 166.056208631
end_x[12] = 199.904932874
end_x[13] = 167.161300778
end_x[14] = 234.446838028
end_x[15] = 329.997849405
end_x[16] = 199.040115829
end_x[17] = 509.56695854
end_x[18] = 445.262812324
end_x[19] = 220.649214901
array end_y[20]
end_y[1] = 137.279026629
end_y[2] = 140.220405032
end_y[3] = 146.085011835
end_y[4] = 196.075710254
end_y[5] = 219.978783366
end_y[6] = 222.459125599
end_y[7] = 239.272716585
end_y[8] = 258.838243922
end_y[9] = 265.370965403
end_y[10] = 278.527724183
end_y[11] = 295.333233507
end_y[12] = 317.944750804
end_y[13] = 456.079632265
end_y[14] = 460.626468403
end_y[15] = 468.201169684
end_y[16] = 662.456392544
end_y[17] = 904.329434333
end_y[18] = 928.13704585
end_y[19] = 962.840938921
array end_label_x[20]
end_label_x[1] = 718
end_label_x[2] = 718
end_label_x[3] = 718
end_label_x[4] = 718
end_label_x[5] = 718
end_label_x[6] = 718
end_label_x[7] = 718
end_label_x[8] = 718
end_label_x[9] = 718
end_label_x[10] = 718
end_label_x[11] = 718
end_label_x[12] = 718
end_label_x[13] = 718
end_label_x[14] = 718
end_label_x[15] = 718
end_label_x[16] = 718
end_label_x[17] = 718
end_label_x[18] = 718
end_label_x[19] = 718
array end_label_y[20]
end_label_y[1] = 126.194814499
end_label_y[2] = 141.194814499
end_label_y[3] = 156.194814499
end_label_y[4] = 194.482062852
end_label_y[5] = 209.482062852
end_label_y[6] = 224.482062852
end_label_y[7] = 239.482062852
end_label_y[8] = 254.482062852
end_label_y[9] = 269.482062852
end_label_y[10] = 284.482062852
end_label_y[11] = 299.482062852
end_label_y[12] = 317.944750804
end_label_y[13] = 446.635756784
end_label_y[14] = 461.635756784
end_label_y[15] = 476.635756784
end_label_y[16] = 662.456392544
end_label_y[17] = 904.329434333
end_label_y[18] = 928.13704585
end_label_y[19] = 962.840938921
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
every = 1
array panel_first[4]
panel_first[1] = 1
panel_first[2] = 225
panel_first[3] = 327
array panel_last[4]
panel_last[1] = 224
panel_last[2] = 326
panel_last[3] = 360
point_series = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 3 6 7 9 10 11 13 17 18 19 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4 12 14 15 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 8 16'
width = 1150
height = 1114
plot_width = 576
plot_height = 270
y_label_gap = 87
array panel_x[4]
panel_x[1] = 108
panel_x[2] = 108
panel_x[3] = 108
array panel_y[4]
panel_y[1] = 84
panel_y[2] = 426
panel_y[3] = 768
log_axes = 'x'
load plots.'/questions_pareto.gp'
