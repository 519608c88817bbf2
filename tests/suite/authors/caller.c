/* The built-in bot `caller` of Liar's Dice, written again in C. It allocates memory and says
 * why it fails, which it does not. */
#include "dudo_bot.h"

#include <stdlib.h>
#include <string.h>

struct caller {
    char *why;
};

static dudo_status create(const struct dudo_host *host, const struct dudo_session *session,
                          void **bot)
{
    struct caller *caller = calloc(1, sizeof *caller);
    static const char rules[] = "liars-dice";
    int round;
    (void)host;
    if (!caller)
        return DUDO_FAILED;
    *bot = caller;
    /* All that was handed over arrives in either kind of bot. */
    if (session->seat < 1 || session->seat > session->seats || session->games == 0 ||
        session->schema != DUDO_LIARS_DICE_VERSION || session->game.len != 10 ||
        memcmp(session->game.ptr, rules, 10) != 0 || session->rules.len < 10 ||
        memcmp(session->rules.ptr, rules, 10) != 0)
        return DUDO_REFUSED;
    /* Memory grows, moves and comes back as it was. */
    for (round = 0; round < 100; round++) {
        size_t len = (size_t)1 << (round % 14);
        caller->why = realloc(caller->why, len);
        if (!caller->why)
            return DUDO_FAILED;
        memset(caller->why, round, len);
        if (caller->why[len - 1] != round || caller->why[0] != round)
            return DUDO_FAILED;
        if (round % 3 == 0) {
            free(caller->why);
            caller->why = NULL;
        }
    }
    return DUDO_OK;
}

static dudo_status game(void *bot, const struct dudo_start *start)
{
    (void)bot;
    return start->game < 1000 ? DUDO_OK : DUDO_FAILED;
}

static dudo_status act(void *bot, const struct dudo_ask *ask, uint8_t *out, size_t room,
                       size_t *len)
{
    const struct dudo_liars_dice_view *view = (const void *)ask->view.ptr;
    struct dudo_reply reply = {out, room, 0};
    unsigned face, best = 0;
    int most = 0;
    (void)bot;
    if (view->may_challenge) {
        dudo_put(&reply, "challenge");
    } else {
        for (face = 1; face <= view->faces; face++) {
            int own = dudo_liars_dice_own(view, face), least = view->lowest[face - 1];
            if (least && own >= least && own >= most) {
                most = own;
                best = face;
            }
        }
        dudo_put(&reply, "bid ");
        dudo_put_number(&reply, (uint32_t)most);
        dudo_put(&reply, "x");
        dudo_put_number(&reply, best);
    }
    *len = reply.len;
    return DUDO_OK;
}

static dudo_status end(void *bot, struct dudo_bytes news, const uint8_t *places, size_t seats)
{
    uint32_t seat;
    struct dudo_bytes event;
    (void)bot;
    while (dudo_news(&news, &seat, &event)) {
        if (seat < 1 || seat > seats)
            return DUDO_FAILED;
    }
    return places[0] >= 1 && places[0] <= seats ? DUDO_OK : DUDO_FAILED;
}

static void destroy(void *bot)
{
    struct caller *caller = bot;
    free(caller->why);
    free(caller);
}

static size_t last_error(void *bot, uint8_t *out, size_t room)
{
    (void)bot;
    if (room > 4)
        memcpy(out, "lost", 4);
    return 4;
}

static const struct dudo_api api = {
    DUDO_API, 0, "name: caller\ngames: liars-dice\n", create, game, act, end, destroy, last_error,
};
DUDO_EXPORT(api)
