/* A bot for Liar's Dice in C: weighs each bid with the chance that it is true.
 *
 * Built with the command at the top of dudo_bot.h for a shared library, or that at the top of
 * dudo_wasm.h for WebAssembly.
 *
 * It keeps nothing from one decision to the next, so it needs no memory of its own: the
 * instance that dudo holds for it is the address of a constant. */
#include "dudo_bot.h"

static dudo_status create(const struct dudo_host *host, const struct dudo_session *session,
                          void **bot)
{
    static char nothing;
    (void)host;
    /* The layout of views that this file was compiled with, or a later one that has grown
     * at its end, keeps its version. */
    if (session->schema != DUDO_LIARS_DICE_VERSION)
        return DUDO_REFUSED;
    *bot = &nothing;
    return DUDO_OK;
}

static dudo_status game(void *bot, const struct dudo_start *start)
{
    /* A bot that draws lots would call dudo_rng_start(&rng, start->key) here. */
    (void)bot;
    (void)start;
    return DUDO_OK;
}

static dudo_status act(void *bot, const struct dudo_ask *ask, uint8_t *out, size_t room,
                       size_t *len)
{
    const struct dudo_liars_dice_view *view = (const void *)ask->view.ptr;
    struct dudo_reply reply = {out, room, 0};
    double best = -1.0, stands = 0.0;
    unsigned face, bid_face = 0;
    (void)bot;

    /* How likely the bid on the table is. */
    if (view->standing.quantity)
        stands = dudo_liars_dice_odds(view, view->standing.quantity, view->standing.face);

    /* The likeliest raise. What may be bid on each face begins at `lowest`, where the rules
     * of this table are already in it; 0 means that nothing may. */
    for (face = 1; face <= view->faces; face++) {
        unsigned quantity = view->lowest[face - 1];
        if (quantity) {
            double odds = dudo_liars_dice_odds(view, quantity, face);
            if (odds > best) {
                best = odds;
                bid_face = face;
            }
        }
    }

    if (view->may_pass) {
        /* Asked out of turn: somebody else will have to answer the bid. */
        dudo_put(&reply, view->may_challenge && stands < 0.2 ? "challenge" : "pass");
    } else if (bid_face && (!view->may_challenge || stands >= 0.3 || best > 1.0 - stands)) {
        dudo_put(&reply, "bid ");
        dudo_put_number(&reply, view->lowest[bid_face - 1]);
        dudo_put(&reply, "x");
        dudo_put_number(&reply, bid_face);
    } else {
        dudo_put(&reply, "challenge");
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

static void destroy(void *bot) { (void)bot; }

static const struct dudo_api api = {
    DUDO_API, 0,
    "name: c-odds\ngames: liars-dice\nconcurrent: 8\n",
    create, game, act, end, destroy, NULL,
};
DUDO_EXPORT(api)
