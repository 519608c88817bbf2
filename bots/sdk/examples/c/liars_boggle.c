/* A bot for Liar's Boggle in C: bids the word that the dice most likely show, and calls
 * when the word on the table is less likely than the best one it could bid.
 *
 * Built with the command at the top of dudo_bot.h for a shared library, or that at the top of
 * dudo_wasm.h for WebAssembly.
 *
 * The word list is the host's: word_next hands it out word by word. An instance
 * fetches it once and keeps it, with what it needs to know about each word. */
#include "dudo_bot.h"

#include <stdlib.h>
#include <string.h>

/* Longest word that is looked at, in letters. */
#define LONGEST 12

struct word {
    char text[LONGEST + 1];
    uint8_t faces; /* dice that it takes; Qu is one die, and counts one or two */
    uint8_t value; /* its length as this table counts it */
    uint32_t mask; /* the faces that it needs: bit 0 is A */
};

struct mine {
    struct word *words;
    size_t count;
};

/* A face by its number: A is 0, and Q is Qu. */
static unsigned face(char letter)
{
    return (unsigned)(letter == 'Q' ? 'q' - 'a' : letter - 'a');
}

/* How many dice a word needs of each face; 0 when no dice can show it. */
static int needs(const char *text, uint8_t need[26])
{
    memset(need, 0, 26);
    for (; *text; text++) {
        if (*text == 'q' && text[1] != 'u')
            return 0;
        need[face(*text)]++;
        if (*text == 'q')
            text++;
    }
    return 1;
}

/* Describes a word; 0 when no dice can show it. */
static int describe(struct word *word)
{
    uint8_t need[26];
    unsigned letter;
    if (!needs(word->text, need))
        return 0;
    word->faces = 0;
    word->mask = 0;
    for (letter = 0; letter < 26; letter++) {
        word->faces = (uint8_t)(word->faces + need[letter]);
        if (need[letter])
            word->mask |= 1u << letter;
    }
    return 1;
}

static void destroy(void *bot)
{
    struct mine *mine = bot;
    free(mine->words);
    free(mine);
}

static dudo_status create(const struct dudo_host *host, const struct dudo_session *session,
                          void **bot)
{
    struct mine *mine = calloc(1, sizeof *mine);
    uint8_t last[64], next[64];
    size_t len = 0, room = 0;
    if (!mine)
        return DUDO_FAILED;
    *bot = mine;
    if (session->schema != DUDO_LIARS_BOGGLE_VERSION)
        return DUDO_REFUSED;
    for (;;) {
        struct dudo_bytes behind = {last, len};
        len = host->word_next(host->context, behind, next, sizeof next);
        if (len == 0 || len > sizeof next)
            return DUDO_OK;
        memcpy(last, next, len);
        if (len > LONGEST)
            continue;
        if (mine->count == room) {
            struct word *more;
            room = room ? 2 * room : 4096;
            more = realloc(mine->words, room * sizeof *more);
            if (!more)
                return DUDO_FAILED;
            mine->words = more;
        }
        memset(&mine->words[mine->count], 0, sizeof(struct word));
        memcpy(mine->words[mine->count].text, next, len);
        if (describe(&mine->words[mine->count]))
            mine->count++;
    }
}

static dudo_status game(void *bot, const struct dudo_start *start)
{
    (void)bot;
    (void)start;
    return DUDO_OK;
}

/* How likely it is that all dice together show a word: for each face that the own dice
 * lack, the chance that one of the hidden ones shows it. */
static double chance(const uint8_t need[26], const uint8_t own[26], int hidden, double best)
{
    double all = 1.0;
    unsigned letter;
    for (letter = 0; letter < 26 && all > best; letter++) {
        int missing = need[letter] - own[letter];
        if (missing > 0)
            all *= dudo_at_least(hidden, missing, 1.0 / 16.0);
    }
    return all;
}

/* The length of a word as this table counts it. */
static unsigned value(const struct dudo_liars_boggle_view *view, unsigned faces, unsigned qu)
{
    return faces + (view->qu_two ? qu : 0);
}

