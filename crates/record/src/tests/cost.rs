//! The cost of reading grows no faster than the text. For each reader a search by hill climbing looks for the text that costs most,
//! and the cost of that text is compared with the cost of one that is shorter. The test prints what it found.

use super::*;
use duiyi_rules::Ruleset;
use duiyi_testkit::processor;
use std::hint::black_box;
use std::time::Duration;

const SHORT: usize = 4 << 10;
/// The longest body of a request by default.
const LONG: usize = 64 << 10;
/// The length of the texts among which the search looks: what grows too fast shows at this length, too, and takes less time.
const SEARCHED: usize = 16 << 10;
/// How many times a short text a long one may cost: several times as much as their lengths differ by, and a fraction of what a
/// reader costs that goes to the end of the text for each of its parts.
const MOST: f64 = 4.0 * (LONG / SHORT) as f64;

struct Reader {
    name: &'static str,
    read: fn(&[u8]),
    /// How each text starts.
    head: &'static [u8],
    /// What texts consist of.
    parts: &'static [&'static [u8]],
}

/// Reads a record as a request does, without playing its moves.
fn read_as(bytes: &[u8], format: Option<Format>) {
    let Ok(parsed) = read(bytes, format) else { return };
    if let Ok(chosen) = parsed.ruleset(None).or_else(|_| parsed.ruleset(Some(Ruleset::Gomoku))) {
        _ = black_box(parsed.play(&Options::defaults(chosen.ruleset), 0));
    }
}

/// Reads the position of a game.
fn read_position(bytes: &[u8], ruleset: Ruleset) {
    let text = String::from_utf8_lossy(bytes);
    _ = black_box(Game::new(&Options::defaults(ruleset), Some(&text)));
}

/// Reads a move at the start of a game.
fn read_move(bytes: &[u8], ruleset: Ruleset) {
    let text = String::from_utf8_lossy(bytes);
    _ = black_box(Game::new(&Options::defaults(ruleset), None).unwrap().parse(&text));
}

const XQF_HEAD: [u8; 1024] = {
    let mut head = [0; 1024];
    (head[0], head[1], head[2]) = (b'X', b'Q', 10);
    head
};

