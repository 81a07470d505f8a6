/* SPDX-License-Identifier: MIT
 * Lists unusual sentences with their expected BLEU scores. test_bleu.c names the source of the
 * scores. */
#ifndef ATTNLAB_BLEU_CORPUS_H
#define ATTNLAB_BLEU_CORPUS_H

#include "models/metrics/metrics.h"

static const struct {
    const char *hypothesis, *references[4];
} corpus[] = {
    {"The dog bit the man.",
     {"The dog had bit the man.", "The dog bit the man!", "A dog bit the man."}},
    {"It wasn't surprising.",
     {"It was not unexpected.", "No one was surprised.", "It wasn't surprising at all."}},
    {"The man had just bitten him.", {"The man bit him first.", "The man had bitten the dog."}},
    {"Producția de zahăr primă va fi exprimată în zahăr alb;",
     {"producţia de zahăr brut se exprimă în zahăr alb;"}},
    {"", {"An empty hypothesis counts for nothing."}},
    {"Only one word", {"word"}},
    {"   ", {"\342\200\203", "blank"}},
    {"Prices rose 3.5% to $1,234.56, he said.",
     {"Prices rose by 3.5 % to $1,234.56, he said.", "He said prices rose 3,5% to $1234.56."}},
    {"pages 12-15 and 16 - 20", {"pages 12-15, 16-20", "pages 12 -15 and 16- 20"}},
    {"state-of-the-art, well-\nknown and multi-\nline\ntext",
     {"state-of-the-art, wellknown and multiline text"}},
    {"&quot;Fish &amp; chips&quot; &lt;b&gt; &amp;lt;", {"\"Fish & chips\" <b> &lt;"}},
    {"a<skipped>b <skipped> c", {"ab c", "a b c"}},
    {"Wait... what?! (really) [yes] {no} ~ok~",
     {"Wait ... what ? ! ( really ) [ yes ] { no } ~ ok ~"}},
    {".,.,.. 1.,2 .5 5. ,5, e.g. U.S.", {". , . , . . 1. , 2 .5 5 . ,5 , e.g. U.S."}},
    {"café CAFÉ naïve Straße", {"café café naive Strasse", "CAFÉ CAFÉ NAÏVE STRASSE"}},
    {"ÀÉÎÕÜ ДАЖЕ ΑΒΓ ա", {"àéîõü даже αβγ Ա"}},
    {"日本語 のテキスト 。", {"日本語 の テキスト 。", "日本語 のテキスト。"}},
    {"tab\tand\343\200\200wide\302\240blanks\342\200\203here", {"tab and wide blanks here"}},
    {"zero\342\200\213width is no blank",
     {"zero width is no blank", "zero\342\200\213width is no blank"}},
    {"😀 smile 😀 😀", {"😀 😀 smile smile"}},
    {"the the the the the the the", {"the cat is on the mat", "there is a cat on the mat"}},
    {"a a a a b b b", {"a a b b b b", "a a a"}},
    {"It is a guide to action which ensures that the military always obeys the commands of the "
     "party",
     {"It is a guide to action that ensures that the military will forever heed Party commands",
      "It is the guiding principle which guarantees the military forces always being under the "
      "command of the Party",
      "It is the practical guide for the army always to heed the directions of the party"}},
    {"don't 'quote' o'clock rock'n'roll", {"don 't 'quote' o'clock rock 'n' roll"}},
    {"user@example.com http://x.org/a?b=c&d=e#f", {"user@example.com http://x.org/a?b=c&d=e"}},
    {"1990s 2nd 3rd 4x4 R2-D2 9-to-5", {"1990s 2nd 3rd 4 x 4 R2 - D2 9 - to-5"}},
    {"short", {"a much longer reference than the hypothesis, which costs brevity"}},
    {"a hypothesis that goes on and on far beyond the reference", {"a hypothesis"}},
    {"e\314\201tude étude", {"étude e\314\201tude"}},
    {"No match here whatsoever", {"completely different words indeed"}},
    {"trailing dash-\n", {"trailing dash-", "trailing dash"}},
};

/* Expected BLEU scores: `all` for the whole corpus, `few` for three sentences that share only short
 * n-grams with their references. */
static const struct {
    struct bleu_options options;
    double all, few;
} scores[] = {
    {{BLEU_13A, BLEU_SMOOTH_EXP, 0, false, false}, 68.1405573001069, 31.282110213678},
    {{BLEU_13A, BLEU_SMOOTH_FLOOR, 0, false, false}, 68.1405573001069, 20.9196079246011},
    {{BLEU_13A, BLEU_SMOOTH_ADD_K, 0, false, false}, 68.2973674067458, 40.465559506276},
    {{BLEU_13A, BLEU_SMOOTH_NONE, 0, false, false}, 68.1405573001069, 0},
    {{BLEU_NONE, BLEU_SMOOTH_EXP, 0, false, false}, 24.4429075333997, 23.3416536064914},
    {{BLEU_NONE, BLEU_SMOOTH_FLOOR, 0, false, false}, 24.4429075333997, 12.4137820603314},
    {{BLEU_NONE, BLEU_SMOOTH_ADD_K, 0, false, false}, 25.1371127448861, 35.150599384649},
    {{BLEU_NONE, BLEU_SMOOTH_NONE, 0, false, false}, 24.4429075333997, 0},
    {{BLEU_13A, BLEU_SMOOTH_EXP, 0, true, false}, 69.8657753202274, 45.5616213311469},
    {{BLEU_13A, BLEU_SMOOTH_EXP, 0, false, true}, 68.1405573001069, 31.282110213678},
    {{BLEU_13A, BLEU_SMOOTH_FLOOR, 0.5, false, false}, 68.1405573001069, 31.282110213678},
    {{BLEU_13A, BLEU_SMOOTH_ADD_K, 2, false, false}, 68.4520996839146, 49.4063102467956},
};

#endif
