/* dudo_view.h - what a bot of dudo sees, with helpers from dudo_help.h. Needs no C library.
 *
 * Generated from bots/sdk/src/header and from the games; do not edit.
 *
 * A view is one record, little-endian and without holes, the same for shared libraries
 * and for WebAssembly. It begins with its size, and grows at its end only: before you
 * read a field that your oldest dudo may not have, see that `size` reaches it. Seats
 * count from 1, as in notation; 0 is nobody. A set of seats or of dice has bit 0 for
 * number 1.
 */
#ifndef DUDO_VIEW_H
#define DUDO_VIEW_H

#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "views are little-endian, and this machine is not"
#endif

#if defined(__cplusplus)
#define DUDO_CHECK static_assert
#else
#define DUDO_CHECK _Static_assert
#endif

/* Helpers that a bot does not use are no reason for a warning. */
#if defined(__GNUC__)
#define DUDO_HELPER static inline __attribute__((unused))
#else
#define DUDO_HELPER static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that are lent for a call. */
struct dudo_bytes {
    const uint8_t *ptr;
    size_t len;
};

/* -- liars-dice -------------------------------------------------------------- */

#define DUDO_LIARS_DICE_VERSION 1u

/* A bid, and who made it. */
struct dudo_liars_dice_standing {
    /* How many dice are said to count for the face. */
    uint8_t quantity;
    /* The face. */
    uint8_t face;
    /* Who made the bid. */
    uint8_t bidder;
};
DUDO_CHECK(sizeof(struct dudo_liars_dice_standing) == 3, "the layout of dudo_liars_dice_standing");

/* What a seat sees in Liar's Dice when it is asked. */
struct dudo_liars_dice_view {
    /* The size of this record in bytes. */
    uint16_t size;
    /* The version of its layout. */
    uint16_t version;
    /* The round, from 1. */
    uint32_t round;
    /* The seat that is asked: yours. */
    uint8_t seat;
    /* Seats at the table. */
    uint8_t seats;
    /* Faces of a die, numbered from 1. */
    uint8_t faces;
    /* The face that counts for bids on every face now. */
    uint8_t wild;
    /* The player in turn; you, unless you are asked out of turn. */
    uint8_t turn;
    /* Who is asked out of turn before him. */
    uint8_t asked;
    /* Who opened the round. */
    uint8_t opener;
    /* Whether the round is special: nothing is wild, and the face stays. */
    uint8_t palifico;
    /* Dice on the table. */
    uint8_t in_play;
    /* The seats that have dice. */
    uint8_t alive;
    /* The seats that fell to one die before, or began with one. */
    uint8_t fallen;
    /* The bid to be beaten or doubted; none when a round is opened. */
    struct dudo_liars_dice_standing standing;
    /* Whether you may challenge. */
    uint8_t may_challenge;
    /* Whether you may call the bid exact. */
    uint8_t may_exact;
    /* Whether you may pass; only out of turn. */
    uint8_t may_pass;
    /* The highest quantity that can be bid. */
    uint8_t highest;
    /* Nothing. */
    uint8_t spare[2];
    /* For each face from 1 the lowest quantity that you may bid, up to `highest`; 0 where you may bid none. */
    uint8_t lowest[20];
    /* Your dice: for each face from 1, how many show it. */
    uint8_t hand[20];
    /* Dice of each seat. */
    uint8_t dice[8];
    /* The place in which each seat finished; 0 while it is in. */
    uint8_t places[8];
    /* Exact calls that each seat has made. */
    uint8_t exact_calls[8];
};
DUDO_CHECK(sizeof(struct dudo_liars_dice_view) == 92, "the layout of dudo_liars_dice_view");

/* -- mia --------------------------------------------------------------------- */

#define DUDO_MIA_VERSION 1u

#define DUDO_MIA_PHASE_DECIDE 0u
#define DUDO_MIA_PHASE_ANNOUNCE 1u

/* A value, and who announced it. */
struct dudo_mia_standing {
    /* The value, as in 54 or 21. */
    uint8_t value;
    /* Its place in `order`, from 0. */
    uint8_t rank;
    /* Who announced it. */
    uint8_t announcer;
};
DUDO_CHECK(sizeof(struct dudo_mia_standing) == 3, "the layout of dudo_mia_standing");

/* The cup, as the table knows it. */
struct dudo_mia_cup {
    /* Who rolled what is in it. */
    uint8_t roller;
    /* The value that he had to beat. */
    uint8_t to_beat;
    /* The value that he announced. */
    uint8_t said;
};
DUDO_CHECK(sizeof(struct dudo_mia_cup) == 3, "the layout of dudo_mia_cup");

