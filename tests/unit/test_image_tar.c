/* SPDX-License-Identifier: MIT
 * Tests that tar files of class folders give the same data as unpacked folders. */
#include "class_pictures.h"
#include "base/gzip.h"

static const struct data_options seed_1 = {.seed = 1};

FOLDER_TEST("a tar file gives the same data as its unpacked folder")
{
    static const char *const packed[][2] = {
        {"all.tar", "all.tar"}, {"set/all.tar.gz", "set"}, {"set.tgz", "set.tgz"}};
    struct text tar = {0};
    size_t size;
    put_member(&tar, "pictures/", '5', "", 0);
    write_pictures(dir, "plain/train/", 4, &tar);
    write_pictures(dir, "plain/test/", 1, &tar);
    put_tar_end(&tar);
    char *plain = formatted("image_folder:%s/plain", dir),
         *gzip = kept(gzip_pack(tar.data, tar.length, &size));
    uint64_t hash = opened_hash(plain, &seed_1);
    for (int i = 0; i < 3; i++) {
        char *name = formatted("image_folder:%s/%s", dir, packed[i][1]);
        scratch_bytes(dir, packed[i][0], i ? gzip : tar.data, i ? size : tar.length);
        assert_true(opened_hash(name, &seed_1) == hash);
    }
    text_free(&tar);
}

/* A file made with `cat a.tar b.tar` has an end mark after each part. Tapes and --blocking-factor
 * add more zeros. */
FOLDER_TEST("concatenated tar files are all read")
{
    /* Number of zeros to add. The last value, 512 + 100, ends with a partial block. */
    static const size_t zeros[] = {0, 512, 8 * 1024, 512 + 100};
    char *name = formatted("image_folder:%s/joined.tar", dir);
    struct text tar = {0};
    char *folder = formatted("image_folder:%s/plain", dir), nothing[8 * 1024] = {0};
    write_pictures(dir, "plain/train/", 4, &tar);
    put_tar_end(&tar);
    write_pictures(dir, "plain/test/", 1, &tar);
    size_t end = tar.length;
    put_tar_end(&tar);
    size_t whole = tar.length;
    uint64_t hash = opened_hash(folder, &seed_1);
    for (size_t i = 0; i < LENGTH(zeros); i++) {
        tar.length = whole;
        text_add_bytes(&tar, nothing, zeros[i]);
        scratch_bytes(dir, "joined.tar", tar.data, tar.length);
        assert_true(opened_hash(name, &seed_1) == hash);
    }
    tar.length = whole;
    scratch_bytes(dir, "joined.tar", tar.data, end);
    refused(name, NULL, "joined.tar: truncated: the tar ends at byte ", NULL);
    char *where =
        formatted("joined.tar: byte %zu: unexpected data after the end of the tar", whole);
    for (int block = 0; block < 2; block++) { /* adds 12 bytes of text, then a block of zeros */
        text_add_bytes(&tar, block ? nothing : "not tar data", block ? 512 : 12);
        scratch_bytes(dir, "joined.tar", tar.data, tar.length);
        refused(name, NULL, where, NULL);
    }
    text_free(&tar);
}

/* Adds pictures of two classes, so that both classes occur in training. */
#define OTHERS                                                                                     \
    {"ant/8.png", '0', NULL}, {"ant/9.png", '0', NULL}, {"bee/8.png", '0', NULL},                  \
    {                                                                                              \
        "bee/9.png", '0', NULL                                                                     \
    }

/* Names longer than 100 bytes are stored in the preceding tar member. */
FOLDER_TEST("long names in tar files are read")
{
    char deep[151] = "", *name = formatted("image_folder:%s/a.tar", dir);
    memset(deep, 'd', 150);
    char *gnu = formatted("%s/ant/1.png", deep), *path = formatted("path=%s/bee/1.png", deep);
    char *pax = formatted("20 comment=not this\n%zu %s\n", strlen(path) + 5, path);
    MEMBERS(dir, "a.tar", {"././@LongLink", 'L', gnu}, {gnu, '0', NULL}, {"PaxHeaders/1", 'x', pax},
            {"short", '\0', NULL}, /* tar files from before 1988 use type NUL for plain files */
            {"bee/2.png", '0', NULL}, OTHERS);
    DATA_HAS(name, NULL, "names ant bee\n", "records 5 1 1 0\n");
}

/* A picture that the tar file contains only as a link would be missing from the data set. */
FOLDER_TEST("pictures that a tar file does not contain are refused")
{
    static const struct {
        char type;
        const char *what;
    } cases[] = {{'1', "is a link (expected"},
                 {'2', "is a link (expected"},
                 {'S', "is a sparse file (expected"},
                 {'M', "is the rest of a file from another volume (expected"}};
    char *name = formatted("image_folder:%s/a.tar", dir);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        MEMBERS(dir, "a.tar", {"ant/1.png", '0', NULL}, {"bee/1.png", cases[i].type, ""});
        refused(name, NULL, "a.tar: bee/1.png: ", cases[i].what, "expected the picture itself",
                "--hard-dereference", NULL);
    }
    MEMBERS(dir, "a.tar", {"ant/1.png", '0', NULL}, {"readme.txt", '0', "x"},
            {"notes", '2', "./readme.txt"}, {"././@LongLink", 'L', "bee/2.png"},
            {"././@LongLink", 'K', "elsewhere"},
            {"short", '7', NULL}, /* type '7' is a contiguous file (obsolete) */
            OTHERS);
    DATA_HAS(name, NULL, "names ant bee\n", "records 4 1 1 0\n",
             "Number of ignored files that are not pictures: 2.");
}

