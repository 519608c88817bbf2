//! What a person sees before a decision: one function per game.

use dudo_engine::liars_boggle::LiarsBoggle;
use dudo_engine::liars_dice::LiarsDice;
use dudo_engine::mia::Mia;
use dudo_engine::poker_liar::PokerLiar;
use dudo_engine::{BySeat, Imaged, Seat, SeatSet, View};
use std::fmt::Display;

/// A game that can be shown to a person.
pub trait Scene: Imaged {
    /// The situation, a line each: own dice, what stands, what others hold.
    fn scene(view: View<'_, Self>, names: &Names) -> Vec<String>;
}

/// What the seats are called; the person's own is `you`.
#[derive(Clone, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// By seat.
    #[must_use]
    pub const fn new(names: Vec<String>) -> Self {
        Self(names)
    }

    /// The name of a seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }

    /// What those who are still in have, as in `you 5, odds 4`.
    fn each<T: Display>(&self, alive: SeatSet, values: &BySeat<T>) -> String {
        let each = alive
            .iter()
            .map(|seat| format!("{} {}", self.of(seat), values[seat]));
        each.collect::<Vec<_>>().join(", ")
    }
}

impl Scene for LiarsDice {
    fn scene(view: View<'_, Self>, names: &Names) -> Vec<String> {
        let (public, own) = (view.public(), view.own());
        let mut dice = format!("your dice   {own}");
        match public.wild {
            Some(face) => dice += &format!("   ({face} is wild)"),
            None if public.palifico => dice += "   (a special round: nothing is wild)",
            None => {}
        }
        let held = names.each(public.survivors.alive(), &public.dice);
        let mut lines = vec![
            dice,
            format!("on table    {held}; {} in all", public.in_play),
        ];
        lines.push(match &public.standing {
            Some(standing) => format!(
                "to beat     {} by {}",
                standing.bid,
                names.of(standing.bidder)
            ),
            None => "to beat     nothing: you open".into(),
        });
        if public.asked.is_some() {
            lines.push("you are asked out of turn".into());
        }
        lines
    }
}

impl Scene for PokerLiar {
    fn scene(view: View<'_, Self>, names: &Names) -> Vec<String> {
        use dudo_engine::poker_liar::Phase;
        let (public, own) = (view.public(), view.own());
        let chips = names.each(public.survivors.alive(), &public.chips);
        let mut lines = vec![format!("chips       {chips}; {} in the pot", public.pot)];
        if let Some(standing) = &public.standing {
            lines.push(format!(
                "to beat     {} by {}",
                standing.claim,
                names.of(standing.claimant)
            ));
        }
        match (public.phase, &own.seen) {
            (Phase::Answer, _) => {
                lines.push("the cup     is covered: believe the claim or not".into())
            }
            (Phase::Throw, Some(hand)) => {
                lines.push(format!(
                    "the cup     {hand}   (positions 1 to {})",
                    hand.dice()
                ));
            }
            (Phase::Claim, Some(hand)) => lines.push(format!("the cup     {hand}")),
            (_, None) => {}
        }
        lines
    }
}

impl Scene for LiarsBoggle {
    fn scene(view: View<'_, Self>, names: &Names) -> Vec<String> {
        use dudo_engine::liars_boggle::Phase;
        let (public, own) = (view.public(), view.own());
        let held = names.each(public.survivors.alive(), &public.held);
        let mut lines = vec![
            format!("your dice   {}", own.shown()),
            format!("on table    {held}; {} in all", public.in_play()),
        ];
        lines.push(match &public.standing {
            Some(standing) => format!(
                "to beat     {} by {}",
                standing.bid,
                names.of(standing.bidder)
            ),
            None => "to beat     nothing yet".into(),
        });
        match public.phase {
            Phase::Poll { .. } => lines.push("you are asked out of turn".into()),
            Phase::Vote { by, .. } => {
                lines.push(format!("{} questions the word: is it one?", names.of(by)));
            }
            Phase::Drop { .. } => {
                let dice = own
                    .dice
                    .iter()
                    .map(|die| format!("{die}: {}", own.face(die)));
                let dice = dice.collect::<Vec<_>>().join(", ");
                lines.push(format!("you lost: drop a die by its number ({dice})"));
            }
            Phase::Turn | Phase::Over => {}
        }
        lines
    }
}

impl Scene for Mia {
    fn scene(view: View<'_, Self>, names: &Names) -> Vec<String> {
        let public = view.public();
        let lives = names.each(public.survivors.alive(), &public.lives);
        let mut lines = vec![format!("lives       {lives}")];
        if let Some(standing) = &public.standing {
            lines.push(format!(
                "to beat     {} by {}",
                standing.value,
                names.of(standing.announcer)
            ));
        }
        lines.push(match view.own() {
            Some(value) => format!("the cup     {value}, as you alone know"),
            None => "the cup     is covered".into(),
        });
        lines
    }
}
