# SPDX-License-Identifier: MIT
# Speed-up against threads: each arm's time with the fewest threads over its time with more, with
# the ideal line. Options: x (default threads).
left = 95.0; foot = 34.0; bottom = 40.0
panel_width = across > 1 ? 400 : 605
gap = across > 1 ? 60.0 : 0.0
panel_height = panels > across ? 330 : 510
pieces = "level line"
load plots."/shared/panels.gp"
