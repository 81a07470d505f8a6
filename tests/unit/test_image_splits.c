/* SPDX-License-Identifier: MIT
 * Splits of pictures by folders and tars: none is missed, since test pictures would then be used
 * for training. */
#include "tests/unit/test.h"
#include "class_pictures.h"

/* A tar of pictures whose paths in it begin with `top`. */
static void write_tar(const char *dir, const char *name, const char *top, int each)
{
    struct text tar = {0};
    char *folder = xformat("%s/plain", dir);
    mkdir(folder, 0777);
    write_pictures(folder, top, each, &tar);
    put_tar_end(&tar);
    scratch_bytes(dir, name, tar.data, tar.length);
    scratch_empty(folder), rmdir(folder);
    free(folder);
    text_free(&tar);
}

static void counts(const char *name, int train, int valid, int test)
{
    struct dataset data;
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], train);
    assert_int_equal(data.count[SPLIT_VALID], valid);
    assert_int_equal(data.count[SPLIT_TEST], test);
    assert_int_equal(data.classes, 3);
    dataset_close(&data);
}

FOLDER_TEST("capitals name a split too")
{
    char *name = xformat("image_folder:%s", dir);
    write_pictures(dir, "Train/", 10, NULL);
    write_pictures(dir, "TEST/", 2, NULL);
    counts(name, 27, 3, 6);
    free(name);
}

/* Packed from within the folder of the split, with it, or in one tar that is named itself. */
FOLDER_TEST("tars are named after splits")
{
    char *name = xformat("image_folder:%s", dir);
    char *one = xformat("image_folder:%s/train.tar", dir);
    struct text picture = picture_of(1, 4);
    write_tar(dir, "train.tar", "", 10);
    write_tar(dir, "test.tar", "./", 2);
    counts(name, 27, 3, 6);
    counts(one, 24, 3, 3); /* its own name is no more than that of a folder */
    write_tar(dir, "train.tar", "train/", 10);
    counts(name, 27, 3, 6);
    write_tar(dir, "train.tar", "", 10);
    scratch_bytes(dir, "train/ant/0.png", picture.data, picture.length);
    refused(name, NULL, "both unpack to train/ant/0.png", "remove one", NULL);
    scratch_empty(dir);
    write_tar(dir, "train/test.tar", "", 10); /* where it lies comes first */
    write_tar(dir, "test/train.tar", "", 2);
    counts(name, 27, 3, 6);
    free(name), free(one);
    text_free(&picture);
}

/* Classes may be called as splits are: a train is a vehicle. */
FOLDER_TEST("a class may be called as a split")
{
    char *name = xformat("image_folder:%s", dir);
    struct text tar = {0}, picture = picture_of(1, 4);
    write_tar(dir, "some.tar", "", 9);
    scratch_bytes(dir, "train/0.png", picture.data, picture.length);
    put_member(&tar, "train/1.png", '0', picture.data, picture.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "train.tar", tar.data, tar.length);
    struct dataset data;
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.classes, 4);
    assert_int_equal(data.count[SPLIT_TRAIN] + data.count[SPLIT_VALID] + data.count[SPLIT_TEST],
                     29);
    assert_true(data.count[SPLIT_TEST] > 0);
    dataset_close(&data);
    free(name);
    text_free(&tar), text_free(&picture);
}

FOLDER_TEST("splits further up are refused")
{
    static const char *const places[][2] = {
        {"train/animals/", "test/animals/"}, {"a/Val/b/", ""}, {"./TRAIN/x/y/", "TEST/x/y/"}};
    static const char *const told[] = {"is in 'test', but not as test/CLASS/FILE",
                                       "is in 'Val', but not as Val/CLASS/FILE",
                                       "is in 'TEST', but not as TEST/CLASS/FILE"};
    char *name = xformat("image_folder:%s", dir);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        write_pictures(dir, places[i][0], 3, NULL);
        write_pictures(dir, places[i][1], 4, NULL);
        refused(name, NULL, "/ant/", told[i], "move the class folders directly into", NULL);
        scratch_empty(dir);
        write_tar(dir, "all.tar", places[i][0], 3);
        refused(name, NULL, "all.tar: ", "but not as", NULL);
        scratch_empty(dir);
    }
    write_tar(dir, "train.tar", "animals/", 3);
    refused(name, NULL, "train.tar: animals/ant/0.png: is in 'train'", NULL);
    struct text tar = {0}, picture = picture_of(1, 4);
    put_member(&tar, "0.png", '0', picture.data, picture.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "train.tar", tar.data, tar.length);
    refused(name, NULL, "train.tar: 0.png: the picture is not in a class folder", NULL);
    free(name);
    text_free(&tar), text_free(&picture);
}
