/* SPDX-License-Identifier: MIT
 * MNIST's idx and CIFAR's records: files made by the test, errors, and the real sets. */
#include "tests/unit/test.h"
#include "data_files.h"

#include <zlib.h>

/* ---- idx ---- */

struct idx_file {
    unsigned magic, count, rows, columns;
    size_t bytes; /* that follow the header */
};

static void big_endian(unsigned char *at, unsigned value)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
}

/* Byte i behind the header is `first` + i modulo 10. Returns the size. */
static size_t idx_bytes(const struct idx_file *f, int first, unsigned char *out)
{
    size_t header = f->rows ? 16 : 8;
    unsigned fields[] = {f->magic, f->count, f->rows, f->columns};
    for (size_t i = 0; i < header / 4; i++) big_endian(out + 4 * i, fields[i]);
    for (size_t i = 0; i < f->bytes; i++) out[header + i] = (unsigned char)((first + (int)i) % 10);
    return header + f->bytes;
}

static void idx_write(const char *dir, const char *name, struct idx_file f, int first)
{
    unsigned char bytes[512];
    scratch_bytes(dir, name, (char *)bytes, idx_bytes(&f, first, bytes));
}

static const struct idx_file images = {0x803, 10, 2, 3, 60}, labels = {0x801, 10, 0, 0, 10};

static void mnist_write(const char *dir)
{
    idx_write(dir, "mnist/train-images-idx3-ubyte", images, 0);
    idx_write(dir, "mnist/train-labels-idx1-ubyte", labels, 5);
    idx_write(dir, "mnist/t10k-images-idx3-ubyte", images, 1);
    idx_write(dir, "mnist/t10k-labels-idx1-ubyte", labels, 7);
}

FOLDER_TEST("idx is read as written")
{
    struct dataset data;
    mnist_write(dir);
    opened("mnist", &(struct data_options){.dir = dir, .seed = 3}, &data);
    assert_int_equal(data.kind, DATA_IMAGES);
    assert_string_equal(data.metric, "accuracy");
    assert_int_equal(data.count[SPLIT_TRAIN], 9); /* a tenth is for validation */
    assert_int_equal(data.count[SPLIT_VALID], 1);
    assert_int_equal(data.count[SPLIT_TEST], 10);
    assert_int_equal(data.width, 3);
    assert_int_equal(data.height, 2);
    assert_int_equal(data.channels, 1);
    for (int i = 0; i < 10; i++) {
        const struct record *r = &data.records[SPLIT_TEST][i];
        assert_int_equal(r->label, (7 + i) % 10);
        for (int p = 0; p < 6; p++) assert_int_equal(r->pixels[p], (1 + 6 * i + p) % 10);
    }
    assert_non_null(strstr(data.notes, "seed 3"));
    dataset_close(&data);
}

FOLDER_TEST("gzip loads as plain")
{
    struct dataset plain, packed;
    unsigned char bytes[512];
    mnist_write(dir);
    opened("mnist", &(struct data_options){.dir = dir}, &plain);
    char *old = xformat("%s/mnist/train-images-idx3-ubyte", dir);
    char *new = xformat("%s.gz", old);
    gzFile out = gzopen(new, "wb");
    size_t size = idx_bytes(&images, 0, bytes);
    assert_int_equal(gzwrite(out, bytes, (unsigned)size), size);
    assert_int_equal(gzclose(out), Z_OK);
    assert_int_equal(unlink(old), 0);
    opened("mnist", &(struct data_options){.dir = dir}, &packed);
    assert_true(plain.hash == packed.hash);
    dataset_close(&plain), dataset_close(&packed);
    free(old), free(new);
}

