/* SPDX-License-Identifier: MIT
 * Tests the search for the most similar word in a list (base/nearest.h): the maximum distance, the
 * kinds of edits, and ties. */
#include "tests/unit/test.h"

#include "base/nearest.h"

/* Checks that `found` is the word nearest to `word`. NULL means that no word is similar enough. */
static void assert_nearest(const char *word, const char *one, const char *other, const char *found)
{
    const char *words[] = {one, other}, *near = nearest(word, words, 2);
    if (found)
        assert_string_equal(near, found);
    else
        assert_null(near);
}

TEST("at most a third of the letters, and at most three, may differ")
{
    assert_nearest("a", "b", "", NULL);
    assert_nearest("ab", "ac", "xyz", "ac");
    assert_nearest("ab", "xy", "xyz", NULL);
    assert_nearest("abcdefgh", "abcdefxx", "z", "abcdefxx");
    assert_nearest("abcdefgh", "abcdexxx", "z", NULL);
    assert_nearest("abcdefghi", "abcdefxxx", "z", "abcdefxxx");
    assert_nearest("abcdefghijklmno", "abcdefghijkxxxx", "z", NULL);
}

TEST("swapping two adjacent letters is one edit, even at the start")
{
    assert_nearest("ehads", "heads", "z", "heads");
    assert_nearest("headz", "z", "heads", "heads");
    assert_nearest("hedas", "heads", "z", "heads");
}

TEST("the nearest word is found, or the first of several equally near ones")
{
    assert_nearest("neural", "neutral", "natural", "neutral");
    assert_nearest("neural", "natural", "neutral", "neutral");
    assert_nearest("cat", "bat", "rat", "bat");
}
