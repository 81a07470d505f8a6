/* SPDX-License-Identifier: MIT
 * Tests reading of plain and gzip files, lines, and errors in damaged files. The test writes gzip
 * files as stored blocks, without zlib. */
#include "tests/unit/data_files.h"
#include "datasets/data_store.h"
#include "datasets/formats/file.h"
#include "base/rng.h"

enum { GZIP_HEADER = 10, GZIP_TRAILER = 8, STORED_HEADER = 5 };

static uint32_t crc32_of(const char *bytes, size_t size)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static char *put32(char *out, uint32_t value)
{
    for (int i = 0; i < 4; i++) *out++ = (char)(value >> 8 * i);
    return out;
}

/* Returns a gzip file with one stored block (size < 64 KiB). The caller frees the bytes. */
static char *gzip_of(const char *bytes, size_t size, size_t *packed)
{
    *packed = GZIP_HEADER + STORED_HEADER + size + GZIP_TRAILER;
    char *all = xalloc(*packed), *out = all;
    memcpy(out, "\x1f\x8b\x08\0\0\0\0\0\0\x03", GZIP_HEADER);
    out += GZIP_HEADER;
    *out++ = 1; /* block header: last block, not compressed */
    out = put32(out, (uint32_t)size | ~(uint32_t)size << 16);
    memcpy(out, bytes, size);
    out = put32(out + size, crc32_of(bytes, size));
    put32(out, (uint32_t)size);
    return all;
}

static void scratch_gzip(const char *dir, const char *name, const char *text, int members)
{
    size_t size;
    char *one = gzip_of(text, strlen(text), &size), *all = kept(xalloc(size * (size_t)members));
    for (int i = 0; i < members; i++) memcpy(all + size * (size_t)i, one, size);
    scratch_bytes(dir, name, all, size * (size_t)members);
    free(one);
}

/* Returns the text of a file. On failure, sets *good to false and returns the error instead. The
 * caller frees the result. */
static char *read_it(const char *dir, const char *name, bool *good)
{
    struct data_store *store = data_store_new();
    struct file file;
    char *path = formatted("%s/%s", dir, name), *result = NULL;
    *good = file_read(store, path, &file, &result);
    if (*good) result = xformat("%.*s", (int)file.all.size, file.all.at);
    data_store_free(store);
    return result;
}

static void reads(const char *dir, const char *name, const char *expected)
{
    bool good;
    char *found = read_it(dir, name, &good);
    if (!good) fail_msg("%s: %s", name, found);
    assert_string_equal(found, expected);
    free(found);
}

static void refuses(const char *dir, const char *name, const char *part)
{
    bool good;
    char *found = read_it(dir, name, &good);
    if (good) fail_msg("%s was read as '%s'", name, found);
    if (!strstr(found, part) || !strstr(found, name))
        fail_msg("'%s' does not contain '%s'", found, part);
    free(found);
}

FOLDER_TEST("gzip and plain files give the same text")
{
    scratch_text(dir, "plain", "one\ntwo\n");
    scratch_gzip(dir, "packed.gz", "one\ntwo\n", 1);
    scratch_gzip(dir, "packed-without-name", "one\ntwo\n", 1);
    scratch_gzip(dir, "members.gz", "one\n", 3);
    reads(dir, "plain", "one\ntwo\n");
    reads(dir, "packed.gz", "one\ntwo\n");
    reads(dir, "packed", "one\ntwo\n");
    reads(dir, "packed-without-name", "one\ntwo\n");
    reads(dir, "members", "one\none\none\n");
    char *path = formatted("%s/packed", dir);
    assert_true(file_exists(path));
    path[strlen(path) - 1] = 'x';
    assert_false(file_exists(path));
    assert_false(file_exists(dir));
}

FOLDER_TEST("missing and empty files and folders are refused")
{
    scratch_text(dir, "empty", "");
    scratch_text(dir, "empty2.gz", "");
    scratch_gzip(dir, "nothing.gz", "", 1);
    scratch_text(dir, "folder/x", "x");
    scratch_text(dir, "text.gz", "hello");
    scratch_gzip(dir, "twice.gz", "\x1f\x8b\x08", 1);
    refuses(dir, "absent", "cannot be read: No such file");
    refuses(dir, "empty", "is empty");
    refuses(dir, "empty2.gz", "is empty");
    refuses(dir, "nothing.gz", "is empty");
    refuses(dir, "folder", "cannot be read");
    refuses(dir, "twice.gz", "is compressed twice (expected once)");
    refuses(dir, "text.gz", "is not a gzip file: it begins with 0x68");
}

FOLDER_TEST("a gzip file truncated at any byte is refused")
{
    size_t size;
    const char *text = "the quick brown fox\n";
    char *packed = gzip_of(text, strlen(text), &size);
    for (size_t cut = 2; cut < size; cut++) {
        char *part = formatted(
            "truncated: the gzip stream is incomplete at the end of the file, byte %zu", cut);
        scratch_bytes(dir, "cut.gz", packed, cut);
        refuses(dir, "cut.gz", part);
    }
    scratch_bytes(dir, "cut.gz", packed, size);
    reads(dir, "cut.gz", text);
    free(packed);
}

