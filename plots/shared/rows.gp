# SPDX-License-Identifier: MIT
# A row for each label, from the top.
do for [p = 1:panels] { y_low[p] = rows + 0.65; y_high[p] = 0.35 }
settings = "set border 1; set grid xtics noytics"
coloured_only = ""
pieces = "rows_of_bars dots"
