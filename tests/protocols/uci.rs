//! `duiyi uci` with an interface that makes no errors.

use crate::program::Program;
use duiyi::rules::xiangqi::Options as XiangqiOptions;
use duiyi::rules::{Game, Options};

/// Red mates in two moves.
const MATE_IN_TWO: &str = "3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1";

/// The word after `name`.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

fn number(line: &str, name: &str) -> i64 {
    field(line, name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name}: {line}"))
}

fn pv(line: &str) -> Vec<String> {
    line.split_once(" pv ").unwrap().1.split(' ').map(str::to_owned).collect()
}

/// Plays moves in coordinates from the start position.
fn play<'a>(moves: impl IntoIterator<Item = &'a str>) -> Game {
    let mut game = Game::new(&Options::Xiangqi(XiangqiOptions::default()), None).unwrap();
    for mv in moves {
        game.play_text(mv).unwrap();
    }
    game
}

#[test]
fn it_introduces_itself_and_its_options() {
    let mut program = Program::start(&["uci"]);
    let lines = program.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Duiyi ") && lines[1].starts_with("id author "), "{lines:?}");
    for option in [
        "UCI_Variant type combo default xiangqi var xiangqi",
        "Hash type spin default 64 min 1 max 4096",
        "Clear Hash type button",
        "Threads type spin default 1 ",
        "MultiPV type spin default 1 ",
        "Ponder type check default false",
        "Move Overhead type spin ",
        "Repetition type combo default asian var asian ",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
    program.send("setoption name Hash value 2\nsetoption name clear hash\nucinewgame");
    assert_eq!(program.ask("isready", "readyok"), ["readyok"]);
    program.send("quit");
    assert_eq!(program.close(), [""; 0]);
}

#[test]
fn every_depth_is_written_as_it_finishes() {
    let mut program = Program::start(&["uci"]);
    let lines = program.ask("position startpos moves h2e2 h9g7\ngo depth 7", "bestmove ");
    let (best, depths) = lines.split_last().unwrap();
    assert_eq!(depths.iter().map(|line| number(line, "depth")).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    for line in depths {
        assert!(line.starts_with("info depth "), "{line}");
        for name in ["seldepth", "cp", "nodes", "nps", "hashfull", "time"] {
            number(line, name);
        }
        assert_eq!((number(line, "multipv"), number(line, "tbhits")), (1, 0));
        play(["h2e2", "h9g7"].into_iter().chain(pv(line).iter().map(String::as_str)));
    }
    let pv = pv(depths.last().unwrap());
    assert_eq!(*best, format!("bestmove {} ponder {}", pv[0], pv[1]));
}

#[test]
fn ranks_count_from_one_for_interfaces_that_want_it() {
    let mut program = Program::start(&["uci"]);
    program.send("setoption name First Rank value 1\nposition startpos moves h3e3 h10g8");
    let lines = program.ask("go depth 2 searchmoves a1a2", "bestmove ");
    assert!(lines.last().unwrap().starts_with("bestmove a1a2 ponder "), "{lines:?}");
    let lines = program.ask("position startpos moves h3e3\ngo depth 1 searchmoves h10g8", "bestmove ");
    assert!(lines.last().unwrap().starts_with("bestmove h10g8"), "{lines:?}");
}

#[test]
fn several_lines_are_written_best_first() {
    let mut program = Program::start(&["uci"]);
    let lines = program.ask("setoption name MultiPV value 3\nposition startpos\ngo depth 4", "bestmove ");
    let places: Vec<i64> = lines[..lines.len() - 1].iter().map(|line| number(line, "multipv")).collect();
    assert_eq!(places, [1, 2, 3].repeat(4));
    let last = &lines[lines.len() - 4..lines.len() - 1];
    assert!(last.is_sorted_by_key(|line| -number(line, "cp")), "{last:?}");
    assert!(lines.last().unwrap().starts_with(&format!("bestmove {} ", pv(&last[0])[0])));
}

#[test]
fn a_running_search_answers_isready_and_ends_by_stop() {
    let mut program = Program::start(&["uci"]);
    program.ask("position startpos\ngo infinite", "info depth 5 ");
    let lines = program.ask("isready", "readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    program.ask("stop", "bestmove ");
    assert_eq!(program.ask("stop\nisready", "readyok"), ["readyok"], "a stop without a search says nothing");
}

/// A best move before `stop` would be taken for the answer to the next `go`.
#[test]
fn an_infinite_search_that_has_found_everything_waits_for_stop() {
    let mut program = Program::start(&["uci"]);
    let only_move = "3k5/9/9/9/9/9/9/9/3r5/4K4 w - - 0 1";
    program.ask(&format!("position fen {only_move}\ngo infinite"), "info depth ");
    assert_eq!(program.ask("isready", "readyok"), ["readyok"]);
    let lines = program.ask("stop", "bestmove ");
    assert_eq!(lines.len(), 1, "{lines:?}");
}

#[test]
fn the_only_legal_move_is_searched_unless_the_clock_runs() {
    let mut program = Program::start(&["uci"]);
    program.send("position fen 4k4/9/9/9/9/9/9/r8/9/3K1r3 w - - 0 1");
    for go in ["go depth 6", "go nodes 5000", "go mate 1 depth 6"] {
        let lines = program.ask(go, "bestmove ");
        assert!(number(&lines[0], "depth") > 0, "{go}: {lines:?}");
        assert!(number(&lines[lines.len() - 2], "mate") < 0, "{go}: {lines:?}");
    }
    let lines = program.ask("go wtime 60000 btime 60000", "bestmove ");
    assert_eq!((lines.len(), number(&lines[0], "depth")), (2, 0), "{lines:?}");
}

/// pikafish-terminal, a program on PyPI, reads the legal moves of a position from `go perft 1` before it accepts one.
#[test]
fn perft_and_d_tell_clients_the_legal_moves_and_the_position() {
    let mut program = Program::start(&["uci"]);
    let lines = program.ask("position startpos moves h2e2\ngo perft 1", "Nodes searched: ");
    let moves: Vec<&str> = lines.iter().filter_map(|line| line.strip_suffix(": 1")).collect();
    let game = play(["h2e2"]);
    let mut legal: Vec<String> = game.legal_moves().into_iter().map(|mv| game.coordinates(mv)).collect();
    legal.sort();
    assert_eq!(moves, legal);
    assert_eq!(lines.last().unwrap(), &format!("Nodes searched: {}", legal.len()));
    let lines = program.ask("d", "Checkers: ");
    assert!(lines.contains(&format!("Fen: {}", game.fen())), "{lines:?}");
}

/// What XiangqiBench's harness sends: options that we do not have, a search as a probe, and a new game for every position.
#[test]
fn a_harness_that_asks_about_many_positions_gets_an_answer_to_each() {
    let mut program = Program::start(&["uci"]);
    program.ask("uci", "uciok");
    program.send("setoption name EvalFile value pikafish.nnue");
    program.ask("setoption name Threads value 1\nsetoption name Hash value 16\nisready", "readyok");
    program.ask("position startpos\ngo depth 1", "bestmove ");
    for (fen, mate) in [(MATE_IN_TWO, 2), ("4k4/9/9/9/9/9/9/r8/9/3K1r3 w - - 0 1", -1)] {
        program.ask("ucinewgame\nisready", "readyok");
        let probe = program.ask(&format!("position fen {fen}\nisready"), "readyok");
        assert_eq!(probe, ["readyok"]);
        let lines = program.ask("go depth 8", "bestmove ");
        let last = &lines[lines.len() - 2];
        assert_eq!(number(last, "mate").signum(), i64::from(mate).signum(), "{lines:?}");
        assert_eq!(lines.last().unwrap().split(' ').nth(1), Some(&*pv(last)[0]));
    }
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut program = Program::start(&["uci"]);
    // The time would be over at once if it counted.
    program.ask("position startpos moves h2e2\ngo ponder wtime 40 btime 40", "info depth 4 ");
    let lines = program.ask("isready", "readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    program.ask("ponderhit", "bestmove ");
    // The opponent played something else.
    program.ask("position startpos moves h2e2\ngo ponder wtime 40 btime 40", "info depth 4 ");
    program.ask("stop", "bestmove ");
}

#[test]
fn the_clock_of_the_side_to_move_ends_the_search() {
    let mut program = Program::start(&["uci"]);
    program.ask("position startpos\ngo wtime 200 btime 100000 winc 0 binc 0", "bestmove ");
    program.ask("position startpos moves h2e2\ngo wtime 1000000 btime 10 winc 0 binc 0", "bestmove ");
    program.ask("position startpos\ngo movetime 30", "bestmove ");
}

#[test]
fn only_the_moves_that_are_asked_for_are_searched() {
    let mut program = Program::start(&["uci"]);
    let lines = program.ask("position startpos\ngo searchmoves a0a1 i0i1 depth 4", "bestmove ");
    for line in &lines[..lines.len() - 1] {
        assert!(matches!(&*pv(line)[0], "a0a1" | "i0i1"), "{line}");
    }
}

#[test]
fn a_limit_of_nodes_is_kept() {
    let mut program = Program::start(&["uci"]);
    let lines = program.ask("position startpos\ngo nodes 3000", "bestmove ");
    assert_eq!(number(&lines[lines.len() - 2], "nodes"), 3000, "{lines:?}");
}

#[test]
fn a_mate_ends_the_search_for_it() {
    let mut program = Program::start(&["uci"]);
    let lines = program.ask(&format!("position fen {MATE_IN_TWO}\ngo mate 2"), "bestmove ");
    let line = &lines[lines.len() - 2];
    assert!(matches!(number(line, "mate"), 1 | 2), "{line}");
}

#[test]
fn a_side_without_a_move_has_lost() {
    let mut program = Program::start(&["uci"]);
    let lines = program.ask("position fen 3k4R/7R1/9/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 3", "bestmove ");
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
}

/// The interface is the referee: it may play on where our rules end the game.
#[test]
fn it_answers_after_a_repetition_and_without_attackers() {
    let mut program = Program::start(&["uci"]);
    let round = "b0c2 b9c7 c2b0 c7b9 ".repeat(3);
    let lines = program.ask(&format!("position startpos moves {round}h2e2\ngo depth 2"), "bestmove ");
    assert!(!lines.last().unwrap().contains("(none)"), "{lines:?}");
    program.send("position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
    for mv in ["e0e1", "e0f0"] {
        let lines = program.ask(&format!("go depth 2 searchmoves {mv}"), "bestmove ");
        assert_eq!(lines.last().unwrap(), &format!("bestmove {mv}"));
    }
}

#[test]
fn the_book_answers_only_if_it_is_switched_on() {
    let mut program = Program::start(&["uci"]);
    let lines =
        program.ask("setoption name OwnBook value true\nposition startpos\ngo movetime 100", "bestmove ");
    assert_eq!(number(&lines[0], "depth"), 0, "{lines:?}");
    assert_eq!(lines.len(), 2, "{lines:?}");
}

#[test]
fn a_closed_input_ends_the_program_within_a_search() {
    for command in ["go infinite", "go ponder", "go wtime 600000 btime 600000", "go mate 1"] {
        let mut program = Program::start(&["uci"]);
        program.ask(&format!("position startpos\n{command}"), "info depth 3 ");
        let lines = program.close();
        assert!(lines.last().unwrap().starts_with("bestmove "), "{command}: {lines:?}");
    }
}
