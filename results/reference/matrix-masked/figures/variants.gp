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
columns = 100
array column_label[101]
array column_at[101]
column_at[1] = 1
column_label[1] = 'counting 67.61'
column_at[2] = 2
column_label[2] = 'plain layer 39.7'
column_at[3] = 3
column_label[3] = 'perplexity, %'
column_at[4] = 4
column_label[4] = 'masked token'
column_at[5] = 5
column_label[5] = 'WikiText-2'
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
column_label[14] = 'learned function of scores'
column_at[15] = 15
column_label[15] = '▽ -1.4 %'
column_at[16] = 16
column_label[16] = '[-2.5, -0.3]'
column_at[17] = 17
column_label[17] = '~1.22'
column_at[18] = 18
column_label[18] = '1.00'
column_at[19] = 19
column_label[19] = 'neural score'
column_at[20] = 20
column_label[20] = '▽ -22.5 %'
column_at[21] = 21
column_label[21] = '[-49.2, -0.5]'
column_at[22] = 22
column_label[22] = '~1.13'
column_at[23] = 23
column_label[23] = 'neural score as published, first layer'
column_at[24] = 24
column_label[24] = '▼ -1.6 %'
column_at[25] = 25
column_label[25] = '[-2.5, -0.7]'
column_at[26] = 26
column_label[26] = '~1.11'
column_at[27] = 27
column_label[27] = 'scores below 5 by tanh'
column_at[28] = 28
column_label[28] = '▽ -1.7 %'
column_at[29] = 29
column_label[29] = '[-2.9, -0.4]'
column_at[30] = 30
column_label[30] = '~1.07'
column_at[31] = 31
column_label[31] = 'Normalisers'
column_at[32] = 32
column_label[32] = 'expressive: z^2 / (1 + z^2)'
column_at[33] = 33
column_label[33] = '▼ -83.1 %'
column_at[34] = 34
column_label[34] = '[-89.1, -77.4]'
column_at[35] = 35
column_label[35] = '~1.04'
column_at[36] = 36
column_label[36] = '0.99'
column_at[37] = 37
column_label[37] = 'softmax with a learned sink'
column_at[38] = 38
column_label[38] = '▽ -2.0 %'
column_at[39] = 39
column_label[39] = '[-3.6, -0.5]'
column_at[40] = 40
column_label[40] = '~1.03'
column_at[41] = 41
column_label[41] = 'Projections'
column_at[42] = 42
column_label[42] = 'MLP for Q, K, V'
column_at[43] = 43
column_label[43] = '▼ -3.5 %'
column_at[44] = 44
column_label[44] = '[-6.8, -0.3]'
column_at[45] = 45
column_label[45] = '~1.36'
column_at[46] = 46
column_label[46] = '1.16'
column_at[47] = 47
column_label[47] = '1.21'
column_at[48] = 48
column_label[48] = 'ReLU on Q, K, V'
column_at[49] = 49
column_label[49] = '▼ -11.2 %'
column_at[50] = 50
column_label[50] = '[-15.5, -7.0]'
column_at[51] = 51
column_label[51] = '~1.02'
column_at[52] = 52
column_label[52] = '1.03'
column_at[53] = 53
column_label[53] = 'no query matrix'
column_at[54] = 54
column_label[54] = '▽ -5.8 %'
column_at[55] = 55
column_label[55] = '[-10.3, -1.5]'
column_at[56] = 56
column_label[56] = '~0.95'
column_at[57] = 57
column_label[57] = '0.98'
column_at[58] = 58
column_label[58] = 'bottleneck query with GELU'
column_at[59] = 59
column_label[59] = '? -1.7 %'
column_at[60] = 60
column_label[60] = '[-4.0, +0.5]'
column_at[61] = 61
column_label[61] = '~1.06'
column_at[62] = 62
column_label[62] = '1.01'
column_at[63] = 63
column_label[63] = 'Outputs'
column_at[64] = 64
column_label[64] = 'difference of two softmaxes'
column_at[65] = 65
column_label[65] = '▼ -8.5 %'
column_at[66] = 66
column_label[66] = '[-11.9, -5.2]'
column_at[67] = 67
column_label[67] = '~1.12'
column_at[68] = 68
column_label[68] = 'fourth matrix'
column_at[69] = 69
column_label[69] = '▼ -6.4 %'
column_at[70] = 70
column_label[70] = '[-8.6, -4.2]'
column_at[71] = 71
column_label[71] = '~0.98'
column_at[72] = 72
column_label[72] = 'output gate'
column_at[73] = 73
column_label[73] = '▼ -4.5 %'
column_at[74] = 74
column_label[74] = '[-6.5, -2.5]'
column_at[75] = 75
column_label[75] = '~1.08'
column_at[76] = 76
column_label[76] = '1.02'
column_at[77] = 77
column_label[77] = 'Controls and sizes'
column_at[78] = 78
column_label[78] = 'one head of keys and values'
column_at[79] = 79
column_label[79] = '? -1.4 %'
column_at[80] = 80
column_label[80] = '[-3.2, +0.4]'
column_at[81] = 81
column_label[81] = '~0.92'
column_at[82] = 82
column_label[82] = '0.96'
column_at[83] = 83
column_label[83] = 'wider feed-forward net, as the gate'
column_at[84] = 84
column_label[84] = '? +0.4 %'
column_at[85] = 85
column_label[85] = '[-1.3, +2.2]'
column_at[86] = 86
column_label[86] = 'wider feed-forward net, as MLP for Q,'
column_at[87] = 87
column_label[87] = 'K, V'
column_at[88] = 88
column_label[88] = '? -0.2 %'
column_at[89] = 89
column_label[89] = '[-2.1, +1.6]'
column_at[90] = 90
column_label[90] = '~1.43'
column_at[91] = 91
column_label[91] = '1.14'
column_at[92] = 92
column_label[92] = 'damaged control: same weights for'
column_at[93] = 93
column_label[93] = 'every query'
column_at[94] = 94
column_label[94] = '▼ -187.6 %'
column_at[95] = 95
column_label[95] = '[-193.3, -182.1]'
column_at[96] = 96
column_label[96] = '~0.97'
column_at[97] = 97
column_label[97] = '▲ better   ▼ worse   = no different   △ ▽ suggestive   ? unresolved   ∅ cannot be told: its'
column_at[98] = 98
column_label[98] = 'set-up, or a learning rate at an end of what was tried   empty: not tried   +: better than the plain'
column_at[99] = 99
column_label[99] = 'layer   [interval]   †: in another set-up than the one whose numbers stand above   ~: of whole'
column_at[100] = 100
column_label[100] = 'trainings, beside which others ran'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 160
picture_width = 722
picture_height = 1068
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
x_low[1] = -40.62; x_high[1] = 717.62; y_low[1] = -4.7; y_high[1] = 1109.7
every = 142
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 160
point_series = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'
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
