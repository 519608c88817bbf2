/* A bot in C that misbehaves in one way, which is chosen when it is compiled. It bids as
 * low as it can, and challenges when it must. */
#define _DEFAULT_SOURCE
#include "dudo_bot.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Both of these are exported by every misfit, with other values: nobody may
 * call another library's. */
#ifndef MARK
#define MARK 1
#endif
__attribute__((visibility("default"))) int misfit_mark = MARK;
__attribute__((visibility("default"))) int misfit_helper(void) { return misfit_mark; }

struct bot {
    const struct dudo_host *host;
    int asked;
};

static int games_begun = 0;

#if defined(RECURSING)
/* Deeper than any stack, and not a loop in disguise. */
static int deeper(int levels)
{
    volatile char room[4096];
    room[levels % 4096] = 1;
    return levels == 0 ? 0 : deeper(levels - 1) + room[levels % 4096];
}
#endif

static dudo_status create(const struct dudo_host *host, const struct dudo_session *session,
                          void **out)
{
    struct bot *bot = calloc(1, sizeof *bot);
#if defined(UNFINISHED)
    free(bot);
    (void)host;
    (void)out;
    return DUDO_OK;
#endif
#if defined(UNWILLING)
    *out = bot;
    return DUDO_REFUSED;
#endif
    bot->host = host;
    if (session->seat == 0 || session->seat > session->seats || session->game.len == 0)
        return DUDO_FAILED;
    *out = bot;
    return DUDO_OK;
}

static dudo_status game(void *bot, const struct dudo_start *start)
{
    (void)bot;
    (void)start;
    games_begun++;
#if defined(REMEMBERS)
    /* Keeps a tally between the games of all sessions. */
    if (games_begun > 2)
        return DUDO_FAILED;
#endif
    return DUDO_OK;
}

static dudo_status act(void *self, const struct dudo_ask *ask, uint8_t *out, size_t room,
                       size_t *len)
{
    struct bot *bot = self;
    const struct dudo_liars_dice_view *view = (const void *)ask->view.ptr;
    struct dudo_reply reply = {out, room, 0};
    unsigned face;
    static const char line[] = "asked";
    struct dudo_bytes text = {(const uint8_t *)line, sizeof line - 1};
    bot->asked++;
    bot->host->log(bot->host->context, text);
    if (view->size != ask->view.len || (uintptr_t)view % 8 != 0)
        return DUDO_REFUSED;
#if defined(SILENT)
    (void)reply, (void)face;
    return DUDO_OK;
#elif defined(ENDLESS)
    (void)reply, (void)face;
    memset(out, 'x', room);
    *len = room + 1;
    return DUDO_OK;
#elif defined(BOASTFUL)
    (void)reply, (void)face;
    *len = (size_t)-1;
    return DUDO_OK;
#elif defined(OVERFLOWING)
    (void)reply, (void)face;
    memset(out, 'x', room + 8);
    *len = room;
    return DUDO_OK;
#elif defined(LONG)
    (void)face;
    while (reply.len <= room)
        dudo_put(&reply, "bid 1x1 ");
    *len = reply.len;
    return reply.len > room ? DUDO_NO_ROOM : DUDO_OK;
#elif defined(GARBLED)
    (void)reply, (void)face;
    memcpy(out, "bid \xff\xfe", 6);
    *len = 6;
    return DUDO_OK;
#elif defined(CHATTY)
    (void)face;
    dudo_put(&reply, "I would rather not say");
    *len = reply.len;
    return DUDO_OK;
#elif defined(ILLEGAL)
    (void)face;
    dudo_put(&reply, "bid 200x1");
    *len = reply.len;
    return DUDO_OK;
#elif defined(ODD)
    (void)reply, (void)face;
    return 77;
#elif defined(CRASHING)
    (void)reply, (void)face;
    {
        /* For a process of its own only. */
        volatile int *volatile nowhere = 0;
        *nowhere = 1;
    }
    return DUDO_OK;
#elif defined(QUITTER)
    (void)reply, (void)face;
    return DUDO_FAILED;
#endif
#if defined(PROWLING)
    /* Tries what a jail refuses, and plays on whatever comes of it. */
    close(open("/etc/passwd", O_RDONLY));
    close(socket(AF_INET, SOCK_STREAM, 0));
    kill(getppid(), SIGKILL);
    if (fork() == 0)
        _exit(0);
#endif
    /* From here on: for a process of its own only. */
#if defined(HANGING)
    for (;;)
        pause();
#elif defined(SPINNING)
    for (;;)
        games_begun++;
#elif defined(ABORTING)
    abort();
#elif defined(EXITING)
    _exit(7);
#elif defined(RECURSING)
    games_begun = deeper(1 << 30);
#elif defined(GREEDY)
    for (;;) {
        void *more = malloc(1 << 22);
        if (!more)
            abort();
        memset(more, 1, 1 << 22);
    }
#elif defined(BANNER)
    if (write(1, "thinking...\n", 12) != 12)
        return DUDO_FAILED;
#elif defined(DEAF)
    close(0);
#elif defined(DUMB)
    close(1);
#elif defined(FORKING)
    for (face = 0; face < 4; face++) {
        if (fork() == 0) {
            for (;;)
                pause();
        }
    }
#endif
#if defined(EDITOR)
    /* Writes to all that it was lent, the way it was told not to. */
    memset((void *)(uintptr_t)ask->view.ptr, 0xff, 8);
    memset((void *)(uintptr_t)(ask->view.ptr + 16), 0xff, ask->view.len - 16);
    dudo_put(&reply, "bid 1x1");
    *len = reply.len;
    return DUDO_OK;
#endif
    for (face = 1; face <= view->faces; face++) {
        if (view->lowest[face - 1]) {
            dudo_put(&reply, "bid ");
            dudo_put_number(&reply, view->lowest[face - 1]);
            dudo_put(&reply, "x");
            dudo_put_number(&reply, face);
            *len = reply.len;
            return DUDO_OK;
        }
    }
    dudo_put(&reply, "challenge");
    *len = reply.len;
    return DUDO_OK;
}

