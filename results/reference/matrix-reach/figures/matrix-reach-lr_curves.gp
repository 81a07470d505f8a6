# `gnuplot figures/matrix-reach-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/matrix-reach-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/matrix-reach-lr_curves.csv'
out = './figures/matrix-reach-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 11
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'softmax of dot products'
series_style[2] = -1
series_label[2] = 'damaged control: same weights for every query'
series_style[3] = -2
series_label[3] = 'MLP for Q, K, V'
series_style[4] = -3
series_label[4] = 'bottleneck query with GELU'
series_style[5] = -4
series_label[5] = 'neural score'
series_style[6] = -5
series_label[6] = 'neural score as published, first layer'
series_style[7] = -6
series_label[7] = 'forgetting'
series_style[8] = 1
series_label[8] = 'expressive: z^2 / (1 + z^2)'
series_style[9] = -7
series_label[9] = 'output gate'
series_style[10] = -8
series_label[10] = 'wider feed-forward net, as MLP for Q, K, V'
series_style[11] = -9
series_label[11] = 'wider feed-forward net, as the gate'
columns = 7
array column_label[8]
array column_at[8]
column_at[1] = 0.001
column_label[1] = '0.001'
column_at[2] = 0.00141
column_label[2] = '0.00141'
column_at[3] = 0.002
column_label[3] = '0.002'
column_at[4] = 0.00283
column_label[4] = '0.00283'
column_at[5] = 0.004
column_label[5] = '0.004'
column_at[6] = 0.00566
column_label[6] = '0.00566'
column_at[7] = 0.008
column_label[7] = '0.008'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 73
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
ends = 11
array end_series[12]
end_series[1] = 8
end_series[2] = 10
end_series[3] = 3
end_series[4] = 6
end_series[5] = 7
end_series[6] = 5
end_series[7] = 2
end_series[8] = 4
end_series[9] = 9
end_series[10] = 11
end_series[11] = 1
array end_x[12]
end_x[1] = 675.857142857
end_x[2] = 675.857142857
end_x[3] = 675.857142857
end_x[4] = 675.857142857
end_x[5] = 675.857142857
end_x[6] = 675.857142857
end_x[7] = 675.857142857
end_x[8] = 675.857142857
end_x[9] = 675.857142857
end_x[10] = 675.857142857
end_x[11] = 675.857142857
array end_y[12]
end_y[1] = 68.3571428571
end_y[2] = 190.22140229
end_y[3] = 199.194122714
end_y[4] = 210.138923304
end_y[5] = 210.169266869
end_y[6] = 210.184835006
end_y[7] = 210.807586981
end_y[8] = 366.193005675
end_y[9] = 396.805035706
end_y[10] = 399.341515229
end_y[11] = 407.63200514
array end_label_x[12]
end_label_x[1] = 742
end_label_x[2] = 742
end_label_x[3] = 742
end_label_x[4] = 742
end_label_x[5] = 742
end_label_x[6] = 742
end_label_x[7] = 742
end_label_x[8] = 742
end_label_x[9] = 742
end_label_x[10] = 742
end_label_x[11] = 742
array end_label_y[12]
end_label_y[1] = 68.3571428571
end_label_y[2] = 167.619356194
end_label_y[3] = 182.619356194
end_label_y[4] = 197.619356194
end_label_y[5] = 212.619356194
end_label_y[6] = 227.619356194
end_label_y[7] = 242.619356194
end_label_y[8] = 366.193005675
end_label_y[9] = 386.259518692
end_label_y[10] = 401.259518692
end_label_y[11] = 416.259518692
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.000882702996291; x_high[1] = 0.00906307108237; y_low[1] = -0.158279605975; y_high[1] = 2.79638108463
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 73
point_series = '1 1 1 1 1 1 1 2 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 7 7 7 7 7 7 7 8 8 8 8 8 8 8 9 9 9 9 9 9 9 10 10 10 10 10 10 11 11 11 11 11 11 11'
width = 1102
height = 504
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/lr_curves.gp'
