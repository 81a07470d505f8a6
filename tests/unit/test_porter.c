/* SPDX-License-Identifier: MIT
 * Tests Porter's stemmer with examples from the paper and words from the published vocabulary.
 * Expected stems come from nltk 3.8, modes ORIGINAL_ALGORITHM and NLTK_EXTENSIONS. */
#include "tests/unit/test.h"

#include "models/metrics/metrics.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const struct {
    const char *word, *published, *nltk;
} stems[] = {
    {"caresses", "caress", "caress"},
    {"ponies", "poni", "poni"},
    {"ties", "ti", "tie"},
    {"caress", "caress", "caress"},
    {"cats", "cat", "cat"},
    {"feed", "feed", "feed"},
    {"agreed", "agre", "agre"},
    {"plastered", "plaster", "plaster"},
    {"bled", "bled", "bled"},
    {"motoring", "motor", "motor"},
    {"sing", "sing", "sing"},
    {"conflated", "conflat", "conflat"},
    {"troubled", "troubl", "troubl"},
    {"sized", "size", "size"},
    {"hopping", "hop", "hop"},
    {"tanned", "tan", "tan"},
    {"falling", "fall", "fall"},
    {"hissing", "hiss", "hiss"},
    {"fizzed", "fizz", "fizz"},
    {"failing", "fail", "fail"},
    {"filing", "file", "file"},
    {"happy", "happi", "happi"},
    {"sky", "sky", "sky"},
    {"relational", "relat", "relat"},
    {"conditional", "condit", "condit"},
    {"rational", "ration", "ration"},
    {"valenci", "valenc", "valenc"},
    {"hesitanci", "hesit", "hesit"},
    {"digitizer", "digit", "digit"},
    {"conformabli", "conform", "conform"},
    {"radicalli", "radic", "radic"},
    {"differentli", "differ", "differ"},
    {"vileli", "vile", "vile"},
    {"analogousli", "analog", "analog"},
    {"vietnamization", "vietnam", "vietnam"},
    {"predication", "predic", "predic"},
    {"operator", "oper", "oper"},
    {"feudalism", "feudal", "feudal"},
    {"decisiveness", "decis", "decis"},
    {"hopefulness", "hope", "hope"},
    {"callousness", "callous", "callous"},
    {"formaliti", "formal", "formal"},
    {"sensitiviti", "sensit", "sensit"},
    {"sensibiliti", "sensibl", "sensibl"},
    {"triplicate", "triplic", "triplic"},
    {"formative", "form", "form"},
    {"formalize", "formal", "formal"},
    {"electriciti", "electr", "electr"},
    {"electrical", "electr", "electr"},
    {"hopeful", "hope", "hope"},
    {"goodness", "good", "good"},
    {"revival", "reviv", "reviv"},
    {"allowance", "allow", "allow"},
    {"inference", "infer", "infer"},
    {"airliner", "airlin", "airlin"},
    {"gyroscopic", "gyroscop", "gyroscop"},
    {"adjustable", "adjust", "adjust"},
    {"defensible", "defens", "defens"},
    {"irritant", "irrit", "irrit"},
    {"replacement", "replac", "replac"},
    {"adjustment", "adjust", "adjust"},
    {"dependent", "depend", "depend"},
    {"adoption", "adopt", "adopt"},
    {"homologou", "homolog", "homolog"},
    {"communism", "commun", "commun"},
    {"activate", "activ", "activ"},
    {"angulariti", "angular", "angular"},
    {"homologous", "homolog", "homolog"},
    {"effective", "effect", "effect"},
    {"bowdlerize", "bowdler", "bowdler"},
    {"probate", "probat", "probat"},
    {"rate", "rate", "rate"},
    {"cease", "ceas", "ceas"},
    {"controll", "control", "control"},
    {"roll", "roll", "roll"},
    {"generalizations", "gener", "gener"},
    {"oscillators", "oscil", "oscil"},
    {"abbey", "abbei", "abbey"},
    {"always", "alwai", "alway"},
    {"apologies", "apologi", "apolog"},
    {"assembly", "assembli", "assembl"},
    {"axe", "ax", "axe"},
    {"biology", "biologi", "biolog"},
    {"buying", "bui", "buy"},
    {"dies", "di", "die"},
    {"died", "di", "die"},
    {"dying", "dy", "die"},
    {"enjoyed", "enjoi", "enjoy"},
    {"fearfully", "fearfulli", "fear"},
    {"flies", "fli", "fli"},
    {"geologi", "geologi", "geolog"},
    {"joyfully", "joyfulli", "joy"},
    {"news", "new", "news"},
    {"painfully", "painfulli", "pain"},
    {"sly", "sly", "sli"},
    {"spied", "spi", "spi"},
    {"succeed", "succe", "succeed"},
    {"syzygy", "syzygi", "syzygi"},
    {"y", "y", "y"},
    {"as", "a", "as"},
    {"is", "i", "is"},
};

TEST("stems agree with the published vocabulary")
{
    for (size_t i = 0; i < COUNT(stems); i++) {
        char word[32];
        strcpy(word, stems[i].word);
        porter_stem(word, PORTER_PUBLISHED);
        assert_string_equal(word, stems[i].published);
        strcpy(word, stems[i].word);
        porter_stem(word, PORTER_NLTK);
        assert_string_equal(word, stems[i].nltk);
    }
}

/* Whether y is a vowel depends on the letter before it. A long run of y must still take linear
 * time. */
TEST("long words are stemmed in linear time")
{
    for (const char *letter = "yaxs"; *letter; letter++)
        for (enum porter_rules rules = PORTER_PUBLISHED; rules <= PORTER_NLTK; rules++) {
            size_t length = 1000000;
            char *word = malloc(length + 1);
            assert_non_null(word);
            memset(word, *letter, length);
            word[length] = '\0';
            porter_stem(word, rules);
            assert_true(strlen(word) <= length && strlen(word) >= length - 2);
            free(word);
        }
    char empty[] = "";
    porter_stem(empty, PORTER_PUBLISHED);
    assert_string_equal(empty, "");
}
