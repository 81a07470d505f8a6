/* SPDX-License-Identifier: MIT
 * attnlab new question: NAME.yaml where the user is, from ablations/templates/ or a question that
 * there is; and the first question about what another kind has made (new_kind.h). */
#include "base/listing.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/cli/new_kind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The template's text, filled in; NULL with *source, which cannot be read. */
static char *from_template(const struct new_request *r, const char *home, char **source)
{
    *source = xformat("%s/ablations/templates/%s.yaml.in", home, r->kind->question);
    char *written = read_file(*source, NULL), *text = named(written, r->name);
    char *setting = named(r->kind->setting, r->name);
    if (text && setting && strstr(text, "@setting@")) text = replaced(text, "@setting@", setting);
    free(written);
    free(setting);
    return text;
}

bool new_first_question(const struct new_request *r, const char *home)
{
    char *source, *path = xformat("%s.yaml", r->name), *text = from_template(r, home, &source);
    bool good = text && write_new(path, text);
    free(source);
    free(path);
    free(text);
    return good;
}

/* ---- a question alone ---- */

static char *no_such_question(const char *from, const char *home)
{
    char *folder = xformat("%s/ablations", home);
    struct listing all = listing_of(folder, ".yaml");
    struct text message = {0};
    text_add(&message, "--from: there is no question '%s'; attnlab list ablations shows them",
             from);
    add_nearest(&message, from, (const char *const *)all.names, all.count);
    listing_free(&all);
    free(folder);
    return message.data;
}

/* The question that --from names: beside an ablations/ of one's own those of the project are there
 * too, as `attnlab list ablations` shows them. To be freed. */
static char *question_there(const char *from, const char *home)
{
    char *path = path_of_ablation(from);
    if (access(path, F_OK) == 0) return path;
    free(path);
    return xformat("%s/ablations/%s.yaml", home, from);
}

static void tell(const struct new_request *r)
{
    printf(
        "%s.yaml is written%s%s. It can be planned as it is. Next:\n"
        "  edit %s.yaml%s\n"
        "  ./attnlab plan %s.yaml\n"
        "  ./attnlab run %s.yaml -o results/%s && ./attnlab report results/%s\n"
        "That is tier quick, which shows that it runs; conclusions are drawn from --tier full, of "
        "which plan says how long it takes.\n",
        r->name, r->from ? ", a copy of " : "", r->from ? r->from : "", r->name,
        r->from ? ": title, question and claims are still the other's" : "", r->name, r->name,
        r->name, r->name);
}

int new_question(const struct new_request *r, const char *home)
{
    char *path = xformat("%s.yaml", r->name), *error = NULL;
    char *source = r->from ? question_there(r->from, home) : NULL;
    char *text = r->from ? read_file(source, NULL) : from_template(r, home, &source);
    int code = NEW_USAGE;
    if (access(path, F_OK) == 0)
        error = xformat("NAME: %s is there already; choose another name", path);
    else if (!text && r->from)
        error = no_such_question(r->from, home);
    else if (!text || !write_new(path, text)) {
        error = text ? xformat("cannot write %s: %s", path, strerror(errno))
                     : xformat("%s: cannot be read", source);
        code = NEW_ENVIRONMENT;
    }
    if (!error) tell(r);
    free(path);
    free(source);
    free(text);
    return error ? new_refuse(code, error) : 0;
}

/* ==== Replaces words in a text, and writes a file that was not there. ==== */

char *replaced(char *text, const char *old, const char *new)
{
    struct text result = {0};
    const char *from = text, *at;
    for (; text && (at = strstr(from, old)); from = at + strlen(old)) {
        text_add_bytes(&result, from, (size_t)(at - from));
        text_add(&result, "%s", new);
    }
    if (result.data) text_add(&result, "%s", from);
    free(text);
    return result.data;
}

char *named(const char *text, const char *name)
{
    if (!text || !strstr(text, "@name@")) return text ? xstrdup(text) : NULL;
    return replaced(xstrdup(text), "@name@", name);
}

bool write_new(const char *path, const char *text)
{
    FILE *f = fopen(path, "wx"); /* never over another */
    if (!f) return false;
    bool good = fputs(text, f) >= 0;
    if (fclose(f) || !good) return unlink(path), false;
    return true;
}
