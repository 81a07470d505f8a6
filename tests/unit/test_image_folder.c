/* SPDX-License-Identifier: MIT
 * Pictures in class folders: classes and splits by folder names, and errors that name the
 * picture. */
#include "tests/unit/test.h"
#include "class_pictures.h"
#include "base/gzip.h"

FOLDER_TEST("folders are classes and splits")
{
    char *name = xformat("image_folder:%s", dir);
    struct dataset data;
    write_pictures(dir, "train/", 10, NULL);
    write_pictures(dir, "test/", 2, NULL);
    scratch_text(dir, "train/ant/notes.txt", "x");
    scratch_text(dir, "train/ant/._0.png", "x"); /* as some systems leave them */
    scratch_text(dir, "train/ant/.tar", "x");    /* a name, and no ending of one */
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.kind, DATA_IMAGES);
    assert_int_equal(data.count[SPLIT_TRAIN], 27);
    assert_int_equal(data.count[SPLIT_VALID], 3);
    assert_int_equal(data.count[SPLIT_TEST], 6);
    assert_int_equal(data.classes, 3);
    assert_string_equal(data.class_names[0], "ant");
    assert_string_equal(data.class_names[2], "cat");
    assert_int_equal(data.width, 4);
    assert_int_equal(data.channels, 3);
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++) {
            static const int colour[] = {40, 0, 80}; /* of ant, bee, cat */
            const struct record *r = &data.records[s][i];
            assert_int_equal(r->pixels[0], colour[r->label]);
            assert_int_equal(r->pixels[15], colour[r->label]); /* planes, not dots */
            assert_int_equal(r->pixels[16], colour[r->label] + 1);
            assert_int_equal(r->pixels[47], colour[r->label] + 2);
        }
    bool mixed = false; /* records of a class do not stand together */
    for (int i = 1; i < 9; i++)
        mixed |= data.records[SPLIT_TRAIN][i].label != data.records[SPLIT_TRAIN][0].label;
    assert_true(mixed);
    assert_non_null(strstr(data.notes, "names are not those of pictures: 1."));
    dataset_close(&data);
    free(name);
}

/* The folder's own name has commas, before which no option begins. */
FOLDER_TEST("folders without splits are split by a draw")
{
    char *name = xformat("image_folder:%s/bees, ants,cats,size=2,grey", dir);
    struct dataset data;
    write_pictures(dir, "bees, ants,cats/", 10, NULL);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 24);
    assert_int_equal(data.count[SPLIT_VALID], 3);
    assert_int_equal(data.count[SPLIT_TEST], 3);
    assert_int_equal(data.width, 2);
    assert_int_equal(data.height, 2);
    assert_int_equal(data.channels, 1);
    assert_non_null(strstr(data.notes, "2 x 2 pixels by a box filter"));
    dataset_close(&data);
    struct text rare = picture_of(1, 4); /* a class of one picture, for which ten draws are made */
    bool lost = false;
    scratch_bytes(dir, "bees, ants,cats/rare/0.png", rare.data, rare.length);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        opened(name, &(struct data_options){.seed = seed}, &data);
        int left = 0;
        for (int i = 0; i < data.count[SPLIT_TRAIN]; i++)
            left += data.records[SPLIT_TRAIN][i].label == 3;
        assert_int_equal(data.classes, 3 + left);
        lost |= !left;
        dataset_close(&data);
    }
    assert_true(lost);
    text_free(&rare);
    free(name);
}

/* A picture further down would be left out, and by a link that leads back each is met again. */
FOLDER_TEST("what lies too deep is refused")
{
    char *name = xformat("image_folder:%s", dir), *link = xformat("%s/ant/up", dir);
    struct text deep = picture_of(1, 4);
    write_pictures(dir, "", 10, NULL);
    scratch_bytes(dir, "1/2/3/ant/10.png", deep.data, deep.length);
    struct dataset data;
    opened(name, &(struct data_options){.seed = 1}, &data);
    dataset_close(&data);
    scratch_bytes(dir, "1/2/3/4/ant/10.png", deep.data, deep.length);
    refused(name, NULL, dir, "/1/2/3/4/ant: is more than 4 folders deep", NULL);
    scratch_empty(dir);
    write_pictures(dir, "", 10, NULL);
    assert_int_equal(symlink("..", link), 0);
    refused(name, NULL, "/ant/up/ant/up/ant: is more than 4 folders deep", NULL);
    free(link), free(name);
    text_free(&deep);
}

