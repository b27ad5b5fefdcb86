//! Reads who gets the seats of a new game, and the settings that only games with seats have.

use super::DAY_MS;
use crate::config::Config;
use crate::game::Player;
use crate::json::Fields;
use crate::rules::{BySide, Ruleset, Side};
use crate::service::{NewSeats, Seating, SideName};

/// The side of the creator of a game with an invitation.
#[derive(Clone, Copy)]
enum CreatorSide {
    Random,
    Named(SideName),
}

/// None if the game has no seats, or a field had an error.
pub fn read(
    fields: &mut Fields,
    ruleset: Option<Ruleset>,
    players: &BySide<Player>,
    config: &Config,
) -> Option<NewSeats> {
    let seating = read_seating(fields, ruleset, players);
    let hints = fields.boolean("hints");
    let is_private = fields.boolean("private").unwrap_or(false);
    let abandon_ms = fields.integer("abandon_ms", 1..=DAY_MS);
    let has_ready_check = fields.boolean("ready_check").unwrap_or(false);
    if has_ready_check && Side::ALL.iter().any(|&side| !players[side].is_human()) {
        fields.error("ready_check", "expected people on both sides: an engine is always ready");
    }
    if seating.is_none() {
        let needing = [
            ("hints", hints == Some(false)),
            ("private", is_private),
            ("ready_check", has_ready_check),
            ("abandon_ms", abandon_ms.is_some()),
        ];
        for (name, _) in needing.into_iter().filter(|(_, is_set)| *is_set) {
            fields.error(name, "needs a game with seats");
        }
    }
    let abandon_ms = abandon_ms.unwrap_or(config.abandon_ms);
    Some(NewSeats { seating: seating?, hints, is_private, has_ready_check, abandon_ms })
}

fn read_seating(fields: &mut Fields, ruleset: Option<Ruleset>, players: &BySide<Player>) -> Option<Seating> {
    let is_invitation = fields.is_string("seats");
    let invites_both = match is_invitation {
        true => fields.one_of("seats", &[("invite", false), ("invite_both", true)]),
        false => None,
    };
    let has_seats = !is_invitation && fields.boolean("seats").unwrap_or(false);
    let creator = named_side(fields);
    let creator_has_side = is_invitation && invites_both != Some(true);
    if creator.is_some() && !creator_has_side {
        fields.error("side", "is the creator's side: expected it only with \"seats\": \"invite\"");
    }
    if !is_invitation {
        return has_seats.then_some(Seating::Both);
    }
    if Side::ALL.iter().any(|&side| !players[side].is_human()) {
        fields.error("seats", "expected people on both sides of a game with an invitation");
    }
    if invites_both? {
        return Some(Seating::InviteBoth);
    }
    Some(Seating::Invite(side_of(fields, creator, ruleset)))
}

/// Reads `side`, which may be `random`. None for either side, or if it had an error.
pub fn read_side(fields: &mut Fields, ruleset: Option<Ruleset>) -> Option<Side> {
    let named = named_side(fields);
    side_of(fields, named, ruleset)
}

fn named_side(fields: &mut Fields) -> Option<CreatorSide> {
    let named = SideName::ALL.map(|(name, side)| (name, CreatorSide::Named(side)));
    fields.one_of("side", &[&named[..], &[("random", CreatorSide::Random)]].concat())
}

fn side_of(fields: &mut Fields, named: Option<CreatorSide>, ruleset: Option<Ruleset>) -> Option<Side> {
    let Some(CreatorSide::Named(name)) = named else { return None };
    name.of(ruleset?).map_err(|message| fields.error("side", message)).ok()
}
