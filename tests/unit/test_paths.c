/* SPDX-License-Identifier: MIT
 * Tests that paths and words passed to other programs are never interpreted as options, pipes or
 * commands. */
#include "tests/unit/test.h"

#include "base/listing.h"
#include "base/mem.h"
#include "base/paths.h"
#include "base/shell.h"

#include <sys/stat.h>
#include <unistd.h>

/* Pattern characters in folder names are taken literally. Hidden files are not listed. */
TEST("file names in a folder are listed in order")
{
    static const char *const made[] = {"b.gp", "a c.gp", ".gp", ".a.gp", "gp", "a.gp.tmp"};
    enum { MADE = sizeof made / sizeof *made };
    char folder[] = "/tmp/attnlab-[1]*?-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    for (int i = 0; i < MADE; i++) assert_true(write_file_atomically(made[i], "", 0));
    struct listing some = listing_of(folder, ".gp"), all = listing_of(folder, "");
    struct listing none = listing_of("nowhere", "");
    listing_add_once(&some, "b");
    listing_add_once(&some, "d");
    char *texts[] = {listing_text(&some), listing_text(&all), listing_text(&none)};
    assert_string_equal(texts[0], "a c, b, d");
    assert_string_equal(texts[1], "a c.gp, a.gp.tmp, b.gp, gp");
    assert_string_equal(texts[2], "");
    for (int i = 0; i < 3; i++) free(texts[i]);
    listing_free(&some), listing_free(&all), listing_free(&none);
    for (int i = 0; i < MADE; i++) unlink(made[i]);
    assert_int_equal(rmdir(folder), 0);
}

TEST("an empty environment variable counts as unset")
{
    unsetenv("ATTNLAB_HOME"), unsetenv("ATTNLAB_DATA");
    char *home = path_home(), *data = path_data();
    setenv("ATTNLAB_HOME", "", 1), setenv("ATTNLAB_DATA", "", 1);
    char *same_home = path_home(), *same_data = path_data();
    if (home) assert_string_equal(home, same_home);
    if (!home) assert_null(same_home);
    assert_string_equal(data, same_data);
    setenv("ATTNLAB_HOME", "/somewhere", 1);
    char *told = path_home(), *in = path_data();
    assert_string_equal(told, "/somewhere");
    assert_string_equal(in, "/somewhere/data");
    free(home), free(data), free(same_home), free(same_data), free(told), free(in);
}

/* tests/cli/test_names.sh parses these words with a real shell. */
TEST("shell words are quoted only if necessary")
{
    static const char *const cases[][2] = {{"results/run-1", "results/run-1"},
                                           {"", "''"},
                                           {"a b", "'a b'"},
                                           {"it's", "'it'\\''s'"},
                                           {"<touch x;", "'<touch x;'"},
                                           {"\xC3\xA4 $x", "'\xC3\xA4 $x'"},
                                           {"a\nb", "$'a\\012b'"},
                                           {"\xFF'\\7", "$'\\377\\'\\\\7'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *word = shell_word(cases[i][0]);
        assert_string_equal(word, cases[i][1]);
        free(word);
    }
}
