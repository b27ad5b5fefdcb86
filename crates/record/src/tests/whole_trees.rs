//! Random trees survive every format that has a place for them: those that we write, and by writers of this test those that we read.

use super::collections::cbr;
use super::trees::{assert_round_trip, facts, imported};
use super::xqf_file::{Keys, XqfNode, xqf_tree};
use super::*;
use crate::rules::Referee;
use crate::rules::gomoku::Variant;
use crate::rules::xiangqi::{Move, Square};
use proptest::prelude::*;
use rand::seq::IndexedRandom;

const COMMENTS: [&str; 6] =
    ["good", "好棋，值得一试", "two\nlines", "[brackets] (and) 1. a | & ; \\ \"x\"", "1-0", "$1 !?"];

/// A tree of legal moves that branches off anywhere, with a comment after some moves.
fn random_tree(game: &Game, random: &mut SmallRng, comments: bool) -> Tree {
    let mut tree = Tree::default();
    let mut paths: Vec<Vec<String>> = Vec::new();
    for index in 0..random.random_range(1..9) {
        let parent = if index == 0 { 0 } else { random.random_range(0..index) };
        let own_ply = tree.lines.get(parent).map_or(0, |line: &Line| line.ply);
        let ply = match paths.get(parent) {
            Some(path) => random.random_range(own_ply..path.len()),
            None => 0,
        };
        let mut path: Vec<String> = paths.get(parent).map_or_else(Vec::new, |path| path[..ply].to_vec());
        let mut after = game.clone();
        path.iter().for_each(|mv| _ = after.play_text(mv).unwrap());
        // What was played here already is no variation.
        let taken: Vec<&String> = paths
            .iter()
            .filter(|other| other.starts_with(&path))
            .filter_map(|other| other.get(ply))
            .collect();
        let first: Vec<String> = after
            .legal_moves()
            .into_iter()
            .map(|mv| after.coordinates(mv))
            .filter(|mv| !taken.contains(&mv))
            .collect();
        let Some(mut mv) = first.choose(random).cloned() else { break };
        let mut line = Line { parent, ply, ..Line::default() };
        for _ in 0..random.random_range(1..12) {
            after.play_text(&mv).unwrap();
            path.push(mv);
            if comments && random.random_bool(0.3) {
                line.remarks.comments.push((path.len(), (*COMMENTS.choose(random).unwrap()).to_owned()));
            }
            let legal = after.legal_moves();
            let Some(&next) = legal.choose(random).filter(|_| after.outcome().is_none()) else { break };
            mv = after.coordinates(next);
        }
        line.moves = path[ply..].join(" ");
        tree.lines.push(line);
        paths.push(path);
    }
    tree
}

/// A node of a tree of moves, with the index of its line and the place of its move there.
struct Node {
    line: usize,
    at: usize,
    has_child: bool,
    has_sibling: bool,
}

/// The nodes after `at` moves of a line, each before its first child, which comes with all below it before the next sibling.
fn nodes(tree: &Tree, line: usize, at: usize, found: &mut Vec<Node>) {
    let moves = tree.lines[line].moves().count();
    if at == moves {
        return;
    }
    let ply = tree.lines[line].ply + at;
    // At its first move a line is itself a sibling, and those that branch off there are children of its parent.
    let others: Vec<usize> = (1..tree.lines.len())
        .filter(|&other| tree.lines[other].parent == line && tree.lines[other].ply == ply)
        .collect();
    found.push(Node { line, at, has_child: at + 1 < moves, has_sibling: !others.is_empty() });
    nodes(tree, line, at + 1, found);
    for (place, &other) in others.iter().enumerate() {
        let first = found.len();
        nodes(tree, other, 0, found);
        // The siblings of siblings are in one row.
        let is_last = place + 1 == others.len();
        found[first].has_sibling |= !is_last;
    }
}

fn all_nodes(tree: &Tree) -> Vec<Node> {
    let mut found = Vec::new();
    nodes(tree, 0, 0, &mut found);
    found
}

fn move_of(tree: &Tree, node: &Node) -> Move {
    tree.lines[node.line].moves().nth(node.at).unwrap().parse().unwrap()
}

fn comment_of<'a>(tree: &'a Tree, node: &Node) -> &'a str {
    let line = &tree.lines[node.line];
    line.remarks.at(line.ply + node.at + 1).comment.unwrap_or_default()
}

/// Whether no line branches off at the first move of a line that branches off itself. In files of nested siblings that is one
/// more sibling of its parent.
fn is_flat(tree: &Tree) -> bool {
    tree.lines.iter().skip(1).all(|line| line.parent == 0 || line.ply > tree.lines[line.parent].ply)
}

