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

static const char *const words[] = {"ant", "ate", "eat", "tan", "tea", "zoo"};

static void log_line(void *context, struct dudo_bytes text)
{
    (void)context;
    printf("log: %.*s\n", (int)text.len, (const char *)text.ptr);
}

/* The first word behind this one. */
static size_t word_next(void *context, struct dudo_bytes word, uint8_t *out, size_t room)
{
    size_t at, len;
    (void)context;
    for (at = 0; at < sizeof words / sizeof *words; at++) {
        size_t both = word.len < 3 ? word.len : 3;
        int order = memcmp(words[at], word.ptr ? (const char *)word.ptr : "", both);
        if (order > 0 || (order == 0 && word.len < 3)) {
            len = strlen(words[at]);
            memcpy(out, words[at], len < room ? len : room);
            return len;
        }
    }
    return 0;
}

static uint32_t word_valid(void *context, struct dudo_bytes word)
{
    (void)context;
    return word.len == 3;
}

int main(void)
{
    struct dudo_host host = {sizeof host, 0, NULL, log_line, word_valid, word_next};
    struct dudo_session session = {sizeof session, DUDO_LIARS_BOGGLE_VERSION, 1, 2, 1,
                                   {NULL, 0}, {NULL, 0}};
    struct dudo_liars_boggle_view view = {.size = sizeof view,
                                          .version = DUDO_LIARS_BOGGLE_VERSION,
                                          .seat = 1, .seats = 2, .set = 6, .turn = 1, .alive = 3,
                                          .min_faces = 3, .max_faces = 6, .held = {3, 3}};
    void *bot;
    if (api.create(&host, &session, &bot) != DUDO_OK)
        return 1;

    /* Dice 1 to 3 are its own, and show E, A and T. It opens with the first word of them. */
    view.hand = 7;
    memcpy(view.up, "eat", 3);
    view.may_bid = 1;
    expect("an opening", asks(bot, &view, sizeof view), "bid ate");

    /* A word of letters that nobody is likely to have. */
    memcpy(view.standing.word, "zoo", 3);
    view.standing.bidder = 2;
    view.may_call = 1;
    view.may_bid = 0;
    expect("a bold word", asks(bot, &view, sizeof view), "call");
    api.destroy(bot);

    if (failures == 0)
        puts("all is well");
    return failures != 0;
}
