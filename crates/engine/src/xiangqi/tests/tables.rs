//! How the engine uses the endgame tables.

use super::super::endgame::{self, Layout, Material, Verdict};
use super::mates::{loses_in, wins_in};
use super::*;
use duiyi_rules::Side;

/// A horse against an advisor, with Red to move.
const HORSE_AGAINST_ADVISOR: &str = "3k5/4a4/9/9/9/9/9/9/9/N3K4 w - - 0 1";

fn plies(game: &Game) -> u32 {
    endgame::probe(game.position()).and_then(Verdict::plies).unwrap()
}

#[test]
fn a_win_in_the_tables_is_answered_at_once_with_its_distance() {
    let game = game(HORSE_AGAINST_ADVISOR);
    let report = search(&game, &request(), &depth(1));
    assert_eq!((report.source, report.nodes), (Source::Table, 0));
    assert_eq!(report.score, Score::Mate(plies(&game).div_ceil(2) as i32));
    assert_eq!(report.lines[0].pv.len(), plies(&game) as usize);
    check_report(&game, &request(), &report);
}

#[test]
fn both_sides_play_the_longest_defense_and_the_shortest_win() {
    let mut game = game(HORSE_AGAINST_ADVISOR);
    let whole = plies(&game) as usize;
    while game.outcome().is_none() {
        let report = search(&game, &request(), &depth(1));
        assert!(
            matches!(report.source, Source::Table | Source::Forced),
            "{:?} at ply {}",
            report.source,
            game.ply()
        );
        game.play(report.best).unwrap();
    }
    assert_eq!(game.ply(), whole);
}

#[test]
fn lines_of_the_tables_come_best_first() {
    let game = game(HORSE_AGAINST_ADVISOR);
    let request = SearchRequest { lines: 4, ..request() };
    let report = search(&game, &request, &depth(1));
    assert_eq!((report.source, report.lines.len()), (Source::Table, 4));
    assert!(report.lines.is_sorted_by(|a, b| a.depth <= b.depth), "{:?}", report.lines);
    check_report(&game, &request, &report);
}

#[test]
fn a_level_below_full_strength_does_not_ask_the_tables() {
    for level in [1, 10, 19] {
        let request = SearchRequest { level: Level::new(level), ..request() };
        assert_eq!(search(&game(HORSE_AGAINST_ADVISOR), &request, &depth(2)).source, Source::Search);
    }
}

#[test]
fn the_tables_do_not_answer_where_a_rule_may_end_the_game_first() {
    let source = |game: &Game| search(game, &request(), &depth(2)).source;
    let distance = plies(&game(HORSE_AGAINST_ADVISOR));
    let with_clock = |clock: u32| game(&HORSE_AGAINST_ADVISOR.replace("- 0 1", &format!("- {clock} 80")));
    assert_eq!(source(&with_clock(120 - distance)), Source::Table);
    assert_eq!(source(&with_clock(121 - distance)), Source::Search);

    let options = Options::with(Repetition::Tiantian);
    assert_eq!(source(&Game::new(options, Some(HORSE_AGAINST_ADVISOR)).unwrap()), Source::Search);

    let mut repeated = game(HORSE_AGAINST_ADVISOR);
    for text in ["a0b2", "d9d8", "b2a0", "d8d9", "a0b2", "d9d8", "b2c0", "d8d9"] {
        repeated.play(repeated.parse(text).unwrap()).unwrap();
    }
    assert_eq!(source(&repeated), Source::Search);
}

/// Against a plain search by the rules.
#[test]
fn the_tables_know_exactly_the_mates_of_a_full_width_search() {
    const MOVES: u32 = 2;
    let mut random = SmallRng::seed_from_u64(3);
    let (mut won, mut lost) = (0, 0);
    for name in ["KNKA", "KRKN", "KPKA", "KCAK", "KPKAAB"] {
        let layout = Layout::new(name.parse::<Material>().unwrap());
        for turn in Side::ALL.into_iter().cycle().take(400) {
            let Some(mut position) = layout.position(random.random_range(0..layout.len()), turn) else {
                continue;
            };
            let verdict = endgame::probe(&position);
            let wins = matches!(verdict, Some(Verdict::Won(plies)) if plies < 2 * MOVES);
            assert_eq!(wins_in(&mut position, MOVES), wins, "{position}: {verdict:?}");
            let loses = matches!(verdict, Some(Verdict::Lost(plies)) if plies <= 2 * MOVES);
            assert_eq!(loses_in(&mut position, MOVES), loses, "{position}: {verdict:?}");
            (won, lost) = (won + u32::from(wins), lost + u32::from(loses));
        }
    }
    assert!(won > 20 && lost > 20, "{won} won and {lost} lost positions");
}
