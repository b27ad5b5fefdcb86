//! Draws a position as a self-contained SVG picture.

mod gomoku;
mod xiangqi;

use crate::rules::Game;
use std::fmt::{Arguments, Display, Write};

/// Draws the position, with the first side at the bottom and the last move marked.
pub fn svg(game: &Game) -> String {
    match game {
        Game::Xiangqi(game) => xiangqi::svg(game),
        Game::Gomoku(game) => gomoku::svg(game),
    }
}

/// A picture being drawn. Writing to a string does not fail.
struct Picture(String);

impl Picture {
    /// Starts a picture of `width` by `height` pixels with a board background. Screen readers read out `title`.
    fn new(width: i32, height: i32, title: &str) -> Picture {
        let mut picture = Picture(String::new());
        picture.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">"
        ));
        picture.add(format_args!("<title>{title}</title>"));
        picture.add(format_args!("<rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#e9c48a\"/>"));
        picture
    }

    fn add(&mut self, element: Arguments<'_>) {
        self.0.write_fmt(element).expect("writing to a string does not fail");
        self.0.push('\n');
    }

    fn line(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.add(format_args!("<path d=\"M{} {}L{} {}\"/>", from.0, from.1, to.0, to.1));
    }

    /// The letter of a file or the number of a rank.
    fn label(&mut self, x: i32, y: i32, text: impl Display) {
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#6b4a1f\" \
             text-anchor=\"middle\">{text}</text>"
        ));
    }

    fn finish(mut self) -> String {
        self.add(format_args!("</svg>"));
        self.0
    }
}
