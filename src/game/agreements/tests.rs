use super::*;
use crate::game::Player;
use crate::game::fixtures::{engine, owner, session};

const NOW: GameTime = GameTime(0);

/// A game between two people with seats.
fn seated() -> Session {
    let tokens = BySide { first: "one".to_owned(), second: "two".to_owned() };
    Session { seats: Some(Box::new(Seats::taken(&tokens))), ..session() }
}

fn play(session: &Session, moves: &str) -> Session {
    moves.split_whitespace().fold(session.clone(), |session, text| session.with_text_move(text, NOW).unwrap())
}

#[test]
fn only_two_people_with_seats_have_to_agree() {
    assert!(seated().is_between_people());
    let without_seats = session();
    assert!(without_seats.are_both_people() && !without_seats.is_between_people());
    let players = BySide { first: Player::Human, second: engine() };
    let against_engine = Session { players, ..seated() };
    assert!(!against_engine.are_both_people() && !against_engine.is_between_people());
}

#[test]
fn the_engine_may_be_asked_about_a_game_whose_seats_forbid_hints_only_when_it_is_over() {
    assert!(session().allows_hints() && seated().allows_hints());
    let without = seated().with_seats(|seats| seats.hints = false);
    assert!(!without.allows_hints());
    assert!(without.with_resignation(Side::First, NOW).unwrap().allows_hints());
}

#[test]
fn a_takeback_goes_back_to_the_turn_of_who_asks() {
    let game = play(&session(), "h2e2 h9g7 h0g2");
    let plies_after = |side| game.with_takeback_offer(side, None, NOW).unwrap().game.ply();
    assert_eq!((plies_after(Side::First), plies_after(Side::Second)), (2, 1));
    let first = play(&session(), "h2e2");
    assert!(first.with_takeback_offer(Side::Second, None, NOW).is_err(), "Black has not moved");
}

#[test]
fn a_takeback_between_people_waits_for_the_other_side() {
    let game = play(&seated(), "h2e2 h9g7 h0g2");
    let offered = game.with_takeback_offer(Side::First, None, NOW).unwrap();
    assert_eq!(
        (offered.game.ply(), offered.takeback_offer()),
        (3, Some(TakebackOffer { side: Side::First, plies: 1 }))
    );
    assert_eq!(offered.with_takeback_accepted(Side::First, NOW).unwrap_err(), ChangeError::NoTakebackOffer);
    assert_eq!(offered.with_takeback_accepted(Side::Second, NOW).unwrap().game.ply(), 2);
    assert_eq!(offered.with_takeback_declined(Side::Second).unwrap().takeback_offer(), None);
}

#[test]
fn only_the_other_side_answers_an_offer_of_a_rematch() {
    let ended = seated().with_resignation(Side::First, NOW).unwrap();
    let offered = ended.with_rematch_offer(Side::First).unwrap();
    assert_eq!(offered.rematch_offered_to(Side::First).unwrap_err(), ChangeError::NoRematchOffer);
    assert_eq!(offered.rematch_offered_to(Side::Second).unwrap(), ended.rematch_id().unwrap());
}

#[test]
fn a_rematch_is_a_new_game_with_the_sides_exchanged() {
    let names = BySide { first: Some("Li".to_owned()), second: None };
    let game = Session { owner: Some(Box::new(owner())), names, ..seated() };
    let ended = play(&game, "h2e2").with_resignation(Side::First, NOW).unwrap();
    let next = Uuid::from_u128(7);
    let rematch = ended.with_rematch_offer(Side::First).unwrap().next_game(next).unwrap();
    assert_eq!((rematch.id, rematch.game.ply(), rematch.rematch()), (next, 0, None));
    assert_eq!(rematch.names, BySide { first: None, second: Some("Li".to_owned()) });
    assert_eq!(rematch.seats.unwrap().side_of("one"), Some(Side::Second));
    assert_eq!(
        rematch.owner.as_deref(),
        Some(&Owner { reference: None, ..owner() }),
        "only one game has a reference"
    );
}
