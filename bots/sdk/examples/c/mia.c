/* A bot for Mia in C: looks when the last announcement is hard to beat, tells the truth
 * when it can, and else lies as little as possible.
 *
 * Built with the command at the top of dudo_bot.h for a shared library, or that at the top of
 * dudo_wasm.h for WebAssembly.
 *
 * It draws lots, so each instance keeps a generator, started anew from each game's key. */
#include "dudo_bot.h"

#include <stdlib.h>

struct mine {
    struct dudo_rng rng;
};

static dudo_status create(const struct dudo_host *host, const struct dudo_session *session,
                          void **bot)
{
    (void)host;
    if (session->schema != DUDO_MIA_VERSION)
        return DUDO_REFUSED;
    *bot = calloc(1, sizeof(struct mine));
    return *bot ? DUDO_OK : DUDO_FAILED;
}

static dudo_status game(void *bot, const struct dudo_start *start)
{
    struct mine *mine = bot;
    dudo_rng_start(&mine->rng, start->key);
    return DUDO_OK;
}

/* The place of a value in the order of this table, from 0. */
static unsigned rank(const struct dudo_mia_view *view, unsigned value)
{
    unsigned at = 0;
    while (at < 20 && view->order[at] != value)
        at++;
    return at;
}

static dudo_status act(void *bot, const struct dudo_ask *ask, uint8_t *out, size_t room,
                       size_t *len)
{
    struct mine *mine = bot;
    const struct dudo_mia_view *view = (const void *)ask->view.ptr;
    struct dudo_reply reply = {out, room, 0};

    if (view->phase == DUDO_MIA_PHASE_DECIDE) {
        /* Whoever believes must beat the value, with a roll or with a lie. */
        double beat = dudo_mia_odds(view, view->standing.rank + 1u);
        dudo_put(&reply, view->may_believe && beat > 0.35 ? "believe" : "look");
    } else {
        unsigned own = rank(view, view->own), from = view->announce_from;
        unsigned said = own;
        if (own < from) {
            /* A lie: one of the lowest three that will do, but not Mia while there is
             * another. */
            unsigned choices = from < 18 ? 3 : from < 20 ? 20 - from : 1;
            said = from + dudo_rng_below(&mine->rng, choices);
        }
        dudo_put(&reply, "announce ");
        dudo_put_number(&reply, view->order[said]);
    }
    *len = reply.len;
    return DUDO_OK;
}

static dudo_status end(void *bot, struct dudo_bytes news, const uint8_t *places, size_t seats)
{
    (void)bot;
    (void)news;
    (void)places;
    (void)seats;
    return DUDO_OK;
}

static void destroy(void *bot) { free(bot); }

static const struct dudo_api api = {
    DUDO_API, 0,
    "name: c-mia\ngames: mia\nconcurrent: 8\n",
    create, game, act, end, destroy, NULL,
};
DUDO_EXPORT(api)