FOLDER_TEST("damaged gzip files and trailing bytes are refused")
{
    size_t size;
    const char *text = "the quick brown fox\n";
    char *packed = gzip_of(text, strlen(text), &size), *more = kept(xalloc(size + 4));
    memcpy(more, packed, size);
    memcpy(more + size, "more", 4);
    scratch_bytes(dir, "more.gz", more, size + 4);
    refuses(dir, "more.gz", "damaged gzip (incorrect header check)");
    /* Damage to the gzip header is not always detected. */
    for (size_t i = GZIP_HEADER; i < size; i++) {
        packed[i] ^= 0x41;
        bool good;
        scratch_bytes(dir, "bad.gz", packed, size);
        char *found = read_it(dir, "bad.gz", &good);
        if (good) fail_msg("byte %zu was changed, but the file was read as '%s'", i, found);
        free(found);
        packed[i] ^= 0x41;
    }
    free(packed);
}

/* Tape drives pad the last block with zeros. gzip ignores these zeros too. */
FOLDER_TEST("zeros after a gzip stream are ignored")
{
    size_t size;
    const char *text = "the quick brown fox\n";
    char *packed = gzip_of(text, strlen(text), &size), *padded = kept(xalloc(size + 2000));
    memcpy(padded, packed, size);
    for (size_t zeros = 1; zeros < 2000; zeros *= 3) {
        scratch_bytes(dir, "padded.gz", padded, size + zeros);
        reads(dir, "padded.gz", text);
    }
    padded[size + 600] = 'x';
    scratch_bytes(dir, "more.gz", padded, size + 700);
    refuses(dir, "more.gz", "damaged gzip");
    free(packed);
}

FOLDER_TEST("random bytes after the gzip magic are refused")
{
    char bytes[300];
    uint64_t stream = rng_stream("test.file");
    for (uint64_t trial = 0; trial < 300; trial++) {
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)rng_u64(trial, stream, i);
        memcpy(bytes, "\x1f\x8b\x08", 4);
        size_t size = 4 + rng_below(trial, stream, 999, sizeof bytes - 4);
        bool good;
        scratch_bytes(dir, "random.gz", bytes, size);
        free(read_it(dir, "random.gz", &good));
        /* The 32-bit checksum of a random file matches by chance in about one of 1e7 test runs. */
        assert_false(good);
    }
}

/* ---- lines ---- */

TEST("a last line without a line end is read")
{
    static const char *const expected[] = {"a", "", "b", "c\r", "d"};
    const struct file file = {"p", {"a\n\nb\r\nc\r\r\nd", 11}};
    struct lines lines = {.file = &file};
    struct string line;
    for (int i = 0; i < 5; i++) {
        assert_true(lines_next(&lines, &line));
        assert_true(text_is(line, expected[i]));
        assert_int_equal(lines.number, i + 1);
    }
    assert_int_equal(lines.start, 10);
    assert_false(lines_next(&lines, &line));
    /* If a CR at the end of a file is not followed by a line end, it is part of the text. */
    const struct file one = {"p", {"x\r", 2}};
    lines = (struct lines){.file = &one};
    assert_true(lines_next(&lines, &line) && text_is(line, "x\r"));
    assert_false(lines_next(&lines, &line));
}

TEST("error messages name the line or byte")
{
    const struct file file = {"d/p.txt", {"a\nb\nc", 5}};
    struct lines lines = {.file = &file};
    struct string line;
    char *error = NULL;
    while (lines.number < 2 && lines_next(&lines, &line)) {
    }
    assert_false(lines_fail(&lines, &error, "found %d", 7));
    assert_string_equal(error, "d/p.txt:2: found 7");
    free(error);
    assert_false(file_fail_at(&file, 4, &error, "found %d", 7));
    assert_string_equal(error, "d/p.txt: byte 4: found 7");
    free(error);
    assert_false(file_fail(&file, &error, "short"));
    assert_string_equal(error, "d/p.txt: short");
    free(error);
    assert_int_equal(file_line_at(&file, 0), 1);
    assert_int_equal(file_line_at(&file, 1), 1);
    assert_int_equal(file_line_at(&file, 2), 2);
    assert_int_equal(file_line_at(&file, 99), 3);
}

TEST("a real gzip file is read")
{
    const char *dir = real_data_or_skip("multi30k/raw/train.de.gz");
    char *path = formatted("%s/multi30k/raw/train.de", dir), *error = NULL;
    struct data_store *store = data_store_new();
    struct file file;
    if (!file_read(store, path, &file, &error)) fail_msg("%s", error);
    struct lines lines = {.file = &file};
    struct string line;
    while (lines_next(&lines, &line)) {
    }
    assert_int_equal(lines.number, 29000);
    assert_true(file_check_utf8(&file, &error));
    data_store_free(store);
}