static dudo_status end(void *bot, struct dudo_bytes news, const uint8_t *places, size_t seats)
{
    uint32_t seat;
    struct dudo_bytes event;
    (void)bot;
    while (dudo_news(&news, &seat, &event)) {
        if (seat == 0 || seat > seats || event.len == 0)
            return DUDO_REFUSED;
    }
#if defined(SORE)
    return places[0] ? DUDO_FAILED : DUDO_OK;
#endif
    return places[0] >= 1 && places[0] <= seats ? DUDO_OK : DUDO_REFUSED;
}

static void destroy(void *bot) { free(bot); }

static size_t last_error(void *bot, uint8_t *out, size_t room)
{
    static const char why[] = "for reasons of its own";
    (void)bot;
    memcpy(out, why, room < sizeof why - 1 ? room : sizeof why - 1);
    return sizeof why - 1;
}

#if defined(FUTURE)
static const struct dudo_api api = {DUDO_MAGIC, 2, 5, 200, 0, "", 0, 0, 0, 0, 0, 0};
#elif defined(SMALL)
static const struct dudo_api api = {DUDO_MAGIC, 1, 0, 24, 0, "", 0, 0, 0, 0, 0, 0};
#elif defined(UNMAGICAL)
static const struct dudo_api api = {1, 1, 0, sizeof api, 0, "", create, game, act, end, destroy, 0};
#elif defined(HOLLOW)
static const struct dudo_api api = {DUDO_API, 0, "", create, game, 0, end, destroy, 0};
#elif defined(MUMBLING)
static const struct dudo_api api = {DUDO_API, 0, "name \xff", create, game, act, end, destroy, 0};
#elif defined(BRAGGING)
static const struct dudo_api api = {DUDO_API, 0, "seats: all of them\n", create, game, act, end, destroy, 0};
#elif defined(LONER)
static const struct dudo_api api = {DUDO_API, DUDO_ONE_THREAD, "name: loner\n", create, game, act, end, destroy, 0};
#else
static const struct dudo_api api = {
    DUDO_API, 0, "name: misfit\ngames: liars-dice\n", create, game, act, end, destroy, last_error};
#endif

#if defined(UNFRIENDLY)
DUDO_PUBLIC const struct dudo_api *dudo_bot_entry(uint16_t major, uint16_t minor);
const struct dudo_api *dudo_bot_entry(uint16_t major, uint16_t minor)
{
    (void)last_error;
    return major == 1000 && minor == 0 ? &api : NULL;
}
#elif defined(NAMELESS)
DUDO_PUBLIC const struct dudo_api *some_other_entry(void);
const struct dudo_api *some_other_entry(void) { (void)last_error; return &api; }
#elif defined(UNBOUND)
int nobody_has_this(void);
DUDO_PUBLIC const struct dudo_api *dudo_bot_entry(uint16_t major, uint16_t minor);
const struct dudo_api *dudo_bot_entry(uint16_t major, uint16_t minor)
{
    (void)last_error, (void)major, (void)minor;
    return nobody_has_this() ? &api : NULL;
}
#else
DUDO_EXPORT(api)
static void unused(void) __attribute__((unused));
static void unused(void) { (void)create, (void)game, (void)act, (void)end, (void)destroy, (void)last_error, (void)unused; }
#endif
