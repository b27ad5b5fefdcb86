//! A value of DhtmlXQ has no brackets, which could end it, and web pages show it: so brackets are written as entities of HTML.

/// Characters with their entities. `&` comes first, because the others contain it.
const ENTITIES: [(char, &str); 4] = [('&', "&amp;"), ('[', "&#91;"), (']', "&#93;"), ('|', "&#124;")];

/// A text as a value. Other programs know no entities, so `&` is only written as one where it would be read as the start of one,
/// and `|` only where two stand for the end of a line.
pub fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let rest = &text[at..];
        let needs_entity = match character {
            '&' => ENTITIES.iter().any(|(_, entity)| rest.starts_with(entity)),
            '|' => rest.starts_with("||") || text[..at].ends_with('|'),
            _ => true,
        };
        match ENTITIES.iter().find(|(own, _)| *own == character && needs_entity) {
            Some((_, entity)) => value.push_str(entity),
            None => value.push(character),
        }
    }
    value
}

/// The text of a value.
pub fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let entity = ENTITIES.iter().find(|(_, entity)| rest.starts_with(entity));
        let (character, length) = entity.map_or(('&', 1), |(character, entity)| (*character, entity.len()));
        text.push(character);
        rest = &rest[length..];
    }
    text.push_str(rest);
    text
}
