/* SPDX-License-Identifier: MIT
 * Tests that MNIST (idx) and CIFAR files are read correctly and that invalid files are refused. The
 * tests write the files. */
#include "tests/unit/data_files.h"
#include "base/gzip.h"

/* ---- idx ---- */

struct idx_file {
    unsigned magic, count, rows, columns;
    size_t bytes; /* number of data bytes after the header */
};

static void big_endian(unsigned char *at, unsigned value)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
}

/* Writes an idx file to `out` and returns its size. Data byte i is (first + i) modulo 10. */
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

FOLDER_TEST("idx files are read back unchanged")
{
    struct dataset data;
    mnist_write(dir);
    DATA_HAS("mnist", dir, "images accuracy\n", "pixels 3 x 2 x 1\n", "records 9 1 10 0\n",
             "seed 1");
    opened("mnist", &(struct data_options){.dir = dir}, &data);
    for (int i = 0; i < 10; i++) {
        const struct record *r = &data.records[SPLIT_TEST][i];
        assert_int_equal(r->label, (7 + i) % 10);
        for (int p = 0; p < 6; p++) assert_int_equal(r->pixels[p], (1 + 6 * i + p) % 10);
    }
}

FOLDER_TEST("gzip files are read like plain files")
{
    const struct data_options options = {.dir = dir};
    unsigned char bytes[512];
    size_t size, packed_size;
    mnist_write(dir);
    uint64_t plain = opened_hash("mnist", &options);
    size = idx_bytes(&images, 0, bytes);
    char *packed = kept(gzip_pack((char *)bytes, size, &packed_size));
    scratch_bytes(dir, "mnist/train-images-idx3-ubyte.gz", packed, packed_size);
    file_remove(dir, "mnist/train-images-idx3-ubyte");
    assert_true(opened_hash("mnist", &options) == plain);
}

FOLDER_TEST("errors in idx files are reported")
{
    static const char train[] = "mnist/train-images-idx3-ubyte",
                      test[] = "mnist/t10k-images-idx3-ubyte",
                      train_labels[] = "mnist/train-labels-idx1-ubyte";
    enum { MOST = 0xffffffff };
    static const struct {
        const char *file;
        struct idx_file f;
        const char *message;
    } cases[] = {
        {train,
         {0x801, 10, 2, 3, 60},
         "byte 0: invalid magic number 0x00000801 (expected 0x00000803"},
        {train, {0x803, 10, 2, 3, 59}, "75 bytes (expected 76 for 10 records"},
        {train, {0x803, 10, 2, 3, 61}, "77 bytes (expected 76"},
        {train, {0x803, 10, 2, 0, 60}, "byte 12: 0 pixels per row"},
        {train, {0x803, 10, MOST, MOST, 60}, "byte 8: 4294967295 pixels per column"},
        {train, {0x803, 0, 2, 3, 60}, "byte 4: invalid number of records: 0"},
        {train, {0x803, MOST, 2, 3, 60}, "byte 4: invalid number of records: 4294967295"},
        {train, {0x803, 9, 2, 3, 54}, "has 9 images"},
        {train_labels, {0x801, 9, 0, 0, 9}, "9 labels, but"},
        {train_labels,
         {0x803, 10, 0, 0, 10},
         "invalid magic number 0x00000803 (expected 0x00000801"},
        {test, {0x803, 10, 3, 2, 60}, "pictures of 3 x 2 (expected 2 x 3 as in training)"},
        {test, {0x803, 10, 1, 3, 30}, "pictures of 1 x 3 (expected 2 x 3 as in training)"},
    };
    static const char labels_of_test[] = "mnist/t10k-labels-idx1-ubyte";
    for (size_t i = 0; i < LENGTH(cases); i++) {
        mnist_write(dir);
        idx_write(dir, cases[i].file, cases[i].f, 0);
        refused("mnist", dir, cases[i].file, cases[i].message, NULL);
    }
    mnist_write(dir);
    scratch_bytes(dir, labels_of_test, "\0\0\x08\x01\0\0\0\x0a\1\2\3\x0a\1\2\3\4\5\6", 18);
    refused("mnist", dir, "t10k-labels-idx1-ubyte: byte 11: invalid label 10 of record 4", NULL);
    scratch_bytes(dir, labels_of_test, "\0\0\x08", 3);
    refused("mnist", dir, "truncated: 3 bytes (expected at least 8 for the header)", NULL);
    scratch_text(dir, labels_of_test, "");
    REFUSED(dir, {"mnist", "t10k-labels-idx1-ubyte|is empty"},
            {"mnist:x", "unknown option 'x'|no options"},
            {"fashion-mnist", "fetch.sh fashion-mnist"});
}

