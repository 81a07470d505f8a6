# `gnuplot figures/matrix-induction-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/matrix-induction-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/matrix-induction-lr_curves.csv'
out = './figures/matrix-induction-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 19
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
series_label[5] = 'no query matrix'
series_style[6] = -5
series_label[6] = 'ReLU on Q, K, V'
series_style[7] = -6
series_label[7] = 'one head of keys and values'
series_style[8] = -7
series_label[8] = 'neural score'
series_style[9] = -8
series_label[9] = 'neural score as published, first layer'
series_style[10] = -9
series_label[10] = 'learned function of scores'
series_style[11] = -10
series_label[11] = 'scores below 5 by tanh'
series_style[12] = -11
series_label[12] = 'forgetting'
series_style[13] = 1
series_label[13] = 'expressive: z^2 / (1 + z^2)'
series_style[14] = -12
series_label[14] = 'softmax with a learned sink'
series_style[15] = -13
series_label[15] = 'output gate'
series_style[16] = -14
series_label[16] = 'difference of two softmaxes'
series_style[17] = -15
series_label[17] = 'fourth matrix'
series_style[18] = -16
series_label[18] = 'wider feed-forward net, as MLP for Q, K, V'
series_style[19] = -17
series_label[19] = 'wider feed-forward net, as the gate'
columns = 9
array column_label[10]
array column_at[10]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.00283
column_label[2] = '0.00283'
column_at[3] = 0.004
column_label[3] = '0.004'
column_at[4] = 0.00566
column_label[4] = '0.00566'
column_at[5] = 0.008
column_label[5] = '0.008'
column_at[6] = 0.0113
column_label[6] = '0.0113'
column_at[7] = 0.016
column_label[7] = '0.016'
column_at[8] = 0.0226
column_label[8] = '0.0226'
column_at[9] = 0.032
column_label[9] = '0.032'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 151
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
end_series[1] = 3
end_series[2] = 15
end_series[3] = 6
end_series[4] = 12
end_series[5] = 10
end_series[6] = 13
end_series[7] = 18
end_series[8] = 17
end_series[9] = 2
end_series[10] = 11
end_series[11] = 8
end_series[12] = 9
end_series[13] = 14
end_series[14] = 5
end_series[15] = 16
end_series[16] = 7
end_series[17] = 19
end_series[18] = 4
end_series[19] = 1
array end_x[20]
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
end_x[12] = 675.857142857
end_x[13] = 675.857142857
end_x[14] = 675.857142857
end_x[15] = 675.857142857
end_x[16] = 675.857142857
end_x[17] = 675.857142857
end_x[18] = 675.857142857
end_x[19] = 675.857142857
array end_y[20]
end_y[1] = 68.3571428571
end_y[2] = 72.3587242381
end_y[3] = 73.1940188301
end_y[4] = 74.497136205
end_y[5] = 80.637282827
end_y[6] = 85.9020313815
end_y[7] = 90.9152840804
end_y[8] = 95.8978911356
end_y[9] = 99.0838171502
end_y[10] = 101.20143354
end_y[11] = 387.373883574
end_y[12] = 397.988542981
end_y[13] = 407.615977995
end_y[14] = 407.627512543
end_y[15] = 407.631633149
end_y[16] = 407.635722224
end_y[17] = 407.636671163
end_y[18] = 407.642141627
end_y[19] = 407.642549522
array end_label_x[20]
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
end_label_x[12] = 742
end_label_x[13] = 742
end_label_x[14] = 742
end_label_x[15] = 742
end_label_x[16] = 742
end_label_x[17] = 742
end_label_x[18] = 742
end_label_x[19] = 742
array end_label_y[20]
end_label_y[1] = 55.5
end_label_y[2] = 70.5
end_label_y[3] = 85.5
end_label_y[4] = 100.5
end_label_y[5] = 115.5
end_label_y[6] = 130.5
end_label_y[7] = 145.5
end_label_y[8] = 160.5
end_label_y[9] = 175.5
end_label_y[10] = 190.5
end_label_y[11] = 300.5
end_label_y[12] = 315.5
end_label_y[13] = 330.5
end_label_y[14] = 345.5
end_label_y[15] = 360.5
end_label_y[16] = 375.5
end_label_y[17] = 390.5
end_label_y[18] = 405.5
end_label_y[19] = 420.5
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00169349062473; x_high[1] = 0.0377917651657; y_low[1] = -0.207826853688; y_high[1] = 3.6716096435
every = 2
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 151
point_series = '1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 13 13 13 13 13 13 13 13 14 14 14 14 14 14 14 14 15 15 15 15 15 15 15 15 16 16 16 16 16 16 16 16 17 17 17 17 17 17 17 17 18 18 18 18 18 18 18 18 19 19 19 19 19 19 19 19'
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
