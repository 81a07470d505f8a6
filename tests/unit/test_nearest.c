/* SPDX-License-Identifier: MIT
 * The most similar word of a list (base/nearest.h): the largest distance, what counts as one edit,
 * and ties. */
#include "tests/unit/test.h"

#include "base/nearest.h"

/* found NULL: none of them is near. */
static void assert_nearest(const char *word, const char *one, const char *other, const char *found)
{
    const char *words[] = {one, other}, *near = nearest(word, words, 2);
    if (found)
        assert_string_equal(near, found);
    else
        assert_null(near);
}

/* A third of the letters, three at most. */
TEST("how far")
{
    assert_nearest("a", "b", "", NULL);
    assert_nearest("ab", "ac", "xyz", "ac");
    assert_nearest("ab", "xy", "xyz", NULL);
    assert_nearest("abcdefgh", "abcdefxx", "z", "abcdefxx");
    assert_nearest("abcdefgh", "abcdexxx", "z", NULL);
    assert_nearest("abcdefghi", "abcdefxxx", "z", "abcdefxxx");
    assert_nearest("abcdefghijklmno", "abcdefghijkxxxx", "z", NULL);
}

/* Two neighbours that are swapped are one edit, also at the beginning. */
TEST("swaps")
{
    assert_nearest("ehads", "heads", "z", "heads");
    assert_nearest("headz", "z", "heads", "heads");
    assert_nearest("hedas", "heads", "z", "heads");
}

/* The nearer one; of equals the first. */
TEST("which")
{
    assert_nearest("neural", "neutral", "natural", "neutral");
    assert_nearest("neural", "natural", "neutral", "neutral");
    assert_nearest("cat", "bat", "rat", "bat");
}
