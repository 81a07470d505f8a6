/* SPDX-License-Identifier: MIT
 * Pictures in class folders, plain and in tars: the same data however they are packed, and faults
 * that name the picture. */
#include "made_pictures.h"
#include "base/gzip.h"

/* The picture of a class: a square of its own colour. */
static struct text picture_of(int class, int side)
{
    unsigned char *pixels = xalloc((size_t)(3 * side * side));
    for (int i = 0; i < 3 * side * side; i++) pixels[i] = (unsigned char)(40 * class + i % 3);
    struct text out = made_png(side, side, 8, 2, (size_t)(3 * side), pixels, NULL);
    free(pixels);
    return out;
}

static const char *const names[] = {"bee", "ant", "cat"}; /* not in the order of names */

/* Writes each picture to a folder, and appends it to a tar unless that is NULL. */
static void write_pictures(const char *dir, const char *split, int each, struct text *tar)
{
    for (int class = 0; class < 3; class ++)
        for (int i = 0; i < each; i++) {
            struct text file = picture_of(class, 4);
            char *name = xformat("%s%s/%d.png", split, names[class], i);
            scratch_bytes(dir, name, file.data, file.length);
            if (tar) put_member(tar, name, '0', file.data, file.length);
            free(name);
            text_free(&file);
        }
}

static void folders_are_classes_and_splits(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s", dir);
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
    assert_non_null(strstr(data.notes, "being no pictures by their names: 1."));
    dataset_close(&data);
    free(name);
}

/* The folder's own name has commas, before which no option begins. */
static void folders_without_splits_are_split_by_a_draw(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s/bees, ants,cats,size=2,grey", dir);
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
    free(name);
}

static void packed_is_as_plain(void **state)
{
    char *dir = *state;
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

/* Names beyond 100 bytes stand in a member before. */
static void long_names_are_read(void **state)
{
    char *dir = *state, deep[151] = "", *name = xformat("image_folder:%s/a.tar", dir);
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
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.classes, 2);
    assert_string_equal(data.class_names[0], "ant");
    assert_string_equal(data.class_names[1], "bee");
    int records = 0;
    for_each_scored_split(split) records += data.count[split];
    assert_int_equal(records + data.count[SPLIT_TRAIN], 3);
    dataset_close(&data);
    free(gnu), free(path), free(pax), free(name);
    text_free(&tar), text_free(&one), text_free(&two);
}

