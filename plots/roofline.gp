# SPDX-License-Identifier: MIT
# Rate against arithmetic intensity, log-log, under the roofs measured in the same run: sgemm rate
# (level) and triad bandwidth (slope), for the numbers of threads of the points. Points are whole
# passes, useful work only; without `where`, at the largest shape that each pass was timed at.
load home."/plots/style.gp"
peaks = dir."/peaks.csv"
usable(dummy) = strcol("gflops") ne ""
rows_of = summary
load home."/plots/largest_shape.gp"
least = 1e300
most = 0
slowest = 1e300
fastest = 0
used = " "
see(x, y, t) = (least = x < least ? x : least, most = x > most ? x : most, slowest = y < slowest ? y : slowest, \
  fastest = y > fastest ? y : fastest, used = strstrt(used, " ".t." ") ? used : used.t." ")
array flat[64]
array slope[64]
array threads[64]
roofs = 0
meet_roof(t) = (roofs = roofs + 1, flat[roofs] = column("sgemm_gflops"), slope[roofs] = column("triad_gb_s"), threads[roofs] = t)
set table $null
plot summary using (kept(0) && in_shape(0) && strcol("gflops") ne "" \
  ? see(column("flop_per_byte"), column("gflops"), strcol("threads")) : 0) with table
plot peaks using (strstrt(used, " ".strcol("threads")." ") ? meet_roof(column("threads")) : 0) with table
unset table
if (most == 0) {
  print sprintf("no row of %s has a rate and an intensity", ablation)
  exit status 3
}
do for [i = 1:roofs] {
  ridge = flat[i] / slope[i]
  least = ridge / 3 < least ? ridge / 3 : least
  most = ridge * 3 > most ? ridge * 3 : most
  fastest = flat[i] > fastest ? flat[i] : fastest
}
panel_height = passes > 1 ? 320 : 480
load home."/plots/panels.gp"
eval canvas
legend_plot = "plot [0 : 1] [1 : 2] for [i = 1:arms] NaN with points linecolor rgb colour(arm_number[i]) \
  pointtype point(arm_number[i]) pointsize 1.2 title arm_name[i]"
eval begin_panels
set logscale xy 2
set tics nomirror autofreq
set xrange [least / 1.3 : most * 1.5]
do for [i = 1:roofs] { slowest = slope[i] * least < slowest ? slope[i] * least : slowest }
set yrange [slowest / 1.5 : fastest * 1.35]
set samples 500
set ylabel "rate (GFLOP/s)"
roof(i, x) = slope[i] * x < flat[i] ? slope[i] * x : flat[i]
# Each line says its value: the level one above its left end, away from the points, where there is
# room, the slope below its middle.
of_threads(i) = roofs == 1 ? "" : sprintf(", %d thread%s", threads[i], threads[i] == 1 ? "" : "s")
do for [i = 1:roofs] {
  middle = sqrt(least / 1.3 * flat[i] / slope[i])
  set label 2 * i - 1 sprintf("sgemm %.0f GFLOP/s%s", flat[i], of_threads(i)) at most * 1.45, flat[i] right offset 0, 0.8
  if (most > 8 * flat[i] / slope[i]) { set label 2 * i - 1 at 1.1 * flat[i] / slope[i], flat[i] left offset 0, 0.8 }
  set label 2 * i sprintf("triad %.1f GB/s%s", slope[i], of_threads(i)) at middle, slope[i] * middle left offset 1.5, -0.3
}
do for [pass = 1:passes] {
  eval open_panel
  set xlabel (pass == passes ? "arithmetic intensity (FLOP/byte)" : "")
  plot for [i = 1:roofs] roof(i, x) with lines linecolor rgb "#555555" linewidth 2 dashtype dash(7 * (i - 1)), \
       for [i = 1:arms] summary using (in_shape(0) ? of_arm(i, "flop_per_byte") : NaN):(column("gflops")) with points \
         linecolor rgb colour(arm_number[i]) pointtype point(arm_number[i]) pointsize 1.2
}
unset multiplot
