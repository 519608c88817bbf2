//! A plot as a picture.

use std::fmt;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::standalone;

/// Pixels for each pixel of CSS, so that a picture is sharp when it is printed.
const SCALE: f32 = 2.0;
/// Pixels of a side, at most: about 800 bots, and 200 MB while it is drawn.
const LONGEST: u32 = 1 << 15;
/// The font that comes with this program, so that a picture is the same on
/// every machine.
const FONT: &str = "Noto Sans";

/// A plot that cannot be drawn: our mistake, or more bots than a picture has
/// room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the plot cannot be drawn: {}", self.0)
    }
}

impl std::error::Error for PngError {}

/// A plot by itself as PNG, on white. Its text is set in a font that is part of
/// this program: Latin, Greek and Cyrillic letters; of others there are boxes.
///
/// # Errors
/// The picture would be too large.
pub fn png(plot: &str) -> Result<Vec<u8>, PngError> {
    let failed = |error: &dyn fmt::Display| PngError(error.to_string());
    let mut options = Options {
        font_family: FONT.to_owned(),
        ..Options::default()
    };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
    // The plot asks for the fonts of the system it is shown on.
    fonts.set_sans_serif_family(FONT);
    fonts.set_serif_family(FONT);
    let tree = Tree::from_str(&standalone(plot), &options).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size().scale_by(SCALE);
    let size = size.filter(|size| size.width().max(size.height()) <= LONGEST);
    let pixmap = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    let mut pixmap = pixmap.ok_or_else(|| failed(&"it is too large for a picture; take SVG"))?;
    pixmap.fill(Color::WHITE);
    let scaled = Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scaled, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels of a plot that are not white, by column of eighths.
    fn inked(body: &str) -> [usize; 8] {
        let plot = format!(
            "<svg class=\"plot\" width=\"160\" height=\"40\" viewBox=\"0 0 160 40\">{body}</svg>"
        );
        let bytes = png(&plot).unwrap();
        let picture = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((picture.width(), picture.height()), (320, 80));
        let mut inked = [0; 8];
        for (at, pixel) in picture.pixels().iter().enumerate() {
            let dark = pixel.red() < 128;
            inked[at % 320 / 40] += usize::from(dark);
            assert_eq!(pixel.alpha(), 255);
        }
        inked
    }

    #[test]
    fn text_is_drawn() {
        let nothing = inked("");
        assert_eq!(nothing, [0; 8]);
        let latin = inked("<text x=\"5\" y=\"25\">odds ± ≥ 1500</text>");
        assert!(latin[0] > 30 && latin[1] > 30 && latin[7] == 0, "{latin:?}");
        let other = inked("<text x=\"5\" y=\"25\">ddos ± ≥ 1500</text>");
        assert_ne!(latin, other, "letters, and not boxes");
        let far = inked("<text x=\"155\" y=\"25\" text-anchor=\"end\">odds</text>");
        assert!(far[0] == 0 && far[7] > 30, "{far:?}");
        let greek = inked("<text x=\"5\" y=\"25\">αδω</text>");
        assert!(greek[0] > 30, "{greek:?}");
    }

    #[test]
    fn no_picture_of_a_thousand_bots_fills_the_memory() {
        let tall = "<svg width=\"760\" height=\"1e9\"></svg>";
        assert!(png(tall).is_err());
        assert!(png("<svg").is_err());
    }
}
