/* SPDX-License-Identifier: MIT
 * Tests the published data sets in the folder ATTNLAB_TEST_DATA: number of records, and a hash of
 * all data. */
#include "tests/unit/data_files.h"

#include <inttypes.h>

static const struct published {
    const char *name, *file;
    int train, valid, test;
    uint64_t hash;
} sets[] = {
    {"trec", "trec/TREC.train", 4907, 545, 500, 0x082811e316013093},
    {"trec:fine", "trec/TREC.train", 4907, 545, 500, 0x9cd52fd284fb68ba},
    {"sst2", "sst2/stsa.binary.train", 6920, 872, 1821, 0x5347f02145e069c8},
    {"mr:fold=0", "mr/sentence_polarity/rt-polarity.pos", 8636, 960, 1066, 0x30e8244e2425fad3},
    {"mr:fold=9", "mr/sentence_polarity/rt-polarity.pos", 8636, 960, 1066, 0x14b05cc2d75e4a89},
    {"ag_news", "ag_news/test.csv", 6156, 684, 760, 0xb2ae169cd4209c9b},
    {"cola", "cola/cola_public/raw/in_domain_train.tsv", 8551, 527, 516, 0x3cddaa30b412a743},
    {"cola:tokenized", "cola/cola_public/tokenized/in_domain_train.tsv", 8551, 527, 516,
     0x2bb07722ac08c1ec},
    {"mnist", "mnist/train-images-idx3-ubyte.gz", 54000, 6000, 10000, 0x94dfc92f91e9b61b},
    {"cifar10", "cifar10/data_batch_1.first4000.bin", 3600, 400, 1000, 0x091c91e9fb2e3091},
    {"cifar10_jpeg", "cifar10_jpeg/cifar10-jpeg-test.tar.gz", 45000, 5000, 10000,
     0x1bdec95604275983},
    {"babi:3", "babi/tasks_1-20_v1-2/en/qa3_three-supporting-facts_train.txt", 900, 100, 1000,
     0x0187fd752a35df36},
    {"babi:joint", "babi/tasks_1-20_v1-2/en/qa1_single-supporting-fact_train.txt", 18000, 2000,
     20000, 0x127d331b6ff31ce2},
    {"xquad", "xquad/xquad.en.json", 937, 87, 166, 0xede13a676603d61d},
    {"iwslt2017:testonly", "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml", 0, 0, 1133,
     0xc9ca6220a8b87d3e},
    {"iwslt2017:testonly,en-de", "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml", 0, 0, 1133,
     0xb9a62cb7bbe2551d},
    {"multi30k", "multi30k/tok/train.lc.norm.tok.de", 29000, 1014, 1000, 0x28069902f09419a5},
    {"multi30k:raw", "multi30k/raw/train.de.gz", 29000, 1014, 1000, 0xdfb3c85dde392982},
    {"multi30k:en-de", "multi30k/tok/train.lc.norm.tok.de", 29000, 1014, 1000, 0x258c7df0db736ad5},
    {"english_novels", "english_novels", 80, 10, 10, 0xd83271de5b3bf276},
    {"wikitext-2:smoke", "wikitext-2/test.txt", 4358, 3760, 0, 0xf80634a079563346},
};

static bool is_as_published(const struct published *p, const char *dir)
{
    struct dataset data;
    char *error = NULL;
    if (!dataset_open(p->name, &(struct data_options){.dir = dir, .seed = 1}, &data, &error))
        fail_msg("%s: %s", p->name, error);
    const int *n = data.count;
    bool same = n[0] == p->train && n[1] == p->valid && n[2] == p->test && data.hash == p->hash;
    if (!same)
        print_message("# %s: %d %d %d records, hash 0x%016" PRIx64 "\n", p->name, n[0], n[1], n[2],
                      data.hash);
    dataset_close(&data);
    return same;
}

TEST("each data set has the published number of records")
{
    int found = 0, wrong = 0;
    const char *dir = getenv("ATTNLAB_TEST_DATA");
    for (size_t i = 0; dir && i < LENGTH(sets); i++) {
        bool there = access(formatted("%s/%s", dir, sets[i].file), R_OK) == 0;
        if (!there) print_message("# skipped: %s not found in ATTNLAB_TEST_DATA\n", sets[i].file);
        wrong += there && !is_as_published(&sets[i], dir);
        found += there;
    }
    if (!found) real_data_or_skip(sets[0].file);
    assert_int_equal(wrong, 0);
}

/* AESLC is published as an archive; the test unpacks the archive */
FOLDER_TEST("AESLC has the published number of records")
{
    static const struct published aeslc = {
        "aeslc", "aeslc/aeslc-7afc087a.tar.gz", 14436, 1960, 1906, 0x65fa3325cc5a6401};
    const char *real = real_data_or_skip(aeslc.file);
    assert_int_equal(system(formatted("mkdir '%s/aeslc' && tar xzf '%s/%s' -C '%s/aeslc'", dir,
                                      real, aeslc.file, dir)),
                     0);
    assert_true(is_as_published(&aeslc, dir));
}