FOLDER_TEST("an idx file truncated at any byte is refused")
{
    static const char *const names[] = {"train-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
    unsigned char bytes[512];
    for (int f = 0; f < 2; f++) {
        char *name = formatted("mnist/%s", names[f]);
        mnist_write(dir);
        size_t size = idx_bytes(f ? &labels : &images, 0, bytes);
        for (size_t cut = 0; cut < size; cut++) {
            scratch_bytes(dir, name, (char *)bytes, cut);
            refused("mnist", dir, name, NULL);
        }
    }
}

/* ---- CIFAR ---- */

/* Writes a CIFAR file: records with the given labels (two per record in CIFAR-100), then `extra`
 * bytes. Every pixel of a colour plane has the value 3 * record + plane. */
static void cifar_write(const char *dir, const char *name, const char *of_labels, int a_record,
                        size_t extra)
{
    int count = (int)strlen(of_labels) / a_record;
    size_t size = (size_t)a_record + 3072;
    char *bytes = kept(xalloc(count * size + extra + 1));
    for (int i = 0; i < count; i++) {
        char *at = bytes + i * size;
        for (int l = 0; l < a_record; l++) at[l] = (char)(of_labels[i * a_record + l] - '0');
        for (int p = 0; p < 3; p++) memset(at + a_record + 1024 * p, 3 * i + p, 1024);
    }
    scratch_bytes(dir, name, bytes, count * size + extra);
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

FOLDER_TEST("all batches of CIFAR-10 are read")
{
    struct dataset data;
    complete_write(dir, "cifar10/cifar-10-batches-bin");
    DATA_HAS("cifar10", dir, "pixels 32 x 32 x 3\n", "records 9 1 3 0\n", "!complete");
    opened("cifar10", &(struct data_options){.dir = dir}, &data);
    const struct record *r = &data.records[SPLIT_TEST][2];
    assert_int_equal(r->label, 5);
    assert_int_equal(r->pixels[0], 6);
    assert_int_equal(r->pixels[1024], 7);
    assert_int_equal(r->pixels[3071], 8);
}

FOLDER_TEST("partial CIFAR-10 files are read, and a note mentions them")
{
    cifar_write(dir, "cifar10/data_batch_1.first4.bin", "0123", 1, 0);
    cifar_write(dir, "cifar10/test_batch.first2.bin", "45", 1, 0);
    DATA_HAS("cifar10", dir, "records 3 1 2 0\n",
             "data_batch_1.first4.bin is not the complete set");
    cifar_write(dir, "cifar10/data_batch_2.first2.bin", "67", 1, 0);
    DATA_HAS("cifar10", dir, "records 5 1 2 0\n");
    cifar_write(dir, "cifar10/data_batch_1.first2.bin", "01", 1, 0);
    refused("cifar10", dir, "both data_batch_1.first2.bin and data_batch_1.first4.bin",
            "remove one", NULL);
}

FOLDER_TEST("errors in CIFAR-10 files are reported")
{
    static const char batch[] = "cifar10/data_batch_3.bin";
    scratch_text(dir, "cifar10/readme.html", "x");
    refused("cifar10", dir, "expected data_batch_1.bin to data_batch_5.bin", NULL);
    complete_write(dir, "cifar10");
    cifar_write(dir, batch, "01", 1, 7);
    refused("cifar10", dir, batch, "2 records of 3073 bytes and 7 extra bytes", NULL);
    cifar_write(dir, batch, "0:", 1, 0);
    refused("cifar10", dir, "data_batch_3.bin: byte 3073: invalid label 10 (expected 0 to 9)",
            NULL);
    scratch_text(dir, batch, "");
    refused("cifar10", dir, "data_batch_3.bin: is empty", NULL);
    file_remove(dir, batch);
    refused("cifar10", dir, batch, "No such file", NULL);
}

FOLDER_TEST("CIFAR-100 has fine or coarse classes")
{
#define CIFAR100 "cifar100/cifar-100-binary/"
    struct text names = {0};
    for (int i = 0; i < 100; i++) text_add(&names, "c%d\n", i);
    text_add(&names, "\n"); /* official files end with an empty line */
    scratch_text(dir, CIFAR100 "fine_label_names.txt", names.data);
    *strstr(names.data, "c20") = '\0';
    scratch_text(dir, CIFAR100 "coarse_label_names.txt", names.data);
    cifar_write(dir, CIFAR100 "train.bin", "1234", 2, 0);
    cifar_write(dir, CIFAR100 "test.bin", "5a", 2,
                0); /* labels are characters relative to '0', so 'a' is label 49 */
    DATA_HAS("cifar100", dir, " c98 c99\n", "test c49: ");
    DATA_HAS("cifar100:coarse", dir, " c18 c19\n", "test c5: ");
    refused("cifar100:coarse,fine", dir, "cannot be combined", NULL);
    cifar_write(dir, CIFAR100 "test.bin", "E0", 2, 0);
    refused("cifar100:coarse", dir, "test.bin: byte 0: invalid label 21 (expected 0 to 19)", NULL);
    scratch_text(dir, CIFAR100 "fine_label_names.txt", names.data);
    refused("cifar100", dir, "fine_label_names.txt: 20 names, expected 100", NULL);
    text_free(&names);
}
