/* SPDX-License-Identifier: MIT
 * What this program was built from and with; the facts come from the Makefile. */
#ifndef ATTNLAB_PROGRAM_H
#define ATTNLAB_PROGRAM_H

struct program {
    const char *version; /* the last tag, with what came since; without tags that of CHANGELOG.md */
    const char *commit;  /* short hash, "-dirty" appended; "unknown" outside of a checkout */
    const char *compiler, *harness_flags, *kernel_flags;
    const char *libraries; /* "name version, ..." as compiled against */
};
extern const struct program program;

/* FNV-1a of a program's file, 16 hexadecimal digits, to be freed: two builds of one commit, dirty
 * or with other flags, differ in it. A name without a slash is looked for in PATH; "" when the
 * file cannot be read. */
char *program_hash(const char *path);

#endif
