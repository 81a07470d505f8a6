# SPDX-License-Identifier: MIT
# Change at each place where two axes meet, with its interval below; blue is better. What is not
# judged has no colour.
csv = ARG1; out = ARG2
load ARG0[1:strlen(ARG0) - strlen("heatmap.gp")]."style.gp"
eval cells_of; eval begin; eval no_legend
reach = more(greatest, -least)
digits = reach < 2 ? "%+.3f" : "%+.1f"
set palette defined (-1 "#E08A4F", 0 "#ffffff", 1 "#5BA3D0"); set cbrange [-1:1]; unset colorbox
eval cell_axes
do for [p = 1:panels] {
  eval open_panel; eval cell_names
  plot csv using (cell(p) && strcol("verdict") ne "not judged" ? px(p) : NaN):(py(p)):(px(p) - 0.48):(px(p) + 0.48):(py(p) - 0.47):(py(p) + 0.47) \
    :(column("value") / reach) with boxxyerror fillstyle solid fillcolor palette linecolor rgb 0xdddddd, \
    csv using (cell(p) ? px(p) : NaN):(py(p) - 0.15):(sprintf(digits, column("value"))):(strcol("verdict") eq "not judged" ? grey : ink) \
    with labels textcolor rgb variable, \
    csv using (cell(p) && column("low") < column("high") ? px(p) : NaN):(py(p) + 0.2):(sprintf("[".digits.", ".digits."]", column("low"), column("high"))) \
    :(strcol("verdict") eq "not judged" ? grey : ink) with labels font ",10" textcolor rgb variable
}
unset multiplot
