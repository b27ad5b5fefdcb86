//! The annotations of SGF: those with a glyph of PGN that means the same, and those that are kept as they are.

use super::super::parsed::RecordLine;
use super::super::remarks::Remark;
use super::lexer::Property;
use std::fmt::Write;

/// The glyphs, each with the property and the value that mean the same. A property without a value means the same as with 1.
const GLYPHS: [(u8, &str, &str); 8] = [
    (1, "TE", "1"),
    (2, "BM", "1"),
    (3, "TE", "2"),
    (4, "BM", "2"),
    (5, "IT", ""),
    (6, "DO", ""),
    (10, "DM", "1"),
    (13, "UC", "1"),
];

/// A property of our own for all other glyphs, by their numbers.
const OTHERS: &str = "XG";

/// Properties whose values are a list.
const LISTS: [&str; 12] = ["AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];
/// Properties of which a node has one value.
const SINGLE: [&str; 17] =
    ["BL", "BM", "DM", "FG", "GB", "GW", "HO", "KO", "MN", "N", "OB", "OW", "PM", "TE", "UC", "V", "WL"];

/// Adds a property to the end of a line, if it is an annotation.
pub fn read(property: &Property<'_>, line: &mut RecordLine) {
    let name = property.name.as_str();
    let end = line.end();
    if name == OTHERS {
        let numbers = property.values.iter().filter_map(|number| number.trim().parse().ok());
        numbers.for_each(|glyph| line.remarks.add_glyph(end, glyph));
        return;
    }
    let value = property.values[0].trim();
    let value = if value.is_empty() { "1" } else { value };
    let means_same =
        |&&(_, own, of_own): &&(u8, &str, &str)| own == name && (of_own.is_empty() || of_own == value);
    if let Some(&(glyph, ..)) = GLYPHS.iter().find(means_same) {
        line.remarks.add_glyph(end, glyph);
    } else if LISTS.contains(&name) || SINGLE.contains(&name) {
        line.remarks.add_property(end, name, property.raw, LISTS.contains(&name));
    }
}

/// Writes the comment, the glyphs and the other properties of a node.
pub fn write(text: &mut String, remark: Remark<'_>) {
    if let Some(comment) = remark.comment {
        let comment = comment.replace('\\', "\\\\").replace(']', "\\]");
        write!(text, "C[{comment}]").expect("writing to a string does not fail");
    }
    // A node has no property twice: a glyph whose property is there already is written by its number.
    let kept = remark.properties().filter_map(|property| property.split_once('['));
    let mut names: Vec<&str> = kept.map(|(name, _)| name).collect();
    let mut others = String::new();
    for glyph in remark.glyphs() {
        match GLYPHS.iter().find(|(own, name, _)| *own == glyph && !names.contains(name)) {
            Some((_, name, value)) => {
                names.push(name);
                write!(text, "{name}[{value}]").expect("writing to a string does not fail");
            }
            None => write!(others, "[{glyph}]").expect("writing to a string does not fail"),
        }
    }
    if !others.is_empty() {
        text.push_str(OTHERS);
        text.push_str(&others);
    }
    text.extend(remark.properties());
}
