/* SPDX-License-Identifier: MIT
 * Class folders in tars: the same data as unpacked, and no picture or class is left out
 * silently. */
#include "tests/unit/test.h"
#include "class_pictures.h"
#include "base/gzip.h"

FOLDER_TEST("packed is as plain")
{
    static const char *const packed[] = {"all.tar", "set/all.tar.gz", "set.tgz"};
    struct text tar = {0};
    struct dataset plain, data;
    uint64_t hash;
    put_member(&tar, "pictures/", '5', "", 0);
    write_pictures(dir, "plain/train/", 4, &tar);
    write_pictures(dir, "plain/test/", 1, &tar);
    put_tar_end(&tar);
    char *name = xformat("image_folder:%s/plain", dir);
    opened(name, &(struct data_options){.seed = 1}, &plain);
    hash = plain.hash;
    dataset_close(&plain);
    free(name);
    size_t size;
    char *gzip = gzip_pack(tar.data, tar.length, &size);
    for (int i = 0; i < 3; i++) {
        if (i)
            scratch_bytes(dir, packed[i], gzip, size);
        else
            scratch_bytes(dir, packed[i], tar.data, tar.length);
        name = xformat("image_folder:%s/%s", dir, i == 1 ? "set" : packed[i]);
        opened(name, &(struct data_options){.seed = 1}, &data);
        assert_int_equal(data.count[SPLIT_TEST], 3);
        assert_true(data.hash == hash);
        dataset_close(&data);
        free(name);
    }
    free(gzip);
    text_free(&tar);
}

/* `cat a.tar b.tar` has two ends; a tape, or --blocking-factor, more zeros behind each. */
FOLDER_TEST("tars joined by cat are read to the last")
{
    static const size_t zeros[] = {0, 512, 8 * 1024, 512 + 100}; /* 100: of the last block, cut */
    char *name = xformat("image_folder:%s/joined.tar", dir);
    struct dataset plain, data;
    struct text tar = {0};
    char *folder = xformat("image_folder:%s/plain", dir), nothing[8 * 1024] = {0};
    write_pictures(dir, "plain/train/", 4, &tar);
    put_tar_end(&tar);
    write_pictures(dir, "plain/test/", 1, &tar);
    size_t end = tar.length;
    put_tar_end(&tar);
    opened(folder, &(struct data_options){.seed = 1}, &plain);
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        struct text padded = {0};
        text_add_bytes(&padded, tar.data, tar.length);
        text_add_bytes(&padded, nothing, zeros[i]);
        scratch_bytes(dir, "joined.tar", padded.data, padded.length);
        opened(name, &(struct data_options){.seed = 1}, &data);
        assert_true(data.hash == plain.hash);
        dataset_close(&data);
        text_free(&padded);
    }
    scratch_bytes(dir, "joined.tar", tar.data, end);
    refused(name, NULL, "joined.tar: truncated: the tar ends at byte ", NULL);
    size_t whole = tar.length;
    for (int block = 0; block < 2;
         block++) { /* a part of one, then a whole one that is no header */
        text_add_bytes(&tar, block ? nothing : "not of a tar", block ? 512 : 12);
        scratch_bytes(dir, "joined.tar", tar.data, tar.length);
        char *where =
            xformat("joined.tar: byte %zu: unexpected data after the end of the tar", whole);
        refused(name, NULL, where, NULL);
        free(where);
    }
    dataset_close(&plain);
    free(name), free(folder);
    text_free(&tar);
}

/* Enough of two classes that a draw leaves both in training, and the end. */
static void put_others(struct text *tar)
{
    struct text one = picture_of(1, 4);
    static const char *const names[] = {"ant/8.png", "ant/9.png", "bee/8.png", "bee/9.png"};
    for (size_t i = 0; i < 4; i++) put_member(tar, names[i], '0', one.data, one.length);
    put_tar_end(tar);
    text_free(&one);
}

static int records_of(const struct dataset *data)
{
    return data->count[SPLIT_TRAIN] + data->count[SPLIT_VALID] + data->count[SPLIT_TEST];
}

/* Names beyond 100 bytes stand in a member before. */
FOLDER_TEST("long names are read")
{
    char deep[151] = "", *name = xformat("image_folder:%s/a.tar", dir);
    struct text tar = {0}, one = picture_of(1, 4), two = picture_of(2, 4);
    struct dataset data;
    memset(deep, 'd', 150);
    char *gnu = xformat("%s/ant/1.png", deep), *path = xformat("path=%s/bee/1.png", deep);
    char *pax = xformat("20 comment=not this\n%zu %s\n", strlen(path) + 5, path);
    put_member(&tar, "././@LongLink", 'L', gnu, strlen(gnu) + 1);
    put_member(&tar, gnu, '0', one.data, one.length);
    put_member(&tar, "PaxHeaders/1", 'x', pax, strlen(pax));
    put_member(&tar, "short", '\0', two.data, two.length); /* as before 1988 */
    put_member(&tar, "bee/2.png", '0', two.data, two.length);
    put_others(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.classes, 2);
    assert_string_equal(data.class_names[0], "ant");
    assert_string_equal(data.class_names[1], "bee");
    assert_int_equal(records_of(&data), 3 + 4);
    dataset_close(&data);
    free(gnu), free(path), free(pax), free(name);
    text_free(&tar), text_free(&one), text_free(&two);
}

