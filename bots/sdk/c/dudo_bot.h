/* dudo_bot.h - write a bot for dudo in C, as a shared library.
 *
 * Generated from bots/sdk/src/header; do not edit.
 *
 *     cc -O2 -shared -fPIC -fvisibility=hidden -I bots/sdk/c mine.c -o libmine.so
 *
 * and in a run file:   [[bot]]   use = "./libmine.so"   trusted = true
 *
 * THE RULES
 *
 * Versions.  The library hands out one table, which begins with its version and its
 *   size. The major versions of both sides must be equal. Structs grow at their end
 *   only: before you read a field that was not in version 1.0, see that `size` reaches it.
 * Memory.    Who allocates frees. All that is handed over by pointer is lent for the
 *   call; copy what you keep. The host struct alone lives as long as the instance. The
 *   view is a copy of your own: writing to it changes nothing.
 * Threads.   An instance is used by one thread at a time, though not always by the
 *   same one. Different instances may be used at once, so global variables need a lock; or
 *   set DUDO_ONE_THREAD, and no two threads will be inside your library at once.
 * Life.      create, then for each game of the session: game, act as often as you are
 *   asked, end; then destroy. After a status other than DUDO_OK only last_error
 *   and destroy follow. The library is never unloaded.
 * Text.      Actions and events are written as in the logs, in UTF-8: "bid 3x5",
 *   "challenge". Seats count from 1. The reply goes to a buffer of 4096 bytes, is
 *   not ended by a zero, and its length goes to *len.
 * Chance.    Draw from dudo_rng only, started from the key of each game: then the
 *   same seed gives the same games. A bot that remembers earlier games, reads a clock or
 *   draws elsewhere spoils that for everybody.
 * C++.       Let no exception out. Build with -fvisibility=hidden (or -fno-gnu-unique):
 *   else two bots can share an inline variable.
 */
#ifndef DUDO_BOT_H
#define DUDO_BOT_H

#include "dudo_view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DUDO_MAGIC 0x4f445544u
#define DUDO_MAJOR 1u
#define DUDO_MINOR 0u
/* The room for a reply, in bytes. */
#define DUDO_ROOM 4096u
/* For `flags`: no two threads may be inside the library at once. */
#define DUDO_ONE_THREAD 1u

/* How a call ended. */
typedef int32_t dudo_status;
#define DUDO_OK 0
#define DUDO_PANICKED (-1) /* the code failed: an exception, a broken assumption */
#define DUDO_REFUSED (-2)  /* what was handed over makes no sense to this bot */
#define DUDO_NO_ROOM (-3)  /* the reply does not fit */
#define DUDO_FAILED (-4)   /* the bot cannot go on for another reason */

/* What a bot may ask of its host. Lives until the instance is destroyed. */
struct dudo_host {
    uint32_t size;
    uint32_t reserved;
    void *context; /* to be handed back in each call */
    /* Writes a line to the bot's log. Any thread may. */
    void (*log)(void *context, struct dudo_bytes text);
    /* 1 when this is a word of the game's list, else 0. Lower case; Qu is two letters. */
    uint32_t (*word_valid)(void *context, struct dudo_bytes word);
    /* Copies the first word behind this one in the alphabet, as far as there is room, and
     * returns its length; 0 when there is none. Behind nothing comes the first. */
    size_t (*word_next)(void *context, struct dudo_bytes word, uint8_t *out, size_t room);
};

/* Where an instance sits for a session. */
struct dudo_session {
    uint32_t size;
    uint32_t schema; /* the version of the layout of views: DUDO_LIARS_DICE_VERSION ... */
    uint32_t seat;   /* in every game of the session, from 1 */
    uint32_t seats;
    uint64_t games;
    struct dudo_bytes game;  /* such as liars-dice */
    struct dudo_bytes rules; /* such as liars-dice(ones-wild=on) */
};

/* A game of the session that begins. */
struct dudo_start {
    uint32_t size;
    uint32_t reserved;
    uint64_t game; /* from 0 */
    uint8_t key[32]; /* for dudo_rng_start */
};

/* What a bot is asked with. */
struct dudo_ask {
    uint32_t size;
    uint32_t reserved;
    struct dudo_bytes view; /* a struct dudo_..._view, aligned to 8 bytes */
    struct dudo_bytes news; /* what was told since: lines "SEAT EVENT", see dudo_news */
};

/* The table that a library hands out. Keep it in a constant. */
struct dudo_api {
    uint32_t magic; /* DUDO_MAGIC */
    uint16_t major; /* DUDO_MAJOR */
    uint16_t minor; /* DUDO_MINOR */
    uint32_t size;  /* sizeof(struct dudo_api) */
    uint32_t flags; /* DUDO_ONE_THREAD or 0 */
    /* Lines "key: value", all of which may be left out:
     *   name: Grace             for people
     *   games: liars-dice, mia  what it plays
     *   seats: 2-4              how many may sit at the table
     *   refuses: palifico, ones-bids=perudo   house rules that it cannot play with
     *   concurrent: 8           games that may be played with it at once */
    const char *hello;
    /* Makes an instance for a session. One that is handed out along with a failure is
     * only asked for its error, and destroyed. */
    dudo_status (*create)(const struct dudo_host *host, const struct dudo_session *session,
                          void **bot);
    dudo_status (*game)(void *bot, const struct dudo_start *start);
    dudo_status (*act)(void *bot, const struct dudo_ask *ask, uint8_t *reply, size_t room,
                       size_t *len);
    /* A game has ended: what was told since the last decision, and each seat's place. */
    dudo_status (*end)(void *bot, struct dudo_bytes news, const uint8_t *places, size_t seats);
    void (*destroy)(void *bot);
    /* Copies why the last call failed, as far as there is room, and returns how long
     * that is. May be NULL. */
    size_t (*last_error)(void *bot, uint8_t *out, size_t room);
};