/* What a seat sees in Mia when it is asked. Values are written high die first: 54. */
struct dudo_mia_view {
    /* The size of this record in bytes. */
    uint16_t size;
    /* The version of its layout. */
    uint16_t version;
    /* The round, from 1. */
    uint32_t round;
    /* Announcements in the round. */
    uint32_t claims;
    /* The seat that is asked: yours. */
    uint8_t seat;
    /* Seats at the table. */
    uint8_t seats;
    /* The player in turn. */
    uint8_t turn;
    /* Who opened the round. */
    uint8_t opener;
    /* What is due: decide about the cup, or announce what was rolled. */
    uint8_t phase;
    /* The seats that have lives. */
    uint8_t alive;
    /* The announcement to be beaten or looked at. */
    struct dudo_mia_standing standing;
    /* The cup. */
    struct dudo_mia_cup cup;
    /* The value under the cup, where you rolled it. */
    uint8_t own;
    /* Whether you may believe, and roll. */
    uint8_t may_believe;
    /* Whether you may look. */
    uint8_t may_look;
    /* Whether you may give up. */
    uint8_t may_give_up;
    /* You may announce the values from this place in `order` on; 21: none. */
    uint8_t announce_from;
    /* You may pass the cup on unseen with the values from this place on; 21: none. */
    uint8_t pass_from;
    /* All values, from low to high. */
    uint8_t order[21];
    /* Nothing. */
    uint8_t spare;
    /* Lives of each seat. */
    uint8_t lives[8];
    /* The place in which each seat finished; 0 while it is in. */
    uint8_t places[8];
};
DUDO_CHECK(sizeof(struct dudo_mia_view) == 68, "the layout of dudo_mia_view");

/* -- poker-liar -------------------------------------------------------------- */

#define DUDO_POKER_LIAR_VERSION 1u

#define DUDO_POKER_LIAR_PHASE_ANSWER 0u
#define DUDO_POKER_LIAR_PHASE_THROW 1u
#define DUDO_POKER_LIAR_PHASE_CLAIM 2u

#define DUDO_POKER_LIAR_STRAIGHTS_BELOW_FULL 0u
#define DUDO_POKER_LIAR_STRAIGHTS_ABOVE_FULL 1u
#define DUDO_POKER_LIAR_STRAIGHTS_NONE 2u

/* A claim, and who made it. */
struct dudo_poker_liar_standing {
    /* How many dice it names: all that are under the cup. */
    uint8_t named;
    /* The worth of each die from high to low, 0 for the lowest of the six faces. */
    uint8_t dice[5];
    /* How many claims are lower. */
    uint8_t rank;
    /* Who made it. */
    uint8_t claimant;
    /* How many dice he had thrown for it. */
    uint8_t thrown;
};
DUDO_CHECK(sizeof(struct dudo_poker_liar_standing) == 9, "the layout of dudo_poker_liar_standing");

/* What a seat sees in Poker-dice Liar when it is asked. */
struct dudo_poker_liar_view {
    /* The size of this record in bytes. */
    uint16_t size;
    /* The version of its layout. */
    uint16_t version;
    /* The sequence of claims, from 1. */
    uint32_t round;
    /* Claims made in it. */
    uint16_t claims;
    /* The seat that is asked: yours. */
    uint8_t seat;
    /* Seats at the table. */
    uint8_t seats;
    /* The player in turn. */
    uint8_t turn;
    /* Who opened the sequence. */
    uint8_t opener;
    /* What is due: answer a claim, throw some of the dice, or claim. */
    uint8_t phase;
    /* The seats that have chips. */
    uint8_t alive;
    /* Dice under the cup. */
    uint8_t cup;
    /* Faces of a die: the highest of the six. */
    uint8_t faces;
    /* Where straights stand. */
    uint8_t straights;
    /* Whether you may accept. */
    uint8_t may_accept;
    /* Whether you must throw all dice, if you throw. */
    uint8_t all;
    /* When a claim is due: how many claims are too low. */
    uint8_t claim_from;
    /* The rank of the highest claim there is. */
    uint8_t top;
    /* Chips that were lost. */
    uint8_t pot;
    /* How many dice the player in turn threw last. */
    uint8_t thrown;
    /* The claim to be answered or beaten. */
    struct dudo_poker_liar_standing standing;
    /* The claim before it. */
    struct dudo_poker_liar_standing previous;
    /* How faces are written, from low to high. */
    char signs[6];
    /* When a claim is due: the lowest that you may make, dice from high to low. */
    uint8_t lowest[5];
    /* Whether you have seen the dice in this sequence. */
    uint8_t has_seen;
    /* The dice as you saw them last, from high to low. */
    uint8_t hand[5];
    /* The rank of these dice as a claim: how many claims are lower. */
    uint8_t hand_rank;
    /* Nothing. */
    uint8_t spare[3];
    /* The seats in the order of their turns. */
    uint8_t circle[8];
    /* Chips of each seat. */
    uint8_t chips[8];
    /* The place in which each seat finished; 0 while it is in. */
    uint8_t places[8];
    /* Throws of each seat in this sequence. */
    uint16_t throws[8];
};
DUDO_CHECK(sizeof(struct dudo_poker_liar_view) == 104, "the layout of dudo_poker_liar_view");

