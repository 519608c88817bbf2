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
    struct dudo_session session = {sizeof session, DUDO_LIARS_DICE_VERSION, 1, 2, 1,
                                   {NULL, 0}, {NULL, 0}};
    struct dudo_liars_dice_view view = {.size = sizeof view, .version = DUDO_LIARS_DICE_VERSION,
                                        .seat = 1, .seats = 2, .faces = 6, .turn = 1,
                                        .in_play = 10, .alive = 3, .highest = 10,
                                        .dice = {5, 5}};
    void *bot;
    unsigned face;
    if (api.create(NULL, &session, &bot) != DUDO_OK)
        return 1;

    /* Three fives and two twos in hand, and any bid of one die or more may open. */
    view.hand[4] = 3;
    view.hand[1] = 2;
    for (face = 0; face < 6; face++)
        view.lowest[face] = 1;
    expect("an opening", asks(bot, &view, sizeof view), "bid 1x2");

    /* Nine sixes among ten dice, of which five are known to be none. */
    view.standing.quantity = 9;
    view.standing.face = 6;
    view.standing.bidder = 2;
    view.may_challenge = 1;
    for (face = 0; face < 6; face++)
        view.lowest[face] = 10;
    expect("a bid that cannot be true", asks(bot, &view, sizeof view), "challenge");

    if (failures == 0)
        puts("all is well");
    return failures != 0;
}
