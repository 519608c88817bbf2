/* dudo_view.h - what a bot of dudo sees, with helpers from dudo_help.h. Needs no C library.
 *
 * Generated from bots/sdk/src/header and from the games; do not edit.
 *
 * A view is one record, little-endian and without holes, the same for shared libraries
 * and for WebAssembly. It begins with its size, and grows at its end only: before you
 * read a field that your oldest dudo may not have, see that `size` reaches it. Seats
 * count from 1, as in notation; 0 is nobody. A set of seats or of dice has bit 0 for
 * number 1.
 */
#ifndef DUDO_VIEW_H
#define DUDO_VIEW_H

#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "views are little-endian, and this machine is not"
#endif

#if defined(__cplusplus)
#define DUDO_CHECK static_assert
#else
#define DUDO_CHECK _Static_assert
#endif

/* Helpers that a bot does not use are no reason for a warning. */
#if defined(__GNUC__)
#define DUDO_HELPER static inline __attribute__((unused))
#else
#define DUDO_HELPER static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that are lent for a call. */
struct dudo_bytes {
    const uint8_t *ptr;
    size_t len;
};

