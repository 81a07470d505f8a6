# SPDX-License-Identifier: MIT
# Draws costs relative to the baseline: one row per arm, one panel with its own scale per cost, and one point
# per value of the axis. The line at 1 is the baseline; points to the left of the line cost less.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
eval rows_of; legend_lines = 2; shared = 0
eval begin; eval whole
set label 8 x_label.":" at screen 12.0 / width, 1 - (18.0 + head) / height
set key at screen 0, 1 - (26.0 + head) / height maxrows 1
shade(k) = palette[1 + (7 - k) % 7]; array steps[4] = [0x9ecae1, 0x4292c6, 0x08519c, 0x08306b]
tone(k) = places < 5 ? steps[4 - places + k] : shade(k)
plot NaN notitle, for [k = 1:places] 2 with points pointtype 7 pointsize 1.1 linecolor rgb tone(k) title place[k]
eval done
x_label = ""; no_change = 1; low_margin = high_margin = 1
here_at(p, k) = result(p) && strcol("x") eq place[k]
height_of(k) = row(strcol("arm")) + (k - 0.5 * (places + 1)) * 0.8 / places
do for [p = 1:panels] {
  set xrange [*:*]; set yrange [*:*]; unset logscale x
  stats csv using (result(p) ? bound("low") : NaN):(result(p) ? bound("high") : NaN) nooutput name "own"
  low = less(0.9, own_min_x); high = more(1.1, own_max_y)
  set logscale x; set xrange [low / (high / low) ** 0.06 : high * (high / low) ** 0.06]
  eval ratio_tics
  eval row_axes; eval open_panel; eval row_names
  plot for [k = 1:places] csv using (here_at(p, k) ? column("value") : NaN):(height_of(k)):(bound("low")):(bound("high")):(strcol("verdict") eq "not judged" ? grey : tone(k)) \
    with xerrorbars pointtype 7 pointsize 0.6 linecolor rgb variable
}
unset multiplot
