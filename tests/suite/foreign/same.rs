//! The same strategy, built in and in a process: the same games.

use super::examples::game;
use super::table::{Guest, play, snake, terms};
use dudo_engine::liars_dice::LiarsDice;

#[test]
fn a_strategy_is_the_same_wherever_it_runs() {
    for settings in [&[][..], &[("preset", "wild")], &[("preset", "perudo")]] {
        let game = game::<LiarsDice>(settings);
        let local = ["caller", "odds", "caller"].map(Guest::Local);
        let expected = play(&game, &local, 3, 5);
        for outlives in [false, true] {
            let mut terms = terms();
            terms.outlives = outlives;
            terms.trusted = outlives;
            let snake = snake("caller.py", &terms, "liars-dice");
            let caller = || Guest::Remote(&*snake);
            let mixed = [caller(), Guest::Local("odds"), caller()];
            assert_eq!(
                play(&game, &mixed, 3, 5),
                expected,
                "{game}, outlives: {outlives}"
            );
        }
    }
}
