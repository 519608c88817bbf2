/* dudo_wasm.h - the same bot as a WebAssembly module. dudo_bot.h includes it when the
 * compiler is told to make one, so a bot's source is the same for both:
 *
 *     clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -I bots/sdk/c -isystem bots/sdk/c/wasm \
 *           mine.c -o mine.wasm
 *
 * (Debian: packages clang and lld.) There is no C library. The folder `wasm` has the few
 * functions of <stdlib.h> and <string.h> that bots use most; memory that is freed is used
 * again. Nothing else of the world is there either: no clock, no files, no printf;
 * host->log writes a line to the bot's log.
 *
 * DUDO_EXPORT writes the functions that dudo calls (FORMATS.md, "WebAssembly"). They
 * read what the host wrote into the buffer and call your table. A call that fails writes
 * its last_error to the log; one that should decide and fails ends the instance with a trap.
 */
#ifndef DUDO_WASM_H
#define DUDO_WASM_H

#include <stdlib.h>
#include <string.h>

#define DUDO_WASM_ABI 1

#define DUDO_IMPORT(name) __attribute__((import_module("dudo"), import_name(name)))
#define DUDO_CALLED(name) __attribute__((export_name(name)))

DUDO_IMPORT("log") void dudo_host_log(const void *text, size_t len);
DUDO_IMPORT("word_valid") int32_t dudo_host_word_valid(const void *word, size_t len);
DUDO_IMPORT("word_next")
int32_t dudo_host_word_next(const void *word, size_t len, void *to, size_t most);

static void dudo_wasm_log(void *context, struct dudo_bytes text)
{
    (void)context;
    dudo_host_log(text.ptr, text.len);
}

static uint32_t dudo_wasm_word_valid(void *context, struct dudo_bytes word)
{
    (void)context;
    return (uint32_t)dudo_host_word_valid(word.ptr, word.len);
}

static size_t dudo_wasm_word_next(void *context, struct dudo_bytes word, uint8_t *out, size_t room)
{
    int32_t len;
    uint8_t next[256];
    (void)context;
    len = dudo_host_word_next(word.ptr, word.len, out, room);
    if (len >= 0)
        return (size_t)len;
    /* There is less room than the word needs: what fits. */
    len = dudo_host_word_next(word.ptr, word.len, next, sizeof next);
    if (len > 0)
        memcpy(out, next, room);
    return (size_t)(len < 0 ? -len : len);
}

static const struct dudo_host dudo_wasm_host = {
    sizeof(struct dudo_host), 0, NULL,
    dudo_wasm_log, dudo_wasm_word_valid, dudo_wasm_word_next,
};

/* What the module keeps between calls. */
static struct {
    uint8_t *buffer;
    size_t room;
    void *bot;
    uint8_t *rules; /* a copy: the buffer is written over */
    uint8_t reply[DUDO_ROOM];
} dudo_wasm;

/* Room for what the host hands over, aligned as views are. */
static int32_t dudo_wasm_buffer(size_t len)
{
    if (len > dudo_wasm.room) {
        free(dudo_wasm.buffer);
        dudo_wasm.room = len > 4096 ? len + len / 2 : 4096;
        dudo_wasm.buffer = malloc(dudo_wasm.room);
        if (!dudo_wasm.buffer)
            __builtin_trap();
    }
    return (int32_t)(uintptr_t)dudo_wasm.buffer;
}

/* Text as the host reads it: its address above its length. */
static int64_t dudo_wasm_text(const void *text, size_t len)
{
    return (int64_t)((uint64_t)(uintptr_t)text << 32 | len);
}

/* Logs why a call failed. */
static dudo_status dudo_wasm_outcome(const struct dudo_api *api, dudo_status status)
{
    uint8_t why[400];
    size_t len;
    if (status == DUDO_OK || !api->last_error || !dudo_wasm.bot)
        return status;
    len = api->last_error(dudo_wasm.bot, why, sizeof why);
    dudo_host_log(why, len < sizeof why ? len : sizeof why);
    return status;
}

/* What stands behind a key in lines "key value". */
static struct dudo_bytes dudo_wasm_value(struct dudo_bytes text, const char *key)
{
    struct dudo_bytes value = {NULL, 0};
    size_t at = 0, len = strlen(key);
    while (at < text.len) {
        size_t end = at;
        while (end < text.len && text.ptr[end] != '\n')
            end++;
        if (end - at > len && memcmp(text.ptr + at, key, len) == 0 && text.ptr[at + len] == ' ') {
            value.ptr = text.ptr + at + len + 1;
            value.len = end - at - len - 1;
            return value;
        }
        at = end + 1;
    }
    return value;
}

