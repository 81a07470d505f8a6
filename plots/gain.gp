# SPDX-License-Identifier: MIT
# Gain over the baseline against an axis (width d', size, layers), with its interval over the seeds;
# the grey band is the margin of equivalence; conditions that differ in more than the axis have a
# panel each. Options: x (axis; needed), reading. Values stand evenly spaced in their order.
dash_at_once = 1
pieces = "thick_bars"
load plots."/shared/panels.gp"
