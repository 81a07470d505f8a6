/* SPDX-License-Identifier: MIT
 * Generates additions modulo p (Power et al. 2022, arXiv 2201.02177). All p * p sums are shuffled.
 * A fraction is used for training, half of the rest for validation and half for test.
 *
 *   tokens: a + b = (4 tokens); the target is at the last token: (a + b) mod p.
 *   ids: 0..p-1 for the numbers, p for "+", p+1 for "=".
 *
 * (a, b) and (b, a) are different sums and may be in different splits. Chance is 1 / p. Models
 * memorise the training sums long before they generalise; large weight decay and a large training
 * fraction help. */
#include "datasets/generated/generated.h"

#include "base/mem.h"

#include <stdlib.h>

enum { LENGTH = 4, MOST_P = 500 };

static void add_sum(struct dataset *data, enum split split, int a, int b, int p)
{
    int32_t *kept = data_alloc(data->store, 2 * LENGTH, sizeof *kept);
    const int32_t sum[2 * LENGTH] = {a, p, b, p + 1, -1, -1, -1, (a + b) % p};
    for (int i = 0; i < 2 * LENGTH; i++) kept[i] = sum[i];
    struct record *record = data_add(data, split);
    record->tokens = kept;
    record->targets = kept + LENGTH;
    record->length = LENGTH;
}

static bool open_modular(const char *text, const char *dir, const struct data_options *options,
                         struct dataset *data, char **error)
{
    (void)dir;
    int p = 31, share = 80;
    const struct argument list[] = {{.name = "p", .number = &p, .least = 3, .most = MOST_P},
                                    {.name = "share", .number = &share, .least = 10, .most = 90}};
    if (!arguments_read("modular", text, list, 2, error)) return false;
    int count = p * p, *order = xarray((size_t)count, sizeof *order);
    int train = count * share / 100;
    /* keep at least one sum for training and two for the other splits, even if p = 3 */
    train = train < 1 ? 1 : train > count - 2 ? count - 2 : train;
    int valid = (count - train + 1) / 2;
    rng_permutation(options->seed, rng_stream("data.modular"), count, order);
    for (int i = 0; i < count; i++)
        add_sum(data,
                i < train           ? SPLIT_TRAIN
                : i < train + valid ? SPLIT_VALID
                                    : SPLIT_TEST,
                order[i] / p, order[i] % p, p);
    free(order);
    data->metric = "accuracy";
    data->vocabulary = p + 2;
    data_note(data, "Records have %d tokens; chance is 1 in %d.", LENGTH, p);
    return true;
}

const struct data_set set_modular = {
    .name = "modular",
    .label = "modular sums",
    .title = "a + b modulo p; `share` percent of all sums are training records: p=31, share=80",
    .source = "generated",
    .licence = "MIT",
    .kind = DATA_POSITIONS,
    .generated = true,
    .open = open_modular,
};
