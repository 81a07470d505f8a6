/* SPDX-License-Identifier: MIT
 * Tests that control characters become visible in texts, in printed output and in shell commands.
 */
#include "tests/unit/test.h"
#include "base/visible.h"
#include "base/shell.h"

#include <sys/wait.h>
#include <unistd.h>

static const char hostile[] = "a\tb\n\r\x1b[2J\x7f\xc2\x9b\xc3\xa9\xe2\x82\xac\xff\xc2\xe2\x82 end";
static const char shown[] =
    "a\tb\n\\u000d\\u001b[2J\\u007f\\u009b\xc3\xa9\xe2\x82\xac\\xff\\xc2\\xe2\\x82 end";

TEST("control characters in a text are shown")
{
    struct text out = {0};
    visible_add(&out, hostile, strlen(hostile));
    assert_string_equal(out.data, shown);
    text_free(&out);
}

TEST("invisible characters are shown")
{
    static const char text[] = "1\xc2\xa0 2\xe2\x80\xae\xef\xbb\xbf";
    struct text out = {0};
    visible_add(&out, text, strlen(text));
    assert_string_equal(out.data, "1\\u00a0 2\\u202e\\ufeff");
    text_free(&out);
}

/* Prints a text in a child process to fd (stdout or stderr), in pieces of `piece` bytes. `out`
 * receives the output. */
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

TEST("control characters are shown in printed output")
{
    char out[1024];
    for (size_t piece = 1; piece < sizeof hostile; piece++)
        for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
            printed(out, sizeof out - 1, piece, fd);
            assert_string_equal(out, shown);
        }
}

/* The shell decodes the quoted word to the original text. No control character reaches the
 * terminal. */
TEST("control characters in a command are quoted")
{
    char *word = shell_word("x\r\xc2\x9b;'rm'");
    assert_string_equal(word, "$'x\\015\\302\\233;\\'rm\\''");
    free(word);
}
