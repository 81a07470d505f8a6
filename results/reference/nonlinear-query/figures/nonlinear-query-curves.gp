# `gnuplot figures/nonlinear-query-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/nonlinear-query-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/nonlinear-query-curves.csv'
out = './figures/nonlinear-query-curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 21
array series_label[22]
array series_at[22]
series_at[1] = 0
series_label[1] = 'linear, qk_norm = none'
series_at[2] = 1
series_label[2] = 'linear, qk_norm = rms'
series_at[3] = 2
series_label[3] = 'linear, half the scale'
series_at[4] = 3
series_label[4] = 'identity, half the scale, qk_norm = none'
series_at[5] = 4
series_label[5] = 'identity, half the scale, qk_norm = rms'
series_at[6] = 5
series_label[6] = 'identity, qk_norm = none'
series_at[7] = 6
series_label[7] = 'identity, qk_norm = rms'
series_at[8] = 7
series_label[8] = 'x + W x, qk_norm = none'
series_at[9] = 8
series_label[9] = 'x + W x, qk_norm = rms'
series_at[10] = 9
series_label[10] = 'bottleneck with GELU, as published, qk_norm = none'
series_at[11] = 10
series_label[11] = 'bottleneck with GELU, as published, qk_norm = rms'
series_at[12] = 11
series_label[12] = 'bottleneck without its activation, qk_norm = none'
series_at[13] = 12
series_label[13] = 'bottleneck without its activation, qk_norm = rms'
series_at[14] = 13
series_label[14] = 'bottleneck with GELU, full scale, qk_norm = none'
series_at[15] = 14
series_label[15] = 'bottleneck with GELU, full scale, qk_norm = rms'
series_at[16] = 15
series_label[16] = 'linear, FFN one unit wider: equal parameters, qk_norm = none'
series_at[17] = 16
series_label[17] = 'linear, FFN one unit wider: equal parameters, qk_norm = rms'
series_at[18] = 17
series_label[18] = 'identity, half the scale, FFN wider: equal parameters, qk_norm = none'
series_at[19] = 18
series_label[19] = 'identity, half the scale, FFN wider: equal parameters, qk_norm = rms'
series_at[20] = 19
series_label[20] = 'linear, FFN wider: 12.5 % more parameters, qk_norm = none'
series_at[21] = 20
series_label[21] = 'linear, FFN wider: 12.5 % more parameters, qk_norm = rms'
columns = 0
array column_label[1]
array column_at[1]
rows = 0
array row_label[1]
array row_at[1]
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = 'loss (validation)'
x_label = 'optimiser steps'
x_low[1] = 27.6; x_high[1] = 632.4; y_low[1] = 1.92480990665; y_high[1] = 2.74356418459
log_axes = ''
load plots.'/curves.gp'