/* A tar lies where its folder does, whatever it holds. */
FOLDER_TEST("a tar in a split is of that split")
{
    char *name = xformat("image_folder:%s", dir);
    struct text train = {0}, test = {0};
    struct dataset data;
    write_pictures(dir, "", 10, &train);
    write_pictures(dir, "./", 2, &test); /* as `tar cf test.tar .` names them */
    put_tar_end(&train), put_tar_end(&test);
    scratch_empty(dir);
    scratch_bytes(dir, "train/some.tar", train.data, train.length);
    scratch_bytes(dir, "test/some.tar", test.data, test.length);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 27);
    assert_int_equal(data.count[SPLIT_VALID], 3);
    assert_int_equal(data.count[SPLIT_TEST], 6);
    dataset_close(&data);
    free(name);
    text_free(&train), text_free(&test);
}

/* A picture that is a link in a tar would be one fewer than in the folder that was packed. */
FOLDER_TEST("no picture of a tar is left out")
{
    static const struct {
        char type;
        const char *what;
    } cases[] = {{'1', "is a link (expected"},
                 {'2', "is a link (expected"},
                 {'S', "is a sparse file (expected"},
                 {'M', "is the rest of a file from another volume (expected"}};
    char *name = xformat("image_folder:%s/a.tar", dir);
    struct text one = picture_of(1, 4);
    struct dataset data;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text tar = {0};
        put_member(&tar, "ant/1.png", '0', one.data, one.length);
        put_member(&tar, "bee/1.png", cases[i].type, "", 0);
        put_tar_end(&tar);
        scratch_bytes(dir, "a.tar", tar.data, tar.length);
        refused(name, NULL, "a.tar: bee/1.png: ", cases[i].what, "expected the picture itself",
                "--hard-dereference", NULL);
        text_free(&tar);
    }
    struct text tar = {0};
    put_member(&tar, "ant/1.png", '0', one.data, one.length);
    put_member(&tar, "readme.txt", '0', "x", 1);
    put_linked(&tar, "notes", '2', "./readme.txt", "", 0); /* of no picture: as ever */
    put_member(&tar, "././@LongLink", 'L', "bee/2.png", 10);
    put_member(&tar, "././@LongLink", 'K', "elsewhere", 10);
    put_member(&tar, "short", '7', one.data, one.length); /* once a file in one piece */
    put_others(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.classes, 2);
    assert_string_equal(data.class_names[1], "bee");
    assert_int_equal(records_of(&data), 2 + 4);
    assert_non_null(strstr(data.notes, "names are not those of pictures: 2."));
    dataset_close(&data);
    free(name);
    text_free(&tar), text_free(&one);
}