static uint64_t dudo_wasm_number(struct dudo_bytes text, const char *key)
{
    struct dudo_bytes digits = dudo_wasm_value(text, key);
    uint64_t number = 0;
    size_t at;
    for (at = 0; at < digits.len; at++)
        number = 10 * number + (uint64_t)(digits.ptr[at] - '0');
    return number;
}

static int32_t dudo_wasm_create(const struct dudo_api *api, size_t len)
{
    struct dudo_bytes text = {dudo_wasm.rules, len};
    struct dudo_session session;
    /* The session's texts are lent for the call, and the call may ask for words. */
    dudo_wasm.rules = malloc(len + 1);
    if (!dudo_wasm.rules)
        return DUDO_FAILED;
    memcpy(dudo_wasm.rules, dudo_wasm.buffer, len);
    text.ptr = dudo_wasm.rules;
    session.size = sizeof session;
    session.schema = (uint32_t)dudo_wasm_number(text, "schema");
    session.seat = (uint32_t)dudo_wasm_number(text, "seat");
    session.seats = (uint32_t)dudo_wasm_number(text, "seats");
    session.games = dudo_wasm_number(text, "games");
    session.game = dudo_wasm_value(text, "game");
    session.rules = dudo_wasm_value(text, "rules");
    return dudo_wasm_outcome(api, api->create(&dudo_wasm_host, &session, &dudo_wasm.bot));
}

static int32_t dudo_wasm_game(const struct dudo_api *api)
{
    struct dudo_start start;
    start.size = sizeof start;
    start.reserved = 0;
    memcpy(&start.game, dudo_wasm.buffer, 8);
    memcpy(start.key, dudo_wasm.buffer + 8, 32);
    return dudo_wasm_outcome(api, api->game(dudo_wasm.bot, &start));
}

static int64_t dudo_wasm_act(const struct dudo_api *api, size_t view, size_t news)
{
    struct dudo_ask ask;
    size_t len = 0;
    ask.size = sizeof ask;
    ask.reserved = 0;
    ask.view.ptr = dudo_wasm.buffer;
    ask.view.len = view;
    ask.news.ptr = dudo_wasm.buffer + view;
    ask.news.len = news;
    if (dudo_wasm_outcome(api, api->act(dudo_wasm.bot, &ask, dudo_wasm.reply, DUDO_ROOM, &len)))
        __builtin_trap();
    return dudo_wasm_text(dudo_wasm.reply, len);
}

static int32_t dudo_wasm_end(const struct dudo_api *api, size_t news, size_t places)
{
    struct dudo_bytes told = {dudo_wasm.buffer, news};
    return dudo_wasm_outcome(api, api->end(dudo_wasm.bot, told, dudo_wasm.buffer + news, places));
}

/* Writes what dudo calls. Once in a module, with a constant table. */
#define DUDO_EXPORT(table)                                                                      \
    DUDO_CALLED("dudo_abi") int32_t dudo_abi(void) { return DUDO_WASM_ABI; }                    \
    DUDO_CALLED("dudo_buffer") int32_t dudo_buffer(size_t len) { return dudo_wasm_buffer(len); } \
    DUDO_CALLED("dudo_hello") int64_t dudo_hello(void)                                          \
    {                                                                                           \
        return dudo_wasm_text((table).hello, strlen((table).hello));                            \
    }                                                                                           \
    DUDO_CALLED("dudo_create") int32_t dudo_create(size_t len)                                  \
    {                                                                                           \
        return dudo_wasm_create(&(table), len);                                                 \
    }                                                                                           \
    DUDO_CALLED("dudo_game") int32_t dudo_game(size_t len)                                      \
    {                                                                                           \
        (void)len;                                                                              \
        return dudo_wasm_game(&(table));                                                        \
    }                                                                                           \
    DUDO_CALLED("dudo_act") int64_t dudo_act(size_t view, size_t news)                          \
    {                                                                                           \
        return dudo_wasm_act(&(table), view, news);                                             \
    }                                                                                           \
    DUDO_CALLED("dudo_end") int32_t dudo_end(size_t news, size_t places)                        \
    {                                                                                           \
        return dudo_wasm_end(&(table), news, places);                                           \
    }

#endif
