//! The chance of a claim, for those who watch.
//!
//! Whoever has the dice before him knows. The others are given the throw that
//! served the claim best among those of as many dice, from the dice that were
//! taken over: who handed them on knows those, the rest take them to be what was
//! claimed, since the claim was accepted.

use super::chances::{Chances, seen};
use crate::Weigh;
use dudo_engine::poker_liar::{Action, Phase, PokerLiar, Standing};
use dudo_engine::{Seat, View};

/// The table of all throws.
pub struct Scales(Chances);

impl Weigh for PokerLiar {
    type Scales = Scales;

    fn scales(game: &Self) -> Scales {
        Scales(Chances::new(game))
    }

    fn chance(scales: &mut Scales, view: View<'_, Self>, action: &Action) -> Option<f64> {
        let public = view.public();
        let ranking = view.rules().ranking();
        let reaches = |by: Seat, from: Option<Standing>, thrown, rank: u8| {
            if by == view.seat() {
                return f64::from(u8::from(seen(view) >= rank));
            }
            let taken = from.map(|from| match from.claimant == view.seat() {
                true => seen(view),
                false => from.rank,
            });
            let throw = scales.0.plausible(taken, thrown, usize::from(rank));
            f64::from(scales.0.after(throw)[usize::from(rank)])
        };
        match action {
            Action::Claim(claim) if public.phase == Phase::Claim => {
                let rank = ranking.rank(&claim.0)?;
                Some(reaches(public.turn, public.standing, public.thrown, rank))
            }
            Action::Doubt => {
                let it = public.standing?;
                Some(1.0 - reaches(it.claimant, public.previous, it.thrown, it.rank))
            }
            Action::Claim(_) | Action::Accept | Action::Roll(_) => None,
        }
    }
}