fn assert_read_as(file: &[u8], tree: &Tree, what: &str) {
    let import = imported(file).import;
    let read = import.tree.map_or_else(Tree::default, |tree| *tree);
    if tree.is_plain() {
        assert!(read.lines.len() < 2, "{what}");
    } else {
        assert_eq!(facts(&read), facts(tree), "{what}");
    }
}

fn game_of(start: &Game, tree: &Tree) -> Game {
    let mut game = start.clone();
    tree.lines[0].moves().for_each(|mv| _ = game.play_text(mv).unwrap());
    game
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_trees_of_xiangqi_survive_every_format(seed: u64, keys: [u8; 4], or: [u8; 4], version in 1_u8..=18) {
        let mut random = SmallRng::seed_from_u64(seed);
        let start = Game::new(&options(), None).unwrap();
        let tree = random_tree(&start, &mut random, true);
        let game = game_of(&start, &tree);
        let pgn = Export::Pgn(PgnMoves::Coordinates);
        let whole = imported(&pgn.write_tree(&game, &Tags::default(), &[], Some(&tree)).unwrap());
        if whole.import.tree.is_some() {
            prop_assert_eq!(facts(whole.import.tree.as_deref().unwrap()), facts(&tree));
            for format in [pgn, Export::Pgn(PgnMoves::Chinese), Export::Pgn(PgnMoves::Wxf), Export::DhtmlXq] {
                assert_round_trip(&whole, format);
            }
        }
        if is_flat(&tree) {
            let keys = Keys { version, mask: 0xff, or, keys };
            let found = all_nodes(&tree);
            let root = XqfNode { mv: None, has_child: true, has_sibling: false, comment: "" };
            let of_moves = found.iter().map(|node| XqfNode {
                mv: Some(move_of(&tree, node)),
                has_child: node.has_child,
                has_sibling: node.has_sibling,
                comment: comment_of(&tree, node),
            });
            assert_read_as(&xqf_tree(&start, keys, std::iter::once(root).chain(of_moves)), &tree, "xqf");
            let place = |square: Square| (Square::RANKS - 1 - square.rank()) * Square::FILES + square.file();
            let of_moves: Vec<_> = found.iter().map(|node| {
                let mv = move_of(&tree, node);
                let flags = u8::from(!node.has_child) + 2 * u8::from(node.has_sibling);
                (flags, place(mv.from()), place(mv.to()), comment_of(&tree, node))
            }).collect();
            assert_read_as(&cbr(&of_moves), &tree, "cbr");
        }
    }

    #[test]
    fn variations_of_a_wxf_text_survive(seed: u64) {
        let mut random = SmallRng::seed_from_u64(seed);
        let start = Game::new(&options(), None).unwrap();
        // The brace of a comment would end the moves.
        let tree = random_tree(&start, &mut random, false);
        let pgn = Export::Pgn(PgnMoves::Wxf).write_tree(&game_of(&start, &tree), &Tags::default(), &[], Some(&tree));
        let pgn = String::from_utf8(pgn.unwrap()).unwrap();
        let moves = pgn.split_once("\n\n").unwrap().1;
        assert_read_as(format!("FORMAT WXF\nSTART{{\n{moves}}}END\n").as_bytes(), &tree, "wxf");
    }

    #[test]
    fn whole_trees_of_five_in_a_row_survive_every_format(
        seed: u64,
        size in prop::sample::select(vec![9_u8, 15, 20]),
        variant in prop::sample::select(Variant::ALL.to_vec()),
    ) {
        let mut random = SmallRng::seed_from_u64(seed);
        let board_size = if variant == Variant::Renju { 15 } else { size };
        let options = gomoku::Options { board_size, ..gomoku::Options::new(variant) };
        let start = Game::new(&Options::Gomoku(options), None).unwrap();
        let mut tree = random_tree(&start, &mut random, true);
        for line in &mut tree.lines {
            let end = line.ply + line.moves().count();
            for ply in line.ply..=end {
                if random.random_bool(0.2) {
                    line.remarks.add_glyph(ply, random.random());
                }
            }
        }
        let game = game_of(&start, &tree);
        for format in [Export::Sgf, Export::Pgn(PgnMoves::Coordinates)] {
            let written = format.write_tree(&game, &Tags::default(), &[], Some(&tree)).unwrap();
            assert_read_as(&written, &tree, format.name());
        }
        if let Game::Gomoku(own) = &game {
            prop_assert_eq!(own.stones_played().len(), own.ply());
        }
    }
}
