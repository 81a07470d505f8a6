# SPDX-License-Identifier: MIT
# Bytes against an axis, log-log: above, working bytes of the kernel (exact); below, peak resident
# bytes of the worker process. Options: x (axis). Arms without the axis are level lines.
left = 120.0; foot = 40.0; bottom = 30.0; gap = 20.0
panel_width = across > 1 ? 320 : 600
panel_height = 385
log_axes = "x 2; set logscale y 2"
pieces = "level line"
load plots."/shared/panels.gp"