/* A tar that was left beside what came out of it, or to which a member was appended anew. */
FOLDER_TEST("no picture is read twice")
{
    char *name = xformat("image_folder:%s", dir);
    struct text tar = {0}, one = picture_of(1, 4);
    write_pictures(dir, "", 2, NULL);
    put_member(&tar, "./more/ant/0.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    struct dataset data;
    opened(name, &(struct data_options){.seed = 1}, &data); /* of another folder: another one */
    dataset_close(&data);
    text_free(&tar);
    put_member(&tar, "./ant/0.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "/a.tar: ./ant/0.png and", "/ant/0.png both unpack to ant/0.png",
            "remove one", NULL);
    tar.length -= 1024;
    put_member(&tar, "ant/0.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_empty(dir);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "both unpack to ant/0.png", NULL);
    free(name);
    text_free(&tar), text_free(&one);
}

/* As programs leave folders of theirs among the pictures: no class, packed or not. */
FOLDER_TEST("hidden folders are not read")
{
    static const char *const hidden[] = {"ant/.checkpoints/1.png", ".trash/bee/1.png"};
    static const char *const places[] = {"plain", "a.tar"};
    struct text tar = {0}, one = picture_of(1, 4);
    write_pictures(dir, "plain/", 4, &tar);
    for (size_t i = 0; i < 2; i++) {
        char *name = xformat("plain/%s", hidden[i]), *inner = xformat("./%s", hidden[i]);
        scratch_bytes(dir, name, one.data, one.length);
        put_member(&tar, inner, '0', one.data, one.length);
        free(name), free(inner);
    }
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    uint64_t hash[2];
    for (size_t i = 0; i < 2; i++) {
        char *name = xformat("image_folder:%s/%s", dir, places[i]);
        struct dataset data;
        opened(name, &(struct data_options){.seed = 1}, &data);
        assert_int_equal(data.classes, 3);
        hash[i] = data.hash;
        dataset_close(&data);
        free(name);
    }
    assert_true(hash[0] == hash[1]);
    text_free(&tar), text_free(&one);
}

/* They are read as they are stored, and a reader of a result is told. */
FOLDER_TEST("pictures of a turned camera are noted")
{
    char *name = xformat("image_folder:%s", dir);
    struct dataset data;
    for (int i = 0; i < 4; i++) {
        struct text file = with_orientation(plain_jpeg(8, 60 * i, 0, 0), i < 3 ? 6 : 1, i == 2);
        char *path = xformat("%s/%d.jpg", i % 2 ? "ant" : "bee", i);
        scratch_bytes(dir, path, file.data, file.length);
        free(path);
        text_free(&file);
    }
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_non_null(strstr(data.notes, "3 of 4 pictures have an EXIF orientation"));
    dataset_close(&data);
    free(name);
}

FOLDER_TEST("faults name the picture")
{
    char *name = xformat("image_folder:%s", dir);
    struct text large = picture_of(1, 5);
    scratch_text(dir, "README", "x");
    refused(name, NULL, "no training pictures (expected train/CLASS/FILE", NULL);
    scratch_text(dir, "lost.png", "x");
    refused(name, NULL, "/lost.png: the picture is not in a class folder (expected CLASS/lost.png)",
            NULL);
    scratch_empty(dir);
    scratch_bytes(dir, "one/1.PNG", large.data, large.length);
    refused(name, NULL, "all pictures are of the class 'one'", NULL);
    struct text small = picture_of(1, 4);
    scratch_bytes(dir, "two/1.png", small.data, small.length); /* the second of two */
    refused(name, NULL, "pixels, but", "the option size=N resizes all to N x N", NULL);
    text_free(&small);
    write_pictures(dir, "", 1, NULL);
    refused(name, NULL, "5 x 5 pixels, but",
            "has 4 x 4 (expected equal sizes); the option size=N resizes all to N x N", NULL);
    scratch_empty(dir);
    write_pictures(dir, "train/", 2, NULL);
    write_pictures(dir, "more/", 1, NULL);
    refused(name, NULL, "is in the train split, but", "/more/cat/0.png in none", NULL);
    scratch_empty(dir);
    write_pictures(dir, "train/", 2, NULL);
    scratch_text(dir, "train/ant/1.png", "");
    refused(name, NULL, "/train/ant/1.png: is empty (expected a JPEG or PNG picture)", NULL);
    scratch_text(dir, "train/ant/1.png", "<html>");
    refused(name, NULL, "/train/ant/1.png: begins with 0x3c 0x68 (expected JPEG", NULL);
    refused("image_folder:", NULL, "image_folder needs a path", NULL);
    refused("image_folder:/nowhere", NULL, "/nowhere: cannot", NULL);
    char *bad = xformat("%s,size=0", name);
    refused(bad, NULL, "out of range in 'size=0' (expected size=1 to 1024, grey)", NULL);
    free(bad), free(name);
    text_free(&large);
}

TEST("cifar10 as jpeg is as published")
{
    const char *dir = real_data_or_skip("cifar10_jpeg/cifar10-jpeg-test.tar.gz");
    struct dataset data;
    opened("cifar10_jpeg", &(struct data_options){.dir = dir, .seed = 1}, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 45000);
    assert_int_equal(data.count[SPLIT_VALID], 5000);
    assert_int_equal(data.count[SPLIT_TEST], 10000);
    assert_int_equal(data.classes, 10);
    assert_string_equal(data.class_names[9], "truck");
    int counts[10] = {0};
    double sum = 0; /* of the red plane */
    for (int i = 0; i < 10000; i++) {
        const struct record *r = &data.records[SPLIT_TEST][i];
        counts[r->label]++;
        for (int p = 0; p < 1024; p++) sum += r->pixels[p];
    }
    for (int c = 0; c < 10; c++) assert_int_equal(counts[c], 1000);
    /* The official test records have a mean of 0.4942 there. */
    assert_true(sum / 10000 / 1024 / 255 > 0.492 && sum / 10000 / 1024 / 255 < 0.496);
    dataset_close(&data);
}
