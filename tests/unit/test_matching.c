/* SPDX-License-Identifier: MIT
 * Tests synthetic tasks in which keys match a query. The answer must depend on query and keys
 * together, and each relation must need the expected number of dimensions. */
#include "generated_trial.h"

#include <math.h>

enum { KEYS = 7, VALUES = 5 };

static bool xor_matches(int query, int code)
{
    int which = query / 2 + 1, sum = query % 2;
    for (int bit = 0; bit < 3; bit++) sum += (which >> bit & 1) * (code >> bit & 1);
    return sum % 2;
}

static bool is_within(int query, int code) { return abs(query + 2 - code) <= 2; }

/* Each record has one matching and one non-matching key. The answer is the value of the key that
 * the relation selects. */
static void answers_by(const char *name, int codes, bool (*matches)(int query, int code))
{
    struct dataset data;
    int first[2] = {0}, records = 0;
    generated(name, 5, &data);
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++, records++) {
            const struct record *r = &data.records[s][i];
            int query = r->tokens[KEYS] - codes * VALUES, value[2] = {-1, -1}, count[2] = {0};
            assert_int_equal(r->length, KEYS + 1);
            for (int k = 0; k < KEYS; k++) {
                int side = matches(query, r->tokens[k] / VALUES);
                if (value[side] < 0) value[side] = r->tokens[k] % VALUES;
                assert_int_equal(r->tokens[k] % VALUES, value[side]);
                assert_int_equal(r->targets[k], -1);
                count[side]++;
            }
            assert_in_range(count[1], KEYS / 2, KEYS / 2 + 1);
            assert_int_equal(count[0] + count[1], KEYS);
            assert_int_not_equal(value[0], value[1]);
            assert_int_equal(r->targets[KEYS], value[1]);
            first[matches(query, r->tokens[0] / VALUES)]++;
        }
    /* The matching key comes first in about half of the records. */
    assert_true(first[0] > 0.45 * records && first[1] > 0.45 * records);
}

TEST("the answer follows from the relation")
{
    answers_by("match_xor:bits=3,keys=7,values=5,train=1500", 8, xor_matches);
    answers_by("match_within:places=20,distance=2,keys=7,values=5,train=1500", 20, is_within);
}

/* Without the query, a key predicts the answer only half of the time. */
TEST("a key alone does not determine the answer")
{
    static const char *const names[] = {"match_xor:values=5", "match_within:values=5"};
    static const int codes[] = {4, 16};
    for (int set = 0; set < 2; set++) {
        struct dataset data;
        int seen[16] = {0}, right[16] = {0};
        generated(names[set], 5, &data);
        for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
            const struct record *r = &data.records[SPLIT_TRAIN][i];
            for (int k = 0; k < r->length - 1; k++) {
                seen[r->tokens[k] / 5]++;
                right[r->tokens[k] / 5] += r->tokens[k] % 5 == r->targets[r->length - 1];
            }
        }
        /* Keys of one record are not independent, so the tolerance is wide. */
        for (int c = 0; c < codes[set]; c++)
            assert_true(fabs(right[c] / (double)seen[c] - 0.5) < 0.06);
    }
}

/* ---- dimensions ---- */

/* Returns true if, for each query, a threshold on the line separates matching keys from other keys.
 * place[code] is the position of a key on the line. */
static bool line_does(const int *place, int codes, int queries, bool (*matches)(int, int))
{
    for (int query = 0; query < queries; query++) {
        int changes = 0, before = -1;
        for (int at = 0; at < codes; at++)
            for (int code = 0; code < codes; code++) {
                if (place[code] != at) continue;
                int match = matches(query, code);
                changes += before >= 0 && match != before;
                before = match;
            }
        if (changes > 1) return false;
    }
    return true;
}

/* No order of the four keys on a line works for every query. In a plane, three keys form a triangle
 * around the fourth. */
TEST("matching two bits needs two dimensions")
{
    static const double at[4][2] = {{0, 0}, {2, -1}, {-2, -1}, {0, 2}},
                        plane[3][3] = {{1, 0.5, -0.5}, {-1, 0.5, -0.5}, {0, -1, -0.5}};
    for (int order = 0; order < 256; order++) {
        int place[4] = {order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6}, places = 0;
        for (int c = 0; c < 4; c++) places |= 1 << place[c];
        if (places == 15) assert_false(line_does(place, 4, 6, xor_matches));
    }
    for (int query = 0; query < 6; query++) {
        int found = 0;
        for (int p = 0; p < 3; p++)
            for (int sign = -1; sign <= 1; sign += 2) {
                bool parts = true;
                for (int c = 0; c < 4; c++) {
                    const double *w = plane[p];
                    double side = w[0] * at[c][0] + w[1] * at[c][1] + w[2];
                    parts &= (sign * side > 0) == xor_matches(query, c);
                }
                found += parts;
            }
        assert_int_equal(found, 1);
    }
}

/* The score a * b - b^2 / 2 is largest for the keys nearest to the query. */
TEST("matching by distance needs two dimensions")
{
    for (int query = 0; query < 16; query++) {
        double least = INFINITY, most = -INFINITY, a = query + 2;
        for (int b = 0; b < 20; b++) {
            double score = a * b - b * b / 2.;
            if (is_within(query, b))
                least = fmin(least, score);
            else
                most = fmax(most, score);
        }
        assert_true(least > most);
    }
    int line[20];
    for (int b = 0; b < 20; b++) line[b] = b;
    assert_false(line_does(line, 20, 16, is_within));
}
