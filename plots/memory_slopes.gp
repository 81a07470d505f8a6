# SPDX-License-Identifier: MIT
# A line for each arm, few in colour; working bytes of the kernel are exact, peak resident bytes
# those of the worker process; arms without the axis are level lines. Bytes over those of the
# baseline against an axis, log-log. Options: x (axis, n).
# Of questions that time layers.
pieces = "level line dots"
load plots."/shared/panels.gp"
