# SPDX-License-Identifier: MIT
# Every arm of every question: gain over its baseline against the ratio of training time per token,
# each with its interval over the seeds. Gains are in percent of the baseline's metric, on a scale
# that is linear up to 1 % and logarithmic beyond. Named are, of the arms that are better
# than their baseline or as good in less time, those that no other of the same question and condition
# beats in both estimates.
summary = dir."/pareto.csv"
ablation = ""
every_ablation = 1
passes_apart = 0
arm_column = "verdict_index"
legend_column = "verdict"
load home."/plots/style.gp"
gain(dummy) = column("gain")
low(name) = strcol(name."_low") eq "" ? column(name eq "gain" ? "gain" : "time_ratio") : column(name."_low")
high(name) = strcol(name."_high") eq "" ? column(name eq "gain" ? "gain" : "time_ratio") : column(name."_high")
# Verdicts in their own order and colours: what is unresolved stays in the background.
seen = ""
do for [i = 1:arms] { seen = seen." ".arm_name[i] }
verdicts = ""
do for [v in "unresolved equivalent worse better"] { if (strstrt(seen, v)) { verdicts = verdicts." ".v } }
tint(v) = v eq "better" ? "#009E73" : v eq "worse" ? "#D55E00" : v eq "equivalent" ? "#0072B2" : "#999999"
shape(v) = v eq "better" ? 7 : v eq "worse" ? 9 : v eq "equivalent" ? 5 : 6
of(v, value) = strcol("verdict") eq v ? value : NaN
# The range holds the points, and of an interval at most as much again.
x_low = 1; x_high = 1; y_low = 0; y_high = 0
scaled(y) = asinh(y)
see(x, y) = (x_low = x < x_low ? x : x_low, x_high = x > x_high ? x : x_high, \
  y_low = y < y_low ? y : y_low, y_high = y > y_high ? y : y_high)
set table $null
plot summary using (see(column("time_ratio"), scaled(gain(0)))) with table
unset table
y_reach = y_high - y_low > 1 ? y_high - y_low : 1
inner_low = y_low - 0.35 * y_reach; inner_high = y_high + 0.35 * y_reach
inner_fast = x_low / 1.3; inner_slow = x_high * 1.3
clip(v, a, b) = v < a ? a : v > b ? b : v
set table $null
plot summary using (see(clip(low("time"), inner_fast, inner_slow), clip(scaled(low("gain")), inner_low, inner_high)), \
  see(clip(high("time"), inner_fast, inner_slow), clip(scaled(high("gain")), inner_low, inner_high))) with table
unset table
# Arms on their front have a number, told below: by question, as the table is.
on_front(dummy) = column("front") == 1
condition(dummy) = strcol("shape") eq "" ? "" : ", ".label("shape")
fronts = 0
array front_name[100]; array front_x[100]; array front_y[100]
meet_front(x, y, name) = (fronts = fronts + 1, front_x[fronts] = x, front_y[fronts] = y, front_name[fronts] = name)
set table $null
plot summary using (on_front(0) && fronts < 100 ? \
  (meet_front(column("time_ratio"), gain(0), label("label")." (".strcol("ablation").condition(0).")"), 0) : 0) with table
unset table
line = 20.0
plot_height = 600
height = plot_height + (fronts ? line * (fronts + 1) : 0)
legend = 60 + letter * 12
width = 960
print "note: Gains are in percent of the baseline's own metric, which differs from question to question. \
Numbered: of the arms that are better, or as good in less time, those that no other of the same question \
and condition beats in both."
eval canvas
eval legend_right
set bmargin at screen (height - plot_height + 56.0) / height
pad = 0.06 * (y_high - y_low)
x_pad = (x_high / x_low) ** 0.05 < 1.02 ? 1.02 : (x_high / x_low) ** 0.05
set nonlinear y via asinh(y) inverse sinh(y)
set logscale x 2
set xrange [x_low / x_pad : x_high * x_pad]
set yrange [sinh(y_low - pad) : sinh(y_high + pad)]
set xlabel "training time per token / the baseline's"
set ylabel "gain over the baseline (% of its metric)"
set ytics (0)
do for [t in "0.5 1 2 5 10 20 50 100"] {
  if (t + 0 < sinh(y_high + pad)) { set ytics add (t t + 0) }
  if (-t > sinh(y_low - pad)) { set ytics add ("-".t -t) }
}
set xtics (1)
span = x_high * x_pad / (x_low / x_pad)
do for [t in (span > 12 ? "0.12 0.25 0.5 2 4 8 16 32 64" : span > 3 ? "0.25 0.35 0.5 0.7 1.4 2 3 4 6 8" \
  : span > 1.6 ? "0.5 0.6 0.7 0.8 0.9 1.2 1.4 1.7 2 2.5" : "0.7 0.8 0.9 0.95 1.05 1.1 1.2 1.3 1.4")] {
  if (t > x_low / x_pad && t < x_high * x_pad) { set xtics add (t t + 0) }
}
set arrow from x_low / x_pad, 0 to x_high * x_pad, 0 nohead linecolor rgb "#555555" linewidth 0.8 back
set arrow from 1, sinh(y_low - pad) to 1, sinh(y_high + pad) nohead linecolor rgb "#555555" linewidth 0.8 back
do for [i = 1:fronts] {
  set label sprintf("%d", i) at front_x[i], front_y[i] left offset 0.6, 0.8 font ",12" front
  set label sprintf("%d  %s", i, front_name[i]) at screen 12.0 / width, screen (line * (fronts - i) + 14) / height left font ",12"
}
plot for [v in verdicts] summary using (of(v, column("time_ratio"))):(gain(0)):(low("time")):(high("time")):(low("gain")):(high("gain")) \
       with xyerrorbars linecolor rgb tint(v) linewidth (v eq "unresolved" ? 0.5 : 1) pointtype shape(v) pointsize 0.01 notitle, \
     for [v in verdicts] summary using (of(v, column("time_ratio"))):(gain(0)) \
       with points linecolor rgb tint(v) pointtype shape(v) pointsize (v eq "unresolved" ? 0.7 : 1) title v, \
     "+" using (1):(0) every ::0::0 with points pointtype 3 pointsize 1.8 linewidth 2 linecolor rgb "#000000" title "baseline"
