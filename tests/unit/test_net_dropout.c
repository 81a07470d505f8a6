/* SPDX-License-Identifier: MIT
 * Tests dropout masks: the fraction of kept values, the scale factor, and the absence of patterns.
 */
#include "tests/unit/test.h"
#define BUILD test
#include "kernels/dropout.h"

#include <math.h>

enum { ROWS = 512, COLUMNS = 512 };

static void mask(struct dropout d, unsigned char (*kept)[COLUMNS])
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c += VLEN) {
            vec f = dropout_factor(d, dropout_row(d, (size_t)r), c);
            for (int l = 0; l < VLEN; l++) {
                kept[r][c + l] = f[l] != 0;
                if (kept[r][c + l]) assert_true(f[l] == d.keep);
            }
        }
}

/* Returns how far a sum of `count` Bernoulli draws is from its mean, in standard deviations. */
static double sigmas(double sum, double count, double p)
{
    return fabs(sum - count * p) / sqrt(count * p * (1 - p));
}

TEST("the kept share and the scale factor match the dropout rate")
{
    static unsigned char kept[ROWS][COLUMNS];
    static const double rates[] = {0.1, 0.5};
    for (int i = 0; i < 2; i++) {
        struct dropout d = dropout_open(rates[i], 1, 1, 1);
        assert_true(fabs((double)d.keep * (1 - rates[i]) - 1) < 1e-6);
        mask(d, kept);
        double all = 0, worst = 0;
        for (int r = 0; r < ROWS; r++) {
            double row = 0, column = 0;
            for (int c = 0; c < COLUMNS; c++) row += kept[r][c], column += kept[c][r];
            all += row;
            worst = fmax(worst, sigmas(row, COLUMNS, 1 - rates[i]));
            worst = fmax(worst, sigmas(column, ROWS, 1 - rates[i]));
        }
        assert_true(sigmas(all, ROWS * COLUMNS, 1 - rates[i]) < 4);
        assert_true(worst < 5);
    }
}

TEST("masks of different sites, steps and seeds are independent")
{
    static unsigned char a[ROWS][COLUMNS], b[ROWS][COLUMNS];
    mask(dropout_open(0.5, 1, 1, 1), a);
    const struct dropout others[] = {dropout_open(0.5, 2, 1, 1), dropout_open(0.5, 1, 2, 1),
                                     dropout_open(0.5, 1, 1, 2), dropout_open(0.5, 1, 1, 1)};
    for (int i = 0; i < 4; i++) {
        double agree[3] = {0};
        mask(others[i], b);
        for (int r = 0; r < ROWS - 1; r++)
            for (int c = 0; c < COLUMNS - 1; c++) {
                agree[0] += a[r][c] == b[r][c];
                agree[1] += a[r][c] == b[r + 1][c];
                agree[2] += a[r][c] == b[r][c + 1];
            }
        /* A mask equals itself, so it is compared only with its shifted copies. */
        for (int s = i == 3; s < 3; s++)
            assert_true(sigmas(agree[s], (ROWS - 1) * (COLUMNS - 1), 0.5) < 4.5);
    }
}

TEST("a dropout rate of 0 keeps everything")
{
    assert_int_equal(dropout_open(0.5, 1, 0, 1).threshold, 0);
    assert_int_equal(dropout_open(0, 1, 1, 1).threshold, 0);
}
