/* A bot for Liar's Boggle in C: bids the word that the dice most likely show, and calls
 * where that is the better risk.
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

/* How often others' bids are made in knowledge: a number to turn. */
#define TRUST 0.75

struct mine {
    const struct dudo_host *host;
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
    const char *text;
    word->faces = 0;
    word->mask = 0;
    for (text = word->text; *text; text++) {
        if (*text == 'q' && text[1] != 'u')
            return 0;
        word->faces++;
        word->mask |= 1u << face(*text);
        if (*text == 'q')
            text++;
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
    mine->host = host;
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

/* For each number of dice that may be missing the chance that the hidden ones show them. */
#define MOST_MISSING 33

/* How likely it is that all dice together show a word: for each face that the own dice
 * lack, the chance that one of the hidden ones shows it. */
static double chance(const uint8_t need[26], const uint8_t own[26], const double *odds, double best)
{
    double all = 1.0;
    unsigned letter;
    for (letter = 0; letter < 26 && all > best; letter++) {
        int missing = need[letter] - own[letter];
        if (missing > 0)
            all *= odds[missing];
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

/* How many faces are in a set; at most 4 are counted. */
static unsigned faces_in(uint32_t set)
{
    unsigned count = 0;
    for (; set && count < 4; count++)
        set &= set - 1;
    return count;
}

/* The chance that a bid holds when it is called: its bidder knew it, or it does by luck. */
static double standing(const struct mine *mine, const char *word, double luck)
{
    struct dudo_bytes text = {(const uint8_t *)word, strlen(word)};
    if (luck <= 0.0 || !mine->host->word_valid(mine->host->context, text))
        return 0.0;
    return TRUST + (1.0 - TRUST) * luck;
}

/* Bids or calls. */
static void turn(struct mine *mine, const struct dudo_liars_boggle_view *view,
                 struct dudo_reply *reply)
{
    uint8_t own[26], need[26];
    char bid[2 * sizeof view->standing.word + 1];
    unsigned seat, letter, length = read_bid(view, bid, need);
    int hidden = -count(view, own);
    double best = 0.0, stands = 0.0, shown[MOST_MISSING], bound[4] = {1.0, 0.0, 0.0, 0.0};
    const struct word *choice = NULL;
    uint32_t have = 0;
    size_t index;
    for (seat = 0; seat < view->seats; seat++)
        hidden += view->held[seat];
    for (letter = 0; letter < 26; letter++) {
        if (own[letter])
            have |= 1u << letter;
    }
    for (letter = 0; letter < MOST_MISSING; letter++)
        shown[letter] = dudo_at_least(hidden, (int)letter, 1.0 / 16.0);
    for (letter = 1; letter < 4; letter++)
        bound[letter] = bound[letter - 1] * shown[1];
    if (view->may_call)
        stands = standing(mine, bid, chance(need, own, shown, 0.0));
    for (index = 0; view->may_bid && index < mine->count; index++) {
        const struct word *word = &mine->words[index];
        unsigned counts, missing = faces_in(word->mask & ~have);
        double odds;
        /* Most words are out before they are spelt: too many faces would have to be with the
         * others, or so many that the best so far is likelier whatever the rest of it is. */
        if (missing > 3 || bound[missing] <= best)
            continue;
        counts = value(view, word->faces, word->mask >> 16 & 1);
        if (counts < view->min_faces || counts > view->max_faces || counts < length)
            continue;
        if (counts == length && view->may_call && strcmp(word->text, bid) <= 0)
            continue;
        needs(word->text, need);
        odds = chance(need, own, shown, best);
        /* Of equals the first: the list runs from A to Z. */
        if (odds > best) {
            best = odds;
            choice = word;
        }
    }
    if (choice && (!view->may_call || best > 1.0 - stands)) {
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