/* A tar lies where its folder does, whatever it holds. */
static void a_tar_in_a_split_is_of_that_split(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s", dir);
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

/* A picture further down would be left out, and by a link that leads back each is met again. */
static void what_lies_too_deep_is_refused(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s", dir), *link = xformat("%s/ant/up", dir);
    struct text deep = picture_of(1, 4);
    write_pictures(dir, "", 10, NULL);
    scratch_bytes(dir, "1/2/3/ant/10.png", deep.data, deep.length);
    struct dataset data;
    opened(name, &(struct data_options){.seed = 1}, &data);
    dataset_close(&data);
    scratch_bytes(dir, "1/2/3/4/ant/10.png", deep.data, deep.length);
    refused(name, NULL, dir, "/1/2/3/4/ant: lies more than 4 folders below", NULL);
    scratch_empty(dir);
    write_pictures(dir, "", 10, NULL);
    assert_int_equal(symlink("..", link), 0);
    refused(name, NULL, "/ant/up/ant/up/ant: lies more than 4 folders below", NULL);
    free(link), free(name);
    text_free(&deep);
}

/* A picture that is a link in a tar would be one fewer than in the folder that was packed. */
static void no_picture_of_a_tar_is_left_out(void **state)
{
    static const struct {
        char type;
        const char *what;
    } cases[] = {{'1', "is a link;"}, {'2', "is a link;"}, {'S', "is a file with holes;"}};
    char *dir = *state, *name = xformat("image_folder:%s/a.tar", dir);
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
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_int_equal(data.classes, 2);
    assert_string_equal(data.class_names[1], "bee");
    assert_non_null(strstr(data.notes, "being no pictures by their names: 2."));
    dataset_close(&data);
    free(name);
    text_free(&tar), text_free(&one);
}

/* A class that is a link to a folder would be missing, where the folder that was packed has it. */
static void no_class_of_a_tar_is_left_out(void **state)
{
    static const struct {
        const char *name, *target, *told; /* told: a member before, of the target's whole name */
    } cases[] = {{"cat", "ant", ""},         {"cat", "../elsewhere/cat", ""},
                 {"cat", "/data/cat", ""},   {"./more/cat.d", "../bee/", ""},
                 {"cat", "cut", "far/away"}, {"cat", "", ""}};
    char *dir = *state, *name = xformat("image_folder:%s/a.tar", dir);
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
static void a_tar_within_a_tar_is_refused(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s/a.tar", dir);
    struct text tar = {0}, inner = {0};
    write_pictures(dir, "plain/", 1, &tar);
    write_pictures(dir, "plain/", 1, &inner);
    put_tar_end(&inner);
    put_member(&tar, "more/cats.tar", '0', inner.data, inner.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: more/cats.tar: is a tar within a tar", "unpack the outer one",
            NULL);
    free(name);
    text_free(&tar), text_free(&inner);
}

/* A value ends where its length says, not at the first line end in it. */
static void what_pax_tells_is_read_by_its_lengths(void **state)
{
    static const char *const damaged[] = {"path=x\n",     "99 path=x\n",
                                          "3 path=x\n",   "9 path=x\n9",
                                          "10 path=xy\n", "9999999999999999999999 a=b\n",
                                          "7 pathx\n",    "0 a=b\n"};
    char *dir = *state, *name = xformat("image_folder:%s/a.tar", dir);
    struct text one = picture_of(1, 4);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        struct text tar = {0};
        put_member(&tar, "x", 'x', damaged[i], strlen(damaged[i]));
        put_member(&tar, "ant/1.png", '0', one.data, one.length);
        put_member(&tar, "bee/1.png", '0', one.data, one.length);
        put_tar_end(&tar);
        scratch_bytes(dir, "a.tar", tar.data, tar.length);
        refused(name, NULL, "a.tar: byte 0: damaged tar: expected records 'LENGTH KEY=VALUE'",
                NULL);
        text_free(&tar);
    }
    struct text tar = {0};
    struct dataset data;
    static const char told[] = "23 comment=9 path=b/1\n\n18 path=bee/2.png\n";
    put_member(&tar, "ant/1.png", '0', one.data, one.length);
    put_member(&tar, "x", 'x', told, strlen(told));
    put_member(&tar, "short", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_string_equal(data.class_names[1], "bee");
    dataset_close(&data);
    text_free(&tar);
    static const char broken[] = "20 path=be\n e/2.png\n";
    put_member(&tar, "x", 'x', broken, strlen(broken));
    put_member(&tar, "short", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: holds the name 'be\\x0a e/2.png': byte 3 is 0x0a, a line end",
            "rename it", NULL);
    text_free(&tar);
    static const char holes[] = "22 GNU.sparse.major=1\n29 GNU.sparse.name=bee/1.png\n";
    put_member(&tar, "x", 'x', holes, strlen(holes));
    put_member(&tar, "GNUSparseFile.7/1.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: bee/1.png: is a file with holes;", NULL);
    free(name);
    text_free(&tar), text_free(&one);
}

/* A tar that was left beside what came out of it, or to which a member was appended anew. */
static void no_picture_is_read_twice(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s", dir);
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
    refused(name, NULL, "/a.tar: ./ant/0.png and", "/ant/0.png are both ant/0.png", "leave one",
            NULL);
    tar.length -= 1024;
    put_member(&tar, "ant/0.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_empty(dir);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "are both ant/0.png", NULL);
    free(name);
    text_free(&tar), text_free(&one);
}

/* As programs leave folders of theirs among the pictures: no class, packed or not. */
static void hidden_folders_are_not_read(void **state)
{
    char *dir = *state;
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
static void pictures_of_a_turned_camera_are_noted(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s", dir);
    struct dataset data;
    for (int i = 0; i < 4; i++) {
        struct text file = with_orientation(plain_jpeg(8, 60 * i, 0, 0), i < 3 ? 6 : 1, i == 2);
        char *path = xformat("%s/%d.jpg", i % 2 ? "ant" : "bee", i);
        scratch_bytes(dir, path, file.data, file.length);
        free(path);
        text_free(&file);
    }
    opened(name, &(struct data_options){.seed = 1}, &data);
    assert_non_null(strstr(data.notes, "3 of 4 pictures say that the camera was turned (EXIF)"));
    dataset_close(&data);
    free(name);
}

/* Names of folders become names of classes. */
static void names_in_tars_are_text(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s/a.tar", dir);
    struct text tar = {0}, one = picture_of(1, 4);
    put_member(&tar, "ant/1.png", '0', one.data, one.length);
    put_member(&tar, "b\xe4r/1.png", '0', one.data, one.length);
    put_tar_end(&tar);
    scratch_bytes(dir, "a.tar", tar.data, tar.length);
    refused(name, NULL, "a.tar: holds the name 'b\\xe4r/1.png': byte 2 is 0xe4", NULL);
    free(name);
    text_free(&tar), text_free(&one);
}

static void no_beginning_of_a_tar_is_taken_for_the_whole(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s/cut.tar", dir);
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
    refused(name, NULL, "cut.tar: byte 0: damaged tar", NULL);
    scratch_text(dir, "cut.tar", "");
    refused(name, NULL, "cut.tar: is empty", NULL);
    free(name);
    text_free(&tar);
}

static void faults_name_the_picture(void **state)
{
    char *dir = *state, *name = xformat("image_folder:%s", dir);
    struct text large = picture_of(1, 5);
    scratch_text(dir, "README", "x");
    refused(name, NULL, "found no picture to train on; expected train/CLASS/FILE", NULL);
    scratch_text(dir, "lost.png", "x");
    refused(name, NULL, "/lost.png: the picture lies in no folder; expected CLASS/lost.png", NULL);
    scratch_empty(dir);
    scratch_bytes(dir, "one/1.PNG", large.data, large.length);
    refused(name, NULL, "all pictures are of the class 'one'", NULL);
    struct text small = picture_of(1, 4);
    scratch_bytes(dir, "two/1.png", small.data, small.length); /* the second of two */
    refused(name, NULL, "pixels, but", "the option size=N makes all N x N", NULL);
    text_free(&small);
    write_pictures(dir, "", 1, NULL);
    refused(name, NULL, "5 x 5 pixels, but", "has 4 x 4; the option size=N makes all N x N", NULL);
    scratch_empty(dir);
    write_pictures(dir, "train/", 2, NULL);
    write_pictures(dir, "more/", 1, NULL);
    refused(name, NULL, "is in the train split, but", "/more/cat/0.png in none", NULL);
    scratch_empty(dir);
    write_pictures(dir, "train/", 2, NULL);
    scratch_text(dir, "train/ant/1.png", "");
    refused(name, NULL, "/train/ant/1.png: is empty; expected a JPEG or PNG picture", NULL);
    scratch_text(dir, "train/ant/1.png", "<html>");
    refused(name, NULL, "/train/ant/1.png: begins 0x3c 0x68; expected JPEG", NULL);
    refused("image_folder:", NULL, "which pictures?", NULL);
    refused("image_folder:/nowhere", NULL, "/nowhere: cannot be read", NULL);
    char *bad = xformat("%s,size=0", name);
    refused(bad, NULL, "out of range in 'size=0'; it takes size=1 to 1024, grey", NULL);
    free(bad), free(name);
    text_free(&large);
}

static void cifar10_as_jpeg_is_as_published(void **state)
{
    (void)state;
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        IN_SCRATCH(folders_are_classes_and_splits),
        IN_SCRATCH(folders_without_splits_are_split_by_a_draw),
        IN_SCRATCH(packed_is_as_plain),
        IN_SCRATCH(long_names_are_read),
        IN_SCRATCH(a_tar_in_a_split_is_of_that_split),
        IN_SCRATCH(what_lies_too_deep_is_refused),
        IN_SCRATCH(no_picture_of_a_tar_is_left_out),
        IN_SCRATCH(no_class_of_a_tar_is_left_out),
        IN_SCRATCH(a_tar_within_a_tar_is_refused),
        IN_SCRATCH(what_pax_tells_is_read_by_its_lengths),
        IN_SCRATCH(no_picture_is_read_twice),
        IN_SCRATCH(hidden_folders_are_not_read),
        IN_SCRATCH(pictures_of_a_turned_camera_are_noted),
        IN_SCRATCH(names_in_tars_are_text),
        IN_SCRATCH(no_beginning_of_a_tar_is_taken_for_the_whole),
        IN_SCRATCH(faults_name_the_picture),
        cmocka_unit_test(cifar10_as_jpeg_is_as_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
