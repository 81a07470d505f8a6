/* SPDX-License-Identifier: MIT
 * Tests all generated data sets: seeds, disjoint splits, complete records, and options. A solver
 * checks the answers of each diagnostic task. */
#include "generated_trial.h"

/* Returns the name of a small version of a data set. The caller frees the name. The data set
 * modular has no size options. */
static char *small(const struct data_set *set)
{
    struct dataset data;
    char *error = NULL, *name = xformat("%s:train=50,valid=20,test=20", set->name);
    if (dataset_open(name, &(struct data_options){.seed = 1}, &data, &error)) {
        dataset_close(&data);
        return name;
    }
    free(error);
    free(name);
    return xstrdup(set->name);
}

static void for_each_generated(void (*check)(const char *name))
{
    for (int i = 0; data_sets[i]; i++) {
        if (!data_sets[i]->generated) continue;
        char *name = small(data_sets[i]);
        check(name);
        free(name);
    }
    check("mqar:mix,length=256,train=200,valid=10,test=10");
    check("induction:different=2,tokens=4,train=6,valid=3,test=3");
}

static void is_seeded(const char *name)
{
    const struct data_options one = {.seed = 1}, two = {.seed = 2};
    uint64_t first = opened_hash(name, &one);
    if (first != opened_hash(name, &one)) fail_msg("%s: the same seed gave different data", name);
    if (first == opened_hash(name, &two)) fail_msg("%s: two seeds gave the same data", name);
}
TEST("generated data depends only on the seed") { for_each_generated(is_seeded); }

static void has_no_repeats(const char *name)
{
    struct dataset data;
    generated(name, 3, &data);
    if (repeated(&data)) fail_msg("%s: %d questions are repeated", name, repeated(&data));
    for (int s = 0; s < GIVEN_SPLITS; s++) assert_true(data.count[s] > 0);
}
TEST("no question is repeated within or between splits") { for_each_generated(has_no_repeats); }

/* Returns true if a record has all parts that its kind needs and all values are in range. */
static bool is_whole(const struct dataset *data, const struct record *r)
{
    bool labelled = data->kind == DATA_CLASSES || data->kind == DATA_IMAGES;
    size_t bad;
    bool texts = data->kind == DATA_PAIRS || data->kind == DATA_SPANS;
    if (labelled && (r->label < -1 || r->label >= data->classes)) return false;
    if (data->kind == DATA_IMAGES) return r->pixels;
    if (data->kind != DATA_POSITIONS)
        return r->text.size && (!texts || (r->second.size && r->reference_count)) &&
               utf8_valid(r->text, &bad) && utf8_valid(r->second, &bad);
    int asked = 0;
    for (int i = 0; i < r->length; i++) {
        bool known = r->tokens[i] >= 0 && r->tokens[i] < data->vocabulary;
        if (!known || r->targets[i] < -1 || r->targets[i] >= data->vocabulary) return false;
        asked += r->targets[i] >= 0;
    }
    return asked;
}
static void holds_whole_records(const char *name)
{
    struct dataset data;
    generated(name, 4, &data);
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++)
            if (!is_whole(&data, &data.records[s][i]))
                fail_msg("%s: record %d of %s is incomplete", name, i, split_names[s]);
}
TEST("generated records are complete") { for_each_generated(holds_whole_records); }

TEST("options set the sizes of splits")
{
    DATA_HAS("recall:train=7,valid=3,test=2", NULL, "records 7 3 2 0\n");
}

TEST("more training records do not change the other splits")
{
    struct dataset a, b;
    generated("numbers:train=10,valid=20,test=20", 1, &a);
    generated("numbers:train=500,valid=20,test=20", 1, &b);
    for (int s = SPLIT_VALID; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < 20; i++) {
            assert_true(string_equal(a.records[s][i].text, b.records[s][i].text));
        }
}

