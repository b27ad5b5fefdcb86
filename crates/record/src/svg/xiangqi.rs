//! Draws the Xiangqi board, with Red at the bottom.

use super::Picture;
use crate::rules::Side;
use crate::rules::xiangqi::{Game, Piece, Role, Square};

const CELL: i32 = 60;
const MARGIN: i32 = 54;
const WIDTH: i32 = 8 * CELL + 2 * MARGIN;
const HEIGHT: i32 = 9 * CELL + 2 * MARGIN;
/// The directions, right and down, to the four corners around a point.
const CORNERS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

fn x(file: u8) -> i32 {
    MARGIN + i32::from(file) * CELL
}

fn y(rank: u8) -> i32 {
    MARGIN + i32::from(9 - rank) * CELL
}

pub fn svg(game: &Game) -> String {
    let mut picture = Picture::new(WIDTH, HEIGHT, &game.position().to_string());
    picture.add(format_args!(
        "<defs><radialGradient id=\"disc\" cx=\"35%\" cy=\"30%\" r=\"75%\"><stop offset=\"0\" stop-color=\"#fff6de\"/>\
         <stop offset=\"1\" stop-color=\"#e2bd80\"/></radialGradient></defs>"
    ));
    picture.add(format_args!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"10\" fill=\"#e9c48a\"/>"));
    draw_board(&mut picture);
    if let Some(last) = game.last_move() {
        for square in [last.from(), last.to()] {
            mark(&mut picture, square);
        }
    }
    for square in Square::all() {
        if let Some(piece) = game.position().piece_at(square) {
            draw_piece(&mut picture, piece, square);
        }
    }
    picture.finish()
}

fn draw_board(picture: &mut Picture) {
    picture.add(format_args!("<g stroke=\"#6b4a1f\" stroke-width=\"1.6\" fill=\"none\">"));
    for rank in 0..=9 {
        picture.line((x(0), y(rank)), (x(8), y(rank)));
    }
    for file in 0..=8 {
        if file == 0 || file == 8 {
            picture.line((x(file), y(0)), (x(file), y(9)));
        } else {
            picture.line((x(file), y(0)), (x(file), y(4)));
            picture.line((x(file), y(5)), (x(file), y(9)));
        }
    }
    for low in [0, 7] {
        picture.line((x(3), y(low)), (x(5), y(low + 2)));
        picture.line((x(5), y(low)), (x(3), y(low + 2)));
    }
    for (file, rank) in [1, 7].into_iter().flat_map(|file| [(file, 2), (file, 7)]) {
        draw_corner_marks(picture, file, rank);
    }
    for (file, rank) in [0, 2, 4, 6, 8].into_iter().flat_map(|file| [(file, 3), (file, 6)]) {
        draw_corner_marks(picture, file, rank);
    }
    let (left, top) = (x(0) - 6, y(9) - 6);
    picture.add(format_args!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" stroke-width=\"3\"/></g>",
        8 * CELL + 12,
        9 * CELL + 12
    ));
    let river = y(4) - CELL / 2;
    for (sign, middle) in [('楚', x(1)), ('河', x(3)), ('漢', x(5)), ('界', x(7))] {
        picture.sign(sign, (middle, river), 28, "#6b4a1f");
    }
    for file in 0..=8 {
        for at in [HEIGHT - 6, 16] {
            let letter = (b'a' + file) as char;
            picture.label(x(file), at, letter);
        }
    }
    for rank in 0..=9 {
        for at in [11, WIDTH - 11] {
            picture.label(at, y(rank) + 5, rank);
        }
    }
}

/// Draws the four corner marks around the start point of a cannon or a soldier.
fn draw_corner_marks(picture: &mut Picture, file: u8, rank: u8) {
    const GAP: i32 = 5;
    const LENGTH: i32 = 10;
    for (right, down) in CORNERS {
        if (file == 0 && right < 0) || (file == 8 && right > 0) {
            continue;
        }
        let (x, y) = (x(file) + right * GAP, y(rank) + down * GAP);
        picture.add(format_args!("<path d=\"M{} {y}H{x}V{}\"/>", x + right * LENGTH, y + down * LENGTH));
    }
}

/// Marks a piece with brackets at the four corners around its point.
fn mark(picture: &mut Picture, square: Square) {
    const REACH: i32 = 27;
    const LENGTH: i32 = 11;
    let (x, y) = (x(square.file()), y(square.rank()));
    let corners: String = CORNERS
        .iter()
        .map(|(right, down)| {
            let (side, top) = (x + right * REACH, y + down * REACH);
            format!("M{side} {}V{top}H{}", top - down * LENGTH, side - right * LENGTH)
        })
        .collect();
    picture.add(format_args!(
        "<path class=\"last\" d=\"{corners}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"3\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    ));
}

fn draw_piece(picture: &mut Picture, piece: Piece, square: Square) {
    let (x, y) = (x(square.file()), y(square.rank()));
    let color = if piece.side == Side::First { "#b3261e" } else { "#1d1b16" };
    picture.add(format_args!(
        "<g><circle cx=\"{x}\" cy=\"{}\" r=\"26\" fill=\"#7a5a2b\" opacity=\"0.45\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"26\" fill=\"url(#disc)\" stroke=\"#8a6a35\" stroke-width=\"1.2\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"21.5\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.6\"/></g>",
        y + 2,
    ));
    picture.sign(character(piece), (x, y), 31, color);
}

/// The character of a piece, as on the pieces of a traditional set.
fn character(piece: Piece) -> char {
    match (piece.role, piece.side) {
        (Role::General, Side::First) => '帥',
        (Role::General, Side::Second) => '將',
        (Role::Advisor, Side::First) => '仕',
        (Role::Advisor, Side::Second) => '士',
        (Role::Elephant, Side::First) => '相',
        (Role::Elephant, Side::Second) => '象',
        (Role::Horse, _) => '馬',
        (Role::Rook, _) => '車',
        (Role::Cannon, Side::First) => '炮',
        (Role::Cannon, Side::Second) => '砲',
        (Role::Soldier, Side::First) => '兵',
        (Role::Soldier, Side::Second) => '卒',
    }
}
