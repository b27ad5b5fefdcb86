//! Reads what players and owners call a game: the names of the players, the owner's reference and metadata.

use crate::game::{DetailChanges, MetadataChanges, Owner};
use crate::json::Fields;
use crate::rules::Ruleset;
use crate::service::{Error, Result, SideName};
use serde_json::Value;
use std::collections::BTreeMap;

const LONGEST_NAME: usize = 64;

/// Reads a text of at most that number of characters, none of them a control character.
pub(super) fn text(fields: &mut Fields, field: &'static str, longest: usize) -> Option<String> {
    let text = fields.string(field)?;
    let is_usable = (1..=longest).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if !is_usable {
        fields.error(field, format!("expected 1 to {longest} characters, and no control characters"));
    }
    is_usable.then_some(text)
}

/// Reads the `name` of a player.
pub fn name(fields: &mut Fields) -> Option<String> {
    text(fields, "name", LONGEST_NAME)
}

pub fn reference(fields: &mut Fields) -> Option<String> {
    text(fields, "reference", Owner::LONGEST_REFERENCE)
}

/// Reads the `metadata` of a new game.
pub fn metadata(fields: &mut Fields) -> BTreeMap<String, String> {
    let Some(MetadataChanges::Merge(given)) = metadata_changes(fields) else { return BTreeMap::new() };
    let metadata = given.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    if let Err(message) = Owner::check_metadata(&metadata) {
        fields.error("metadata", message);
    }
    metadata
}

/// None if there are none, or one had an error.
fn metadata_changes(fields: &mut Fields) -> Option<MetadataChanges> {
    fields.object("metadata", |inner| {
        let mut changes = BTreeMap::new();
        for (name, value) in inner.drain() {
            let value = match value {
                Value::String(text) => Some(text),
                Value::Null => None,
                _ => {
                    inner.error(&name, "expected a string");
                    continue;
                }
            };
            changes.insert(name, value);
        }
        MetadataChanges::Merge(changes)
    })
}

/// Reads a field that null removes.
fn removable<T>(
    fields: &mut Fields,
    name: &'static str,
    read: impl FnOnce(&mut Fields) -> Option<T>,
) -> Option<Option<T>> {
    if fields.is_null(name) {
        fields.accept_null(name);
        return Some(None);
    }
    read(fields).map(Some)
}

/// The body of `PATCH /v1/games/{id}`: a merge patch. The names of the sides depend on the ruleset of the game.
pub fn changes(mut fields: Fields) -> Result<impl FnOnce(Ruleset) -> Result<DetailChanges>> {
    let reference = removable(&mut fields, "reference", reference);
    let metadata = match fields.is_null("metadata") {
        true => {
            fields.accept_null("metadata");
            Some(MetadataChanges::Clear)
        }
        false => metadata_changes(&mut fields),
    };
    let names = fields.object("players", |players| {
        SideName::ALL.map(|(side, which)| {
            let name = players.object(side, |player| removable(player, "name", name));
            (which, name.flatten())
        })
    });
    let names = fields.finish(Some(names))?;
    Ok(move |ruleset: Ruleset| {
        let mut changes = DetailChanges { reference, metadata, ..DetailChanges::default() };
        for (which, name) in names.into_iter().flatten() {
            if name.is_none() {
                continue;
            }
            let side = which.of(ruleset).map_err(|message| Error::field("/players", message))?;
            changes.names[side] = name;
        }
        Ok(changes)
    })
}
