# `gnuplot figures/variants.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/variants.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/variants.csv'
out = './figures/variants.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 0
array series_label[series + 1]
array series_style[series + 1]
columns = 61
array column_label[62]
array column_at[62]
column_at[1] = 1
column_label[1] = 'counting 0.01565'
column_at[2] = 2
column_label[2] = 'plain layer 0.68'
column_at[3] = 3
column_label[3] = 'accuracy at 4 to 8'
column_at[4] = 4
column_label[4] = 'times the length'
column_at[5] = 5
column_label[5] = 'MQAR recall'
column_at[6] = 6
column_label[6] = 'cost, times the plain layer'."'".'s'
column_at[7] = 7
column_label[7] = 'training'
column_at[8] = 8
column_label[8] = 'time'
column_at[9] = 9
column_label[9] = 'layer'
column_at[10] = 10
column_label[10] = 'memory'
column_at[11] = 11
column_label[11] = 'para-'
column_at[12] = 12
column_label[12] = 'meters'
column_at[13] = 13
column_label[13] = 'Scores'
column_at[14] = 14
column_label[14] = 'forgetting'
column_at[15] = 15
column_label[15] = '▼ -0.58'
column_at[16] = 16
column_label[16] = '[-0.78, -0.38]'
column_at[17] = 17
column_label[17] = '1.02'
column_at[18] = 18
column_label[18] = '1.00'
column_at[19] = 19
column_label[19] = 'neural score'
column_at[20] = 20
column_label[20] = '▼ -0.61'
column_at[21] = 21
column_label[21] = '[-0.79, -0.42]'
column_at[22] = 22
column_label[22] = 'neural score as published, first layer'
column_at[23] = 23
column_label[23] = '▼ -0.66'
column_at[24] = 24
column_label[24] = '[-0.84, -0.48]'
column_at[25] = 25
column_label[25] = 'Normalisers'
column_at[26] = 26
column_label[26] = 'expressive: z^2 / (1 + z^2)'
column_at[27] = 27
column_label[27] = '▽ -0.44'
column_at[28] = 28
column_label[28] = '[-0.79, -0.09]'
column_at[29] = 29
column_label[29] = 'Projections'
column_at[30] = 30
column_label[30] = 'MLP for Q, K, V'
column_at[31] = 31
column_label[31] = '▼ -0.62'
column_at[32] = 32
column_label[32] = '[-0.84, -0.40]'
column_at[33] = 33
column_label[33] = '1.14'
column_at[34] = 34
column_label[34] = '1.65'
column_at[35] = 35
column_label[35] = 'residual bottleneck for Q, scale of'
column_at[36] = 36
column_label[36] = 'the score times 0.5'
column_at[37] = 37
column_label[37] = '∅ -0.48'
column_at[38] = 38
column_label[38] = '[-0.83, -0.12]'
column_at[39] = 39
column_label[39] = '1.04'
column_at[40] = 40
column_label[40] = 'Outputs'
column_at[41] = 41
column_label[41] = 'output gate'
column_at[42] = 42
column_label[42] = '? -0.20'
column_at[43] = 43
column_label[43] = '[-0.45, +0.05]'
column_at[44] = 44
column_label[44] = '1.07'
column_at[45] = 45
column_label[45] = 'Controls and sizes'
column_at[46] = 46
column_label[46] = 'wider feed-forward net, as the gate'
column_at[47] = 47
column_label[47] = '▽ -0.19'
column_at[48] = 48
column_label[48] = '[-0.35, -0.03]'
column_at[49] = 49
column_label[49] = 'wider feed-forward net, as MLP for Q,'
column_at[50] = 50
column_label[50] = 'K, V'
column_at[51] = 51
column_label[51] = '? -0.18'
column_at[52] = 52
column_label[52] = '[-0.45, +0.08]'
column_at[53] = 53
column_label[53] = '1.64'
column_at[54] = 54
column_label[54] = 'damaged control: same weights for'
column_at[55] = 55
column_label[55] = 'every query'
column_at[56] = 56
column_label[56] = '▼ -0.63'
column_at[57] = 57
column_label[57] = '[-0.81, -0.45]'
column_at[58] = 58
column_label[58] = '▲ better   ▼ worse   = no different   △ ▽ suggestive   ? unresolved   ∅ cannot be told: its'
column_at[59] = 59
column_label[59] = 'set-up, or a learning rate at an end of what was tried   empty: not tried   +: better than the plain'
column_at[60] = 60
column_label[60] = 'layer   [interval]   †: in another set-up than the one whose numbers stand above   ~: of whole'
column_at[61] = 61
column_label[61] = 'trainings, beside which others ran'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 95
picture_width = 722
picture_height = 788
array legend_x[1]
array legend_y[1]
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Variants by tasks: change against the plain layer at equal steps, better being'."\n".'positive, with its interval'
x_label = ''
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -40.62; x_high[1] = 717.62; y_low[1] = 12.1; y_high[1] = 812.9
every = 87
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 95
point_series = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'
width = 732
height = 504
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 66
log_axes = ''
load plots.'/variants.gp'
