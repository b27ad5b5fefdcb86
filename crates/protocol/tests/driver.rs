//! Programs that misbehave, and how the driver copes.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use duiyi_engine::{Limits, Score};
use duiyi_protocol::FirstRank;
use duiyi_protocol::driver::{
    Allowance, Ask, Dialect, Failure, Found, Log, Patience, Process, Program, StartError,
};
use duiyi_rules::{Game, Options, Ruleset};
use duiyi_testkit::fake_engine::fake_engine;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

const DIALECTS: [(&str, Dialect); 3] =
    [("uci", Dialect::Uci(FirstRank::Zero)), ("ucci", Dialect::Ucci), ("gomocup", Dialect::Gomocup)];

fn program(dialect: &str, way: &str) -> Program {
    let (_, kind) = *DIALECTS.iter().find(|(name, _)| *name == dialect).unwrap();
    Program::new(fake_engine(dialect, way), kind)
}

fn start(dialect: &str, way: &str) -> Process {
    Process::start(&program(dialect, way), None).unwrap()
}

fn game(dialect: &str) -> Game {
    let ruleset = if dialect == "gomocup" { Ruleset::Gomoku } else { Ruleset::Xiangqi };
    Game::new(&Options::defaults(ruleset), None).unwrap()
}

/// Asks for a move; the lines that were reported meanwhile, and the result.
fn ask(
    process: &mut Process,
    game: &Game,
    patience: Patience,
    is_stopped: bool,
) -> (Vec<Found>, Result<Found, Failure>) {
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let ask = Ask { game, allowance: Allowance::Move(limits), lines: 1, search_moves: &[] };
    let mut depths = Vec::new();
    let result = process.search(&ask, patience, &|| is_stopped, &mut |found| depths.push(found));
    (depths, result)
}

/// Stops after `stop` and gives up after `give_up` milliseconds.
fn patience(stop: u64, give_up: u64) -> Patience {
    let at = |ms| Instant::now() + Duration::from_millis(ms);
    Patience { stop_at: Some(at(stop)), give_up_at: at(give_up) }
}

const LONG: u64 = 600_000;

#[test]
fn a_program_that_behaves_answers_again_and_again_in_each_protocol() {
    for (dialect, _) in DIALECTS {
        let (mut process, game) = (start(dialect, "well"), game(dialect));
        for _ in 0..3 {
            let found = ask(&mut process, &game, patience(LONG, LONG), false).1.unwrap();
            let best = if dialect == "gomocup" { "h8" } else { "h2e2" };
            assert_eq!(game.coordinates(found.best), best, "{dialect}");
            let score = if dialect == "gomocup" { None } else { Some(Score::Cp(21)) };
            assert_eq!(found.score(), score, "{dialect}");
            process.new_game(Duration::from_secs(600)).unwrap();
        }
        assert!(process.is_running());
    }
}

#[test]
fn a_search_ends_when_it_is_told_to_stop() {
    for dialect in ["uci", "ucci"] {
        let (mut process, game) = (start(dialect, "waits"), game(dialect));
        let (depths, found) = ask(&mut process, &game, patience(0, LONG), false);
        assert_eq!((depths.len(), game.coordinates(found.unwrap().best)), (1, "h2e2".to_owned()));
        let by_flag = Patience { stop_at: None, ..patience(0, LONG) };
        assert!(ask(&mut process, &game, by_flag, true).1.is_ok());
    }
}

#[test]
fn every_misbehaviour_is_a_failure_and_lines_reported_before_it_are_kept() {
    for (way, depths, expected) in [
        ("nonsense", 0, Failure::Illegal(String::new())),
        ("illegal", 1, Failure::Illegal("a0a9".to_owned())),
        ("endless", 0, Failure::Time),
        ("endless_line", 0, Failure::Crash),
        ("deaf", 1, Failure::Time),
        ("silent", 0, Failure::Time),
        ("slow", 1, Failure::Time),
        ("dies", 1, Failure::Crash),
        ("dies_at_once", 0, Failure::Crash),
        ("resigns", 0, Failure::Resigned),
    ] {
        for dialect in ["uci", "ucci"] {
            let game = game(dialect);
            // Of these the driver waits for the end of its patience, of the others for what they do.
            let is_late = expected == Failure::Time;
            let patience = if is_late { patience(150, 300) } else { patience(LONG, LONG) };
            let (lines, result) = ask(&mut start(dialect, way), &game, patience, false);
            assert_eq!(result.unwrap_err(), expected, "{dialect} {way}");
            assert_eq!(lines.len(), depths, "{dialect} {way}");
            // The line ends before its move that is not legal.
            assert!(lines.iter().all(|found| found.lines[0].pv.len() == 2), "{dialect} {way}");
        }
    }
}