#[rustfmt::skip]
const READERS: [Reader; 12] = [
    Reader {
        name: "any format",
        read: |bytes| read_as(bytes, None),
        head: b"",
        parts: &[
            b"(;", b"Piskvorky ", b"[DhtmlXQ_", b"----- Text Board -----", b"FORMAT ", b"START{", b"[", b"XQ", b"a", b"\x01", b"\xff", b"\n", b" ",
        ],
    },
    Reader {
        name: "PGN and lists of moves",
        read: |bytes| read_as(bytes, Some(Format::Pgn)),
        head: b"",
        parts: &[
            b"[A \"b\"]\n", b"[", b"]", b"\"", b"\\", b"{", b"}", b"{[%clk 1]}", b"(", b")", b";", b"\n", b" ", b"1.", b"h2e2 ", b"h8", b"!",
            b"$", b"1-0 ", b"a:b\n", b"\xef\xbc\x9a", b"\xe8\x83\xa1", b"a", b"[FEN \"15/", b"[Game \"Renju\"]\n", b"(h2e2)", b"{a}",
        ],
    },
    Reader {
        name: "WXF",
        read: |bytes| read_as(bytes, Some(Format::Wxf)),
        head: b"FORMAT WXF\n",
        parts: &[b"START{", b"}END", b"COMMENT{", b"RED a;b\n", b"1. C2.5 ", b"\n", b" ", b"(", b")", b"{", b"}", b";", b"a", b"\""],
    },
    Reader {
        name: "DhtmlXQ",
        read: |bytes| read_as(bytes, Some(Format::DhtmlXq)),
        head: b"",
        parts: &[
            b"[DhtmlXQ_", b"[/DhtmlXQ_", b"[DHJHtmlXQ_", b"[/DHJHtmlXQ_", b"]", b"movelist]", b"binit]", b"34]", b"[DhtmlXQ_][/DhtmlXQ_]", b"7747", b"99", b"[D", b"\n",
            b"a", b" ",
        ],
    },
    Reader {
        name: "XQF",
        read: |bytes| read_as(bytes, Some(Format::Xqf)),
        head: &XQF_HEAD,
        parts: &[
            &[24, 32, 0xff, 0, 0, 0, 0, 0], &[24, 32, 0xf0, 0, 0, 0, 0, 0], &[24, 32, 0x0f, 0, 0, 0, 0, 0], &[24, 32, 0, 0, 0, 0, 0, 0],
            &[24, 32, 0xf0, 0, 1, 0, 0, 0, b'a'],
        ],
    },
    Reader {
        name: "SGF",
        read: |bytes| read_as(bytes, Some(Format::Sgf)),
        head: b"(;",
        parts: &[
            b"(", b")", b";", b"[", b"]", b"\\", b"\n", b" ", b"B[hh]", b"W[hi]", b"AB", b"[aa:ss]", b"[aa]", b"AE[aa]", b"PL[W]", b"SZ[15]",
            b"GM[4]", b"RU[Renju]", b"C[x]", b"a", b"5A",
        ],
    },
    Reader {
        name: "psq",
        read: |bytes| read_as(bytes, Some(Format::Psq)),
        head: b"Piskvorky 15x15, 0:0, 0\n",
        parts: &[b"8,8,0\n", b"8,8", b",", b"\n", b" ", b"a", b"-1\n", b"0"],
    },
    Reader {
        name: "RenLib's text board",
        read: |bytes| read_as(bytes, Some(Format::TextBoard)),
        head: b"",
        parts: &[b"----- Text Board -----\n", b"----- Text ", b"1 H8  2 H9\n", b"a - b 1-0\n", b" - ", b"1 ", b"H8 ", b"\n", b" ", b"a", b"-"],
    },
    Reader {
        name: "positions of Xiangqi",
        read: |bytes| read_position(bytes, Ruleset::Xiangqi),
        head: b"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR ",
        parts: &[b"/", b"9", b"1", b"K", b"k", b" ", b"-", b"w ", b"b", b"0 ", b"\xe7\x82\xae", b"\"", b"\n"],
    },
    Reader {
        name: "positions of Gomoku",
        read: |bytes| read_position(bytes, Ruleset::Gomoku),
        head: b"15/15/15/15/15/15/15/15/15/15/15/15/15/15/",
        parts: &[b"/", b"9", b"15", b"0", b"w", b"b", b" ", b"\xe7\x82\xae", b"\"", b"\n"],
    },
    Reader {
        name: "moves of Xiangqi",
        read: |bytes| read_move(bytes, Ruleset::Xiangqi),
        head: b"",
        parts: &[b"h2", b"e", b"-", b" ", b"C", b"2", b"5", b"+", b"=", b".", b"\xe7\x82\xae", b"\xe5\xb9\xb3", b"\xe4\xba\x8c", b"\xe5\x89\x8d"],
    },
    Reader {
        name: "moves of Gomoku",
        read: |bytes| read_move(bytes, Ruleset::Gomoku),
        head: b"",
        parts: &[b"h", b"8", b"H", b" ", b"swap", b"offer_", b"\xe7\x82\xae"],
    },
];

/// A text: parts of a reader before, repeated, and after.
#[derive(Clone, Default)]
struct Text {
    parts: [Vec<usize>; 3],
}

impl Text {
    /// The bytes before, those repeated, and those after.
    fn pieces(&self, reader: &Reader) -> [Vec<u8>; 3] {
        self.parts
            .each_ref()
            .map(|parts| parts.iter().flat_map(|&part| reader.parts[part]).copied().collect())
    }

    fn bytes(&self, reader: &Reader, length: usize) -> Vec<u8> {
        let [before, repeated, after] = self.pieces(reader);
        let mut bytes = [reader.head, &before].concat();
        while !repeated.is_empty() && bytes.len() + repeated.len() + after.len() <= length {
            bytes.extend_from_slice(&repeated);
        }
        bytes.extend(after);
        bytes
    }

