/* Questions to the bot, with answers that must not change by accident: make test
 *
 * The bot is included as it is, so that all of its functions can be tried. A view is filled
 * in by hand: what is not named is 0, which is nobody or nothing. */
#include "bot.c"

#include <stdio.h>
#include <string.h>

/* What the bot answers when it sees this. */
static const char *asks(void *bot, const void *view, size_t size)
{
    static char reply[DUDO_ROOM + 1];
    struct dudo_ask ask = {sizeof ask, 0, {view, size}, {NULL, 0}};
    size_t len = 0;
    if (api.act(bot, &ask, (uint8_t *)reply, DUDO_ROOM, &len) != DUDO_OK)
        return "(it failed)";
    reply[len] = 0;
    return reply;
}

static int failures = 0;

static void expect(const char *what, const char *found, const char *expected)
{
    if (strcmp(found, expected) != 0) {
        printf("%s: \"%s\", expected \"%s\"\n", what, found, expected);
        failures++;
    }
}

int main(void)
{
    struct dudo_session session = {sizeof session, DUDO_POKER_LIAR_VERSION, 1, 2, 1,
                                   {NULL, 0}, {NULL, 0}};
    struct dudo_poker_liar_view view = {.size = sizeof view, .version = DUDO_POKER_LIAR_VERSION,
                                        .seat = 1, .seats = 2, .turn = 1, .alive = 3, .cup = 5,
                                        .faces = 6, .top = 200,
                                        .signs = {'9', 'T', 'J', 'Q', 'K', 'A'}};
    void *bot;
    if (api.create(NULL, &session, &bot) != DUDO_OK)
        return 1;

    /* A claim is made: one of the lowest, then one of the highest. */
    view.phase = DUDO_POKER_LIAR_PHASE_ANSWER;
    view.may_accept = 1;
    view.standing.named = 5;
    view.standing.rank = 20;
    view.standing.thrown = 5;
    expect("a low claim", asks(bot, &view, sizeof view), "accept");
    view.standing.rank = 199;
    expect("a high claim", asks(bot, &view, sizeof view), "doubt");

    /* Two kings, and three dice that fit nothing: these are thrown. */
    view.phase = DUDO_POKER_LIAR_PHASE_THROW;
    view.has_seen = 1;
    memcpy(view.hand, (uint8_t[]){5, 4, 4, 2, 0}, 5);
    expect("a throw", asks(bot, &view, sizeof view), "roll 1,4,5");

    if (failures == 0)
        puts("all is well");
    return failures != 0;
}