TEST("invalid options are refused")
{
    REFUSED(NULL, {"recall:pair=3", "unknown option 'pair=3'|pairs=1 to|train=1 to"},
            {"recall:pairs=20", "length=64 is too short for pairs=20|length=80"},
            {"recall:keys=4", "keys=4 is too small for pairs=|at least keys="},
            {"recall:train=0", "out of range in 'train=0'"},
            {"match_xor:bits=7", "out of range|bits=1 to 6"},
            {"match_within:places=13,distance=2", "at least places=14"},
            {"mqar:pairs=20", "length=64 for pairs=20|at least 80, 4 tokens per pair"},
            {"mqar:vocabulary=16,pairs=8", "at least vocabulary=18"},
            {"mqar:reach=3", "reach=3 (expected 1, 2, 4, 8"},
            {"mqar:mix,reach=2", "reach=2 with mix"}, {"mqar:mix,length=32", "at least length=64"},
            {"induction:tokens=8", "tokens=8|different=16|at least tokens=16"},
            {"induction:different=1", "out of range|different=2 to"},
            {"lookup_static:keys=1", "out of range|keys=2 to"},
            {"lookup_dynamic:values=2000", "out of range|values=2 to"},
            {"modular:p=2", "out of range|p=3 to"},
            {"modular:train=5", "unknown option|share=10 to 90"},
            {"shapes:size=5", "out of range|size=12 to 64"}, {"stories:5", "out of range|1 to 4"},
            {"stories:1,mixed", "mixed and 1 cannot be combined"},
            {"numbers:en-de", "unknown option 'en-de'|times"},
            {"grammar:kind=3", "unknown option 'kind=3'|train=1 to"},
            {"shapes:noise=1,noise=2", "duplicate option"});
}

TEST("a set with too few distinct records is refused")
{
    REFUSED(NULL,
            {"induction:different=2,tokens=2", "only 2 different records exist|request fewer"},
            {"lookup_dynamic:keys=2,values=2", "different records exist"});
}

/* ---- diagnostic tasks ---- */

/* Returns the answer to the question at position `at` of a record, or -2 if the position has no
 * question. */
typedef int32_t (*solver)(const struct record *, int at);

static void solved_by(const char *name, solver solve, int asked, int length)
{
    struct dataset data;
    generated(name, 5, &data);
    assert_int_equal(data.kind, DATA_POSITIONS);
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++) {
            const struct record *r = &data.records[s][i];
            int targets = 0;
            assert_int_equal(r->length, length);
            for (int at = 0; at < r->length; at++) {
                assert_in_range(r->tokens[at], 0, data.vocabulary - 1);
                if (r->targets[at] < 0) continue;
                assert_int_equal(r->targets[at], solve(r, at));
                targets++;
            }
            assert_int_equal(targets, asked);
        }
}

/* Returns the token after the first occurrence of the token at position `at`. */
static int32_t follows_first(const struct record *r, int at)
{
    for (int i = 0; i + 1 < at; i++)
        if (r->tokens[i] == r->tokens[at]) return r->tokens[i + 1];
    return -2;
}

enum { KEYS = 5, VALUES = 3 };

static int32_t lookup_own(const struct record *r, int at)
{
    int attribute = r->tokens[at] - KEYS * VALUES;
    for (int i = 0; i < KEYS; i++)
        if (r->tokens[i] / VALUES == attribute) return r->tokens[i] % VALUES;
    return -2;
}

static int32_t lookup_highest(const struct record *r, int at)
{
    (void)at;
    int highest = 0; /* the token with the largest number has the highest attribute */
    for (int i = 1; i < KEYS; i++)
        if (r->tokens[i] > r->tokens[highest]) highest = i;
    return r->tokens[highest] % VALUES;
}

static int32_t sum_modulo(const struct record *r, int at)
{
    return at == 3 ? (r->tokens[0] + r->tokens[2]) % 7 : -2;
}

TEST("answers of diagnostic tasks match a solver")
{
    solved_by("recall:pairs=4,length=24,train=300", follows_first, 4, 24);
    solved_by("recall:pairs=16,length=64,keys=16,train=300", follows_first, 16, 64);
    solved_by("induction:different=9,train=300", follows_first, 8, 17);
    solved_by("lookup_dynamic:keys=5,values=3,train=300", lookup_own, KEYS, 2 * KEYS);
    solved_by("lookup_static:keys=5,values=3,train=300", lookup_highest, KEYS, 2 * KEYS);
    solved_by("modular:p=7", sum_modulo, 1, 4);
}

TEST("the answer of lookup_static depends on the record, not on the query")
{
    struct dataset data;
    bool differ = false;
    generated("lookup_static:keys=5,values=3", 5, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        const struct record *r = &data.records[SPLIT_TRAIN][i];
        for (int at = KEYS; at < 2 * KEYS; at++) assert_int_equal(r->targets[at], r->targets[KEYS]);
        differ |= r->targets[KEYS] != data.records[SPLIT_TRAIN][0].targets[KEYS];
    }
    assert_true(differ);
}