/* A class that is a link to a folder would be missing, where the folder that was packed has it. */
FOLDER_TEST("no class of a tar is left out")
{
    static const struct {
        const char *name, *target, *told; /* told: a member before, of the target's whole name */
    } cases[] = {{"cat", "ant", ""},         {"cat", "../elsewhere/cat", ""},
                 {"cat", "/data/cat", ""},   {"./more/cat.d", "../bee/", ""},
                 {"cat", "cut", "far/away"}, {"cat", "", ""}};
    char *name = xformat("image_folder:%s/a.tar", dir);
    struct text one = picture_of(1, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text tar = {0};
        const char *told = cases[i].told;
        if (*told) put_member(&tar, "././@LongLink", 'K', told, strlen(told) + 1);
        put_linked(&tar, cases[i].name, '2', cases[i].target, "", 0);
        put_member(&tar, "ant/1.png", '0', one.data, one.length);
        put_member(&tar, "bee/1.png", '0', one.data, one.length);
        put_tar_end(&tar);
        scratch_bytes(dir, "a.tar", tar.data, tar.length);
        char *where =
            xformat("a.tar: %s: is a link to '%s',", cases[i].name, *told ? told : cases[i].target);
        refused(name, NULL, where, "may be a folder of pictures", "--dereference", NULL);
        free(where);
        text_free(&tar);
    }
    struct text tar = {0};
    struct dataset data;
    put_linked(&tar, "cat", '2', "\x89P\n", "", 0); /* as damage leaves it */
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: cat: is a link to '\\x89P\\x0a',", NULL);
    text_free(&tar);
    put_member(&tar, "x", 'x', "22 linkpath=ant/1.png\n", 22);
    put_linked(&tar, "first", '2', "cut", "", 0);
    put_linked(&tar, ".hidden", '2', "ant", "", 0);
    put_member(&tar, "./ant/1.png", '0', one.data, one.length);
    put_member(&tar, "bee/1.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    opened(name, &(struct data_options){.seed = 1}, &data);
    dataset_close(&data);
    free(name);
    text_free(&tar), text_free(&one);
}

/* Of ImageNet each class is a tar, in one large tar. */
FOLDER_TEST("a tar within a tar is refused")
{
    char *name = xformat("image_folder:%s/a.tar", dir);
    struct text tar = {0}, inner = {0};
    write_pictures(dir, "plain/", 1, &tar);
    write_pictures(dir, "plain/", 1, &inner);
    put_tar_end(&inner);
    put_member(&tar, "more/cats.tar", '0', inner.data, inner.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: more/cats.tar: is a tar inside a tar", "unpack the outer one",
            NULL);
    free(name);
    text_free(&tar), text_free(&inner);
}

/* A value ends where its length says, not at the first line end in it. */
FOLDER_TEST("what pax tells is read by its lengths")
{
    static const char *const damaged[] = {"path=x\n",     "99 path=x\n",
                                          "3 path=x\n",   "9 path=x\n9",
                                          "10 path=xy\n", "9999999999999999999999 a=b\n",
                                          "7 pathx\n",    "0 a=b\n"};
    char *name = xformat("image_folder:%s/a.tar", dir);
    struct text one = picture_of(1, 4);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        struct text tar = {0};
        put_member(&tar, "x", 'x', damaged[i], strlen(damaged[i]));
        put_member(&tar, "ant/1.png", '0', one.data, one.length);
        put_member(&tar, "bee/1.png", '0', one.data, one.length);
        put_tar_end(&tar);
        scratch_bytes(dir, "a.tar", tar.data, tar.length);
        refused(name, NULL,
                "a.tar: byte 0: damaged tar: invalid extended header (expected records 'LENGTH "
                "KEY=VALUE')",
                NULL);
        text_free(&tar);
    }
    struct text tar = {0};
    struct dataset data;
    static const char told[] = "23 comment=9 path=b/1\n\n18 path=bee/2.png\n";
    put_member(&tar, "ant/1.png", '0', one.data, one.length);
    put_member(&tar, "x", 'x', told, strlen(told));
    put_member(&tar, "short", '0', one.data, one.length);
    put_others(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_string_equal(data.class_names[1], "bee");
    assert_int_equal(records_of(&data), 2 + 4);
    dataset_close(&data);
    text_free(&tar);
    static const char broken[] = "20 path=be\n e/2.png\n";
    put_member(&tar, "x", 'x', broken, strlen(broken));
    put_member(&tar, "short", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: invalid name 'be\\x0a e/2.png': byte 3 is 0x0a, a line end",
            "rename it", NULL);
    text_free(&tar);
    static const char holes[] = "22 GNU.sparse.major=1\n29 GNU.sparse.name=bee/1.png\n";
    put_member(&tar, "x", 'x', holes, strlen(holes));
    put_member(&tar, "GNUSparseFile.7/1.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: bee/1.png: is a sparse file (expected", NULL);
    free(name);
    text_free(&tar), text_free(&one);
}

/* Names of folders become names of classes. */
FOLDER_TEST("names in tars are text")
{
    char *name = xformat("image_folder:%s/a.tar", dir);
    struct text tar = {0}, one = picture_of(1, 4);
    put_member(&tar, "ant/1.png", '0', one.data, one.length);
    put_member(&tar, "b\xe4r/1.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: invalid name 'b\\xe4r/1.png': byte 2 is 0xe4", NULL);
    free(name);
    text_free(&tar), text_free(&one);
}

FOLDER_TEST("no beginning of a tar is taken for the whole")
{
    char *name = xformat("image_folder:%s/cut.tar", dir);
    struct text tar = {0};
    write_pictures(dir, "train/", 1, &tar);
    size_t whole = tar.length;
    for (size_t cut = 1; cut <= whole; cut += cut % 512 ? 1 + cut % 97 : 1) {
        scratch_bytes(dir, "cut.tar", tar.data, cut);
        refused(name, NULL, "cut.tar: ", "truncated: ", NULL);
    }
    put_tar_end(&tar);
    tar.data[520] = (char)(tar.data[520] + 1); /* within the first picture */
    scratch_bytes(dir, "cut.tar", tar.data, tar.length);
    refused(name, NULL, "cut.tar: train/bee/0.png: damaged PNG", NULL);
    tar.data[3] = 'x'; /* a header whose sum is wrong */
    scratch_bytes(dir, "cut.tar", tar.data, tar.length);
    refused(name, NULL, "cut.tar: byte 0: invalid or damaged tar", NULL);
    scratch_text(dir, "cut.tar", "");
    refused(name, NULL, "cut.tar: is empty", NULL);
    free(name);
    text_free(&tar);
}
