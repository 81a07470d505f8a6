# SPDX-License-Identifier: MIT
# Draws compute rate against arithmetic intensity. Grey lines are the measured limits: memory bandwidth
# (rising) and arithmetic (level).
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
eval grid_of; eval begin; eval series
ridge = roof = NaN
stats csv using (strcol("mark") eq "roof" ? (ridge = more(ridge, column("x")), roof = more(roof, column("value")), 0) : 0) nooutput
low = less(x_min, ridge) / 2; high = more(x_max, ridge) * 3
set logscale xy; eval tics_y; set xrange [low : high]; set yrange [least / 2 : 1.6 * more(greatest, roof)]
do for [p = 1:panels] {
  eval open_panel
  plot csv using (is(p, "roof") ? low : NaN):(column("value") * low / column("x")):(column("x") - low):(column("value") * (1 - low / column("x"))) \
    with vectors nohead linewidth 2 linecolor rgb grey, \
    csv using (is(p, "roof") ? column("x") : NaN):(column("value")):(high - column("x")):(0) with vectors nohead linewidth 2 linecolor rgb grey, \
    csv using (is(p, "roof") ? high : NaN):(column("value")):(strcol("arm")) with labels right offset -0.5, 0.7, \
    for [i = 1:arms] csv using (judged(p, i) ? column("x") : NaN):(column("value")) with points linecolor rgb tint(i) pointtype dot(i) pointsize 1, \
    for [i = 1:hollow] csv using (unjudged(p, i) ? column("x") : NaN):(column("value")) with points linecolor rgb grey pointtype open(i) pointsize 0.9
}
unset multiplot
