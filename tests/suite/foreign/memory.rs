//! Nobody meets a deal twice, and nothing hangs on when a process was started.

use super::examples::game;
use super::table::{Guest, play, snake, terms};
use dudo_engine::Outcome;
use dudo_engine::liars_dice::LiarsDice;
use dudo_plugin::Terms;

/// Games won from this seat.
fn won(outcomes: &[Outcome], seat: usize) -> usize {
    let first = outcomes
        .iter()
        .filter(|outcome| outcome.places.values()[seat].0 == 1);
    first.count()
}

/// The same deals from both seats, one after the other.
fn both_seats(terms: &Terms) -> [Vec<Outcome>; 2] {
    let game = game::<LiarsDice>(&[("until", "one-round"), ("dice", "5")]);
    let snake = snake("remembers.py", terms, "liars-dice");
    let (local, remote) = (|| Guest::Local("odds"), || Guest::Remote(&*snake));
    [
        play(&game, &[remote(), local()], 40, 1),
        play(&game, &[local(), remote()], 40, 1),
    ]
}

/// Who may live on knows in the second seat what was hidden in the first; who may
/// not plays as if it had never sat there.
#[test]
fn to_remember_gains_nothing() {
    let mut trusted = terms();
    (trusted.trusted, trusted.outlives) = (true, true);
    let [_, knowing] = both_seats(&trusted);
    let [_, fresh] = both_seats(&terms());
    let (knowing, guessing) = (won(&knowing, 1), won(&fresh, 1));
    assert!(
        knowing > guessing + 4,
        "{knowing} of 40 by heart, {guessing} without"
    );
    // Not only no more wins: the very same games as without the first seat.
    let game = game::<LiarsDice>(&[("until", "one-round"), ("dice", "5")]);
    let snake = snake("remembers.py", &terms(), "liars-dice");
    let guests = [Guest::Local("odds"), Guest::Remote(&*snake)];
    assert_eq!(play(&game, &guests, 40, 1), fresh);
}

#[test]
fn five_starts_iterate_sets_alike() {
    let game = game::<LiarsDice>(&[]);
    let runs: Vec<_> = (0..5)
        .map(|_| {
            let snake = snake("sets.py", &terms(), "liars-dice");
            let guests = [Guest::Remote(&*snake), Guest::Local("random")];
            play(&game, &guests, 1, 3)
        })
        .collect();
    assert!(runs.iter().all(|outcomes| *outcomes == runs[0]));
}