/* A class folder that the tar file contains only as a link would be missing from the data set. */
FOLDER_TEST("class folders that are links in a tar file are refused")
{
    static const struct {
        /* `whole`: long link target, stored in the preceding member */
        const char *name, *target, *whole;
    } cases[] = {{"cat", "ant", NULL},       {"cat", "../elsewhere/cat", NULL},
                 {"cat", "/data/cat", NULL}, {"./more/cat.d", "../bee/", NULL},
                 {"cat", "cut", "far/away"}, {"cat", "", NULL},
                 {"cat", "\x89P\n", NULL}};
    char *name = formatted("image_folder:%s/a.tar", dir);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *whole = cases[i].whole;
        bool damaged = cases[i].target[0] == '\x89';
        MEMBERS(dir, "a.tar",
                {whole ? "././@LongLink" : "b/0.txt", whole ? 'K' : '0', whole ? whole : "x"},
                {cases[i].name, '2', cases[i].target}, {"ant/1.png", '0', NULL},
                {"bee/1.png", '0', NULL});
        char *where = formatted("a.tar: %s: is a link to '%s',", cases[i].name,
                                damaged ? "\\x89P\\x0a"
                                : whole ? whole
                                        : cases[i].target);
        refused(name, NULL, where, "may be a folder of pictures", "--dereference", NULL);
    }
    MEMBERS(dir, "a.tar", {"x", 'x', "22 linkpath=ant/1.png\n"}, {"first", '2', "cut"},
            {".hidden", '2', "ant"}, {"./ant/1.png", '0', NULL}, {"bee/1.png", '0', NULL});
    DATA_HAS(name, NULL, "images ");
}

/* ImageNet is a large tar file that contains one tar file per class. */
FOLDER_TEST("a tar file inside a tar file is refused")
{
    char *name = formatted("image_folder:%s/a.tar", dir);
    struct text tar = {0}, inner = {0};
    write_pictures(dir, "plain/", 1, &tar);
    write_pictures(dir, "plain/", 1, &inner);
    put_tar_end(&inner);
    put_member(&tar, "more/cats.tar", '0', inner.data, inner.length);
    write_tar(dir, "a.tar", &tar);
    refused(name, NULL, "a.tar: more/cats.tar: is a tar inside a tar", "unpack the outer one",
            NULL);
    text_free(&inner);
}

FOLDER_TEST("the lengths in extended headers determine where values end")
{
    static const char damaged[] =
        "a.tar: byte 0: damaged tar: invalid extended header (expected records 'LENGTH KEY=VALUE')";
    static const struct {
        const char *header, *message;
    } cases[] = {{"path=x\n", damaged},
                 {"99 path=x\n", damaged},
                 {"3 path=x\n", damaged},
                 {"9 path=x\n9", damaged},
                 {"10 path=xy\n", damaged},
                 {"9999999999999999999999 a=b\n", damaged},
                 {"7 pathx\n", damaged},
                 {"0 a=b\n", damaged},
                 {"20 path=be\n e/2.png\n",
                  "a.tar: invalid name 'be\\x0a e/2.png': byte 3 is 0x0a, a line break"},
                 {"22 GNU.sparse.major=1\n29 GNU.sparse.name=bee/1.png\n",
                  "a.tar: bee/1.png: is a sparse file (expected"}};
    char *name = formatted("image_folder:%s/a.tar", dir);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        MEMBERS(dir, "a.tar", {"x", 'x', cases[i].header}, {"GNUSparseFile.7/1.png", '0', NULL},
                {"ant/1.png", '0', NULL}, {"bee/1.png", '0', NULL});
        refused(name, NULL, cases[i].message, NULL);
    }
    MEMBERS(dir, "a.tar", {"ant/1.png", '0', NULL},
            {"x", 'x', "23 comment=9 path=b/1\n\n18 path=bee/2.png\n"}, {"short", '0', NULL},
            OTHERS);
    DATA_HAS(name, NULL, "names ant bee\n", "records 4 1 1 0\n");
}

/* Folder names become class names, so they must be UTF-8. */
FOLDER_TEST("names in a tar file must be UTF-8")
{
    char *name = formatted("image_folder:%s/a.tar", dir);
    MEMBERS(dir, "a.tar", {"ant/1.png", '0', NULL}, {"b\xe4r/1.png", '0', NULL});
    refused(name, NULL, "a.tar: invalid name 'b\\xe4r/1.png': byte 2 is 0xe4", NULL);
}

FOLDER_TEST("a truncated or damaged tar file is refused")
{
    char *name = formatted("image_folder:%s/cut.tar", dir);
    struct text tar = {0};
    write_pictures(dir, "train/", 1, &tar);
    size_t whole = tar.length;
    for (size_t cut = 1; cut <= whole; cut += cut % 512 ? 1 + cut % 97 : 1) {
        scratch_bytes(dir, "cut.tar", tar.data, cut);
        refused(name, NULL, "cut.tar: ", "truncated: ", NULL);
    }
    put_tar_end(&tar);
    tar.data[520] = (char)(tar.data[520] + 1);
    scratch_bytes(dir, "cut.tar", tar.data, tar.length);
    refused(name, NULL, "cut.tar: train/bee/0.png: damaged PNG", NULL);
    tar.data[3] = 'x';
    scratch_bytes(dir, "cut.tar", tar.data, tar.length);
    refused(name, NULL, "cut.tar: byte 0: invalid or damaged tar", NULL);
    scratch_text(dir, "cut.tar", "");
    refused(name, NULL, "cut.tar: is empty", NULL);
    text_free(&tar);
}
