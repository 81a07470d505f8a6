# `gnuplot figures/nonlinear-query-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/nonlinear-query-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/nonlinear-query-dots.csv'
out = './figures/nonlinear-query-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 19
array series_label[20]
array series_at[20]
series_at[1] = 2
series_label[1] = 'linear, half the scale'
series_at[2] = 3
series_label[2] = 'identity, half the scale, qk_norm = none'
series_at[3] = 4
series_label[3] = 'identity, half the scale, qk_norm = rms'
series_at[4] = 5
series_label[4] = 'identity, qk_norm = none'
series_at[5] = 6
series_label[5] = 'identity, qk_norm = rms'
series_at[6] = 7
series_label[6] = 'x + W x, qk_norm = none'
series_at[7] = 8
series_label[7] = 'x + W x, qk_norm = rms'
series_at[8] = 9
series_label[8] = 'bottleneck with GELU, as published, qk_norm = none'
series_at[9] = 10
series_label[9] = 'bottleneck with GELU, as published, qk_norm = rms'
series_at[10] = 11
series_label[10] = 'bottleneck without its activation, qk_norm = none'
series_at[11] = 12
series_label[11] = 'bottleneck without its activation, qk_norm = rms'
series_at[12] = 13
series_label[12] = 'bottleneck with GELU, full scale, qk_norm = none'
series_at[13] = 14
series_label[13] = 'bottleneck with GELU, full scale, qk_norm = rms'
series_at[14] = 15
series_label[14] = 'linear, FFN one unit wider: equal parameters, qk_norm = none'
series_at[15] = 16
series_label[15] = 'linear, FFN one unit wider: equal parameters, qk_norm = rms'
series_at[16] = 17
series_label[16] = 'identity, half the scale, FFN wider: equal parameters, qk_norm = none'
series_at[17] = 18
series_label[17] = 'identity, half the scale, FFN wider: equal parameters, qk_norm = rms'
series_at[18] = 19
series_label[18] = 'linear, FFN wider: 12.5 % more parameters, qk_norm = none'
series_at[19] = 20
series_label[19] = 'linear, FFN wider: 12.5 % more parameters, qk_norm = rms'
columns = 0
array column_label[1]
array column_at[1]
rows = 19
array row_label[20]
array row_at[20]
row_at[1] = 2
row_label[1] = 'linear, half the scale'
row_at[2] = 3
row_label[2] = 'identity, half the scale, qk_norm = none'
row_at[3] = 4
row_label[3] = 'identity, half the scale, qk_norm = rms'
row_at[4] = 5
row_label[4] = 'identity, qk_norm = none'
row_at[5] = 6
row_label[5] = 'identity, qk_norm = rms'
row_at[6] = 7
row_label[6] = 'x + W x, qk_norm = none'
row_at[7] = 8
row_label[7] = 'x + W x, qk_norm = rms'
row_at[8] = 9
row_label[8] = 'bottleneck with GELU, as published, qk_norm = none'
row_at[9] = 10
row_label[9] = 'bottleneck with GELU, as published, qk_norm = rms'
row_at[10] = 11
row_label[10] = 'bottleneck without its activation, qk_norm = none'
row_at[11] = 12
row_label[11] = 'bottleneck without its activation, qk_norm = rms'
row_at[12] = 13
row_label[12] = 'bottleneck with GELU, full scale, qk_norm = none'
row_at[13] = 14
row_label[13] = 'bottleneck with GELU, full scale, qk_norm = rms'
row_at[14] = 15
row_label[14] = 'linear, FFN one unit wider: equal parameters, qk_norm = none'
row_at[15] = 16
row_label[15] = 'linear, FFN one unit wider: equal parameters, qk_norm = rms'
row_at[16] = 17
row_label[16] = 'identity, half the scale, FFN wider: equal parameters, qk_norm = none'
row_at[17] = 18
row_label[17] = 'identity, half the scale, FFN wider: equal parameters, qk_norm = rms'
row_at[18] = 19
row_label[18] = 'linear, FFN wider: 12.5 % more parameters, qk_norm = none'
row_at[19] = 20
row_label[19] = 'linear, FFN wider: 12.5 % more parameters, qk_norm = rms'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = ''
x_label = 'loss below the baseline'."'".'s (%)'
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
x_low[1] = -6.83221769905; x_high[1] = 1.20210629252; y_low[1] = -0.08; y_high[1] = 20.08
log_axes = ''
load plots.'/dots.gp'