    /// Adds, replaces or removes a part.
    fn mutated(&self, reader: &Reader, random: &mut SmallRng) -> Text {
        /// More parts in a row are rarely worse.
        const LONGEST: usize = 5;
        let mut text = self.clone();
        let parts = &mut text.parts[random.random_range(0..3)];
        let part = random.random_range(0..reader.parts.len());
        let at = random.random_range(0..=parts.len());
        match random.random_range(0..3) {
            0 if at < parts.len() => parts[at] = part,
            1 if at < parts.len() => _ = parts.remove(at),
            _ if parts.len() < LONGEST => parts.insert(at, part),
            _ => {}
        }
        text
    }
}

/// The least of several.
fn cost(reader: &Reader, bytes: &[u8], times: u32) -> Duration {
    processor::cost(times, || (reader.read)(black_box(bytes)))
}

/// The text that costs most of those that the search tries.
fn worst(reader: &Reader, random: &mut SmallRng) -> Text {
    const CLIMBS: usize = 4;
    const STEPS: usize = 120;
    let measured = |text: Text| (cost(reader, &text.bytes(reader, SEARCHED), 2), text);
    let climb = |_| {
        let start = (0..4).fold(Text::default(), |text, _| text.mutated(reader, random));
        (0..STEPS).fold(measured(start), |best, _| {
            let next = measured(best.1.mutated(reader, random));
            if next.0 > best.0 { next } else { best }
        })
    };
    (0..CLIMBS).map(climb).max_by_key(|(cost, _)| *cost).map(|(_, text)| text).unwrap_or_default()
}

#[test]
fn no_reader_costs_more_than_in_proportion_to_its_text() {
    for reader in READERS {
        let text = worst(&reader, &mut SmallRng::seed_from_u64(47));
        let [short, long] = [SHORT, LONG].map(|length| cost(&reader, &text.bytes(&reader, length), 30));
        let growth = long.as_secs_f64() / short.as_secs_f64();
        let shown = text.pieces(&reader).map(|piece| String::from_utf8_lossy(&piece).into_owned());
        println!("{}: at most {long:?}, {growth:.0} times as much as a short text: {shown:?}", reader.name);
        assert!(growth < MOST, "{}: {growth:.0} times as much for {shown:?}", reader.name);
    }
}

#[test]
fn an_error_quotes_little_of_a_long_text() {
    let long = "X".repeat(LONG);
    let assert_short = |error: String| assert!(error.len() < 200, "{} bytes: {error:.200}", error.len());
    for (format, record) in [
        (Format::Psq, long.clone()),
        (Format::Psq, format!("Piskvorky 15x15, 0:0, 0\n{long},1,0\n")),
        (Format::TextBoard, format!("----- Text Board -----\n1 H8  {long} H9\n")),
        (Format::TextBoard, format!("----- Text Board -----\n7 {long}\n")),
        (Format::Wxf, format!("FORMAT WXF\nSTART{{\n[{long} x]\n}}END")),
        (Format::DhtmlXq, format!("[DhtmlXQ_{long}]")),
        (Format::Sgf, format!("(;{long})")),
        (Format::Sgf, format!("(;B[{long}])")),
        (Format::Sgf, format!("(;AB[{long}])")),
        (Format::Sgf, format!("(;SZ[{long}])")),
        (Format::Sgf, format!("(;GM[{long}])")),
    ] {
        assert_short(read(record.as_bytes(), Some(format)).unwrap_err().to_string());
    }
    for ruleset in Ruleset::ALL {
        let game = Game::new(&Options::defaults(ruleset), None).unwrap();
        let start = game.start_fen();
        let board = start.split(' ').next().unwrap_or_default();
        for fen in
            [format!("{board} {long}"), format!("{board} b {long}"), format!("{board} w - - {long} {long}")]
        {
            let options = Options::defaults(ruleset);
            Game::new(&options, Some(&fen))
                .unwrap_err()
                .reasons
                .iter()
                .map(ToString::to_string)
                .for_each(assert_short);
        }
        assert_short(game.parse(&long).unwrap_err().to_string());
    }
    let game = Game::new(&options(), None).unwrap();
    for phrase in ["炮一平六", "马二平三"] {
        let spread = phrase.chars().map(String::from).collect::<Vec<_>>().join(&" ".repeat(LONG));
        assert_short(game.parse(&spread).unwrap_err().to_string());
    }
}