/* -- liars-boggle ------------------------------------------------------------ */

#define DUDO_LIARS_BOGGLE_VERSION 1u

#define DUDO_LIARS_BOGGLE_PHASE_TURN 0u
#define DUDO_LIARS_BOGGLE_PHASE_POLL 1u
#define DUDO_LIARS_BOGGLE_PHASE_VOTE 2u
#define DUDO_LIARS_BOGGLE_PHASE_DROP 3u

/* A word that was bid. */
struct dudo_liars_boggle_standing {
    /* The word, a die to a letter; Q is the face Qu. */
    char word[32];
    /* Who bid it. */
    uint8_t bidder;
    /* Whether it was questioned and found to be a word. */
    uint8_t approved;
};
DUDO_CHECK(sizeof(struct dudo_liars_boggle_standing) == 34, "the layout of dudo_liars_boggle_standing");

/* What a seat sees in Liar's Boggle when it is asked. */
struct dudo_liars_boggle_view {
    /* The size of this record in bytes. */
    uint16_t size;
    /* The version of its layout. */
    uint16_t version;
    /* The round, from 1. */
    uint32_t round;
    /* Bids in the round. */
    uint16_t bids;
    /* Your dice, by their numbers in the set. */
    uint16_t hand;
    /* The dice that you may drop now. */
    uint16_t may_drop;
    /* The dice that are known to be out of the game. */
    uint16_t gone;
    /* The dice of each seat, where `dice_known`. */
    uint16_t dice[8];
    /* Whether it is known who holds which dice. */
    uint8_t dice_known;
    /* The seat that is asked: yours. */
    uint8_t seat;
    /* Seats at the table. */
    uint8_t seats;
    /* Dice in the set. */
    uint8_t set;
    /* The player in turn. */
    uint8_t turn;
    /* Who opened the round. */
    uint8_t opener;
    /* What is due: a turn, a poll out of turn, a vote on a word, or dropping a die. */
    uint8_t phase;
    /* Who is polled, votes or drops a die. */
    uint8_t asked;
    /* In a vote: who called or questioned the word. */
    uint8_t by;
    /* In a vote: whether the word was questioned out of turn. */
    uint8_t friendly;
    /* The seats that have dice. */
    uint8_t alive;
    /* The seats that were taken out because their bot failed. */
    uint8_t retired;
    /* Words of this turn that were refused. */
    uint8_t refused;
    /* Whether the timer runs on the player in turn. */
    uint8_t timed;
    /* The shortest word there can be, in faces. */
    uint8_t min_faces;
    /* The longest word there can be, in faces. */
    uint8_t max_faces;
    /* Whether Qu counts two. */
    uint8_t qu_two;
    /* Whether Qu may be played as Q. */
    uint8_t qu_as_q;
    /* Whether you may bid. */
    uint8_t may_bid;
    /* Whether you may bid words of the dictionary only. */
    uint8_t words_only;
    /* Whether you may call. */
    uint8_t may_call;
    /* Whether you may question the word. */
    uint8_t may_object;
    /* Whether you may start the timer. */
    uint8_t may_start_timer;
    /* Whether you may pass. */
    uint8_t may_pass;
    /* Whether you may vote. */
    uint8_t may_vote;
    /* Whether `shown` says anything. */
    uint8_t has_shown;
    /* Nothing. */
    uint8_t spare[2];
    /* The bid to be beaten or called. */
    struct dudo_liars_boggle_standing standing;
    /* The bid before it. */
    struct dudo_liars_boggle_standing before;
    /* The upper face of each die of the set, where it is yours; else nothing to go by. */
    char up[16];
    /* The faces of each die of the set. */
    char faces[16][6];
    /* How many dice each seat has. */
    uint8_t held[8];
    /* The place in which each seat finished; 0 while it is in. */
    uint8_t places[8];
    /* The faces that each seat showed when the round was called. */
    char shown[8][16];
};
DUDO_CHECK(sizeof(struct dudo_liars_boggle_view) == 384, "the layout of dudo_liars_boggle_view");

#include "dudo_help.h"

#ifdef __cplusplus
}
#endif

#endif
