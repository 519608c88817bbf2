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
    struct dudo_session session = {sizeof session, DUDO_MIA_VERSION, 1, 2, 1, {NULL, 0}, {NULL, 0}};
    struct dudo_start start = {sizeof start, 0, 0, {1, 2, 3}};
    struct dudo_mia_view view = {.size = sizeof view, .version = DUDO_MIA_VERSION,
                                 .seat = 1, .seats = 2, .turn = 1, .alive = 3,
                                 .order = {31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65,
                                           11, 22, 33, 44, 55, 66, 21}};
    void *bot;
    if (api.create(NULL, &session, &bot) != DUDO_OK || api.game(bot, &start) != DUDO_OK)
        return 1;

    /* The other says 31, which nearly every roll beats; then 66, which hardly one does. */
    view.phase = DUDO_MIA_PHASE_DECIDE;
    view.may_believe = view.may_look = 1;
    view.standing.value = 31;
    view.standing.announcer = 2;
    expect("a low value", asks(bot, &view, sizeof view), "believe");
    view.standing.value = 66;
    view.standing.rank = 19;
    expect("a high value", asks(bot, &view, sizeof view), "look");

    /* It rolled 55, and more than 54 must be said: the truth will do. */
    view.phase = DUDO_MIA_PHASE_ANNOUNCE;
    view.own = 55;
    view.announce_from = 9;
    expect("a good roll", asks(bot, &view, sizeof view), "announce 55");
    api.destroy(bot);

    if (failures == 0)
        puts("all is well");
    return failures != 0;
}
