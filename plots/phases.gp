# SPDX-License-Identifier: MIT
# Draws one bar per arm. The bar shows each phase's share of the total time, and the total time is printed
# after the bar.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
stats csv using (strcol("mark") eq "total" ? 0 : add_level(strcol("mark"))) nooutput
eval rows_of; legend_lines = 1 + levels / 6; right = 70; gap = 80
eval begin; eval whole
plot NaN notitle, for [k = 1:levels] 2 with points pointtype 5 pointsize 1.3 linecolor rgb palette[1 + (k - 1) % 8] title level[k]
eval done
set xrange [0:100]; set xtics 50; set yrange [arms + 0.6 : 0.4]; set border 1; set grid xtics noytics
piece(p, k) = is(p, level[k]) ? row(strcol("arm")) : NaN
span(s) = s < 1e-3 ? sprintf("%.3g µs", 1e6 * s) : s < 1 ? sprintf("%.3g ms", 1e3 * s) : sprintf("%.3g s", s)
do for [p = 1:panels] {
  eval open_panel; eval row_names
  plot for [k = 1:levels] csv using (column("low")):(piece(p, k)):(column("low")):(column("high")):(piece(p, k) - 0.36):(piece(p, k) + 0.36) \
    with boxxyerror fillstyle solid fillcolor rgb palette[1 + (k - 1) % 8] linecolor rgb 0xffffff, \
    csv using (is(p, "total") ? 100 : NaN):(row(strcol("arm"))):(span(column("value"))) with labels left offset 0.6, 0
}
unset multiplot
