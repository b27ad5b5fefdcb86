//! No bytes make a reader panic, and what is read can be played or is refused.

use super::*;
use crate::rules::Ruleset;
use proptest::prelude::*;

const SAMPLES: [&[u8]; 11] = [
    include_bytes!("../../../../tests/data/records/liu-yang-1982-iccs.pgn"),
    include_bytes!("../../../../tests/data/records/network-2017-gb18030.pgn"),
    include_bytes!("../../../../tests/data/records/playok-wxf.txt"),
    include_bytes!("../../../../tests/data/records/jiang-hu-1992-v18.xqf"),
    include_bytes!("../../../../tests/data/records/jinsong-1999-v10.xqf"),
    include_bytes!("../../../../tests/data/records/endgame-285-v16.xqf"),
    include_bytes!("../../../../tests/data/records/jiang-hu-1992-dhtmlxq.txt"),
    include_bytes!("../../../../tests/data/records/orc-2003.sgf"),
    include_bytes!("../../../../tests/data/records/web-renju-board.sgf"),
    include_bytes!("../../../../tests/data/records/gomocup-2025-shape.psq"),
    include_bytes!("../../../../tests/data/records/renlib-text-board.txt"),
];

/// Reads and plays under each ruleset, with and without the format.
fn import_anyhow(bytes: &[u8]) {
    for format in std::iter::once(None).chain(Format::ALL.map(Some)) {
        let Ok(parsed) = read(bytes, format) else { continue };
        for ruleset in std::iter::once(None).chain(Ruleset::ALL.map(Some)) {
            let Ok(chosen) = parsed.ruleset(ruleset) else { continue };
            if let Ok(options) = parsed.options(Options::defaults(chosen.ruleset), false) {
                _ = parsed.play(&options, 200);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        import_anyhow(&bytes);
        import_anyhow(&[b"XQ\x0a", &[0; 1021][..], &bytes].concat());
        import_anyhow(&[b"XQ\x12", &bytes[..], &[0; 1021], &bytes].concat());
    }

    #[test]
    fn no_text_like_a_record_makes_a_reader_panic(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "(", ")", ";", "[", "]", "B[hh]", "W[ii]", "AB[aa:cc]", "AW", "PL[W]", "SZ[15]", "GM[4]", "RU[Renju]",
                "C[x\\]y]", "\\", "\n", " ", "Piskvorky 15x15, 0:0, 0\n", "8,8,0\n", "9,9\n", "-1\n", ",",
                "[DhtmlXQ_", "[/DhtmlXQ_", "[DHJHtmlXQ_", "movelist]", "binit]", "31]", "34]", "7747", "99", "胡",
                "----- Text Board -----\n", "1 H8  2 H9\n", "3 ", "FORMAT WXF\n", "START{", "}END", "RED A;b\n", "h8i9",
                "[BoardSize \"20\"]\n", "[Game \"Renju\"]\n", "[FEN \"15/", "\"]\n", "h2e2 ", "1-0", "红胜",
            ]),
            0..40,
        )
    ) {
        import_anyhow(pieces.concat().as_bytes());
    }

    #[test]
    fn no_damaged_sample_makes_a_reader_panic(
        sample in prop::sample::select(SAMPLES.to_vec()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        end in any::<prop::sample::Index>(),
    ) {
        let mut bytes = sample.to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        import_anyhow(&bytes);
        bytes.truncate(end.index(bytes.len()));
        import_anyhow(&bytes);
    }
}

#[test]
fn a_record_of_nested_parts_takes_no_recursion() {
    for unit in ["(", "(;", "{", "[", "(;B[hh]", "[DhtmlXQ_a]", "\\"] {
        import_anyhow(unit.repeat(65_536 / unit.len()).as_bytes());
    }
    // Every node of this file has a child and a sibling.
    let mut nodes = vec![0; 1024];
    nodes[..3].copy_from_slice(b"XQ\x0a");
    nodes.extend([24, 32, 0xff, 0, 0, 0, 0, 0].repeat(8_000));
    import_anyhow(&nodes);
}
