# SPDX-License-Identifier: MIT
# A row for each label: no legend, but room for the names at the left; zero stands upright.
widest = 1
do for [i = 1:rows] { widest = strlen(row_label[i]) > widest ? strlen(row_label[i]) : widest }
left = 30 + 7.9 * widest
legend = 0
upright = 1
settings = "set border 1; set grid xtics noytics; set yrange [rows + 0.65 : 0.35]"
pieces = "rows_of_bars"
