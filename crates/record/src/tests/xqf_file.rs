//! Writes XQF files for the tests of the reader, with any keys.

use crate::pieces;
use crate::rules::Game;
use crate::rules::xiangqi::{Move, Setup, Square};
use encoding_rs::GB18030;

/// The numbers in the header that encipher a file.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    pub version: u8,
    pub mask: u8,
    pub or: [u8; 4],
    pub keys: [u8; 4],
}

impl Keys {
    fn is_plain(self) -> bool {
        self.version <= 10
    }

    /// What is added to the places of the pieces, to both points of a move, and to the length of a comment.
    fn additions(self) -> (u8, u8, u8, u32) {
        if self.is_plain() {
            return (0, 0, 0, 0);
        }
        let [k12, k13, k14, k15] = self.keys.map(u32::from);
        let square = |key: u32| key * key * 54 + 221;
        let piece = square(k13) * k13 % 256;
        let from = square(k14) * piece % 256;
        let to = square(k15) * from % 256;
        (piece as u8, from as u8, to as u8, (k12 * 256 + k13) % 32_000 + 767)
    }

    fn stream(self, at: usize) -> u8 {
        let phrase = b"[(C) Copyright Mr. Dong Shiwei.]"[at % 32];
        if self.is_plain() { 0 } else { ((self.keys[at % 4] & self.mask) | self.or[at % 4]) & phrase }
    }
}

fn place(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// The header of a game that starts with at most the pieces of one set.
fn header(game: &Game, keys: Keys) -> Vec<u8> {
    let (piece, ..) = keys.additions();
    let mut file = vec![0; 1024];
    file[..4].copy_from_slice(&[b'X', b'Q', keys.version, keys.mask]);
    file[8..12].copy_from_slice(&keys.or);
    file[12..16].copy_from_slice(&keys.keys);
    let setup: Setup = game.start_fen().parse().unwrap();
    let squares = pieces::squares(&setup).unwrap();
    for slot in 0..32 {
        let index = if keys.is_plain() { slot } else { (usize::from(piece) + slot + 1) % 32 };
        file[16 + slot] = squares[index].map_or(99, place).wrapping_add(piece);
    }
    file[50] = u8::from(setup.turn == crate::rules::Side::Second);
    let name = GB18030.encode("胡荣华").0;
    file[304] = name.len() as u8;
    file[305..305 + name.len()].copy_from_slice(&name);
    file
}

/// The file of a game from its start with these nodes.
pub fn xqf_tree<'a>(game: &Game, keys: Keys, nodes: impl Iterator<Item = XqfNode<'a>>) -> Vec<u8> {
    append(header(game, keys), keys, nodes)
}

/// The file of a game that starts with at most the pieces of one set. Each move whose ply `comments` contains has a
/// comment.
pub fn xqf_file(game: &Game, keys: Keys, comments: &[usize]) -> Vec<u8> {
    let file = header(game, keys);
    let moves = game.moves();
    let nodes = (0..=moves.len()).map(|ply| XqfNode {
        mv: ply.checked_sub(1).and_then(|index| Move::try_from(moves[index]).ok()),
        has_child: ply < moves.len(),
        has_sibling: false,
        comment: if comments.contains(&ply) { "good" } else { "" },
    });
    append(file, keys, nodes)
}

/// A node of the tree. The first has no move.
pub struct XqfNode<'a> {
    pub mv: Option<Move>,
    pub has_child: bool,
    pub has_sibling: bool,
    pub comment: &'a str,
}

/// The file of a header and these nodes: each before its first child, which comes with all below it before the next sibling.
fn append<'a>(mut file: Vec<u8>, keys: Keys, nodes: impl Iterator<Item = XqfNode<'a>>) -> Vec<u8> {
    let (_, from, to, length) = keys.additions();
    let mut body = Vec::new();
    for XqfNode { mv, has_child, has_sibling, comment } in nodes {
        let (mv_from, mv_to) = mv.map_or((0, 0), |mv| (place(mv.from()), place(mv.to())));
        let flags = match keys.is_plain() {
            true => u8::from(has_child) * 0xf0 + u8::from(has_sibling) * 0x0f,
            false => {
                u8::from(has_child) * 0x80
                    + u8::from(has_sibling) * 0x40
                    + u8::from(!comment.is_empty()) * 0x20
            }
        };
        let text = GB18030.encode(comment).0;
        body.extend([
            mv_from.wrapping_add(24).wrapping_add(from),
            mv_to.wrapping_add(32).wrapping_add(to),
            flags,
            0,
        ]);
        if keys.is_plain() || !comment.is_empty() {
            body.extend((text.len() as u32).wrapping_add(length).to_le_bytes());
            body.extend(&*text);
        }
    }
    file.extend(body.into_iter().enumerate().map(|(at, byte)| byte.wrapping_add(keys.stream(at))));
    file
}
