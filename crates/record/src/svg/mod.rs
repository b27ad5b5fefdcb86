//! Draws a position as a self-contained SVG picture.

mod gomoku;
mod xiangqi;

use crate::rules::Game;
use std::collections::BTreeSet;
use std::fmt::{Arguments, Display, Write};

/// The outlines of all characters in the pictures, one a line: no font is needed to show them. Cut from LXGW WenKai, under the
/// SIL Open Font License 1.1 (`web/src/board/font/LICENSE-OFL`), by `web/src/board/font/make`.
const OUTLINES: &str = include_str!("outlines.txt");
/// The size of an outline, in its own units.
const EM: f64 = 1000.0;

/// The outline of a character as the data of an SVG path.
fn outline(sign: char) -> &'static str {
    let of_sign = |line: &'static str| line.strip_prefix(sign)?.strip_prefix(' ');
    OUTLINES.lines().find_map(of_sign).expect("the characters of all pictures have outlines")
}

/// Draws the position, with the first side at the bottom and the last move marked.
pub fn svg(game: &Game) -> String {
    match game {
        Game::Xiangqi(game) => xiangqi::svg(game),
        Game::Gomoku(game) => gomoku::svg(game),
    }
}

/// A picture being drawn. Writing to a string does not fail.
struct Picture {
    text: String,
    /// The characters that the picture shows.
    signs: BTreeSet<char>,
}

impl Picture {
    /// Starts a picture of `width` by `height` pixels with a board background. Screen readers read out `title`.
    fn new(width: i32, height: i32, title: &str) -> Picture {
        let mut picture = Picture { text: String::new(), signs: BTreeSet::new() };
        picture.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">"
        ));
        picture.add(format_args!("<title>{title}</title>"));
        picture.add(format_args!("<rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#e9c48a\"/>"));
        picture
    }

    fn add(&mut self, element: Arguments<'_>) {
        self.text.write_fmt(element).expect("writing to a string does not fail");
        self.text.push('\n');
    }

    fn line(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.add(format_args!("<path d=\"M{} {}L{} {}\"/>", from.0, from.1, to.0, to.1));
    }

    /// A character, centered on a point.
    fn sign(&mut self, sign: char, (x, y): (i32, i32), size: i32, color: &str) {
        self.signs.insert(sign);
        let (id, scale) = (u32::from(sign), f64::from(size) / EM);
        self.add(format_args!(
            "<use href=\"#u{id:x}\" transform=\"translate({x} {y}) scale({scale})\" fill=\"{color}\"/>"
        ));
    }

    /// The letter of a file or the number of a rank, above a point.
    fn label(&mut self, x: i32, y: i32, text: impl Display) {
        const DIGIT: i32 = 7;
        let text = text.to_string();
        let first = x - DIGIT * (text.len() as i32 - 1) / 2;
        for (place, sign) in (0..).zip(text.chars()) {
            self.sign(sign, (first + DIGIT * place, y), 13, "#6b4a1f");
        }
    }

    fn finish(mut self) -> String {
        self.add(format_args!("<defs>"));
        for sign in std::mem::take(&mut self.signs) {
            self.add(format_args!("<path id=\"u{:x}\" d=\"{}\"/>", u32::from(sign), outline(sign)));
        }
        self.add(format_args!("</defs>\n</svg>"));
        self.text
    }
}
