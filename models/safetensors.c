/* SPDX-License-Identifier: MIT
 * Reads and writes tensors and strings as a little-endian .safetensors file. The metadata contains
 * the CRC-32 of each tensor and of the rest of the header. Files without checksums are accepted. */
#include "models/safetensors.h"

#include "base/gzip.h"
#include "base/mem.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "safetensors files contain little-endian numbers");

enum { LENGTH_BYTES = 8, ALIGNMENT = 8 };
#define METADATA "__metadata__"

static size_t tensor_bytes(const struct safetensor *t)
{
    size_t bytes = t->real_size;
    for (int i = 0; i < t->rank; i++) bytes *= (size_t)t->dim[i];
    return bytes;
}

const char *safetensors_text(const struct safetensors *s, const char *key)
{
    for (int i = 0; i < s->text_count; i++)
        if (!strcmp(s->texts[i].key, key)) return s->texts[i].value;
    return NULL;
}

const struct safetensor *safetensors_find(const struct safetensors *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (!strcmp(s->list[i].name, name)) return &s->list[i];
    return NULL;
}

void safetensors_add(struct safetensors *s, struct safetensor t)
{
    s->list = xgrow(s->list, (size_t)s->count + 1, sizeof *s->list);
    s->list[s->count++] = t;
}

void safetensors_add_text(struct safetensors *s, const char *key, const char *value)
{
    s->texts = xgrow(s->texts, (size_t)s->text_count + 1, sizeof *s->texts);
    s->texts[s->text_count++] = (struct safetensors_text){xstrdup(key), xstrdup(value)};
}

void safetensors_free(struct safetensors *s)
{
    for (int i = 0; i < s->text_count; i++) {
        free(s->texts[i].key);
        free(s->texts[i].value);
    }
    free(s->texts);
    free(s->list);
    free(s->bytes);
    *s = (struct safetensors){0};
}

/* ---- checksums ---- */

#define SUM_KEY        "crc32 " /* prefix of the key, before the tensor's name */
#define HEADER_SUM_KEY "crc32"

/* Returns a tensor's checksum as text, such as "0123abcd". The caller frees the string. */
static char *sum_text(const struct safetensor *t)
{
    return xformat("%08" PRIx32, crc32_of(t->data, tensor_bytes(t)));
}

/* Returns true if the checksum matches or is absent. */
static bool checksum_matches(const struct safetensors *s, const struct safetensor *t)
{
    char *key = xformat(SUM_KEY "%s", t->name), *sum = sum_text(t);
    const char *written = safetensors_text(s, key);
    bool same = !written || !strcmp(written, sum);
    free(key);
    free(sum);
    return same;
}

static void add_sum(json_t *texts, const struct safetensor *t)
{
    char *key = xformat(SUM_KEY "%s", t->name), *sum = sum_text(t);
    json_object_set_new(texts, key, json_string(sum));
    free(key);
    free(sum);
}

/* Returns the checksum of a header, excluding the checksum entry itself. Whitespace and order of
 * entries do not matter. */
static char *header_sum(const json_t *root)
{
    char *text = json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS);
    require(text);
    char *sum = xformat("%08" PRIx32, crc32_of(text, strlen(text)));
    free(text);
    return sum;
}

/* Removes the checksum from the header and verifies it. Returns true if the checksum matches or is
 * absent. */
static bool header_checksum_matches(json_t *root)
{
    json_t *texts = json_object_get(root, METADATA),
           *found = json_object_get(texts, HEADER_SUM_KEY);
    if (!json_is_string(found)) return !found;
    char *written = xstrdup(json_string_value(found));
    json_object_del(texts, HEADER_SUM_KEY);
    char *sum = header_sum(root);
    bool same = !strcmp(written, sum);
    free(written);
    free(sum);
    return same;
}

/* ---- writing ---- */

static json_t *describe(const struct safetensor *t, size_t at)
{
    json_t *shape = json_array();
    for (int i = 0; i < t->rank; i++) json_array_append_new(shape, json_integer(t->dim[i]));
    return json_pack("{s:s, s:o, s:[I, I]}", "dtype", t->real_size == 4 ? "F32" : "F64", "shape",
                     shape, "data_offsets", (json_int_t)at, (json_int_t)(at + tensor_bytes(t)));
}

/* Returns the header as text, padded so that the tensors are aligned. The caller frees the text. */
static char *header_text(const struct safetensors *s)
{
    json_t *root = json_object(), *texts = json_object();
    size_t at = 0;
    for (int i = 0; i < s->text_count; i++)
        json_object_set_new(texts, s->texts[i].key, json_string(s->texts[i].value));
    json_object_set_new(root, METADATA, texts);
    for (int i = 0; i < s->count; i++) {
        json_object_set_new(root, s->list[i].name, describe(&s->list[i], at));
        at += tensor_bytes(&s->list[i]);
        add_sum(texts, &s->list[i]);
    }
    char *sum = header_sum(root);
    json_object_set_new(texts, HEADER_SUM_KEY, json_string(sum));
    free(sum);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    require(text);
    int pad = (int)((ALIGNMENT - strlen(text) % ALIGNMENT) % ALIGNMENT);
    char *padded = xformat("%s%*s", text, pad, "");
    free(text);
    return padded;
}

