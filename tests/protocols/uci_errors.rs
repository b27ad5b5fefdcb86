//! `duiyi uci` with an interface that makes errors: each gets an `info string`, and the program goes on.

use crate::program::Program;

/// Sends the commands to a program at the start position; returns the problems it names.
fn problems(commands: &str) -> Vec<String> {
    let mut program = Program::start(&["uci"]);
    let mut lines = program.ask(&format!("{commands}\nisready"), "readyok");
    assert_eq!(lines.pop().unwrap(), "readyok");
    // The program still plays.
    let answer = program.ask("stop\ngo depth 1", "bestmove ");
    assert!(answer.last().unwrap().len() >= "bestmove a0a1".len(), "{answer:?}");
    lines.into_iter().filter(|line| line.starts_with("info string ")).collect()
}

#[test]
fn what_is_wrong_is_named() {
    for (commands, expected) in [
        (
            "position fen rnbakabnr/9 w",
            "position: expected 10 ranks with / between, got 2; the position is unchanged",
        ),
        ("position fen", "position: expected startpos or fen and a FEN"),
        ("position somewhere", "position: expected startpos or fen and a FEN, got \"somewhere\""),
        ("position startpos moves h2e2 h2e2", "position: move 2 (h2e2): there is no piece on h2"),
        ("position startpos moves e2e4", "position: move 1 (e2e4): "),
        ("position startpos moves 0000", "position: move 1 (0000): "),
        ("setoption Hash 3", "setoption: expected name"),
        ("setoption name Hash value lots", "option Hash: expected a number from 1 to 4096, got \"lots\""),
        ("setoption name Hash value 99999999999", "option Hash: expected a number from 1 to 4096"),
        ("setoption name Threads value 0", "option Threads: expected a number from 1 to 64, got \"0\""),
        ("setoption name UCI_Variant value chess", "option UCI_Variant: expected xiangqi, got \"chess\""),
        ("setoption name Repetition value none", "option Repetition: expected asian, "),
        ("setoption name EvalFile value x.nnue", "there is no option \"EvalFile\""),
        ("go depth 1 fast", "go: \"fast\" is not known after go"),
        ("go depth one nodes 1", "go: depth: expected a number, got \"one\""),
        ("go depth 1 searchmoves a0a9", "go: searchmoves a0a9: "),
        ("hello", "unknown command \"hello\""),
    ] {
        let problems = problems(commands);
        assert_eq!(problems.len(), 1, "{commands}: {problems:?}");
        assert!(problems[0].starts_with(&format!("info string {expected}")), "{commands}: {problems:?}");
    }
}

#[test]
fn a_wrong_position_leaves_the_position_as_it_was() {
    let mut program = Program::start(&["uci"]);
    program.send("position startpos moves h2e2 h9g7 h0g2\nposition startpos moves h2e2 h2e2");
    let lines = program.ask("go depth 1", "bestmove ");
    assert!(lines[0].starts_with("info string position: move 2 "), "{lines:?}");
    let best = lines.last().unwrap();
    assert!(best.as_bytes()["bestmove h".len()] >= b'5', "Black is to move: {best}");
}

#[test]
fn input_that_is_not_text_is_survived() {
    let mut program = Program::start(&["uci"]);
    program.send_bytes(b"setoption name EvalFile value D:\\\xcf\xf3\xc6\xe5\\x.bin\r\n\xff\xfe\x00\r\n\r\n");
    let lines = program.ask("isready\r", "readyok");
    assert_eq!(lines.len(), 3, "{lines:?}");
}
