/* SPDX-License-Identifier: MIT
 * What a baseline and counting beside it reached (answers.h). Where only the loss was counted it is
 * named, since it stands under the name of another metric. */
#include "harness/render/answers.h"

const char *reached_words(const struct page *p, const struct standing *s,
                          const struct metric *asked)
{
    const char *own = words(p, "%.4g", s->asked.centre);
    if (s->metric == asked) return own;
    return words(p, "%s (%s %.4g)", own, metric_said(s->metric), s->own.centre);
}

const char *counted_words(const struct page *p, const struct standing *s,
                          const struct metric *asked)
{
    const char *value = words(p, "%.4g", s->seen.value);
    return s->metric == asked ? value : words(p, "%s %s", metric_said(s->metric), value);
}
