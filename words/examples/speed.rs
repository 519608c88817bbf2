//! Prints how fast the built-in list answers.
//!
//! ```text
//! cargo run --release -p dudo-words --example speed
//! ```
#![expect(clippy::print_stdout, reason = "its output is its purpose")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use dudo_engine::liars_boggle::{Counts, LiarsBoggle};
use dudo_engine::{BotRng, Key, Shelf};
use dudo_words::{Library, equip};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let start = Instant::now();
    let library = Library::new();
    let hash = dudo_engine::liars_boggle::Dictionary::DEFAULT;
    black_box(library.lexicon(hash));
    println!("unpacked in {:?}", start.elapsed());
    let start = Instant::now();
    let game: LiarsBoggle =
        equip(&library, dudo_engine::liars_boggle::Rules::default()).expect("the list is at hand");
    println!("game made in {:?}", start.elapsed());

    let lexicon = game.lexicon();
    let mut rng = BotRng::of(Key::new([1; 32]));
    let asked: Vec<Vec<u8>> = (0..200_000)
        .map(|number| {
            let mut word = lexicon
                .word(rng.below(lexicon.len() as u32) as usize)
                .to_vec();
            // Half of them are no words.
            if number % 2 == 0 {
                let at = rng.below(word.len() as u32) as usize;
                word[at] = b'a' + rng.below(26) as u8;
            }
            word
        })
        .collect();
    let start = Instant::now();
    let found = asked
        .iter()
        .filter(|word| lexicon.has(black_box(word)))
        .count();
    let each = start.elapsed() / asked.len() as u32;
    println!(
        "membership: {each:?} a word ({found} of {} found)",
        asked.len()
    );

    let index = game.index();
    for dice in [4, 8, 16] {
        let (mut worst, mut sum) = (std::time::Duration::ZERO, std::time::Duration::ZERO);
        const THROWS: u32 = 300;
        for _ in 0..THROWS {
            let faces: Counts = game.dice()[..dice]
                .iter()
                .map(|die| die.faces()[rng.below(6) as usize])
                .collect();
            let start = Instant::now();
            black_box(index.made_of(&faces, 0..index.len()).next());
            let spent = start.elapsed();
            sum += spent;
            worst = worst.max(spent);
        }
        println!(
            "best word of {dice} dice, all words looked at: mean {:?}, worst {worst:?}",
            sum / THROWS
        );
    }
}
