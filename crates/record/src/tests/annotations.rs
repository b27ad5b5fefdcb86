//! Glyphs of PGN and annotations of SGF survive import, conversion and export.

use super::trees::{assert_round_trip, imported};
use super::*;
use proptest::prelude::*;

const PGN: &str = "[Game \"Chinese Chess\"]\n\n$13 1. h2e2! $14 {the cannon} ($7 1. b2e2?? $255 h9g7!?) 1... h9g7?! (1... b9c7 $2 $2) *";

fn glyphs(tree: &Tree) -> Vec<&[(usize, u8)]> {
    tree.lines.iter().map(|line| line.remarks.glyphs.as_slice()).collect()
}

#[test]
fn glyphs_of_a_pgn_survive_in_every_notation_and_as_dhtmlxq() {
    let pgn = imported(PGN.as_bytes());
    let expected: [&[(usize, u8)]; 3] =
        [&[(0, 13), (1, 1), (1, 14), (2, 6)], &[(0, 7), (1, 4), (1, 255), (2, 5)], &[(2, 2)]];
    assert_eq!(glyphs(pgn.import.tree.as_deref().unwrap()), expected);
    for moves in [PgnMoves::Coordinates, PgnMoves::Chinese, PgnMoves::Wxf] {
        assert_round_trip(&pgn, Export::Pgn(moves));
    }
    assert_round_trip(&pgn, Export::DhtmlXq);
    let text = Export::Pgn(PgnMoves::Coordinates).write_tree(
        &pgn.game,
        &pgn.import.tags,
        &[],
        pgn.import.tree.as_deref(),
    );
    let text = String::from_utf8(text.unwrap()).unwrap();
    assert!(text.contains("1. H2-E2 $1 $14 {the cannon}"), "{text}");
    assert!(text.contains("($7\n") || text.contains("($7 1. B2-E2 $4 $255"), "{text}");
}

#[test]
fn marks_of_every_width_and_place_are_glyphs() {
    for (text, expected) in [
        ("1. h2e2！ h9g7？", vec![(1, 1), (2, 2)]),
        ("1.h2e2$1$16 h9g7", vec![(1, 1), (1, 16)]),
        ("1. h2e2 h9g7 !!2. h0g2", vec![(2, 3)]),
        ("1. h2e2!!! h9g7?!?", vec![]),
        ("1. h2e2 $256 $x h9g7 $", vec![]),
    ] {
        let Imported { game, import } = imported(text.as_bytes());
        assert!(game.ply() >= 2, "{text}");
        let found = import.tree.map_or_else(Vec::new, |tree| tree.lines[0].remarks.glyphs.clone());
        assert_eq!(found, expected, "{text}");
    }
}

const SGF: &str = "(;GM[4]SZ[15]RU[Gomoku]N[a game]LB[hh:\\]][ii:b\\:c]AP[other:1];B[hh]TE[]C[good];W[ii]BM[2]GB[2]V[3.5]\
                   (;B[jj]IT[]DM[1]TR[aa][bb];TR[cc]V[4];LB[dd:1]KO[])(;DO[]GB[];B[ij]TE[2]UC[1]XG[16][3]))";

#[test]
fn annotations_of_an_sgf_are_glyphs_or_stay_as_they_are() {
    let sgf = imported(SGF.as_bytes());
    let tree = sgf.import.tree.as_deref().unwrap();
    let expected: [&[(usize, u8)]; 2] =
        [&[(1, 1), (2, 4), (3, 5), (3, 10)], &[(2, 6), (3, 3), (3, 13), (3, 16)]];
    assert_eq!(glyphs(tree), expected);
    let properties: Vec<(usize, &str)> =
        tree.lines[0].remarks.properties.iter().map(|(ply, text)| (*ply, text.as_str())).collect();
    let kept = [
        (0, "N[a game]"),
        (0, "LB[hh:\\]][ii:b\\:c]"),
        (2, "GB[2]"),
        (2, "V[3.5]"),
        (3, "TR[aa][bb][cc]"),
        (3, "V[4]"),
        (3, "LB[dd:1]"),
        (3, "KO[]"),
    ];
    assert_eq!(properties, kept);
    assert_eq!(tree.lines[1].remarks.properties, [(2, "GB[]".to_owned())]);
    assert_round_trip(&sgf, Export::Sgf);
    let written = Export::Sgf.write_tree(&sgf.game, &sgf.import.tags, &[], Some(tree)).unwrap();
    let text = String::from_utf8(written).unwrap();
    for node in
        ["N[a game]LB[hh:\\]]", ";B[hh]C[good]TE[1]", ";W[ii]BM[2]GB[2]", "(;DO[]GB[];B[ij]TE[2]UC[1]XG[16])"]
    {
        assert!(text.contains(node), "{node} in {text}");
    }
}

#[test]
fn glyphs_survive_the_way_from_pgn_to_sgf_and_back() {
    let pgn = imported(b"[Game \"Gomoku\"]\n\n1. h8! $5 $10 i9 $19 $2 (i8?? j9?!) 2. g7!! *");
    assert_round_trip(&pgn, Export::Sgf);
    assert_round_trip(&pgn, Export::Pgn(PgnMoves::Coordinates));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_glyphs_survive(of_moves in prop::collection::vec(prop::collection::btree_set(any::<u8>(), 0..6), 3)) {
        for (game, moves) in [("Gomoku", ["h8", "i9", "g7"]), ("Chinese Chess", ["h2e2", "h9g7", "h0g2"])] {
            let words = moves.iter().zip(&of_moves).map(|(mv, glyphs)| {
                glyphs.iter().fold((*mv).to_owned(), |text, glyph| format!("{text} ${glyph}"))
            });
            let text = format!("[Game \"{game}\"]\n\n{} {{last}}", words.collect::<Vec<_>>().join(" "));
            let of = imported(text.as_bytes());
            let formats = [Export::Pgn(PgnMoves::Coordinates), Export::Sgf, Export::DhtmlXq];
            for format in formats {
                if format.write(&of.game, &tags(), &[]).is_ok() {
                    assert_round_trip(&of, format);
                }
            }
        }
    }
}
