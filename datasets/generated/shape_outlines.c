/* SPDX-License-Identifier: MIT
 * Tests whether a point is inside one of the ten shapes. */
#include "datasets/generated/shape_outlines.h"

#include <math.h>

static bool in_disc(double u, double v, double radius) { return u * u + v * v < radius * radius; }

static bool in_box(double u, double v, double left, double right, double low, double high)
{
    return u > left && u < right && v > low && v < high;
}

static bool circle(double u, double v) { return in_disc(u, v, 0.85); }
static bool ring(double u, double v) { return in_disc(u, v, 0.95) && !in_disc(u, v, 0.55); }
static bool square(double u, double v) { return in_box(u, v, -0.75, 0.75, -0.75, 0.75); }
/* Returns true if a point is in an equilateral triangle with corners at distance 1 from the centre.
 */
static bool triangle(double u, double v) { return v > -0.5 && v < 1 - sqrt(3) * fabs(u); }
static bool cross(double u, double v)
{
    return in_box(u, v, -0.95, 0.95, -0.27, 0.27) || in_box(u, v, -0.27, 0.27, -0.95, 0.95);
}

/* Returns true if a point is in a star with five tips. By symmetry, only the edge from the tip (1,
 * 0) to the next notch is tested. */
static bool star(double u, double v)
{
    const double half = 3.14159265358979323846 / 5, notch = 0.4;
    if (!in_disc(u, v, 1)) return false;
    /* fast path for points near the centre; the edges are at least 0.328 away */
    if (in_disc(u, v, 0.32)) return true;
    double radius = hypot(u, v), angle = fmod(atan2(v, u) + 20 * half, 2 * half);
    if (angle > half) angle = 2 * half - angle;
    double x = radius * cos(angle), y = radius * sin(angle);
    double edge_x = notch * cos(half) - 1, edge_y = notch * sin(half);
    return (x - 1) * edge_y - y * edge_x < 0;
}

static bool crescent(double u, double v)
{
    return in_disc(u, v, 0.95) && !in_disc(u - 0.5, v, 0.8);
}
static bool bar(double u, double v) { return in_box(u, v, -0.98, 0.98, -0.3, 0.3); }
static bool angle(double u, double v)
{
    return in_box(u, v, -0.75, -0.2, -0.8, 0.8) || in_box(u, v, -0.75, 0.75, -0.8, -0.25);
}
static bool tee(double u, double v)
{
    return in_box(u, v, -0.85, 0.85, 0.3, 0.8) || in_box(u, v, -0.25, 0.25, -0.95, 0.4);
}

const char *const outline_names[OUTLINES] = {"circle", "ring",     "square", "triangle", "cross",
                                             "star",   "crescent", "bar",    "angle",    "tee"};
static bool (*const outlines[OUTLINES])(double, double) = {
    circle, ring, square, triangle, cross, star, crescent, bar, angle, tee};

bool outline_holds(int outline, double u, double v) { return outlines[outline](u, v); }
