# SPDX-License-Identifier: MIT
# A row for each label: no legend, but room for the names at the left.
widest = 1
do for [i = 1:rows] { widest = strlen(row_label[i]) > widest ? strlen(row_label[i]) : widest }
do for [p = 1:panels] { y_low[p] = rows + 0.65; y_high[p] = 0.35 }
left = 30 + 7.9 * widest
legend = 0
gap = 25.0
panel_height = 110 + 26 * rows
settings = "set border 1; set grid xtics noytics"
pieces = "rows_of_bars"
