/* SPDX-License-Identifier: MIT
 * Tests that German and English number words can be converted back to their numbers. Also tests the
 * sentence pairs of the data set `numbers` and their round trip through files in Multi30k's format.
 */
#include "datasets/generated/number_words.h"
#include "datasets/formats/parallel.h"
#include "datasets/formats/strings.h"
#include "generated_trial.h"

/* ---- reading German and English numbers ---- */

struct numeral {
    const char *word;
    int value;
};

/* Removes the longest numeral at the start of `text` and returns its value, or -1 if `text` does
 * not start with a numeral. */
static int starts_with_numeral(struct string *text, const struct numeral *list, int count)
{
    int best = -1;
    size_t longest = 0;
    for (int i = 0; i < count; i++) {
        size_t size = strlen(list[i].word);
        if (size <= longest || !string_starts(*text, list[i].word)) continue;
        longest = size;
        best = list[i].value;
    }
    *text = string_from(*text, longest);
    return best;
}

/* Returns the value of a German number word. Parses the word from left to right. */
static int read_german(const char *word)
{
    static const struct numeral list[] = {
        {"null", 0},      {"eins", 1},      {"ein", 1},       {"zwei", 2},      {"drei", 3},
        {"vier", 4},      {"fünf", 5},      {"sechs", 6},     {"sieben", 7},    {"acht", 8},
        {"neun", 9},      {"zehn", 10},     {"elf", 11},      {"zwölf", 12},    {"dreizehn", 13},
        {"vierzehn", 14}, {"fünfzehn", 15}, {"sechzehn", 16}, {"siebzehn", 17}, {"achtzehn", 18},
        {"neunzehn", 19}, {"zwanzig", 20},  {"dreißig", 30},  {"vierzig", 40},  {"fünfzig", 50},
        {"sechzig", 60},  {"siebzig", 70},  {"achtzig", 80},  {"neunzig", 90}};
    struct string rest = string_of(word);
    int thousands = 0, hundreds = 0, below = 0;
    while (rest.size) {
        if (string_starts(rest, "und")) rest = string_from(rest, 3);
        if (string_starts(rest, "hundert")) {
            rest = string_from(rest, 7);
            hundreds = below ? below : 1;
            below = 0;
        } else if (string_starts(rest, "tausend")) {
            rest = string_from(rest, 7);
            thousands = 100 * hundreds + below;
            if (!thousands) thousands = 1;
            hundreds = below = 0;
        } else {
            int value = starts_with_numeral(&rest, list, sizeof list / sizeof *list);
            if (value < 0) return -1;
            below += value;
        }
    }
    return 1000 * thousands + 100 * hundreds + below;
}

