# SPDX-License-Identifier: MIT
# Bytes against an axis, log-log: above, working bytes of the kernel (exact); below, peak resident
# bytes of the worker process. Options: x (axis). Arms without the axis are level lines.
# Of questions that time layers.
left = 120.0; gap = across > 1 ? 100.0 : 20.0
y_tics = "set ytics nomirror (1); first = ceil(log(y_low[p]) / log(2)); last = floor(log(y_high[p]) / log(2)); \
  do for [e = first : last : 1 + (last - first) / 9] { set ytics add (bytes_text(2.0 ** e) 2.0 ** e) }"
pieces = "level line"
load plots."/shared/panels.gp"
