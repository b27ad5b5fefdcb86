//! A record is a fact: an import keeps what was played and how it ended, and notes say what our rules would have said.

use super::*;
use crate::rules::xiangqi::{Repetition, RepetitionPenalty};
use crate::rules::{DrawReason, IllegalReason, Ruleset, WinReason};

/// The rooks shuttle: the position after ply 8 occurs for the third time, without a fault of either side.
const IDLE: &str = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
/// Red gives perpetual check.
const CHECKS_FROM: &str = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1";
const CHECKS: &str = "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1 d9e9";

fn play(options: &Options, text: &str) -> Imported {
    read(text.as_bytes(), None).unwrap().play(options, 1000).unwrap()
}

#[test]
fn a_record_that_goes_on_after_a_repetition_keeps_its_moves_and_its_result() {
    let Imported { game, import } = play(&options(), &format!("{IDLE} h2e2 h9g7 0-1"));
    assert_eq!(game.ply(), 10);
    assert_eq!(game.outcome(), Some(Outcome::Won { winner: Side::Second, reason: WinReason::Resignation }));
    let [Note::WouldHaveEnded { ply: 8, verdict }, Note::ResultContradicts { ply: 8, verdict: again }] =
        &import.notes[..]
    else {
        panic!("{:?}", import.notes)
    };
    assert_eq!((verdict, &verdict.winner), (again, &None));
    assert_eq!(verdict.reason, EndReason::Draw(DrawReason::Repetition));
    assert!(verdict.rule.is_some());
    assert!(
        import.notes[0]
            .detail()
            .starts_with("our rules would have ended the game after ply 8: a draw by repetition")
    );
}

#[test]
fn a_result_that_agrees_is_no_contradiction() {
    let Imported { game, import } = play(&options(), &format!("{IDLE} h2e2 1/2-1/2"));
    assert_eq!(game.outcome(), Some(Outcome::Drawn { reason: DrawReason::Agreement }));
    assert!(matches!(import.notes[..], [Note::WouldHaveEnded { ply: 8, .. }]), "{:?}", import.notes);
    let Imported { game, import } = play(&options(), &format!("{IDLE} 1/2-1/2"));
    assert_eq!(game.outcome(), Some(Outcome::Drawn { reason: DrawReason::Repetition }));
    assert_eq!((import.notes, game.accepted()), (Vec::new(), 0));
}

#[test]
fn a_game_imported_to_be_played_on_goes_on_from_its_end() {
    for record in [format!("{IDLE} h2e2 *"), IDLE.to_owned()] {
        let Imported { mut game, import } = play(&options(), &record);
        assert_eq!((game.outcome(), import.notes.len()), (None, 1), "{record}");
        let plies = game.ply();
        let before = game.clone();
        game.play_text(if plies == 8 { "h2e2" } else { "h9g7" }).unwrap();
        game.undo(1).unwrap();
        assert_eq!((game.outcome(), game.legal_moves()), (None, before.legal_moves()));
        let replayed = Game::replay(&game.options(), Some(&game.start_fen()), game.moves());
        let mut replayed = replayed.unwrap();
        replayed.accept(game.accepted());
        assert_eq!((replayed.outcome(), replayed.legal_moves()), (None, game.legal_moves()));
        let prefixes: Vec<Game> = game.prefixes().collect();
        assert_eq!(prefixes.len(), plies + 1, "{record}");
    }
}

#[test]
fn the_rules_hold_again_for_the_moves_after_an_import() {
    let Imported { mut game, .. } = play(&options(), IDLE);
    for mv in ["a0a1", "a9a8", "a1a0"] {
        if game.outcome().is_none() {
            game.play_text(mv).unwrap();
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::Drawn { reason: DrawReason::Repetition }));
}

#[test]
fn what_was_imported_and_taken_back_is_no_fact_any_more() {
    let Imported { mut game, .. } = play(&options(), &format!("{IDLE} h2e2"));
    game.undo(3).unwrap();
    assert_eq!((game.ply(), game.accepted()), (6, 6));
    for mv in ["a1a0", "a8a9"] {
        game.play_text(mv).unwrap();
    }
    assert!(game.outcome().is_some());
}

#[test]
fn every_way_to_treat_repetitions_imports_the_same_game() {
    for repetition in [Repetition::Asian, Repetition::ChecksOnly, Repetition::Draw, Repetition::Tiantian] {
        for repetition_penalty in [RepetitionPenalty::Lose, RepetitionPenalty::Refuse] {
            let options = xiangqi::Options { repetition, repetition_penalty, ..xiangqi::Options::default() };
            let options = Options::Xiangqi(options);
            let record = format!("[FEN \"{CHECKS_FROM}\"]\n\n{CHECKS} {CHECKS} f0f1 1-0");
            let record =
                record.replace(&format!("{CHECKS} {CHECKS}"), &format!("{CHECKS} d1e1 e9d9 {CHECKS}"));
            let Imported { game, .. } = play(&options, &record);
            assert_eq!(game.ply(), 23, "{repetition:?} {repetition_penalty:?}");
            assert_eq!(game.outcome().and_then(Outcome::winner), Some(Side::First));
            assert_eq!(game.prefixes().count(), 24);
        }
    }
}

#[test]
fn a_move_that_the_rules_refuse_is_played_with_a_note() {
    let penalty =
        xiangqi::Options { repetition_penalty: RepetitionPenalty::Refuse, ..xiangqi::Options::default() };
    let record = format!("[FEN \"{CHECKS_FROM}\"]\n\n{CHECKS} f0f1");
    let Imported { game, import } = play(&Options::Xiangqi(penalty), &record);
    assert_eq!((game.ply(), game.outcome()), (11, None));
    assert!(
        matches!(
            import.notes[..],
            [Note::WouldHaveBeenRefused { ply: 9, reason: IllegalReason::ForbiddenRepetition }]
        ),
        "{:?}",
        import.notes
    );
}

