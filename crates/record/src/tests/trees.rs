//! Comments and variations survive the way through every format that has a place for them.

use super::*;
use crate::rules::Ruleset;

const PGN: &str = "[Game \"Chinese Chess\"]\n\n{before} 1. h2e2 {the cannon} (1. b2e2 {the other} b9c7 (1... h9g7 {deep} 2. h0g2) 2. b0c2) \
                   1... h9g7 (1... b9c7) (1... h7e7 2. h0g2 {twice\nover}) 2. h0g2 {end} *";
const SGF: &str = "(;GM[4]SZ[15]RU[Gomoku]C[root];B[hh]C[center \\] of it](;W[ii];B[jj](;W[kk])(;W[gg]C[x]))(;W[hi](;B[aa])(;B[bb])))";

pub fn imported(bytes: &[u8]) -> Imported {
    let parsed = read(bytes, None).unwrap();
    let chosen = parsed.ruleset(None).unwrap();
    let options = parsed.options(Options::defaults(chosen.ruleset), false).unwrap();
    parsed.play(&options, 1000).unwrap()
}

/// A line: where it branches off, all moves from the start of the game, and its remarks.
type Fact = (usize, String, Remarks);

/// The lines of a tree in an order that does not depend on theirs.
pub fn facts(tree: &Tree) -> Vec<Fact> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    let mut facts = Vec::new();
    for line in &tree.lines {
        let before = paths.get(line.parent).map_or(&[][..], |path| &path[..line.ply]);
        let path: Vec<String> = before.iter().cloned().chain(line.moves().map(str::to_owned)).collect();
        facts.push((line.ply, path.join(" "), line.remarks.clone()));
        paths.push(path);
    }
    facts.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    facts
}

pub fn assert_round_trip(of: &Imported, format: Export) {
    let tree = of.import.tree.as_deref().unwrap();
    let written = format.write_tree(&of.game, &of.import.tags, &[], Some(tree)).unwrap();
    let again = imported(&written);
    let text = String::from_utf8_lossy(&written);
    assert_eq!(again.import.notes, of.import.notes, "{text}");
    assert_eq!(facts(again.import.tree.as_deref().unwrap()), facts(tree), "{text}");
    assert_eq!((again.game.moves(), again.game.outcome()), (of.game.moves(), of.game.outcome()));
}

#[test]
fn a_pgn_gives_its_whole_tree_back_in_every_notation_and_as_dhtmlxq() {
    let pgn = imported(PGN.as_bytes());
    assert_eq!(pgn.import.tree.as_ref().unwrap().counts(), (6, 4));
    assert_eq!(pgn.import.notes, []);
    for moves in [PgnMoves::Coordinates, PgnMoves::Chinese, PgnMoves::Wxf] {
        assert_round_trip(&pgn, Export::Pgn(moves));
    }
    assert_round_trip(&pgn, Export::DhtmlXq);
}

#[test]
fn an_sgf_gives_its_whole_tree_back_and_as_pgn() {
    let sgf = imported(SGF.as_bytes());
    assert_eq!(sgf.import.tree.as_ref().unwrap().counts(), (3, 3));
    assert_round_trip(&sgf, Export::Sgf);
    assert_round_trip(&sgf, Export::Pgn(PgnMoves::Coordinates));
    assert_eq!(sgf.import.tree.as_ref().unwrap().lines[0].remarks.comments[1].1, "center ] of it");
}

#[test]
fn samples_give_their_whole_trees_back() {
    for bytes in [
        &include_bytes!("../../../../tests/data/records/jiang-hu-1992-dhtmlxq.txt")[..],
        &include_bytes!("../../../../tests/data/records/endgame-285-v16.xqf")[..],
    ] {
        let sample = imported(bytes);
        for format in [Export::DhtmlXq, Export::Pgn(PgnMoves::Chinese)] {
            assert_round_trip(&sample, format);
        }
    }
}

#[test]
fn a_tree_follows_a_game_that_departs_from_it() {
    let Imported { mut game, import } = imported(PGN.as_bytes());
    let tree = import.tree.unwrap();
    game.undo(2).unwrap();
    for mv in ["b9c7", "b0c2"] {
        game.play_text(mv).unwrap();
    }
    let written = Export::DhtmlXq.write_tree(&game, &import.tags, &[], Some(&tree)).unwrap();
    let again = imported(&written).import.tree.unwrap();
    assert_eq!(again.lines[0].moves, "h2e2 b9c7 b0c2");
    let paths: Vec<String> = facts(&again).into_iter().map(|(_, path, _)| path).collect();
    assert!(paths.contains(&"h2e2 h9g7 h0g2".to_owned()), "{paths:?}");
    assert_eq!(again.counts().1, tree.counts().1 + 1);
    game.undo(3).unwrap();
    let written =
        Export::Pgn(PgnMoves::Coordinates).write_tree(&game, &import.tags, &[], Some(&tree)).unwrap();
    assert!(String::from_utf8(written).unwrap().contains("{before}"));
}

#[test]
fn a_variation_that_is_not_legal_is_left_out_from_its_wrong_move() {
    let Imported { game, import } = imported(b"h2e2 (h2h9 (b2e2) c3c4) (b2e2 e9e4) h9g7");
    assert_eq!(game.ply(), 2);
    let tree = import.tree.unwrap();
    assert_eq!((tree.lines.len(), tree.lines[1].moves.as_str()), (4, "h2h9"));
    assert_eq!(import.notes, [Note::VariationsLeftOut { count: 2 }]);
}

#[test]
fn variations_of_joined_points_branch_off_where_they_are() {
    let Imported { import, .. } = imported(b"h8i9g7 (g8h9) j9 (a1 b2)");
    let tree = import.tree.unwrap();
    let lines: Vec<(usize, &str)> = tree.lines.iter().map(|line| (line.ply, line.moves.as_str())).collect();
    assert_eq!(lines, [(0, "h8 i9 g7 j9"), (0, "g8 h9"), (3, "a1 b2")]);
}

#[test]
fn deep_and_wide_trees_are_written_without_recursion() {
    let deep = format!("1. h2e2 {}", "(1. b2e2 ".repeat(3_000) + &")".repeat(3_000));
    let wide = format!("1. h2e2 {}", "(1. b2e2 h9g7 (b9c7)) ".repeat(1_500));
    for text in [deep, wide] {
        let all = imported(text.as_bytes());
        assert_eq!(all.import.tree.as_ref().unwrap().counts().1, 3_000);
        for format in [Export::Pgn(PgnMoves::Wxf), Export::DhtmlXq] {
            assert_round_trip(&all, format);
        }
    }
    let nested =
        format!("(;GM[4]RU[Gomoku]{}", "(;B[hh](;W[ii]".to_owned() + &"(;B[jj])".repeat(2_000) + ")))");
    assert_round_trip(&imported(nested.as_bytes()), Export::Sgf);
    assert_eq!(Ruleset::Gomoku, imported(nested.as_bytes()).game.ruleset());
}
