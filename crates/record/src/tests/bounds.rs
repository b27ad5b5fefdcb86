//! What a game keeps of its record takes no more memory than it may.

use super::trees::imported;
use super::*;
use std::fmt::Write;

/// The bytes of a tree on the heap: what its vectors and strings have reserved.
fn memory(tree: &Tree) -> usize {
    let of_line = |line: &Line| {
        let remarks = &line.remarks;
        let texts = remarks.comments.iter().chain(&remarks.properties).map(|(_, text)| text.capacity());
        line.moves.capacity()
            + texts.sum::<usize>()
            + remarks.comments.capacity() * size_of::<(usize, String)>()
            + remarks.properties.capacity() * size_of::<(usize, String)>()
            + remarks.glyphs.capacity() * size_of::<(usize, u8)>()
    };
    tree.lines.capacity() * size_of::<Line>() + tree.lines.iter().map(of_line).sum::<usize>()
}

/// Records of 64 KiB with as much besides the main line as possible.
fn costly() -> [(&'static str, String); 6] {
    const LONG: usize = 64 << 10;
    let glyphs = (0..256).fold(String::new(), |mut text, glyph| {
        write!(text, "${glyph}").unwrap();
        text
    });
    let fill = |start: &str, part: &str, end: &str| {
        format!("{start}{}{end}", part.repeat((LONG - start.len()) / part.len()))
    };
    [
        ("variations", fill("h8", "(i9)", "")),
        ("nested variations", format!("h8{}{}", "(i9".repeat(LONG / 4), ")".repeat(LONG / 4))),
        ("comments", fill("h8", "(i9{a})", "")),
        ("glyphs", fill("h8", &format!("(i9{glyphs})"), "")),
        ("properties", fill("(;GM[4];B[hh]", ";N[]V[]GB[]GW[]HO[]KO[]LB[]MA[]TR[]SQ[]", ")")),
        (
            "properties in variations",
            fill("(;GM[4](;B[hh])", "(;B[ii]N[]V[]GB[]GW[]HO[]KO[]LB[]MA[]TR[]SQ[])", ")"),
        ),
    ]
}

#[test]
fn a_tree_takes_no_more_memory_than_it_may_and_a_note_counts_what_was_left_out() {
    const MOST: usize = 512 << 10;
    for (what, record) in costly() {
        let import = imported(record.as_bytes()).import;
        let whole = import.tree.clone().unwrap();
        let bounded = import.clone().bounded(MOST);
        let tree = bounded.tree.as_deref().cloned().unwrap_or_default();
        println!("{what}: {} KiB, bounded {} KiB", memory(&whole) >> 10, memory(&tree) >> 10);
        assert!(memory(&tree) <= MOST, "{what}: {}", memory(&tree));
        match memory(&whole) <= MOST / 2 {
            true => assert_eq!(bounded, import, "{what}"),
            false => assert!(memory(&tree) > MOST / 8, "{what}: {} of {}", memory(&tree), memory(&whole)),
        }
        let sizes = |tree: &Tree| {
            let remarks = tree.lines.iter().map(|line| &line.remarks);
            let counts = remarks.map(|it| it.comments.len() + it.glyphs.len() + it.properties.len());
            tree.lines.len() + counts.sum::<usize>()
        };
        if let Some(Note::TreeTooLarge { count, bytes: MOST }) = bounded.notes.last() {
            assert_eq!(sizes(&whole) - sizes(&tree), *count, "{what}");
        } else {
            assert_eq!(*whole, tree, "{what}");
        }
    }
}

#[test]
fn what_fits_is_kept_with_the_lines_that_it_belongs_to() {
    let import = imported(b"h8 {one} $1 (i9 {two} j10 (k11 {three})) g7").import;
    for bytes in 0..5_000 {
        let bounded = import.clone().bounded(bytes);
        let tree = bounded.tree.as_deref().cloned().unwrap_or_default();
        for (index, line) in tree.lines.iter().enumerate() {
            assert!(line.parent < index.max(1));
            assert!(index > 0 || line.moves == "h8 g7");
        }
    }
    assert_eq!(import.clone().bounded(5_000), import);
    let none = import.bounded(0);
    assert_eq!((none.tree, &none.notes[..]), (None, &[Note::TreeTooLarge { count: 6, bytes: 0 }][..]));
}

#[test]
fn a_file_with_too_many_variations_is_refused_with_the_place_of_the_first_that_is_too_much() {
    let some = |count: usize| "(b2e2)".repeat(count);
    let refusal = |bytes: &[u8]| read_all(bytes, None).unwrap_err().to_string();
    assert_eq!(read_all(format!("h2e2 {}", some(19_999)).as_bytes(), None).unwrap()[0].lines.len(), 20_000);
    let message = ": expected at most 20000 games and variations in a file, got more";
    assert_eq!(refusal(format!("1.\nh2e2\n{}", some(20_000)).as_bytes()), format!("line 3{message}"));
    let game = format!("[Event \"one\"]\n\n1. h2e2 {} *\n\n", some(9_999));
    assert_eq!(read_all(game.as_bytes(), None).unwrap().len(), 1);
    assert!(refusal(game.repeat(3).as_bytes()).ends_with(message));
    let sgf = format!("(;GM[4](;B[hh]){})", "(;B[ii])".repeat(20_000));
    assert!(refusal(sgf.as_bytes()).ends_with(message));
    assert!(refusal("(;GM[4];B[hh])".repeat(20_001).as_bytes()).ends_with(message));
    let values = (1..=20_000).map(|id| format!("[DhtmlXQ_move_0_1_{id}]1747[/DhtmlXQ_move_0_1_{id}]"));
    let dhtmlxq = format!("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]{}", values.collect::<String>());
    assert!(refusal(dhtmlxq.as_bytes()).ends_with(message));
    let mut xqf = vec![0; 1024];
    xqf[..3].copy_from_slice(b"XQ\x0a");
    xqf.extend([24, 32, 0xf0, 0, 0, 0, 0, 0]);
    xqf.extend([24, 33, 0x0f, 0, 0, 0, 0, 0].repeat(20_001));
    assert!(refusal(&xqf).ends_with(message), "{}", refusal(&xqf));
}
