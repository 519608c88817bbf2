//! Small pieces of notation, read and written by hand: the machinery of the
//! standard library takes several times as long as the few letters they are about.

use arrayvec::ArrayString;
use core::fmt;

/// What is before and behind the first of these ASCII signs.
#[inline]
pub(crate) fn cut(text: &str, sign: u8) -> Option<(&str, &str)> {
    let end = text.bytes().position(|byte| byte == sign)?;
    Some((&text[..end], &text[end + 1..]))
}

/// The first word of a text and what follows the blank behind it.
#[inline]
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    cut(text, b' ').unwrap_or((text, ""))
}

/// The words of a text, one blank between them; an empty text is one empty word.
pub(crate) fn split_words(text: &str) -> impl Iterator<Item = &str> {
    let mut left = Some(text);
    core::iter::from_fn(move || {
        let text = left?;
        let (word, rest) = first_word(text);
        left = (word.len() < text.len()).then_some(rest);
        Some(word)
    })
}

/// Writes a word of at most ten letters and a number behind it, in one piece:
/// a table hears such facts all the time.
pub(crate) fn write_counted(f: &mut fmt::Formatter<'_>, word: &str, number: u8) -> fmt::Result {
    let mut text = ArrayString::<14>::new();
    text.push_str(word);
    text.push(' ');
    push_number(&mut text, number);
    f.write_str(&text)
}

/// Adds a number in decimal.
///
/// # Panics
/// Without room for it.
#[inline]
pub(crate) fn push_number<const N: usize>(text: &mut ArrayString<N>, number: u8) {
    if number >= 100 {
        text.push(char::from(b'0' + number / 100));
    }
    if number >= 10 {
        text.push(char::from(b'0' + number / 10 % 10));
    }
    text.push(char::from(b'0' + number % 10));
}