static int read_english(const char *words)
{
    static const struct numeral list[] = {
        {"zero", 0},     {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},
        {"five", 5},     {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},
        {"ten", 10},     {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14},
        {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
        {"twenty", 20},  {"thirty", 30},  {"forty", 40},     {"fifty", 50},    {"sixty", 60},
        {"seventy", 70}, {"eighty", 80},  {"ninety", 90}};
    struct string rest = string_of(words);
    int thousands = 0, below = 0;
    while (rest.size) {
        int value = starts_with_numeral(&rest, list, sizeof list / sizeof *list);
        if (value >= 0)
            below += value;
        else if (string_starts(rest, "hundred"))
            below *= 100, rest = string_from(rest, 7);
        else if (string_starts(rest, "thousand"))
            thousands = below, below = 0, rest = string_from(rest, 8);
        else if (string_starts(rest, "and"))
            rest = string_from(rest, 3);
        else if (rest.at[0] == ' ' || rest.at[0] == '-')
            rest = string_from(rest, 1);
        else
            return -1;
    }
    return 1000 * thousands + below;
}

TEST("number words can be converted back to their numbers")
{
    struct text german = {0}, english = {0};
    for (int n = 0; n <= MOST_NUMBER; n += n < 21000 ? 1 : 89) {
        german.length = english.length = 0;
        german_number(&german, n, n % 2);
        english_number(&english, n);
        if (read_german(german.data) != n)
            fail_msg("%d was written as '%s', which is a different number", n, german.data);
        if (read_english(english.data) != n)
            fail_msg("%d was written as '%s', which is a different number", n, english.data);
    }
    text_free(&german);
    text_free(&english);
}

TEST("number words match worked examples")
{
    static const struct {
        int n;
        const char *german, *with_one, *english;
    } cases[] = {
        {0, "null", "null", "zero"},
        {1, "eins", "eins", "one"},
        {16, "sechzehn", "sechzehn", "sixteen"},
        {17, "siebzehn", "siebzehn", "seventeen"},
        {21, "einundzwanzig", "einundzwanzig", "twenty-one"},
        {30, "dreißig", "dreißig", "thirty"},
        {67, "siebenundsechzig", "siebenundsechzig", "sixty-seven"},
        {100, "hundert", "einhundert", "one hundred"},
        {101, "hunderteins", "einhunderteins", "one hundred and one"},
        {1000, "tausend", "eintausend", "one thousand"},
        {1001, "tausendeins", "eintausendeins", "one thousand and one"},
        {1101, "tausendeinhunderteins", "eintausendeinhunderteins",
         "one thousand one hundred and one"},
        {21000, "einundzwanzigtausend", "einundzwanzigtausend", "twenty-one thousand"},
        {101000, "hunderteintausend", "einhunderteintausend", "one hundred and one thousand"},
        {999999, "neunhundertneunundneunzigtausendneunhundertneunundneunzig",
         "neunhundertneunundneunzigtausendneunhundertneunundneunzig",
         "nine hundred and ninety-nine thousand nine hundred and ninety-nine"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text out[3] = {{0}};
        german_number(&out[0], cases[i].n, false);
        german_number(&out[1], cases[i].n, true);
        english_number(&out[2], cases[i].n);
        assert_string_equal(out[0].data, cases[i].german);
        assert_string_equal(out[1].data, cases[i].with_one);
        assert_string_equal(out[2].data, cases[i].english);
        for (int k = 0; k < 3; k++) text_free(&out[k]);
    }
}

static void says(void (*say)(struct text *, int), int n, const char *expected)
{
    struct text out = {0};
    say(&out, n);
    assert_string_equal(out.data, expected);
    text_free(&out);
}

TEST("ordinals and years match worked examples")
{
    static const struct {
        int n;
        const char *german, *english;
    } ordinals[] = {{1, "ersten", "first"},           {2, "zweiten", "second"},
                    {3, "dritten", "third"},          {5, "fünften", "fifth"},
                    {7, "siebten", "seventh"},        {8, "achten", "eighth"},
                    {12, "zwölften", "twelfth"},      {19, "neunzehnten", "nineteenth"},
                    {20, "zwanzigsten", "twentieth"}, {21, "einundzwanzigsten", "twenty-first"},
                    {30, "dreißigsten", "thirtieth"}, {31, "einunddreißigsten", "thirty-first"}},
      years[] = {{1800, "achtzehnhundert", "eighteen hundred"},
                 {1905, "neunzehnhundertfünf", "nineteen oh five"},
                 {1984, "neunzehnhundertvierundachtzig", "nineteen eighty-four"},
                 {2000, "zweitausend", "two thousand"},
                 {2005, "zweitausendfünf", "two thousand and five"},
                 {2099, "zweitausendneunundneunzig", "two thousand and ninety-nine"}};
    for (size_t i = 0; i < sizeof ordinals / sizeof *ordinals; i++) {
        says(german_ordinal, ordinals[i].n, ordinals[i].german);
        says(english_ordinal, ordinals[i].n, ordinals[i].english);
    }
    for (size_t i = 0; i < sizeof years / sizeof *years; i++) {
        says(german_year, years[i].n, years[i].german);
        says(english_year, years[i].n, years[i].english);
    }
}

/* ---- sentence pairs ---- */

static const char *as_text(struct string s, char *out, size_t size)
{
    snprintf(out, size, "%.*s", (int)s.size, s.at);
    return out;
}

/* The table lists the minutes that each phrase adds to the hour. For example, "halb h+1" means 30
 * minutes before h+1. */
TEST("both sentences of a pair state the same clock time")
{
    static const struct {
        const char *german;
        int minutes; /* minutes after the named hour; negative if before */
    } german[] = {{"um fünf nach halb ", -25}, {"um fünf vor halb ", -35}, {"um halb ", -30},
                  {"um drei viertel ", -15},   {"um viertel ", -45},       {"um Viertel nach ", 15},
                  {"um Viertel vor ", -15},    {"um fünf nach ", 5},       {"um fünf vor ", -5},
                  {"um zehn nach ", 10},       {"um zehn vor ", -10},      {"um zwanzig nach ", 20},
                  {"um zwanzig vor ", -20}},
      english[] = {{"at twenty-five to ", -25}, {"at twenty-five past ", 25}, {"at half past ", 30},
                   {"at a quarter past ", 15},  {"at a quarter to ", -15},    {"at five past ", 5},
                   {"at five to ", -5},         {"at ten past ", 10},         {"at ten to ", -10},
                   {"at twenty past ", 20},     {"at twenty to ", -20}};
    struct dataset data;
    int found = 0;
    char from[256], to[256], word[32];
    generated("numbers:times,train=1500", 1, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        const struct record *r = &data.records[SPLIT_TRAIN][i];
        as_text(r->text, from, sizeof from), as_text(r->second, to, sizeof to);
        if (strstr(from, " Uhr")) continue;
        int minute[2] = {-1, -1};
        for (size_t k = 0; k < sizeof german / sizeof *german && minute[0] < 0; k++) {
            const char *at = strstr(from, german[k].german);
            if (!at) continue;
            sscanf(at + strlen(german[k].german), "%31[^ .]", word);
            minute[0] = (read_german(word) % 12 * 60 + german[k].minutes + 720) % 720;
        }
        for (size_t k = 0; k < sizeof english / sizeof *english && minute[1] < 0; k++) {
            const char *at = strstr(to, english[k].german);
            if (!at) continue;
            sscanf(at + strlen(english[k].german), "%31[^ .]", word);
            minute[1] = (read_english(word) % 12 * 60 + english[k].minutes + 720) % 720;
        }
        if (minute[0] < 0 || minute[0] != minute[1])
            fail_msg("the clock times differ: %s | %s", from, to);
        found++;
    }
    assert_true(found > 500); /* 900 are expected: 60 % of 1500 */
}

TEST("sums written as number words are correct")
{
    struct dataset data;
    int found = 0;
    char from[256], a[64], sign[8], b[64], c[64];
    generated("numbers:counts,train=600", 1, &data);
    for (int i = 0; i < data.count[SPLIT_TRAIN]; i++) {
        as_text(data.records[SPLIT_TRAIN][i].text, from, sizeof from);
        from[0] = (char)(from[0] | 0x20);
        if (sscanf(from, "%63s %7s %63s ist %63[^.]", a, sign, b, c) != 4) continue;
        if (strcmp(sign, "plus") != 0 && strcmp(sign, "minus") != 0) continue;
        int right = read_german(b) * (*sign == 'p' ? 1 : -1);
        assert_int_equal(read_german(a) + right, read_german(c));
        found++;
    }
    assert_true(found > 100); /* 200 are expected: a third of 600 */
}

TEST("sentence pairs are plain text")
{
    struct dataset data;
    generated("numbers", 1, &data);
    assert_int_equal(data.kind, DATA_PAIRS);
    assert_string_equal(data.metric, "bleu");
    for (int s = 0; s < GIVEN_SPLITS; s++)
        for (int i = 0; i < data.count[s]; i++) {
            const struct record *r = &data.records[s][i];
            size_t bad;
            assert_true(utf8_valid(r->text, &bad) && utf8_valid(r->second, &bad));
            assert_true(r->text.at[r->text.size - 1] == '.' && r->second.size > 2);
            assert_true(r->second.at[r->second.size - 1] == '.');
            assert_int_equal(r->reference_count, 1);
        }
}

FOLDER_TEST("sentence pairs survive a round trip through files")
{
    const char *const names[GIVEN_SPLITS] = {"train", "val", "test_2016_flickr"};
    struct dataset made, read;
    char *error = NULL, *folder = formatted("%s/multi30k", dir);
    generated("numbers:train=300,valid=20,test=20", 4, &made);
    scratch_text(dir, "multi30k/raw/note", "made up");
    for (int s = 0; s < GIVEN_SPLITS; s++) {
        char *de = formatted("%s/raw/%s.de", folder, names[s]);
        char *en = formatted("%s/raw/%s.en", folder, names[s]);
        if (!parallel_write(&made, (enum split)s, de, en, &error)) fail_msg("%s", error);
    }
    opened("multi30k:raw", &(struct data_options){.dir = dir}, &read);
    assert_true(made.hash == read.hash);
    assert_int_equal(read.count[SPLIT_TRAIN], 300);
}

FOLDER_TEST("the error names the file that cannot be written")
{
    struct dataset made;
    char *error = NULL, *path = formatted("%s/none/a.de", dir);
    generated("numbers:train=5,valid=1,test=1", 4, &made);
    assert_false(parallel_write(&made, SPLIT_TRAIN, path, path, &error));
    assert_non_null(strstr(error, "none/a.de: cannot be written: No such file"));
    free(error);
}