#[test]
fn a_gomocup_program_that_misbehaves_is_a_failure() {
    for (way, expected) in [
        ("nonsense", Failure::Time),
        ("illegal", Failure::Time),
        ("endless", Failure::Time),
        ("silent", Failure::Time),
        ("endless_line", Failure::Crash),
        ("dies", Failure::Crash),
    ] {
        let patience = if expected == Failure::Time { patience(150, 300) } else { patience(LONG, LONG) };
        let result = ask(&mut start("gomocup", way), &game("gomocup"), patience, false).1;
        assert_eq!(result.unwrap_err(), expected, "{way}");
    }
}

#[test]
fn a_program_that_does_not_stop_when_told_is_not_waited_for() {
    let patience = Patience { stop_at: None, ..patience(0, LONG) };
    let (lines, result) = ask(&mut start("uci", "deaf"), &game("uci"), patience, true);
    assert_eq!((lines.len(), result.unwrap_err()), (1, Failure::Time));
}

#[test]
fn a_program_that_was_too_late_can_be_asked_again_once_its_move_has_come() {
    let (mut slow, mut silent) = (start("uci", "slow"), start("uci", "silent"));
    let game = game("uci");
    for process in [&mut slow, &mut silent] {
        assert_eq!(ask(process, &game, patience(0, 10), false).1.unwrap_err(), Failure::Time);
    }
    assert_eq!(slow.wait_for_late_move(Duration::from_secs(600)), Ok(()));
    assert!(ask(&mut slow, &game, patience(LONG, LONG), false).1.is_ok());
    assert_eq!(silent.wait_for_late_move(Duration::from_millis(10)), Err(Failure::Time));
}

#[test]
fn a_program_that_does_not_start_says_why() {
    let start = |program: &Program| Process::start(program, None).unwrap_err();
    let soon = Duration::from_millis(200);
    for (dialect, _) in DIALECTS {
        let hanging = Program { start_timeout: soon, ..program(dialect, "hangs_at_start") };
        assert!(matches!(start(&hanging), StartError::Time(time) if time == soon));
        assert!(matches!(start(&program(dialect, "dies_at_start")), StartError::Ended));
    }
    let missing = Program::new(vec!["/nowhere/engine".to_owned()], Dialect::Ucci);
    assert!(matches!(start(&missing), StartError::Spawn(_)));
    assert!(matches!(start(&Program::new(Vec::new(), Dialect::Ucci)), StartError::NoCommand));
}

#[test]
fn standard_error_is_passed_on() {
    let (sender, lines) = channel();
    let log = Log(Box::new(move |line| sender.send(line.to_owned()).unwrap()));
    let _process = Process::start(&program("uci", "well"), Some(log)).unwrap();
    assert_eq!(lines.recv().unwrap(), "ready to be well");
}

#[test]
fn a_program_runs_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program("uci", "leaves");
    program.command.push("marker".to_owned());
    program.folder = Some(folder.path().to_owned());
    let mut process = Process::start(&program, None).unwrap();
    ask(&mut process, &game("uci"), patience(LONG, LONG), false).1.unwrap();
    assert!(folder.path().join("marker").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_wants_more_memory_than_it_may_have_does_not_get_it() {
    let script = "read line; echo ucciok; read line; read line; read line; echo readyok; read line; echo readyok; \
                  head -c 300000000 /dev/zero | tail -n 1 >/dev/null || exit 1; echo bestmove h2e2; sleep 1000";
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let answers = |memory| {
        let program = Program { memory, ..Program::new(command.clone(), Dialect::Ucci) };
        let mut process = Process::start(&program, None).unwrap();
        ask(&mut process, &game("ucci"), patience(LONG, LONG), false).1
    };
    assert!(answers(None).is_ok());
    assert!(answers(Some(200 << 20)).is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_has_started_ends_with_it() {
    let script = "sleep 1000 & echo $! >pid; exec sh \"$0\" uci well";
    let fake = fake_engine("uci", "well").swap_remove(1);
    let folder = tempfile::tempdir().unwrap();
    let command = ["sh", "-c", script, &fake].map(str::to_owned).to_vec();
    let program = Program {
        folder: Some(folder.path().to_owned()),
        ..Program::new(command, Dialect::Uci(FirstRank::Zero))
    };
    let process = Process::start(&program, None).unwrap();
    let pid = std::fs::read_to_string(folder.path().join("pid")).unwrap();
    let is_running = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        !stat.is_empty() && !stat.contains(") Z ")
    };
    assert!(is_running());
    drop(process);
    while is_running() {
        std::thread::sleep(Duration::from_millis(5));
    }
}
