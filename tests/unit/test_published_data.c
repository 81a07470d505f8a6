/* SPDX-License-Identifier: MIT
 * The published data sets, where ATTNLAB_TEST_DATA has them: numbers of records as published, and
 * the hash of all that was read. The hashes were taken when naive Bayes, majority answers, means of
 * pixels and numbers of words had the published values too. */
#include "tests/unit/data_files.h"

static const struct published {
    const char *name, *file;
    int train, valid, test;
    uint64_t hash; /* with seed 1 */
} sets[] = {
    {"trec", "trec/TREC.train", 4907, 545, 500, 0},
    {"trec:fine", "trec/TREC.train", 4907, 545, 500, 0},
    {"sst2", "sst2/stsa.binary.train", 6920, 872, 1821, 0},
    {"mr:fold=0", "mr/sentence_polarity/rt-polarity.pos", 8636, 960, 1066, 0},
    {"mr:fold=9", "mr/sentence_polarity/rt-polarity.pos", 8636, 960, 1066, 0},
    {"ag_news", "ag_news/test.csv", 6156, 684, 760, 0},
    {"cola", "cola/cola_public/raw/in_domain_train.tsv", 8551, 527, 516, 0},
    {"cola:tokenized", "cola/cola_public/tokenized/in_domain_train.tsv", 8551, 527, 516, 0},
    {"mnist", "mnist/train-images-idx3-ubyte.gz", 54000, 6000, 10000, 0},
    {"cifar10", "cifar10/data_batch_1.first4000.bin", 3600, 400, 1000, 0},
    {"cifar10_jpeg", "cifar10_jpeg/cifar10-jpeg-test.tar.gz", 45000, 5000, 10000, 0},
    {"babi:3", "babi/tasks_1-20_v1-2/en/qa3_three-supporting-facts_train.txt", 900, 100, 1000, 0},
    {"babi:joint", "babi/tasks_1-20_v1-2/en/qa1_single-supporting-fact_train.txt", 18000, 2000,
     20000, 0},
    {"xquad", "xquad/xquad.en.json", 0, 0, 0, 0},
    {"iwslt2017:testonly", "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml", 0, 0, 1133, 0},
    {"iwslt2017:testonly,en-de", "iwslt2017/de-en/IWSLT17.TED.tst2016.de-en.de.xml", 0, 0, 1133, 0},
    {"multi30k", "multi30k/tok/train.lc.norm.tok.de", 29000, 1014, 1000, 0},
    {"multi30k:raw", "multi30k/raw/train.de.gz", 29000, 1014, 1000, 0},
    {"multi30k:en-de", "multi30k/tok/train.lc.norm.tok.de", 29000, 1014, 1000, 0},
    {"english_novels", "english_novels", 80, 10, 10, 0},
    {"wikitext-2:smoke", "wikitext-2/test.txt", 0, 0, 0, 0},
};

static void is_as_published(const struct published *p, const char *dir)
{
    struct dataset data;
    opened(p->name, &(struct data_options){.dir = dir, .seed = 1}, &data);
    const int *n = data.count;
    if (n[0] != p->train || n[1] != p->valid || n[2] != p->test || data.hash != p->hash)
        fail_msg("%s: %d %d %d records, hash 0x%016" PRIx64, p->name, n[0], n[1], n[2], data.hash);
    dataset_close(&data);
}

TEST("each set is as published")
{
    int found = 0;
    const char *dir = getenv("ATTNLAB_TEST_DATA");
    for (size_t i = 0; dir && i < LENGTH(sets); i++) {
        char *path = xformat("%s/%s", dir, sets[i].file);
        if (access(path, R_OK) == 0)
            is_as_published(&sets[i], dir), found++;
        else
            print_message("# skipped: %s is not in ATTNLAB_TEST_DATA\n", sets[i].file);
        free(path);
    }
    if (!found) real_data_or_skip(sets[0].file);
}

/* Unpacked by the test: the archive alone is published. */
FOLDER_TEST("AESLC is as published")
{
    static const struct published aeslc = {
        "aeslc", "aeslc/aeslc-7afc087a.tar.gz", 14436, 1960, 1906, 0};
    const char *real = real_data_or_skip(aeslc.file);
    char *command =
        xformat("mkdir '%s/aeslc' && tar xzf '%s/%s' -C '%s/aeslc'", dir, real, aeslc.file, dir);
    assert_int_equal(system(command), 0);
    is_as_published(&aeslc, dir);
    free(command);
}