#[test]
fn a_record_of_five_in_a_row_may_go_on_after_five() {
    let gomoku = Options::defaults(Ruleset::Gomoku);
    let record = "h8 a1 h9 a2 h10 a3 h11 a4 h12 a5 b1";
    let Imported { game, import } = play(&gomoku, &format!("{record} 0-1"));
    assert_eq!((game.ply(), game.outcome().and_then(Outcome::winner)), (11, Some(Side::Second)));
    assert!(
        matches!(
            import.notes[..],
            [Note::WouldHaveEnded { ply: 9, .. }, Note::ResultContradicts { ply: 9, .. }]
        ),
        "{:?}",
        import.notes
    );
    let Imported { mut game, .. } = play(&gomoku, record);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Won { winner: Side::Second, reason: WinReason::FiveInARow }),
        "without a result, the last five decides"
    );
    game.undo(1).unwrap();
    assert!(game.outcome().is_some(), "there is still a five on the board");
    assert_eq!(game.prefixes().count(), 11);
}

/// Black's stone on h8 makes two threes.
const TWO_THREES: &str = "i8 a1 j8 a3 h9 a5 h10 a7 h8";

fn renju(forbidden_loses: bool) -> Options {
    Options::Gomoku(gomoku::Options { forbidden_loses, ..gomoku::Options::new(gomoku::Variant::Renju) })
}

#[test]
fn a_forbidden_move_of_renju_that_was_played_is_a_fact() {
    for (forbidden_loses, result) in [(false, ""), (false, "1-0"), (false, "0-1"), (true, ""), (true, "1-0")]
    {
        let Imported { game, import } =
            play(&renju(forbidden_loses), &format!("{TWO_THREES} b15 g8 (h8 b14) c15 {result}"));
        let notes = &import.notes;
        assert_eq!(game.ply(), 12, "{forbidden_loses} {result}");
        match (forbidden_loses, result) {
            (false, _) => {
                let note = Note::WouldHaveBeenRefused { ply: 9, reason: IllegalReason::ForbiddenThreeThree };
                assert_eq!(notes[0], note);
                assert_eq!(
                    notes[0].detail(),
                    "our rules would have refused ply 9 because it is forbidden to black, as two threes"
                );
            }
            (true, _) => {
                let [Note::WouldHaveEnded { ply: 9, verdict }, ..] = &notes[..] else { panic!("{notes:?}") };
                assert_eq!(verdict.reason, EndReason::Win(WinReason::ForbiddenMove));
                assert_eq!(verdict.winner.as_deref(), Some("white"));
                assert_eq!(
                    notes.iter().any(|note| matches!(note, Note::ResultContradicts { ply: 9, .. })),
                    result == "1-0"
                );
            }
        }
        let winner = match result {
            "1-0" => Some(Side::First),
            "0-1" => Some(Side::Second),
            _ => None,
        };
        assert_eq!(game.outcome().and_then(Outcome::winner), winner, "without a result it is played on");
        let prefixes: Vec<Game> = game.prefixes().collect();
        assert_eq!(prefixes.len(), 13);
        assert!(prefixes[..12].iter().all(|before| before.outcome().is_none()));
    }
}

#[test]
fn a_forbidden_move_at_the_end_of_a_record_decides_nothing_by_itself() {
    for forbidden_loses in [false, true] {
        let Imported { mut game, import } = play(&renju(forbidden_loses), TWO_THREES);
        assert_eq!((game.ply(), game.outcome(), import.notes.len()), (9, None, 1));
        let mut again = Game::replay(&game.options(), None, game.moves()).unwrap();
        again.accept(game.accepted());
        assert_eq!((again.outcome(), again.legal_moves()), (None, game.legal_moves()));
        again.accept(0);
        assert_eq!(again.outcome().and_then(Outcome::winner), Some(Side::Second), "under the rules it loses");
        // From there the rules hold.
        game.play_text("a9").unwrap();
        game.undo(2).unwrap();
        let refused = game.play_text("h8");
        match forbidden_loses {
            false => assert!(matches!(refused, Err(MoveError::Illegal(_))), "{refused:?}"),
            true => assert_eq!(game.outcome().and_then(Outcome::winner), Some(Side::Second)),
        }
    }
    let Imported { game, import } = play(&renju(true), &format!("{TWO_THREES} 0-1"));
    assert_eq!(import.notes, []);
    let lost = Outcome::Won { winner: Side::Second, reason: WinReason::ForbiddenMove };
    assert_eq!(game.outcome(), Some(lost));
}

#[test]
fn a_variation_keeps_its_forbidden_moves() {
    let Imported { import, .. } = play(&renju(false), &TWO_THREES.replace("h8", "g9 (h8 b14 c14)"));
    assert_eq!(
        (import.notes.as_slice(), import.tree.unwrap().lines[1].moves.as_str()),
        (&[][..], "h8 b14 c14")
    );
}

#[test]
fn five_still_wins_where_the_point_would_be_forbidden() {
    let Imported { game, import } = play(&renju(false), "h8 a1 h9 a3 h10 a5 h11 a7 h12");
    assert_eq!(game.outcome(), Some(Outcome::Won { winner: Side::First, reason: WinReason::FiveInARow }));
    assert_eq!(import.notes, []);
}
