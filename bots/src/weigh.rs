//! How likely what somebody asserts is, for those who watch.

use dudo_engine::{Account, View};

/// A game whose assertions can be weighed.
///
/// A chance is that of a seat that knows its own dice and what is public, and
/// takes nobody's word for anything. Where a game cannot be weighed without
/// some trust, its implementation says in what.
///
/// ```
/// use dudo_bots::Weigh;
/// use dudo_engine::liars_dice::LiarsDice;
/// use dudo_engine::{Dice, Game, Say, Seat, Sitting};
///
/// // One die each; seat 1 has a five, and says that both are fives.
/// let game = LiarsDice::new("liars-dice(dice=1)".parse().unwrap()).unwrap();
/// let (mut dice, mut say) = (Dice::loaded(vec![4, 2]), Say::new());
/// let state = game.deal(&Sitting { seats: 2, game: 0 }, &mut dice, &mut say);
/// let (mut scales, bid) = (LiarsDice::scales(&game), "bid 2x5".parse().unwrap());
/// let chance = LiarsDice::chance(&mut scales, state.view(&game, Seat::new(0)), &bid);
/// assert!((chance.unwrap() - 1.0 / 6.0).abs() < 1e-12);
/// ```
pub trait Weigh: Account {
    /// What is worked out once for the rules, and grows with use.
    type Scales: Send;

    /// The scales for these rules.
    fn scales(game: &Self) -> Self::Scales;

    /// The chance, 0 to 1, that what the seat in turn asserts by `action` is
    /// so, to the seat that looks; `None` where nothing is asserted.
    fn chance(
        scales: &mut Self::Scales,
        view: View<'_, Self>,
        action: &Self::Action,
    ) -> Option<f64>;
}
