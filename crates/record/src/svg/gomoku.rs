//! Draws the board of five in a row, with stones on the intersections.

use super::Picture;
use crate::rules::Side;
use crate::rules::gomoku::{Game, Point};

const CELL: i32 = 40;
const MARGIN: i32 = 44;

pub fn svg(game: &Game) -> String {
    let position = game.position();
    let board = Board { size: position.size() };
    let width = board.x(board.size - 1) + MARGIN;
    let mut picture = Picture::new(width, width, &position.to_string());
    picture.add(format_args!(
        "<defs><radialGradient id=\"black\" cx=\"35%\" cy=\"30%\" r=\"75%\"><stop offset=\"0\" stop-color=\"#6b6b6b\"/>\
         <stop offset=\"1\" stop-color=\"#0c0c0c\"/></radialGradient><radialGradient id=\"white\" cx=\"35%\" cy=\"30%\" \
         r=\"75%\"><stop offset=\"0\" stop-color=\"#ffffff\"/><stop offset=\"1\" stop-color=\"#cfcac0\"/></radialGradient></defs>"
    ));
    board.draw_grid(&mut picture, width);
    let stones = game.stones_played();
    for point in Point::all(board.size) {
        if let Some(side) = position.at(point) {
            board.draw_stone(&mut picture, point, side);
        }
    }
    if let Some(&(point, side)) = stones.last() {
        board.mark(&mut picture, point, side);
    }
    for (point, _) in position.forbidden_points() {
        if position.turn() == Side::First {
            board.cross(&mut picture, point);
        }
    }
    picture.finish()
}

struct Board {
    size: u8,
}

impl Board {
    fn x(&self, file: u8) -> i32 {
        MARGIN + i32::from(file) * CELL
    }

    fn y(&self, rank: u8) -> i32 {
        MARGIN + i32::from(self.size - 1 - rank) * CELL
    }

    fn at(&self, point: Point) -> (i32, i32) {
        (self.x(point.file()), self.y(point.rank()))
    }

    fn draw_grid(&self, picture: &mut Picture, width: i32) {
        let last = self.size - 1;
        picture.add(format_args!("<g stroke=\"#6b4a1f\" stroke-width=\"1.3\" fill=\"none\">"));
        for line in 0..self.size {
            picture.line((self.x(line), self.y(0)), (self.x(line), self.y(last)));
            picture.line((self.x(0), self.y(line)), (self.x(last), self.y(line)));
        }
        picture.add(format_args!("</g>"));
        for point in self.star_points() {
            let (x, y) = self.at(point);
            picture.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#6b4a1f\"/>"));
        }
        for line in 0..self.size {
            for at in [width - 10, 20] {
                picture.label(self.x(line), at, (b'a' + line) as char);
            }
            for at in [14, width - 14] {
                picture.label(at, self.y(line) + 5, line + 1);
            }
        }
    }

    /// The star points: four near the corners, the center of a board of odd size, and on 19 lines the middles of the sides.
    fn star_points(&self) -> Vec<Point> {
        let (near, middle) = (if self.size < 13 { 2 } else { 3 }, self.size / 2);
        let ends = [near, self.size - 1 - near];
        let grid = |lines: &[u8]| -> Vec<Point> {
            lines.iter().flat_map(|&file| lines.iter().map(move |&rank| Point::new(file, rank))).collect()
        };
        match self.size {
            19 => grid(&[near, middle, ends[1]]),
            _ if self.size % 2 == 1 => [grid(&ends), vec![Point::new(middle, middle)]].concat(),
            _ => grid(&ends),
        }
    }

    fn draw_stone(&self, picture: &mut Picture, point: Point, side: Side) {
        let (x, y) = self.at(point);
        let color = if side == Side::First { "black" } else { "white" };
        picture.add(format_args!(
            "<g><circle cx=\"{x}\" cy=\"{}\" r=\"18\" fill=\"#7a5a2b\" opacity=\"0.45\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"url(#{color})\" stroke=\"#3a3020\" stroke-width=\"0.6\"/></g>",
            y + 2
        ));
    }

    fn mark(&self, picture: &mut Picture, point: Point, side: Side) {
        let (x, y) = self.at(point);
        let color = if side == Side::First { "#ffffff" } else { "#b3261e" };
        picture.add(format_args!("<circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{color}\"/>"));
    }

    fn cross(&self, picture: &mut Picture, point: Point) {
        let (x, y) = self.at(point);
        picture.add(format_args!(
            "<path class=\"forbidden\" d=\"M{} {}l12 12m0 -12l-12 12\" stroke=\"#b3261e\" stroke-width=\"2.4\"/>",
            x - 6,
            y - 6
        ));
    }
}
