/* SPDX-License-Identifier: MIT
 * Control characters of a text are shown, in one go and when it is printed piece by piece. */
#include "tests/unit/test.h"
#include "base/visible.h"
#include "base/shell.h"

#include <sys/wait.h>
#include <unistd.h>

static const char hostile[] = "a\tb\n\r\x1b[2J\x7f\xc2\x9b\xc3\xa9\xe2\x82\xac\xff\xc2\xe2\x82 end";
static const char shown[] =
    "a\tb\n\\u000d\\u001b[2J\\u007f\\u009b\xc3\xa9\xe2\x82\xac\\xff\\xc2\\xe2\\x82 end";

TEST("in a text")
{
    struct text out = {0};
    visible_add(&out, hostile, strlen(hostile));
    assert_string_equal(out.data, shown);
    text_free(&out);
}

TEST("what nobody sees")
{
    static const char text[] = "1\xc2\xa0 2\xe2\x80\xae\xef\xbb\xbf";
    struct text out = {0};
    visible_add(&out, text, strlen(text));
    assert_string_equal(out.data, "1\\u00a0 2\\u202e\\ufeff");
    text_free(&out);
}

/* What a child prints by pieces of so many bytes, to stderr or stdout. */
static void printed(char *out, size_t most, size_t piece, int fd)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], fd);
        visible_streams();
        for (const char *at = hostile; *at; at += strnlen(at, piece))
            fprintf(fd == STDERR_FILENO ? stderr : stdout, "%.*s", (int)piece, at);
        fflush(stdout);
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], out + length, most - length)) > 0;)
        length += (size_t)got;
    out[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
}

TEST("when printed")
{
    char out[1024];
    for (size_t piece = 1; piece < sizeof hostile; piece++)
        for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
            printed(out, sizeof out - 1, piece, fd);
            assert_string_equal(out, shown);
        }
}

/* The word is the same in a shell, and nothing of it reaches the terminal as it is. */
TEST("in a command")
{
    char *word = shell_word("x\r\xc2\x9b;'rm'");
    assert_string_equal(word, "$'x\\015\\302\\233;\\'rm\\''");
    free(word);
}