#if defined(__wasm__)
/* The same table behind the exports of a WebAssembly module. */
#include "dudo_wasm.h"
#else
#if defined(_WIN32)
#define DUDO_PUBLIC __declspec(dllexport)
#else
#define DUDO_PUBLIC __attribute__((visibility("default")))
#endif

/* Writes the function that dudo looks for. Once in a library, with a constant table. */
#define DUDO_EXPORT(table)                                                        \
    DUDO_PUBLIC const struct dudo_api *dudo_bot_entry(uint16_t major, uint16_t minor); \
    const struct dudo_api *dudo_bot_entry(uint16_t major, uint16_t minor)         \
    {                                                                             \
        (void)major;                                                              \
        (void)minor;                                                              \
        return &(table);                                                          \
    }
#endif

/* How a table begins. */
#define DUDO_API DUDO_MAGIC, DUDO_MAJOR, DUDO_MINOR, sizeof(struct dudo_api)

/* The layout, as the host has it. */
#if UINTPTR_MAX == UINT64_MAX
DUDO_CHECK(sizeof(struct dudo_bytes) == 16, "the layout of dudo_bytes");
DUDO_CHECK(offsetof(struct dudo_bytes, ptr) == 0, "the layout of dudo_bytes");
DUDO_CHECK(offsetof(struct dudo_bytes, len) == 8, "the layout of dudo_bytes");
DUDO_CHECK(sizeof(struct dudo_host) == 40, "the layout of dudo_host");
DUDO_CHECK(offsetof(struct dudo_host, size) == 0, "the layout of dudo_host");
DUDO_CHECK(offsetof(struct dudo_host, reserved) == 4, "the layout of dudo_host");
DUDO_CHECK(offsetof(struct dudo_host, context) == 8, "the layout of dudo_host");
DUDO_CHECK(offsetof(struct dudo_host, log) == 16, "the layout of dudo_host");
DUDO_CHECK(offsetof(struct dudo_host, word_valid) == 24, "the layout of dudo_host");
DUDO_CHECK(offsetof(struct dudo_host, word_next) == 32, "the layout of dudo_host");
DUDO_CHECK(sizeof(struct dudo_session) == 56, "the layout of dudo_session");
DUDO_CHECK(offsetof(struct dudo_session, size) == 0, "the layout of dudo_session");
DUDO_CHECK(offsetof(struct dudo_session, schema) == 4, "the layout of dudo_session");
DUDO_CHECK(offsetof(struct dudo_session, seat) == 8, "the layout of dudo_session");
DUDO_CHECK(offsetof(struct dudo_session, seats) == 12, "the layout of dudo_session");
DUDO_CHECK(offsetof(struct dudo_session, games) == 16, "the layout of dudo_session");
DUDO_CHECK(offsetof(struct dudo_session, game) == 24, "the layout of dudo_session");
DUDO_CHECK(offsetof(struct dudo_session, rules) == 40, "the layout of dudo_session");
DUDO_CHECK(sizeof(struct dudo_start) == 48, "the layout of dudo_start");
DUDO_CHECK(offsetof(struct dudo_start, size) == 0, "the layout of dudo_start");
DUDO_CHECK(offsetof(struct dudo_start, reserved) == 4, "the layout of dudo_start");
DUDO_CHECK(offsetof(struct dudo_start, game) == 8, "the layout of dudo_start");
DUDO_CHECK(offsetof(struct dudo_start, key) == 16, "the layout of dudo_start");
DUDO_CHECK(sizeof(struct dudo_ask) == 40, "the layout of dudo_ask");
DUDO_CHECK(offsetof(struct dudo_ask, size) == 0, "the layout of dudo_ask");
DUDO_CHECK(offsetof(struct dudo_ask, reserved) == 4, "the layout of dudo_ask");
DUDO_CHECK(offsetof(struct dudo_ask, view) == 8, "the layout of dudo_ask");
DUDO_CHECK(offsetof(struct dudo_ask, news) == 24, "the layout of dudo_ask");
DUDO_CHECK(sizeof(struct dudo_api) == 72, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, magic) == 0, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, major) == 4, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, minor) == 6, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, size) == 8, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, flags) == 12, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, hello) == 16, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, create) == 24, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, game) == 32, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, act) == 40, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, end) == 48, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, destroy) == 56, "the layout of dudo_api");
DUDO_CHECK(offsetof(struct dudo_api, last_error) == 64, "the layout of dudo_api");
#endif

#ifdef __cplusplus
}
#endif

#endif