FOLDER_TEST("faults of idx are named")
{
    static const struct {
        const char *file;
        struct idx_file f;
        int first;
        const char *message;
    } cases[] = {
        {"train-images-idx3-ubyte",
         {0x801, 10, 2, 3, 60},
         0,
         "byte 0: invalid magic 0x00000801 (expected 0x00000803"},
        {"train-images-idx3-ubyte",
         {0x803, 10, 2, 3, 59},
         0,
         "75 bytes (expected 76 for 10 records"},
        {"train-images-idx3-ubyte", {0x803, 10, 2, 3, 61}, 0, "77 bytes (expected 76"},
        {"train-images-idx3-ubyte", {0x803, 10, 2, 0, 60}, 0, "byte 12: 0 pixels per row"},
        {"train-images-idx3-ubyte",
         {0x803, 10, 0xffffffff, 0xffffffff, 60},
         0,
         "byte 8: 4294967295 pixels per column"},
        {"train-images-idx3-ubyte",
         {0x803, 0, 2, 3, 60},
         0,
         "byte 4: invalid number of records: 0"},
        {"train-images-idx3-ubyte",
         {0x803, 0xffffffff, 2, 3, 60},
         0,
         "byte 4: invalid number of records: 4294967295"},
        {"train-images-idx3-ubyte", {0x803, 9, 2, 3, 54}, 0, "has 9 images"},
        {"train-labels-idx1-ubyte", {0x801, 9, 0, 0, 9}, 0, "9 labels, but"},
        {"train-labels-idx1-ubyte",
         {0x803, 10, 0, 0, 10},
         0,
         "invalid magic 0x00000803 (expected 0x00000801"},
        {"t10k-images-idx3-ubyte",
         {0x803, 10, 3, 2, 60},
         0,
         "pictures of 3 x 2 (expected 2 x 3 as in training)"},
        {"t10k-images-idx3-ubyte",
         {0x803, 10, 1, 3, 30},
         0,
         "pictures of 1 x 3 (expected 2 x 3 as in training)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mnist_write(dir);
        char *name = xformat("mnist/%s", cases[i].file);
        idx_write(dir, name, cases[i].f, cases[i].first);
        refused("mnist", dir, name, cases[i].message, NULL);
        free(name);
    }
    mnist_write(dir);
    scratch_bytes(dir, "mnist/t10k-labels-idx1-ubyte",
                  "\0\0\x08\x01\0\0\0\x0a\1\2\3\x0a\1\2\3\4\5\6", 18);
    refused("mnist", dir, "t10k-labels-idx1-ubyte: byte 11: invalid label 10 of record 4", NULL);
    scratch_bytes(dir, "mnist/t10k-labels-idx1-ubyte", "\0\0\x08", 3);
    refused("mnist", dir, "truncated: 3 bytes (expected at least 8 for the header)", NULL);
    scratch_text(dir, "mnist/t10k-labels-idx1-ubyte", "");
    refused("mnist", dir, "t10k-labels-idx1-ubyte", "is empty", NULL);
    refused("mnist:x", dir, "unknown option 'x'", "no options", NULL);
    refused("fashion-mnist", dir, "fetch.sh fashion-mnist", NULL);
}

/* Every file cut at every byte is refused: no length of a beginning fits its header. */
FOLDER_TEST("no beginning of idx is taken for the whole")
{
    static const char *const names[] = {"train-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
    unsigned char bytes[512];
    for (int f = 0; f < 2; f++) {
        char *name = xformat("mnist/%s", names[f]);
        mnist_write(dir);
        size_t size = idx_bytes(f ? &labels : &images, 0, bytes);
        for (size_t cut = 0; cut < size; cut++) {
            scratch_bytes(dir, name, (char *)bytes, cut);
            refused("mnist", dir, name, NULL);
        }
        free(name);
    }
}

/* ---- CIFAR ---- */

/* Records with these labels (two each for CIFAR-100); all pixels of a plane are the record's number
 * times 3 plus the plane. `extra` bytes more. */
static void cifar_write(const char *dir, const char *name, const char *of_labels, int a_record,
                        size_t extra)
{
    int count = (int)strlen(of_labels) / a_record;
    size_t size = (size_t)a_record + 3072;
    char *bytes = xalloc(count * size + extra + 1);
    for (int i = 0; i < count; i++) {
        char *at = bytes + i * size;
        for (int l = 0; l < a_record; l++) at[l] = (char)(of_labels[i * a_record + l] - '0');
        for (int p = 0; p < 3; p++) memset(at + a_record + 1024 * p, 3 * i + p, 1024);
    }
    scratch_bytes(dir, name, bytes, count * size + extra);
    free(bytes);
}

static void complete_write(const char *dir, const char *folder)
{
    for (int i = 0; i <= 5; i++) {
        char *name =
            i ? xformat("%s/data_batch_%d.bin", folder, i) : xformat("%s/test_batch.bin", folder);
        cifar_write(dir, name, i ? "19" : "305", 1, 0);
        free(name);
    }
}

FOLDER_TEST("all batches of cifar are read")
{
    struct dataset data;
    complete_write(dir, "cifar10/cifar-10-batches-bin");
    opened("cifar10", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 9);
    assert_int_equal(data.count[SPLIT_VALID], 1);
    assert_int_equal(data.count[SPLIT_TEST], 3);
    assert_int_equal(data.channels, 3);
    const struct record *r = &data.records[SPLIT_TEST][2];
    assert_int_equal(r->label, 5);
    assert_int_equal(r->pixels[0], 6);
    assert_int_equal(r->pixels[1024], 7);
    assert_int_equal(r->pixels[3071], 8);
    assert_null(strstr(data.notes, "complete"));
    dataset_close(&data);
}

FOLDER_TEST("parts of cifar are read and noted")
{
    struct dataset data;
    cifar_write(dir, "cifar10/data_batch_1.first4.bin", "0123", 1, 0);
    cifar_write(dir, "cifar10/test_batch.first2.bin", "45", 1, 0);
    opened("cifar10", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 4);
    assert_int_equal(data.count[SPLIT_TEST], 2);
    assert_non_null(strstr(data.notes, "data_batch_1.first4.bin is not the complete set"));
    dataset_close(&data);
    cifar_write(dir, "cifar10/data_batch_2.first2.bin", "67", 1, 0);
    opened("cifar10", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 6);
    dataset_close(&data);
    cifar_write(dir, "cifar10/data_batch_1.first2.bin", "01", 1, 0); /* the same two again */
    refused("cifar10", dir, "both data_batch_1.first2.bin and data_batch_1.first4.bin",
            "remove one", NULL);
}

FOLDER_TEST("faults of cifar are named")
{
    scratch_text(dir, "cifar10/readme.html", "x");
    refused("cifar10", dir, "expected data_batch_1.bin to data_batch_5.bin", NULL);
    complete_write(dir, "cifar10");
    cifar_write(dir, "cifar10/data_batch_3.bin", "01", 1, 7);
    refused("cifar10", dir, "data_batch_3.bin", "2 records of 3073 bytes and 7 more bytes", NULL);
    cifar_write(dir, "cifar10/data_batch_3.bin", "0:", 1, 0);
    refused("cifar10", dir, "data_batch_3.bin: byte 3073: invalid label 10 (expected 0 to 9)",
            NULL);
    scratch_text(dir, "cifar10/data_batch_3.bin", "");
    refused("cifar10", dir, "data_batch_3.bin: is empty", NULL);
    char *gone = xformat("%s/cifar10/data_batch_3.bin", dir);
    unlink(gone);
    refused("cifar10", dir, "data_batch_3.bin", "No such file", NULL);
    free(gone);
}

FOLDER_TEST("hundred classes are fine or coarse")
{
    char names[1024] = "";
    struct dataset data;
    for (int i = 0; i < 100; i++) sprintf(names + strlen(names), "c%d\n", i);
    strcat(names, "\n"); /* as the official files end */
    scratch_text(dir, "cifar100/cifar-100-binary/fine_label_names.txt", names);
    *strstr(names, "c20") = '\0';
    scratch_text(dir, "cifar100/cifar-100-binary/coarse_label_names.txt", names);
    cifar_write(dir, "cifar100/cifar-100-binary/train.bin", "1234", 2, 0);
    cifar_write(dir, "cifar100/cifar-100-binary/test.bin", "5a", 2, 0);
    opened("cifar100", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.classes, 100);
    assert_int_equal(data.records[SPLIT_TEST][0].label, 'a' - '0');
    assert_string_equal(data.class_names[99], "c99");
    dataset_close(&data);
    opened("cifar100:coarse", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.classes, 20);
    assert_int_equal(data.records[SPLIT_TEST][0].label, 5);
    dataset_close(&data);
    refused("cifar100:coarse,fine", dir, "cannot be combined", NULL);
    cifar_write(dir, "cifar100/cifar-100-binary/test.bin", "E0", 2, 0); /* coarse 21 */
    refused("cifar100:coarse", dir, "test.bin: byte 0: invalid label 21 (expected 0 to 19)", NULL);
    scratch_text(dir, "cifar100/cifar-100-binary/fine_label_names.txt", names);
    refused("cifar100", dir, "fine_label_names.txt: 20 names, expected 100", NULL);
}

/* ---- the real sets ---- */

/* Labels of the first ten, training before any of it was moved to validation. */
static void first_labels(const char *name, const char *dir, enum split split, const char *expected)
{
    struct dataset data;
    char found[11] = "";
    opened(name, &(struct data_options){.dir = dir}, &data);
    for (int i = 0; i < 10; i++) found[i] = (char)('0' + data.records[split][i].label);
    assert_string_equal(found, expected);
    dataset_close(&data);
}

/* Mean and deviation of pixels / 255 of a channel, training and validation together. */
static void moments(const struct dataset *data, int channel, double *mean, double *deviation)
{
    size_t plane = (size_t)data->width * data->height, count = 0;
    double sum = 0, squares = 0;
    for (enum split split = SPLIT_TRAIN; split <= SPLIT_VALID; split++)
        for (int i = 0; i < data->count[split]; i++)
            for (size_t p = 0; p < plane; p++) {
                double x = data->records[split][i].pixels[channel * plane + p] / 255.0;
                sum += x, squares += x * x, count++;
            }
    *mean = sum / (double)count;
    *deviation = __builtin_sqrt(squares / (double)count - *mean * *mean);
}

static void assert_moments(const struct dataset *data, int channel, double mean, double deviation)
{
    double m, d;
    moments(data, channel, &m, &d);
    assert_true(m > mean - 5e-5 && m < mean + 5e-5); /* given to four places */
    assert_true(d > deviation - 5e-5 && d < deviation + 5e-5);
}

static int most_frequent(const struct dataset *data, enum split split)
{
    int counts[10] = {0}, most = 0;
    for (int i = 0; i < data->count[split]; i++) counts[data->records[split][i].label]++;
    for (int c = 0; c < 10; c++) most = counts[c] > most ? counts[c] : most;
    return most;
}

TEST("mnist is as published")
{
    const char *dir = real_data_or_skip("mnist/train-images-idx3-ubyte.gz");
    struct dataset data;
    opened("mnist", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 54000);
    assert_int_equal(data.count[SPLIT_VALID], 6000);
    assert_int_equal(data.count[SPLIT_TEST], 10000);
    assert_moments(&data, 0, 0.1307, 0.3081);
    assert_int_equal(most_frequent(&data, SPLIT_TEST), 1135); /* 11.35 % */
    dataset_close(&data);
    first_labels("mnist", dir, SPLIT_TEST, "7210414959");
}

TEST("cifar10 is as published")
{
    const char *dir = real_data_or_skip("cifar10/data_batch_1.first4000.bin");
    struct dataset data;
    opened("cifar10", &(struct data_options){.dir = dir}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID], 4000);
    assert_int_equal(data.count[SPLIT_TEST], 1000);
    assert_moments(&data, 0, 0.4916, 0.2471);
    assert_moments(&data, 1, 0.4818, 0.2440);
    assert_moments(&data, 2, 0.4447, 0.2625);
    assert_int_equal(most_frequent(&data, SPLIT_TEST), 112);
    assert_int_equal(data.records[SPLIT_TEST][0].pixels[0], 158);
    dataset_close(&data);
    first_labels("cifar10", dir, SPLIT_TEST, "3880661631");
}
