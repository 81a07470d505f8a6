# `gnuplot figures/neural-attention-expressivity-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-expressivity-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-expressivity-dots.csv'
out = './figures/neural-attention-expressivity-dots.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'induction'
panel_at[2] = 2
panel_label[2] = 'dynamic lookup'
panel_at[3] = 3
panel_label[3] = 'static lookup'
panel_at[4] = 4
panel_label[4] = 'associative recall (pairs 4, length 32, keys 16,'."\n".'values 16)'
series = 11
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 4
series_label[1] = 'neural, one hidden layer, d'."'".' = 8'
series_style[2] = -1
series_label[2] = 'the same without activation'
series_style[3] = -2
series_label[3] = 'neural, two hidden layers, d'."'".' = 8'
series_style[4] = -3
series_label[4] = 'neural, two hidden layers, d'."'".' = 2'
series_style[5] = -4
series_label[5] = 'dot product in d'."'".' = 8'
series_style[6] = -5
series_label[6] = 'dot product in d'."'".' = 2'
series_style[7] = 1
series_label[7] = 'the same for every query'
series_style[8] = -6
series_label[8] = 'additive (Bahdanau), d'."'".' = 8'
series_style[9] = 2
series_label[9] = 'GAT (static), d'."'".' = 8'
series_style[10] = 3
series_label[10] = 'GATv2 (dynamic), d'."'".' = 8'
series_style[11] = -7
series_label[11] = 'dot product plus neural'
columns = 0
array column_label[1]
array column_at[1]
rows = 11
array row_label[12]
array row_at[12]
row_at[1] = 1
row_label[1] = 'dot product in d'."'".' = 2'
row_at[2] = 2
row_label[2] = 'dot product plus neural'
row_at[3] = 3
row_label[3] = 'additive (Bahdanau), d'."'".' = 8'
row_at[4] = 4
row_label[4] = 'GATv2 (dynamic), d'."'".' = 8'
row_at[5] = 5
row_label[5] = 'neural, one hidden layer, d'."'".' = 8'
row_at[6] = 6
row_label[6] = 'dot product in d'."'".' = 8'
row_at[7] = 7
row_label[7] = 'neural, two hidden layers, d'."'".' = 8'
row_at[8] = 8
row_label[8] = 'neural, two hidden layers, d'."'".' = 2'
row_at[9] = 9
row_label[9] = 'GAT (static), d'."'".' = 8'
row_at[10] = 10
row_label[10] = 'the same without activation'
row_at[11] = 11
row_label[11] = 'the same for every query'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 44
zero = 0
band_low = -0.02
band_high = 0.02
far_unit = ''
array legend_x[12]
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
array legend_y[12]
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in accuracy at equal steps and data, against dot product'
x_label = 'change in accuracy, better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -1.0505913083; x_high[1] = 0.275341308302; y_low[1] = 0.4; y_high[1] = 11.6
x_low[2] = -1.0505913083; x_high[2] = 0.275341308302; y_low[2] = 0.4; y_high[2] = 11.6
x_low[3] = -1.0505913083; x_high[3] = 0.275341308302; y_low[3] = 0.4; y_high[3] = 11.6
x_low[4] = -1.0505913083; x_high[4] = 0.275341308302; y_low[4] = 0.4; y_high[4] = 11.6
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 12
panel_first[3] = 23
panel_first[4] = 34
array panel_last[5]
panel_last[1] = 11
panel_last[2] = 22
panel_last[3] = 33
panel_last[4] = 44
point_series = '1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11'
width = 1112
height = 854
plot_width = 380
plot_height = 302
y_label_gap = 280.19999999999999
array panel_x[5]
panel_x[1] = 301.2
panel_x[2] = 707.2
panel_x[3] = 301.2
panel_x[4] = 707.2
array panel_y[5]
panel_y[1] = 84
panel_y[2] = 84
panel_y[3] = 476
panel_y[4] = 476
log_axes = ''
load plots.'/dots.gp'