bool safetensors_write(const struct safetensors *s, const char *path, char **error)
{
    char *header = header_text(s);
    uint64_t length = strlen(header);
    struct text out = {0};
    text_add_bytes(&out, (const char *)&length, LENGTH_BYTES);
    text_add_bytes(&out, header, length);
    for (int i = 0; i < s->count; i++)
        text_add_bytes(&out, s->list[i].data, tensor_bytes(&s->list[i]));
    bool good = write_file_atomically(path, out.data, out.length);
    if (!good) *error = xformat("%s: cannot be written: %s", path, file_fault(errno));
    text_free(&out);
    free(header);
    return good;
}

/* ---- reading ---- */

struct reader {
    struct safetensors *s;
    const char *path;
    const char *data;
    size_t size;
    size_t covered; /* total bytes of the tensors read before */
    char **error;
};

static bool fail(struct reader *r, const char *name, const char *what)
{
    *r->error = xformat("%s: tensor %s: %s", r->path, name, what);
    return false;
}

/* Returns true if the tensor's size fits in size_t. */
static bool size_is_valid(const struct safetensor *t)
{
    size_t bytes = t->real_size ? t->real_size : 1;
    for (int i = 0; i < t->rank; i++)
        if (__builtin_mul_overflow(bytes, (size_t)t->dim[i], &bytes)) return false;
    return true;
}

static bool read_shape(struct reader *r, struct safetensor *t, const json_t *shape)
{
    enum { MOST = 1 << 30 };
    if (!json_is_array(shape) || json_array_size(shape) > 4)
        return fail(r, t->name, "invalid shape (expected at most 4 numbers)");
    t->rank = (int)json_array_size(shape);
    for (int i = 0; i < t->rank; i++) {
        const json_t *dim = json_array_get(shape, (size_t)i);
        json_int_t value = json_integer_value(dim);
        if (!json_is_integer(dim) || value < 0 || value > MOST)
            return fail(r, t->name, "a dimension of the shape is out of range");
        t->dim[i] = (int)value;
    }
    if (!size_is_valid(t)) return fail(r, t->name, "the shape exceeds the memory");
    return true;
}

/* Reads the description of one tensor. Tensors must be contiguous, as the format requires: no
 * gaps, no overlaps. */
static bool read_tensor(struct reader *r, const char *name, const json_t *entry)
{
    struct safetensor t = {0};
    const char *type = json_string_value(json_object_get(entry, "dtype"));
    const json_t *places = json_object_get(entry, "data_offsets");
    if (strlen(name) >= sizeof t.name) return fail(r, name, "the name is too long");
    strcpy(t.name, name);
    t.real_size = !type ? 0 : !strcmp(type, "F32") ? 4 : !strcmp(type, "F64") ? 8 : 0;
    if (!t.real_size) return fail(r, name, "unknown type (expected F32 or F64)");
    if (!read_shape(r, &t, json_object_get(entry, "shape"))) return false;
    json_int_t from = json_integer_value(json_array_get(places, 0)),
               to = json_integer_value(json_array_get(places, 1));
    if (from < 0 || (size_t)from != r->covered || to < from || (size_t)to > r->size)
        return fail(r, name, "the bytes are outside the file or overlap another tensor");
    if ((size_t)(to - from) != tensor_bytes(&t))
        return fail(r, name, "the shape does not match the number of bytes");
    t.data = r->data + from;
    r->covered = (size_t)to;
    safetensors_add(r->s, t);
    return true;
}

static bool check_sums(struct reader *r)
{
    for (int i = 0; i < r->s->count; i++)
        if (!checksum_matches(r->s, &r->s->list[i]))
            return fail(r, r->s->list[i].name, "checksum mismatch");
    return true;
}

static bool read_header(struct reader *r, json_t *root)
{
    const char *name;
    json_t *entry;
    if (!header_checksum_matches(root)) {
        *r->error = xformat("%s: checksum mismatch in the header", r->path);
        return false;
    }
    json_object_foreach(root, name, entry)
    {
        const char *key;
        json_t *text;
        if (strcmp(name, METADATA)) {
            if (!read_tensor(r, name, entry)) return false;
            continue;
        }
        json_object_foreach(entry, key, text)
            safetensors_add_text(r->s, key, json_is_string(text) ? json_string_value(text) : "");
    }
    if (r->covered == r->size) return check_sums(r);
    *r->error = xformat("%s: %zu bytes of tensors (expected %zu according to the header)", r->path,
                        r->size, r->covered);
    return false;
}

bool safetensors_read(struct safetensors *s, const char *path, char **error)
{
    size_t size;
    uint64_t length = 0;
    json_error_t problem;
    /* offsets may exceed INT_MAX */
    *s = (struct safetensors){.bytes = read_file_up_to(path, SIZE_MAX, &size)};
    if (!s->bytes) {
        s->unread = true;
        *error = xformat("%s: %s", path, file_fault(errno));
        return false;
    }
    if (size >= LENGTH_BYTES) memcpy(&length, s->bytes, LENGTH_BYTES);
    if (size < LENGTH_BYTES || length > size - LENGTH_BYTES) {
        *error = xformat("%s: truncated: %zu bytes, less than the header states", path, size);
        safetensors_free(s);
        return false;
    }
    struct reader r = {
        s, path, s->bytes + LENGTH_BYTES + length, size - LENGTH_BYTES - (size_t)length, 0, error};
    json_t *root = json_loadb(s->bytes + LENGTH_BYTES, (size_t)length, 0, &problem);
    bool good = json_is_object(root) && read_header(&r, root);
    if (!good && !*error)
        *error = xformat("%s: the header is not a JSON object: %s", path, root ? "" : problem.text);
    json_decref(root);
    if (!good) safetensors_free(s);
    return good;
}
