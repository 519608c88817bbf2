/* dudo_help.h - helpers for bots of dudo: chance, the odds of a bid, replies. They
 * need no C library. dudo_view.h includes it, behind what they look at.
 */
#ifndef DUDO_HELP_H
#define DUDO_HELP_H

/* -- chance ----------------------------------------------------------------- */

/* A generator (xoshiro256**) for the bot's own dice. Start it from each game's key. */
struct dudo_rng {
    uint64_t s[4];
};

DUDO_HELPER void dudo_rng_start(struct dudo_rng *rng, const uint8_t key[32])
{
    int word, byte;
    for (word = 0; word < 4; word++) {
        rng->s[word] = 0;
        for (byte = 7; byte >= 0; byte--)
            rng->s[word] = rng->s[word] << 8 | key[8 * word + byte];
    }
    if (!(rng->s[0] | rng->s[1] | rng->s[2] | rng->s[3]))
        rng->s[0] = 1;
}

DUDO_HELPER uint64_t dudo_rng_next(struct dudo_rng *rng)
{
    uint64_t *s = rng->s, five = s[1] * 5, shifted = s[1] << 17;
    uint64_t result = (five << 7 | five >> 57) * 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

/* 0 to n - 1; n is at least 1. */
DUDO_HELPER uint32_t dudo_rng_below(struct dudo_rng *rng, uint32_t n)
{
    return (uint32_t)((dudo_rng_next(rng) >> 32) * n >> 32);
}

/* 0 to 1, without 1. */
DUDO_HELPER double dudo_rng_unit(struct dudo_rng *rng)
{
    return (double)(dudo_rng_next(rng) >> 11) / 9007199254740992.0;
}

/* -- replies and news --------------------------------------------------------- */

/* A reply that is being written. What does not fit is counted and not written, so
 * that `len` is more than `room` then. */
struct dudo_reply {
    uint8_t *out;
    size_t room;
    size_t len;
};

DUDO_HELPER void dudo_put_byte(struct dudo_reply *reply, char byte)
{
    if (reply->len < reply->room)
        reply->out[reply->len] = (uint8_t)byte;
    reply->len++;
}

DUDO_HELPER void dudo_put(struct dudo_reply *reply, const char *text)
{
    while (*text)
        dudo_put_byte(reply, *text++);
}

DUDO_HELPER void dudo_put_number(struct dudo_reply *reply, uint32_t number)
{
    if (number >= 10)
        dudo_put_number(reply, number / 10);
    dudo_put_byte(reply, (char)('0' + number % 10));
}

/* Takes the next event from the news: 1 and the seat that it is about and its text, or 0
 * when there is none left.
 *
 *     while (dudo_news(&news, &seat, &event)) ...
 */
DUDO_HELPER int dudo_news(struct dudo_bytes *news, uint32_t *seat, struct dudo_bytes *event)
{
    size_t at = 0;
    if (news->len < 2)
        return 0;
    *seat = (uint32_t)(news->ptr[0] - '0');
    event->ptr = news->ptr + 2;
    while (at < news->len && news->ptr[at] != '\n')
        at++;
    event->len = at >= 2 ? at - 2 : 0;
    if (at < news->len)
        at++;
    news->ptr += at;
    news->len -= at;
    return 1;
}

/* Whether a text begins with this. */
DUDO_HELPER int dudo_begins(struct dudo_bytes text, const char *with)
{
    size_t at = 0;
    while (with[at]) {
        if (at >= text.len || text.ptr[at] != (uint8_t)with[at])
            return 0;
        at++;
    }
    return 1;
}

/* -- odds ----------------------------------------------------------------------- */

/* The chance that of `dice` dice at least `least` succeed, each with chance `each`. (In Python
 * the number that succeed comes first: `at_least(hits, dice, chance)`.) */
DUDO_HELPER double dudo_at_least(int dice, int least, double each)
{
    /* chance[k]: of the dice so far exactly k succeeded. */
    double chance[257], sum = 0.0;
    int die, k;
    if (least <= 0)
        return 1.0;
    if (least > dice || dice > 256)
        return 0.0;
    chance[0] = 1.0;
    for (die = 1; die <= dice; die++) {
        chance[die] = 0.0;
        for (k = die; k > 0; k--)
            chance[k] = chance[k] * (1.0 - each) + chance[k - 1] * each;
        chance[0] *= 1.0 - each;
    }
    for (k = least; k <= dice; k++)
        sum += chance[k];
    return sum;
}

/* Liar's Dice: how many of your dice count for a face, 1 to `faces`. */
DUDO_HELPER int dudo_liars_dice_own(const struct dudo_liars_dice_view *view, unsigned face)
{
    int own = view->hand[face - 1];
    if (view->wild && view->wild != face)
        own += view->hand[view->wild - 1];
    return own;
}

/* Liar's Dice: the chance that at least `quantity` dice count for a face, given your
 * hand, if what you cannot see is as likely as dice are. */
DUDO_HELPER double dudo_liars_dice_odds(const struct dudo_liars_dice_view *view,
                                        unsigned quantity, unsigned face)
{
    double each = (view->wild && view->wild != face ? 2.0 : 1.0) / view->faces;
    int hidden = view->in_play - view->dice[view->seat - 1];
    return dudo_at_least(hidden, (int)quantity - dudo_liars_dice_own(view, face), each);
}

/* Mia: the chance that a roll is at least the value at this place in `order`. */
DUDO_HELPER double dudo_mia_odds(const struct dudo_mia_view *view, unsigned rank)
{
    unsigned ways = 0;
    for (; rank < 21; rank++)
        ways += view->order[rank] % 11 ? 2 : 1;
    return ways / 36.0;
}

#endif
