/* SPDX-License-Identifier: MIT
 * Tests pictures in class folders: folder names become classes and splits, and errors name the
 * picture. */
#include "class_pictures.h"

FOLDER_TEST("folder names become classes and splits")
{
    static const int colour[] = {40, 0, 80};
    char *name = formatted("image_folder:%s", dir);
    struct dataset data;
    write_pictures(dir, "train/", 10, NULL);
    write_pictures(dir, "test/", 2, NULL);
    scratch_text(dir, "train/ant/notes.txt", "x");
    scratch_text(dir, "train/ant/._0.png", "x"); /* a metadata file of macOS */
    scratch_text(dir, "train/ant/.tar", "x");    /* a hidden file without a suffix */
    DATA_HAS(name, NULL, "images accuracy\nnames ant bee cat\npixels 4 x 4 x 3\n",
             "\nrecords 27 3 6 0\n", "Number of ignored files that are not pictures: 1.");
    opened(name, &(struct data_options){.seed = 1}, &data);
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++) {
            const struct record *r = &data.records[s][i];
            assert_int_equal(r->pixels[0], colour[r->label]);
            /* Pixels are stored as colour planes, not interleaved. */
            assert_int_equal(r->pixels[15], colour[r->label]);
            assert_int_equal(r->pixels[16], colour[r->label] + 1);
            assert_int_equal(r->pixels[47], colour[r->label] + 2);
        }
    bool mixed = false;
    for (int i = 1; i < 9; i++)
        mixed |= data.records[SPLIT_TRAIN][i].label != data.records[SPLIT_TRAIN][0].label;
    assert_true(mixed);
}

/* The folder name contains commas, which must not be read as options. */
FOLDER_TEST("folders without splits are split by seed")
{
    char *name = formatted("image_folder:%s/bees, ants,cats,size=2,grey", dir);
    write_pictures(dir, "bees, ants,cats/", 10, NULL);
    DATA_HAS(name, NULL, "pixels 2 x 2 x 1\n", "\nrecords 24 3 3 0\n", "shrunk to 2 x 2 pixels");
    write_picture(dir, "bees, ants,cats/rare/0.png", 4);
    /* A class with only one picture must be missing in training for some seed. */
    bool lost = false;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct dataset data;
        int left = 0;
        opened(name, &(struct data_options){.seed = seed}, &data);
        for (int i = 0; i < data.count[SPLIT_TRAIN]; i++)
            left += data.records[SPLIT_TRAIN][i].label == 3;
        assert_int_equal(data.classes, 3 + left);
        lost |= !left;
    }
    assert_true(lost);
}

/* Without this refusal, pictures in deeper folders would be lost, and a link to a parent folder
 * would load pictures twice. */
FOLDER_TEST("pictures nested more than 4 folders deep are refused")
{
    char *name = formatted("image_folder:%s", dir), *link = formatted("%s/ant/up", dir);
    write_pictures(dir, "", 10, NULL);
    write_picture(dir, "1/2/3/ant/10.png", 4);
    DATA_HAS(name, NULL, "images ");
    write_picture(dir, "1/2/3/4/ant/10.png", 4);
    refused(name, NULL, dir, "/1/2/3/4/ant: is more than 4 folders deep", NULL);
    scratch_empty(dir);
    write_pictures(dir, "", 10, NULL);
    assert_int_equal(symlink("..", link), 0);
    refused(name, NULL, "/ant/up/ant/up/ant: is more than 4 folders deep", NULL);
}

/* A picture occurs twice if a tar file lies next to its unpacked files, or if a tar file contains a
 * member twice. */
FOLDER_TEST("a duplicate picture is refused")
{
    char *name = formatted("image_folder:%s", dir);
    write_pictures(dir, "", 2, NULL);
    MEMBERS(dir, "a.tar", {"./more/ant/0.png", '0', NULL});
    DATA_HAS(name, NULL, "images ");
    MEMBERS(dir, "a.tar", {"./ant/0.png", '0', NULL});
    refused(name, NULL, "/a.tar: ./ant/0.png and", "/ant/0.png both unpack to ant/0.png",
            "remove one", NULL);
    scratch_empty(dir);
    MEMBERS(dir, "a.tar", {"./ant/0.png", '0', NULL}, {"ant/0.png", '0', NULL});
    refused(name, NULL, "both unpack to ant/0.png", NULL);
}

FOLDER_TEST("hidden folders are ignored in folders and tar files")
{
    static const struct member hidden[] = {
        {"./ant/.checkpoints/1.png", '0', NULL}, {"./.trash/bee/1.png", '0', NULL}, {0}};
    char *plain = formatted("image_folder:%s/plain", dir),
         *packed = formatted("image_folder:%s/a.tar", dir);
    struct text tar = {0};
    write_pictures(dir, "plain/", 4, &tar);
    write_picture(dir, "plain/ant/.checkpoints/1.png", 4);
    write_picture(dir, "plain/.trash/bee/1.png", 4);
    put_members(&tar, hidden);
    write_tar(dir, "a.tar", &tar);
    DATA_HAS(plain, NULL, "names ant bee cat\n");
    assert_true(opened_hash(plain, &(struct data_options){.seed = 1}) ==
                opened_hash(packed, &(struct data_options){.seed = 1}));
}

FOLDER_TEST("a note counts the pictures with an EXIF orientation")
{
    char *name = formatted("image_folder:%s", dir);
    for (int i = 0; i < 4; i++) {
        struct text file = with_orientation(plain_jpeg(8, 60 * i, 0, 0), i < 3 ? 6 : 1, i == 2);
        char *path = formatted("%s/%d.jpg", i % 2 ? "ant" : "bee", i);
        scratch_bytes(dir, path, file.data, file.length);
        text_free(&file);
    }
    DATA_HAS(name, NULL, "3 of 4 pictures have an EXIF orientation");
}

