//! What a record says about the positions of a line besides its moves.

/// What a line says about its positions, each entry about the position after a number of moves from the start. Each list is
/// in the order of these numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Remarks {
    /// Comments, one for a position.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub comments: Vec<(usize, String)>,
    /// Numeric annotation glyphs of PGN: 1 to 6 judge the move before the position (`!`, `?`, `!!`, `??`, `!?`, `?!`), others the
    /// position. Each position has its glyphs in ascending order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub glyphs: Vec<(usize, u8)>,
    /// Properties of SGF that are no glyphs, as SGF writes them, such as `LB[aa:A][bb:B]`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub properties: Vec<(usize, String)>,
}

/// What a line says about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Remark<'a> {
    pub comment: Option<&'a str>,
    pub glyphs: &'a [(usize, u8)],
    pub properties: &'a [(usize, String)],
}

impl Remark<'_> {
    pub fn is_empty(&self) -> bool {
        *self == Remark::default()
    }

    pub fn glyphs(&self) -> impl Iterator<Item = u8> {
        self.glyphs.iter().map(|&(_, glyph)| glyph)
    }

    pub fn properties(&self) -> impl Iterator<Item = &str> {
        self.properties.iter().map(|(_, property)| property.as_str())
    }
}

/// The entries about the position after `at` moves.
fn entries<T>(list: &[(usize, T)], at: usize) -> &[(usize, T)] {
    let start = list.partition_point(|&(place, _)| place < at);
    let length = list[start..].partition_point(|&(place, _)| place == at);
    &list[start..start + length]
}

impl Remarks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Remarks::default()
    }

    pub(super) fn at(&self, at: usize) -> Remark<'_> {
        Remark {
            comment: entries(&self.comments, at).first().map(|(_, comment)| comment.as_str()),
            glyphs: entries(&self.glyphs, at),
            properties: entries(&self.properties, at),
        }
    }

    /// Adds a comment about the last position that has one, or a later one. Leaves out control characters.
    pub(super) fn add_comment(&mut self, at: usize, text: &str) {
        let text: String = text.chars().filter(|&it| !it.is_control() || matches!(it, '\n' | '\t')).collect();
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match self.comments.last_mut() {
            Some((last, before)) if *last == at => {
                before.push('\n');
                before.push_str(text);
            }
            _ => self.comments.push((at, text.to_owned())),
        }
    }

    /// Adds a glyph about the last position that has one, or a later one.
    pub(super) fn add_glyph(&mut self, at: usize, glyph: u8) {
        if let Err(place) = self.glyphs.binary_search(&(at, glyph)) {
            self.glyphs.insert(place, (at, glyph));
        }
    }

    /// Adds a property about the last position that has one, or a later one. Of a property that is there already the values are
    /// added if it `is_list`, and left out if not: a node has no property twice. Leaves out control characters.
    pub(super) fn add_property(&mut self, at: usize, name: &str, values: &str, is_list: bool) {
        let values: String = values.chars().filter(|&it| !it.is_control() || it.is_whitespace()).collect();
        let mut here = self.properties.iter_mut().rev().take_while(|(place, _)| *place == at);
        let is_same = |text: &str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('['));
        match here.find(|(_, text)| is_same(text)) {
            Some((_, text)) if is_list => text.push_str(&values),
            Some(_) => {}
            None => self.properties.push((at, format!("{name}{values}"))),
        }
    }

    /// The remarks about the positions after at most `at` moves, and the others.
    pub(super) fn split(&self, at: usize) -> (Remarks, Remarks) {
        fn split<T: Clone>(list: &[(usize, T)], at: usize) -> [Vec<(usize, T)>; 2] {
            let (before, after) = list.split_at(list.partition_point(|&(place, _)| place <= at));
            [before.to_vec(), after.to_vec()]
        }
        let [comments, later_comments] = split(&self.comments, at);
        let [glyphs, later_glyphs] = split(&self.glyphs, at);
        let [properties, later_properties] = split(&self.properties, at);
        (
            Remarks { comments, glyphs, properties },
            Remarks { comments: later_comments, glyphs: later_glyphs, properties: later_properties },
        )
    }

    /// The remarks in order, with another way to count the moves that keeps their order.
    pub(super) fn counted(&self, ply: impl Fn(usize) -> usize) -> Remarks {
        fn counted<T: Clone>(list: &[(usize, T)], ply: impl Fn(usize) -> usize) -> Vec<(usize, T)> {
            let mut list: Vec<_> = list.iter().map(|(at, remark)| (ply(*at), remark.clone())).collect();
            list.sort_by_key(|&(at, _)| at);
            list
        }
        Remarks {
            comments: counted(&self.comments, &ply),
            glyphs: counted(&self.glyphs, &ply),
            properties: counted(&self.properties, &ply),
        }
    }
}
