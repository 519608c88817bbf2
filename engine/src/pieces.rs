//! Small pieces of notation, read by hand: the machinery of the
//! standard library takes several times as long as the few letters they are about.

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
