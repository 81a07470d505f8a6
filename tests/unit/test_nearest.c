/* SPDX-License-Identifier: MIT
 * Tests the search for the most similar word of a list (base/nearest.h): the maximum distance, the
 * definition of an edit, and ties. */
#include "tests/unit/test.h"

#include "base/nearest.h"

/* Expects `found` as the word nearest to `word`; NULL if no word is similar enough. */
static void assert_nearest(const char *word, const char *one, const char *other, const char *found)
{
    const char *words[] = {one, other}, *near = nearest(word, words, 2);
    if (found)
        assert_string_equal(near, found);
    else
        assert_null(near);
}

TEST("at most a third of the letters may differ, and at most three")
{
    assert_nearest("a", "b", "", NULL);
    assert_nearest("ab", "ac", "xyz", "ac");
    assert_nearest("ab", "xy", "xyz", NULL);
    assert_nearest("abcdefgh", "abcdefxx", "z", "abcdefxx");
    assert_nearest("abcdefgh", "abcdexxx", "z", NULL);
    assert_nearest("abcdefghi", "abcdefxxx", "z", "abcdefxxx");
    assert_nearest("abcdefghijklmno", "abcdefghijkxxxx", "z", NULL);
}

TEST("swapping two neighbours is one edit, also at the start")
{
    assert_nearest("ehads", "heads", "z", "heads");
    assert_nearest("headz", "z", "heads", "heads");
    assert_nearest("hedas", "heads", "z", "heads");
}

TEST("the nearer word is found, or the first of two equally near")
{
    assert_nearest("neural", "neutral", "natural", "neutral");
    assert_nearest("neural", "natural", "neutral", "neutral");
    assert_nearest("cat", "bat", "rat", "bat");
}