TEST("recall asks for each pair once, after showing the pair")
{
    struct dataset data;
    generated("recall:pairs=4,length=24,train=300", 5, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        const struct record *r = &data.records[SPLIT_TRAIN][i];
        for (int pair = 0; pair < 4; pair++) {
            int times = 0;
            for (int at = 8; at < r->length; at++) times += r->tokens[at] == r->tokens[2 * pair];
            assert_int_equal(times, 1);
        }
    }
}

/* Checks a record of mqar. The correct answer to a key is its value in the pairs at the start of
 * the record. */
static void check_mqar(const struct record *r, int vocabulary, int pairs)
{
    int targets = 0;
    for (int i = 0; i < 2 * pairs; i++) {
        assert_in_range(r->tokens[i], i % 2 ? vocabulary / 2 : 1,
                        i % 2 ? vocabulary - 1 : vocabulary / 2 - 1);
        for (int j = 0; j < i; j++) assert_int_not_equal(r->tokens[i], r->tokens[j]);
    }
    for (int at = 0; at < r->length; at++) {
        assert_in_range(r->tokens[at], 0, vocabulary - 1);
        if (r->targets[at] < 0) continue;
        assert_true(at >= 2 * pairs && at % 2 == 0);
        assert_int_equal(r->targets[at], follows_first(r, at));
        targets++;
    }
    assert_int_equal(targets, pairs);
}

TEST("mqar:mix has the same lengths and numbers of pairs as Zoology")
{
    static const int lengths[] = {64, 64, 64, 128, 256, 512, 1024},
                     pairs[] = {4, 8, 16, 32, 64, 128, 256};
    struct dataset data;
    int seen = 0;
    generated("mqar:mix,train=90,valid=1,test=3", 5, &data);
    assert_int_equal(data.vocabulary, 8192);
    assert_int_equal(data.count[SPLIT_VALID], 7);
    assert_int_equal(data.count[SPLIT_TEST], 21);
    for (int i = 0; i < 21; i++) {
        assert_int_equal(data.records[SPLIT_TEST][i].length, lengths[i % 7]);
        check_mqar(&data.records[SPLIT_TEST][i], 8192, pairs[i % 7]);
    }
    for (int i = 0; i < 90; i++) seen += data.records[SPLIT_TRAIN][i].length == 64;
    assert_int_equal(seen, 50); /* 100,000 of the 180,000 training records have length 64 */
}

/* The density of queries at distance i is 1 / i, so all ranges from d to 2d contain the same number
 * of queries. */
TEST("mqar:reach gives longer validation records with queries at all distances")
{
    struct dataset data;
    int near = 0, far = 0;
    generated("mqar:vocabulary=64,pairs=2,reach=8,train=50,valid=300", 5, &data);
    assert_int_equal(data.count[SPLIT_VALID], 4 * 300);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++)
        assert_int_equal(data.records[SPLIT_TRAIN][i].length, 64);
    for (int i = 0; i < data.count[SPLIT_VALID]; i++) {
        const struct record *r = &data.records[SPLIT_VALID][i];
        assert_int_equal(r->length, 64 << i % 4);
        check_mqar(r, 64, 2);
        if (r->length < 512) continue;
        for (int at = 4; at < 512; at++) {
            near += r->targets[at] >= 0 && at < 4 + 32;
            far += r->targets[at] >= 0 && at >= 4 + 254;
        }
    }
    /* Of 600 queries, 55 % are expected at distances 0 to 15 and one ninth at 127 to 253. The
     * limits allow five standard deviations. */
    assert_in_range(near, 270, 390);
    assert_in_range(far, 45, 115);
}

TEST("modular contains each sum once")
{
    struct dataset data;
    bool seen[7][7] = {{false}};
    generated("modular:p=7,share=50", 5, &data);
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++) {
            const int32_t *t = data.records[s][i].tokens;
            assert_true(t[0] >= 0 && t[0] < 7 && t[2] >= 0 && t[2] < 7);
            assert_false(seen[t[0]][t[2]]);
            seen[t[0]][t[2]] = true;
        }
    assert_int_equal(data.count[SPLIT_TRAIN], 24);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID] + data.count[SPLIT_TEST],
                     49);
}

TEST("each split of modular contains sums")
{
    static const int shares[] = {10, 11, 12, 50, 89, 90};
    for (size_t i = 0; i < LENGTH(shares); i++) {
        struct dataset data;
        char *name = formatted("modular:p=3,share=%d", shares[i]);
        generated(name, 1, &data);
        int all = 0;
        for (int s = 0; s < GIVEN_SPLITS; all += data.count[s++]) assert_true(data.count[s] > 0);
        assert_int_equal(all, 9);
    }
}
