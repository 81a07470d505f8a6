# SPDX-License-Identifier: MIT
# On the left working bytes of the kernel, which are exact, on the right peak resident bytes of the
# worker process; arms without the axis are level lines. Bytes against an axis, log-log. Of more
# than six arms memory_slopes is drawn instead. Options: x (axis, n).
# Of questions that time layers.
pieces = "level line dots"
load plots."/shared/panels.gp"
