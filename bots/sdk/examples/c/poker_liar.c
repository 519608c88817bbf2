/* A bot for Poker-dice Liar in C: doubts what is high for the number of dice that were
 * thrown, keeps what it has most of, and lies only when it must.
 *
 * Built with the command at the top of dudo_bot.h for a shared library, or that at the top of
 * dudo_wasm.h for WebAssembly.
 */
#include "dudo_bot.h"

static dudo_status create(const struct dudo_host *host, const struct dudo_session *session,
                          void **bot)
{
    static char nothing;
    (void)host;
    if (session->schema != DUDO_POKER_LIAR_VERSION)
        return DUDO_REFUSED;
    *bot = &nothing;
    return DUDO_OK;
}

static dudo_status game(void *bot, const struct dudo_start *start)
{
    (void)bot;
    (void)start;
    return DUDO_OK;
}

/* How many of the dice show this worth. */
static unsigned showing(const uint8_t *dice, unsigned cup, unsigned worth)
{
    unsigned die, count = 0;
    for (die = 0; die < cup; die++)
        count += dice[die] == worth;
    return count;
}

static dudo_status act(void *bot, const struct dudo_ask *ask, uint8_t *out, size_t room,
                       size_t *len)
{
    const struct dudo_poker_liar_view *view = (const void *)ask->view.ptr;
    struct dudo_reply reply = {out, room, 0};
    unsigned die, cup = view->cup;
    (void)bot;

    if (view->phase == DUDO_POKER_LIAR_PHASE_ANSWER) {
        /* Ranks run from 0 to `top`. With more dice thrown more can have changed; a claim
         * in the top eighth is seldom true at all. */
        unsigned high = 8u * view->standing.rank > 7u * view->top;
        unsigned still = view->standing.thrown == 0 && view->previous.named != 0;
        dudo_put(&reply, view->may_accept && !high && !still ? "accept" : "doubt");
    } else if (view->phase == DUDO_POKER_LIAR_PHASE_THROW) {
        /* Keep the worth that most dice show, of several the highest; throw the rest.
         * Positions count from 1, from the highest die down. Of equal dice the leftmost
         * are thrown, and here equal dice go together. */
        unsigned kept = 0, most = 0;
        const char *before = "roll ";
        for (die = 0; die < cup; die++) {
            unsigned count = showing(view->hand, cup, view->hand[die]);
            if (count > most) {
                most = count;
                kept = view->hand[die];
            }
        }
        if (most == cup && !view->all) {
            dudo_put(&reply, "roll none");
        } else {
            for (die = 0; die < cup; die++) {
                if (view->all || view->hand[die] != kept) {
                    dudo_put(&reply, before);
                    dudo_put_number(&reply, die + 1);
                    before = ",";
                }
            }
        }
    } else {
        /* The truth where it is high enough, else the least that will do. */
        const uint8_t *dice = view->hand_rank >= view->claim_from ? view->hand : view->lowest;
        dudo_put(&reply, "claim ");
        for (die = 0; die < cup; die++)
            dudo_put_byte(&reply, view->signs[dice[die]]);
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
    "name: c-liar\ngames: poker-liar\nconcurrent: 8\n",
    create, game, act, end, destroy, NULL,
};
DUDO_EXPORT(api)