/* Reads a bid from the view: as it is printed, and the faces that it needs. */
static unsigned read_bid(const struct dudo_liars_boggle_view *view, char *text, uint8_t need[26])
{
    unsigned at, faces = 0, qu = 0;
    const char *word = view->standing.word;
    memset(need, 0, 26);
    for (at = 0; at < sizeof view->standing.word && word[at]; at++) {
        faces++;
        need[face(word[at])]++;
        if (word[at] == 'Q') {
            qu++;
            *text++ = 'q';
            *text++ = 'u';
        } else {
            *text++ = word[at];
        }
    }
    *text = 0;
    return value(view, faces, qu);
}

/* Own dice: how many show each face. */
static int count(const struct dudo_liars_boggle_view *view, uint8_t own[26])
{
    unsigned die;
    int dice = 0;
    memset(own, 0, 26);
    for (die = 0; die < view->set; die++) {
        if (view->hand >> die & 1) {
            own[face(view->up[die])]++;
            dice++;
        }
    }
    return dice;
}

static unsigned most_missing(uint32_t mask)
{
    unsigned bits = 0;
    for (; mask; mask &= mask - 1)
        bits++;
    return bits;
}

/* Bids or calls. */
static void turn(struct mine *mine, const struct dudo_liars_boggle_view *view,
                 struct dudo_reply *reply)
{
    uint8_t own[26], need[26];
    char bid[2 * sizeof view->standing.word + 1];
    unsigned seat, letter, length = read_bid(view, bid, need);
    int hidden = -count(view, own);
    double best = 0.0, stands = 0.0;
    const struct word *choice = NULL;
    uint32_t have = 0;
    size_t index;
    for (seat = 0; seat < view->seats; seat++)
        hidden += view->held[seat];
    for (letter = 0; letter < 26; letter++) {
        if (own[letter])
            have |= 1u << letter;
    }
    if (view->may_call)
        stands = chance(need, own, hidden, 0.0);
    for (index = 0; view->may_bid && index < mine->count; index++) {
        const struct word *word = &mine->words[index];
        unsigned counts = value(view, word->faces, word->mask >> 16 & 1);
        double odds;
        if (counts < view->min_faces || counts > view->max_faces || counts < length)
            continue;
        if (counts == length && view->may_call && strcmp(word->text, bid) <= 0)
            continue;
        if (most_missing(word->mask & ~have) > 3)
            continue;
        needs(word->text, need);
        odds = chance(need, own, hidden, best);
        /* Of equals the first: the list runs from A to Z. */
        if (odds > best) {
            best = odds;
            choice = word;
        }
    }
    if (choice && (!view->may_call || best > 1.0 - stands || stands > 0.5)) {
        dudo_put(reply, "bid ");
        dudo_put(reply, choice->text);
    } else if (view->may_call) {
        dudo_put(reply, "call");
    } else {
        /* No word that it can think of: the shortest there may be. */
        dudo_put(reply, "bid ");
        for (letter = 0; letter < view->min_faces; letter++)
            dudo_put(reply, "e");
    }
}

static dudo_status act(void *bot, const struct dudo_ask *ask, uint8_t *out, size_t room,
                       size_t *len)
{
    const struct dudo_liars_boggle_view *view = (const void *)ask->view.ptr;
    struct dudo_reply reply = {out, room, 0};
    if (view->may_drop) {
        /* The first of its dice: one is as good as another. */
        unsigned die = 0;
        while (!(view->may_drop >> die & 1))
            die++;
        dudo_put(&reply, "drop ");
        dudo_put_number(&reply, die + 1);
    } else if (view->may_vote) {
        dudo_put(&reply, "invalid");
    } else if (view->may_pass) {
        dudo_put(&reply, "pass");
    } else {
        turn(bot, view, &reply);
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

static const struct dudo_api api = {
    DUDO_API, 0,
    "name: c-boggle\ngames: liars-boggle\nrefuses: qu-as-q\n",
    create, game, act, end, destroy, NULL,
};
DUDO_EXPORT(api)
