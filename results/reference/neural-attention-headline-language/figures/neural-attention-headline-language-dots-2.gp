# `gnuplot figures/neural-attention-headline-language-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-language-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-language-dots-2.csv'
out = './figures/neural-attention-headline-language-dots-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'as published: two hidden layers, d'."'".' = 2, layer 0'
series_style[2] = -2
series_label[2] = 'the same, d'."'".' = 16'
series_style[3] = -3
series_label[3] = 'one hidden layer, d'."'".' = 16, layer 0'
series_style[4] = -4
series_label[4] = 'one hidden layer, d'."'".' = 16, all layers'
series_style[5] = -9
series_label[5] = 'dot product plus neural, layer 0'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'one hidden layer, d'."'".' = 16, all layers'
row_at[2] = 2
row_label[2] = 'one hidden layer, d'."'".' = 16, layer 0'
row_at[3] = 3
row_label[3] = 'dot product plus neural, layer 0'
row_at[4] = 4
row_label[4] = 'as published: two hidden layers, d'."'".' = 2, layer 0'
row_at[5] = 5
row_label[5] = 'the same, d'."'".' = 16'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 5
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
far_unit = ' %'
array legend_x[6]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
array legend_y[6]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in perplexity (%) at equal parameters, each against its own control of as many parameters; 0 is that'."\n".'control and not the baseline'
x_label = 'change in perplexity (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -2.58317110716; x_high[1] = 7.165843663; y_low[1] = 0.76; y_high[1] = 5.24
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 5
point_series = '1 2 3 4 5'
width = 1052
height = 288
plot_width = 600
plot_height = 146
y_label_gap = 406.20000000000005
array panel_x[2]
panel_x[1] = 427.2
array panel_y[2]
panel_y[1] = 66
log_axes = ''
load plots.'/dots.gp'
