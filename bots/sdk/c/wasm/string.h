/* string.h - what bots use of it, for WebAssembly, where there is no C library. The
 * compiler calls some of these by itself, so they are real functions; weak, so that a bot
 * of several files has each once. */
#ifndef DUDO_WASM_STRING_H
#define DUDO_WASM_STRING_H

#include <stddef.h>

/* Without the attribute a loop that copies would be turned into a call of itself. */
#define DUDO_LIBC(name) __attribute__((weak, no_builtin(name)))

/* Eight bytes at any address, of any type: what a module copies costs fuel. */
struct dudo_eight {
    unsigned long long bytes;
} __attribute__((packed, may_alias));

DUDO_LIBC("memcpy") void *memcpy(void *restrict to, const void *restrict from, size_t len)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    for (; len >= 8; len -= 8, out += 8, in += 8)
        *(struct dudo_eight *)out = *(const struct dudo_eight *)in;
    while (len--)
        *out++ = *in++;
    return to;
}

DUDO_LIBC("memmove") void *memmove(void *to, const void *from, size_t len)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (out < in) {
        while (len--)
            *out++ = *in++;
    } else {
        while (len--)
            out[len] = in[len];
    }
    return to;
}

DUDO_LIBC("memset") void *memset(void *to, int value, size_t len)
{
    unsigned char *out = to;
    struct dudo_eight eight = {(unsigned char)value * 0x0101010101010101ull};
    for (; len >= 8; len -= 8, out += 8)
        *(struct dudo_eight *)out = eight;
    while (len--)
        *out++ = (unsigned char)value;
    return to;
}

DUDO_LIBC("memcmp") int memcmp(const void *left, const void *right, size_t len)
{
    const unsigned char *a = left, *b = right;
    for (; len; len--, a++, b++) {
        if (*a != *b)
            return *a < *b ? -1 : 1;
    }
    return 0;
}

DUDO_LIBC("strlen") size_t strlen(const char *text)
{
    size_t len = 0;
    while (text[len])
        len++;
    return len;
}

DUDO_LIBC("strcmp") int strcmp(const char *left, const char *right)
{
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return (unsigned char)*left - (unsigned char)*right;
}

DUDO_LIBC("strncmp") int strncmp(const char *left, const char *right, size_t len)
{
    for (; len && *left && *left == *right; len--) {
        left++;
        right++;
    }
    return len ? (unsigned char)*left - (unsigned char)*right : 0;
}

#endif