FOLDER_TEST("error messages name the picture")
{
    char *name = formatted("image_folder:%s", dir), *bad = formatted("%s,size=0", name);
    scratch_text(dir, "README", "x");
    refused(name, NULL, "no training pictures (expected train/CLASS/FILE", NULL);
    scratch_text(dir, "lost.png", "x");
    refused(name, NULL, "/lost.png: the picture is not in a class folder (expected CLASS/lost.png)",
            NULL);
    scratch_empty(dir);
    write_picture(dir, "one/1.PNG", 5);
    refused(name, NULL, "all pictures are of the class 'one'", NULL);
    write_picture(dir, "two/1.png", 4);
    refused(name, NULL, "pixels, but", "the option size=N resizes all to N x N", NULL);
    write_pictures(dir, "", 1, NULL);
    refused(name, NULL, "5 x 5 pixels, but",
            "has 4 x 4 (expected equal sizes); the option size=N resizes all to N x N", NULL);
    scratch_empty(dir);
    write_pictures(dir, "train/", 2, NULL);
    write_pictures(dir, "more/", 1, NULL);
    refused(name, NULL, "is in the train split, but", "/more/cat/0.png is in no split", NULL);
    scratch_empty(dir);
    write_pictures(dir, "train/", 2, NULL);
    scratch_text(dir, "train/ant/1.png", "");
    refused(name, NULL, "/train/ant/1.png: is empty (expected a JPEG or PNG picture)", NULL);
    scratch_text(dir, "train/ant/1.png", "<html>");
    refused(name, NULL, "/train/ant/1.png: begins with 0x3c 0x68 (expected JPEG", NULL);
    REFUSED(NULL, {"image_folder:", "image_folder needs a path"},
            {"image_folder:/nowhere", "/nowhere: cannot"},
            {bad, "out of range in 'size=0' (expected size=1 to 1024, grey)"});
}

/* ---- splits ---- */

FOLDER_TEST("split names are not case-sensitive")
{
    char *name = formatted("image_folder:%s", dir);
    write_pictures(dir, "Train/", 10, NULL);
    write_pictures(dir, "TEST/", 2, NULL);
    DATA_HAS(name, NULL, "names ant bee cat\n", "records 27 3 6 0\n");
}

/* A tar file may lie in or next to the folder of a split, or be opened directly. */
FOLDER_TEST("a tar file may be named after a split or lie in a split's folder")
{
    static const char split[] = "records 27 3 6 0\n", names[] = "names ant bee cat\n";
    char *name = formatted("image_folder:%s", dir),
         *one = formatted("image_folder:%s/train.tar", dir);
    write_tar_of_pictures(dir, "train.tar", "", 10);
    write_tar_of_pictures(dir, "test.tar", "./", 2);
    DATA_HAS(name, NULL, names, split);
    /* The name of this tar file is not the name of a split. */
    DATA_HAS(one, NULL, "records 24 3 3 0\n");
    write_tar_of_pictures(dir, "train.tar", "train/", 10);
    DATA_HAS(name, NULL, names, split);
    write_tar_of_pictures(dir, "train.tar", "", 10);
    write_picture(dir, "train/ant/0.png", 4);
    refused(name, NULL, "both unpack to train/ant/0.png", "remove one", NULL);
    scratch_empty(dir);
    /* The folder train/ determines the split, not the file name test.tar. */
    write_tar_of_pictures(dir, "train/test.tar", "", 10);
    write_tar_of_pictures(dir, "test/train.tar", "", 2);
    DATA_HAS(name, NULL, names, split);
    scratch_empty(dir);
    write_tar_of_pictures(dir, "train/some.tar", "", 10);
    write_tar_of_pictures(dir, "test/some.tar", "./", 2);
    DATA_HAS(name, NULL, names, split);
}

/* Example: pictures of vehicles with a class named "train". */
FOLDER_TEST("a class may be named after a split")
{
    char *name = formatted("image_folder:%s", dir);
    struct dataset data;
    write_tar_of_pictures(dir, "some.tar", "", 9);
    write_picture(dir, "train/0.png", 4);
    MEMBERS(dir, "train.tar", {"train/1.png", '0', NULL});
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.classes, 4);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID] + data.count[SPLIT_TEST],
                     29);
    assert_true(data.count[SPLIT_TEST] > 0);
}

FOLDER_TEST("class folders must lie directly in a split's folder")
{
    static const char *const cases[][3] = {
        {"train/animals/", "test/animals/", "is in 'test', but its path is not test/CLASS/FILE"},
        {"a/Val/b/", "", "is in 'Val', but its path is not Val/CLASS/FILE"},
        {"./TRAIN/x/y/", "TEST/x/y/", "is in 'TEST', but its path is not TEST/CLASS/FILE"}};
    char *name = formatted("image_folder:%s", dir);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        write_pictures(dir, cases[i][0], 3, NULL);
        write_pictures(dir, cases[i][1], 4, NULL);
        refused(name, NULL, "/ant/", cases[i][2], "move the class folders directly into", NULL);
        scratch_empty(dir);
        write_tar_of_pictures(dir, "all.tar", cases[i][0], 3);
        refused(name, NULL, "all.tar: ", "but its path is not", NULL);
        scratch_empty(dir);
    }
    write_tar_of_pictures(dir, "train.tar", "animals/", 3);
    refused(name, NULL, "train.tar: animals/ant/0.png: is in 'train'", NULL);
    MEMBERS(dir, "train.tar", {"0.png", '0', NULL});
    refused(name, NULL, "train.tar: 0.png: the picture is not in a class folder", NULL);
}
