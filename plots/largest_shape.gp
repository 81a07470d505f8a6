# SPDX-License-Identifier: MIT
# shape: the shape_index of the largest shape that every pass of the figure was timed at, so that
# passes can be compared (where there is none, the largest of all); the caption says which it is.
# Set before: rows_of (summary or phases) and usable(0), whether the row at hand counts.
array has_shape[20000]
array shape_label[1000]
do for [i = 1:20000] { has_shape[i] = 0 }
shapes = 0
pass_place(n) = sum [i = 1:passes] (pass_number[i] == n ? i : 0)
meet_shape(k, n, name) = (has_shape[1000 * (k - 1) + n + 1] = 1, shape_label[n + 1] = name, shapes = n >= shapes ? n + 1 : shapes)
set table $null
plot rows_of using (kept(0) && usable(0) ? meet_shape(pass_place(column("pass_index")), column("shape_index"), label("shape")) : 0) with table
unset table
shape = shapes - 1
do for [s = 1:shapes] {
  if ((sum [k = 1:passes] has_shape[1000 * (k - 1) + s]) == passes) { shape = s - 1 }
}
in_shape(dummy) = column("shape_index") == shape
if (shapes > 0 && shape_label[shape + 1] ne "") { print "note: Here: ".with_units(shape_label[shape + 1])."." }
