//! Draws a position as a PNG picture, for readers that show no SVG, such as the previews of links.

use super::svg;
use crate::rules::Game;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The width and height of the picture are those of the SVG, at most 808 pixels, times this.
const SCALE: f32 = 1.5;

/// The position as [`svg`] draws it. Takes tens of milliseconds.
pub fn png(game: &Game) -> Vec<u8> {
    let tree = Tree::from_str(&svg(game), &Options::default()).expect("our own pictures are valid SVG");
    let size = tree.size().to_int_size().scale_by(SCALE).expect("the size of a board is positive");
    let mut pixels = Pixmap::new(size.width(), size.height()).expect("the size of a board is positive");
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().expect("writing to memory does not fail")
}
