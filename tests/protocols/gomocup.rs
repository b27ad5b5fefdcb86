//! The messages of `duiyi piskvork`. `tests/cli.rs` has the commands.

use crate::program::Program;

/// The messages before the move that answers the commands, without the word MESSAGE.
fn messages(commands: &str) -> Vec<String> {
    let mut program = Program::start(&["piskvork"]);
    program.ask("START 15", "OK");
    program.send(commands);
    let mut messages = Vec::new();
    loop {
        let line = program.until("").remove(0);
        match line.strip_prefix("MESSAGE ") {
            Some(message) => messages.push(message.to_owned()),
            None => return messages,
        }
    }
}

#[test]
fn every_depth_is_a_message_that_managers_can_read() {
    let messages =
        messages("INFO timeout_turn 600000\nINFO max_node 20000\nBOARD\n7,7,2\n8,8,1\n6,7,2\nDONE");
    assert!(messages.len() > 4, "{messages:?}");
    for (place, message) in messages.iter().enumerate() {
        let (fields, pv) = message.split_once(" pv ").unwrap();
        let words: Vec<&str> = fields.split(' ').collect();
        let ["depth", depth, "ev", score, "n", nodes, "n/ms", speed, "tm", time] = words[..] else {
            panic!("{message}")
        };
        let (depth, seldepth) = depth.split_once('-').unwrap();
        // The last message can be about the depth in which the nodes ran out.
        assert!(depth.parse::<usize>().unwrap().abs_diff(place + 1) <= 1, "{messages:?}");
        assert!(seldepth.parse::<usize>().is_ok() && score.parse::<i32>().is_ok(), "{message}");
        assert!(nodes.trim_end_matches('K').parse::<u64>().is_ok(), "{message}");
        assert!(speed.parse::<u64>().is_ok() && time.parse::<u64>().is_ok(), "{message}");
        for point in pv.split(' ') {
            let (file, rank) = point.split_at(1);
            assert!(
                ("a"..="o").contains(&file) && rank.parse::<u8>().is_ok_and(|rank| rank <= 15),
                "{message}"
            );
        }
    }
}

#[test]
fn wins_and_losses_are_counted_in_plies() {
    let four = "1,1,1\n2,1,1\n3,1,1\n4,1,1\n9,9,2\n9,11,2\n11,9,2\n12,12,2\n";
    let won = messages(&format!("INFO timeout_turn 1000\nBOARD\n{four}DONE"));
    assert!(won.last().unwrap().contains(" ev +M1 "), "{won:?}");
    // The opponent has two fours: one is blocked, the other is completed on the second ply.
    let fours = "1,1,2\n2,1,2\n3,1,2\n4,1,2\n1,3,2\n2,3,2\n3,3,2\n4,3,2\n";
    let scattered = "9,9,1\n9,11,1\n11,9,1\n12,12,1\n14,2,1\n12,5,1\n7,13,1\n";
    let lost = messages(&format!("INFO timeout_turn 1000\nBOARD\n{fours}{scattered}DONE"));
    assert!(lost.last().unwrap().contains(" ev -M2 "), "{lost:?}");
}

#[test]
fn a_choice_of_the_opening_is_no_point() {
    let messages = messages("INFO timeout_turn 100\nSWAP2BOARD\n7,7\n0,0\n8,7\nDONE");
    assert!(messages.iter().all(|message| message.ends_with(" pv (NONE)")), "{messages:?}");
}

/// What c-gomoku-cli sends in a match: the settings before every game, an opening as a board, stones, and the next game by
/// RESTART.
#[test]
fn a_match_runner_plays_several_games_with_one_process() {
    let mut program = Program::start(&["piskvork"]);
    let about = program.ask("ABOUT", "name=");
    assert!(about[0].contains("name=\""), "{about:?}");
    for start in ["START 15", "RESTART"] {
        program.ask(start, "OK");
        program.send("INFO rule 0\nINFO timeout_turn 100\nINFO timeout_match 60000\nINFO time_left 60000");
        program.send("INFO max_memory 67108864\nINFO thread_num 1\nINFO max_node 300");
        let mut answers = vec![point(&mut program, "BOARD\n7,7,2\n8,8,1\n6,8,2\nDONE")];
        for turn in ["INFO time_left 59000\nTURN 0,0", "INFO time_left 58000\nTURN 14,0"] {
            answers.push(point(&mut program, turn));
        }
        answers.sort();
        answers.dedup();
        assert_eq!(answers.len(), 3, "no point is played twice: {answers:?}");
    }
    program.send("END");
    assert_eq!(program.close(), [""; 0]);
}

/// Gomocup plays freestyle on 20 by 20 points.
#[test]
fn the_largest_board_of_gomocup_is_played_to_its_edges() {
    let mut program = Program::start(&["piskvork"]);
    program.ask("START 15", "OK");
    for start in ["START 20", "RECTSTART 20,20"] {
        program.ask(start, "OK");
        program.send("INFO rule 0\nINFO timeout_turn 5000\nINFO max_node 2000");
        assert_eq!(point(&mut program, "BEGIN"), (10, 10));
        // Both ends of the four are at the edges: one is the corner.
        let four = "19,15,1\n19,16,1\n19,17,1\n19,18,1\n19,14,2\n0,0,2\n0,2,2\n0,4,2\n";
        assert_eq!(point(&mut program, &format!("BOARD\n{four}DONE")), (19, 19));
    }
    let beyond = program.ask("TURN 20,0", "ERROR");
    assert!(beyond[0].contains("expected x,y"), "{beyond:?}");
    program.ask("START 21", "ERROR expected a board size from 9 to 20");
    program.ask("START 20", "OK");
    program.send("INFO rule 4");
    program.ask("BEGIN", "ERROR renju is played on a board of 15");
    program.send("END");
    assert_eq!(program.close(), [""; 0]);
}

/// The stone that answers the commands.
fn point(program: &mut Program, commands: &str) -> (u8, u8) {
    program.send(commands);
    loop {
        let line = program.until("").remove(0);
        if let Some((x, y)) = line.split_once(',').filter(|_| !line.starts_with("MESSAGE")) {
            return (x.parse().unwrap(), y.parse().unwrap());
        }
    }
}
