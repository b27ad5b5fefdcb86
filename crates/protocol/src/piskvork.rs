//! The Gomocup protocol, which Piskvork and other managers of Gomoku programs speak:
//! <https://plastovicka.github.io/protocl2en.htm>.

use super::io::lines;
use super::thinking::search_reporting;
use duiyi_engine::{
    Allotment, Budget, DEFAULT_MOVE_OVERHEAD, EngineSettings, Engines, Limits, Score, SearchReport,
    SearchRequest, StopFlag, TimeLeft,
};
use duiyi_rules::gomoku::{
    MAX_SIZE, MIN_SIZE, Move, Opening, Options as GomokuOptions, Phase, Point, Variant,
};
use duiyi_rules::{self as rules, Game, Referee, Ruleset, Side, gomoku};
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// Subtracted from the time for a move, for the manager's delays.
const TIME_MARGIN: Duration = Duration::from_millis(10);
/// The time for a move if the manager wants it as fast as possible.
const LEAST_TIME: Duration = Duration::from_millis(10);
/// The time for a move if the manager sets none.
const DEFAULT_TIME: Duration = Duration::from_secs(30);
/// A move takes at most the time left divided by this number of moves.
const MOVES_TO_GO: u64 = 20;
/// The most threads that a manager may set.
const MAX_THREADS: u64 = 64;

/// Answers commands from `input` until `END` or the end of input. Commands that arrive during a search wait until it
/// ends.
///
/// # Errors
/// If reading or writing fails.
pub fn run_blocking(input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut session = Session {
        settings: EngineSettings::default(),
        engines: engines(EngineSettings::default()),
        output,
        variant: Variant::Freestyle,
        size: None,
        game: None,
        turn_time: DEFAULT_TIME,
        time_left: None,
        nodes: None,
        threads: 1,
    };
    let mut lines = lines(input);
    while let Some(line) = lines.next() {
        let line = line?;
        let mut rest_of_block = || -> io::Result<Vec<String>> {
            let mut block = Vec::new();
            for line in lines.by_ref() {
                let line = line?;
                if line.trim().eq_ignore_ascii_case("done") {
                    break;
                }
                block.push(line.trim().to_owned());
            }
            Ok(block)
        };
        let (command, argument) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let answer = match command.to_ascii_uppercase().as_str() {
            "" => continue,
            "END" => break,
            "START" => session.start(argument),
            "RECTSTART" => session.start_rectangle(argument),
            "RESTART" => session.restart(),
            "BEGIN" => session.reply(),
            "TURN" => session.turn(argument),
            "BOARD" => session.board(&rest_of_block()?),
            "SWAP2BOARD" => session.swap2(&rest_of_block()?),
            "TAKEBACK" => session.take_back(argument),
            "INFO" => {
                session.info(argument);
                continue;
            }
            "ABOUT" => Ok(concat!(
                "name=\"Duiyi\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"the Duiyi authors\", country=\"\""
            )
            .to_owned()),
            other => {
                say(
                    &mut session.output,
                    &format!("UNKNOWN {other}: expected a command of the Gomocup protocol"),
                )?;
                continue;
            }
        };
        match answer {
            Ok(text) => say(&mut session.output, &text)?,
            Err(message) => say(&mut session.output, &format!("ERROR {message}"))?,
        }
    }
    Ok(())
}

/// One engine plays all variants of five in a row.
fn engines(settings: EngineSettings) -> Engines {
    Engines::for_ruleset(Ruleset::Gomoku, settings)
}

struct Session<W> {
    settings: EngineSettings,
    engines: Engines,
    output: W,
    variant: Variant,
    /// None before START.
    size: Option<u8>,
    game: Option<gomoku::Game>,
    turn_time: Duration,
    time_left: Option<Duration>,
    nodes: Option<u64>,
    threads: usize,
}

type Answer = Result<String, String>;

impl<W: Write> Session<W> {
    fn start(&mut self, argument: &str) -> Answer {
        let size = argument.trim().parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        self.size = Some(size.ok_or_else(|| {
            format!("expected a board size from {MIN_SIZE} to {MAX_SIZE}, got {argument:?}")
        })?);
        self.restart()
    }

    fn start_rectangle(&mut self, argument: &str) -> Answer {
        match argument.split_once(',') {
            Some((width, height)) if width.trim() == height.trim() => self.start(width),
            _ => Err(format!("expected a square board, got {argument:?}")),
        }
    }

    /// The options of the last START's size and of the rule, which may have changed since.
    fn options(&self) -> Result<GomokuOptions, String> {
        let size = self.size.ok_or("expected START first")?;
        let options = GomokuOptions::new(self.variant);
        if self.variant == Variant::Renju && size != options.board_size {
            return Err(format!("renju is played on a board of {}, got {size}", options.board_size));
        }
        Ok(GomokuOptions { board_size: size, forbidden_loses: true, ..options })
    }

    fn restart(&mut self) -> Answer {
        self.options()?;
        self.game = None;
        self.engines.clear();
        Ok("OK".to_owned())
    }

    fn new_game(&self, opening: Opening, fen: Option<&str>) -> Result<gomoku::Game, String> {
        let options = GomokuOptions { opening, ..self.options()? };
        gomoku::Game::new(options, fen).map_err(|error| error.to_string())
    }

    /// The game, started if there is none yet.
    fn game(&mut self) -> Result<&mut gomoku::Game, String> {
        if self.game.is_none() {
            self.game = Some(self.new_game(Opening::Free, None)?);
        }
        self.game.as_mut().ok_or_else(|| "expected START first".to_owned())
    }

    fn turn(&mut self, argument: &str) -> Answer {
        let point = read_point(argument)?;
        let game = self.game()?;
        play(game, point)?;
        self.reply()
    }

    /// Searches, plays the move and answers with it.
    fn reply(&mut self) -> Answer {
        match self.decide(1)? {
            Move::Stone(point) => Ok(write_point(point)),
            Move::Choice(choice) => Err(format!("{choice} cannot be said here")),
        }
    }

    /// Searches and plays the engine's move, within the time of a turn divided by the number of its decisions.
    fn decide(&mut self, decisions: u32) -> Result<Move, String> {
        let Allotment { soft, hard } = self.allotment();
        let allotment = Allotment { soft: soft / decisions, hard: hard / decisions };
        let limits = Limits { nodes: self.nodes, ..allotment.limits() };
        let game = Game::Gomoku(self.game()?.clone());
        let request = SearchRequest { threads: self.threads, ..SearchRequest::default() };
        let budget = Budget::new(limits, StopFlag::default());
        let output = &mut self.output;
        let mut said = Ok(());
        let report = search_reporting(&self.engines, &game, &request, &budget, &mut |report| {
            if said.is_ok() {
                said = say(output, &message_line(&game, report));
            }
            if said.is_err() {
                budget.stop.stop();
            }
        });
        let report = report.map_err(|error| error.to_string())?;
        said.map_err(|error| error.to_string())?;
        let game = self.game()?;
        game.play(report.best).map_err(|error| error.to_string())?;
        Move::try_from(report.best).map_err(|_| "the engine chose no move".to_owned())
    }

    fn allotment(&self) -> Allotment {
        let turn_time = self.turn_time.saturating_sub(TIME_MARGIN).max(LEAST_TIME);
        let by_clock = self.time_left.map(|left| {
            let left = TimeLeft {
                game: Some(left),
                moves_to_go: Some(MOVES_TO_GO),
                overhead: DEFAULT_MOVE_OVERHEAD,
                reserve: DEFAULT_MOVE_OVERHEAD,
                ..TimeLeft::default()
            };
            left.allot()
        });
        let Allotment { soft, hard } =
            by_clock.unwrap_or(Allotment { soft: Duration::MAX, hard: Duration::MAX });
        Allotment { soft: soft.min(turn_time), hard: hard.min(turn_time) }
    }

    /// Sets the whole position: `x,y,1` is our stone, `x,y,2` the opponent's.
    fn board(&mut self, block: &[String]) -> Answer {
        let options = self.options()?;
        let mut stones = Vec::new();
        for line in block {
            let (point, whose) =
                line.rsplit_once(',').ok_or_else(|| format!("expected x,y,1 or 2, got {line:?}"))?;
            match whose.trim() {
                "1" => stones.push((read_point(point)?, true)),
                "2" => stones.push((read_point(point)?, false)),
                // Other numbers mark fields that hold no stone.
                _ => {}
            }
        }
        let own = stones.iter().filter(|(_, is_own)| *is_own).count();
        let color = match stones.len() - own {
            others if others == own => Side::First,
            others if others == own + 1 => Side::Second,
            others => {
                return Err(format!(
                    "expected as many stones of both or one more of the opponent's, got {own} and {others}"
                ));
            }
        };
        let mut position = gomoku::Position::empty(options.variant, options.board_size);
        for (point, is_own) in stones {
            if !position.contains(point) || position.at(point).is_some() {
                return Err(format!("{} is off the board or taken", write_point(point)));
            }
            position.put(point, if is_own { color } else { color.other() });
        }
        position.set_turn(color);
        self.game = Some(self.new_game(Opening::Free, Some(&position.to_string()))?);
        self.reply()
    }

    /// The swap2 opening: three stones, or a choice after three or five.
    fn swap2(&mut self, block: &[String]) -> Answer {
        let mut game = self.new_game(Opening::Swap2, None)?;
        for (index, line) in block.iter().enumerate() {
            if index == 3 {
                let two_more = game.parse("two_more").and_then(|mv| game.play(mv));
                two_more.map_err(|error| error.to_string())?;
            }
            play(&mut game, read_point(line)?)?;
        }
        self.game = Some(game);
        let mut points = Vec::new();
        // A choice of color and the stone after it are one turn. Of the three stones only the last is searched.
        const DECISIONS: u32 = 2;
        loop {
            match self.decide(DECISIONS)? {
                Move::Stone(point) => points.push(write_point(point)),
                Move::Choice(gomoku::Choice::Swap) => return Ok("SWAP".to_owned()),
                Move::Choice(_) => {}
            }
            let turn_ended = self.game()?.phase() == &Phase::Play || points.len() == 3;
            let is_choosing = matches!(self.game()?.phase(), Phase::Choose { .. });
            if !points.is_empty() && (turn_ended || is_choosing) {
                return Ok(points.join(" "));
            }
        }
    }

    fn take_back(&mut self, argument: &str) -> Answer {
        let point = read_point(argument)?;
        let game = self.game()?;
        match game.stones_played().last() {
            Some(&(last, _)) if last == point => game.undo(1).map_err(|error| error.to_string())?,
            Some(&(last, _)) => return Err(format!("expected the last stone, {}", write_point(last))),
            None => return Err("no stone has been played".to_owned()),
        }
        Ok("OK".to_owned())
    }

    /// Takes a setting. Unknown keys are ignored, as the protocol demands.
    fn info(&mut self, argument: &str) {
        let Some((key, value)) = argument.trim().split_once(char::is_whitespace) else { return };
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        let Ok(number) = value.parse::<u64>() else { return };
        match key.as_str() {
            "timeout_turn" => self.turn_time = Duration::from_millis(number),
            "time_left" => self.time_left = Some(Duration::from_millis(number)),
            // Not part of the protocol, but other programs understand these too.
            "thread_num" => self.threads = number.clamp(1, MAX_THREADS) as usize,
            "max_node" => self.nodes = Some(number).filter(|&number| number > 0),
            "max_memory" if number > 0 => {
                let mebibytes = (number >> 20) / 2;
                let table_mib = (mebibytes as usize).clamp(1, EngineSettings::DEFAULT_TABLE_MIB);
                self.reconfigure(EngineSettings { table_mib, ..self.settings });
            }
            "rule" => self.variant = variant_of(number),
            _ => {}
        }
    }

    /// Replaces the engines if the settings differ.
    fn reconfigure(&mut self, settings: EngineSettings) {
        if settings != self.settings {
            self.settings = settings;
            self.engines = engines(settings);
        }
    }
}

fn say(output: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(output, "{text}")?;
    output.flush()
}

/// The variant of a rule. Its bits: 1 exactly five wins, 2 a continuous game (which we end at the first five), 4 renju,
/// 8 caro.
fn variant_of(rule: u64) -> Variant {
    let has = |bit: u64| rule & bit != 0;
    match (has(4), has(8), has(1)) {
        (true, ..) => Variant::Renju,
        (_, true, false) => Variant::Caro,
        (_, true, true) => Variant::CaroExact,
        (_, _, true) => Variant::Standard,
        _ => Variant::Freestyle,
    }
}

fn play(game: &mut gomoku::Game, point: Point) -> Result<(), String> {
    game.play(Move::Stone(point).into()).map_err(|error| match error {
        rules::MoveError::GameOver(_) => "the game is over".to_owned(),
        error => format!("{}: {error}", write_point(point)),
    })
}

/// Parses `x,y`: files from the left and ranks from the bottom, both from 0. The protocol does not say which way y
/// runs, and the board is symmetric.
fn read_point(text: &str) -> Result<Point, String> {
    let number = |text: &str| text.trim().parse::<u8>().ok().filter(|number| *number < MAX_SIZE);
    let numbers = text.split_once(',').map(|(x, y)| (number(x), number(y)));
    match numbers {
        Some((Some(x), Some(y))) => Ok(Point::new(x, y)),
        _ => Err(format!("expected x,y, got {text:?}")),
    }
}

fn write_point(point: Point) -> String {
    format!("{},{}", point.file(), point.rank())
}

/// A `MESSAGE` as Rapfi and Yixin write it, which managers read: scores in points or `+M5`, a win in five plies, numbers of
/// nodes in thousands or millions.
fn message_line(game: &Game, report: &SearchReport) -> String {
    let score = match report.score {
        Score::Cp(value) => value.to_string(),
        Score::Mate(moves @ 1..) => format!("+M{}", 2 * moves - 1),
        Score::Mate(moves) => format!("-M{}", -2 * moves),
    };
    let milliseconds = report.time.as_millis();
    let pv = report.lines.first().map(|line| line.pv.as_slice()).unwrap_or_default();
    let stones: Vec<String> = pv
        .iter()
        .filter(|&&mv| matches!(Move::try_from(mv), Ok(Move::Stone(_))))
        .map(|&mv| game.coordinates(mv))
        .collect();
    format!(
        "MESSAGE depth {}-{} ev {score} n {} n/ms {} tm {milliseconds} pv {}",
        report.depth,
        report.seldepth,
        abbreviated(report.nodes),
        u128::from(report.nodes) / milliseconds.max(1),
        // A choice of the opening is no point of the board.
        if stones.is_empty() { "(NONE)".to_owned() } else { stones.join(" ") }
    )
}

/// At most four digits and a unit: 9999, 10K, 9999K, 10M.
fn abbreviated(number: u64) -> String {
    let units = ["", "K", "M", "G", "T"];
    let mut number = number;
    let mut unit = 0;
    while number >= 10_000 && unit + 1 < units.len() {
        number /= 1000;
        unit += 1;
    }
    format!("{number}{}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_abbreviated() {
        let numbers = [0, 9999, 10_000, 221_499, 9_999_999, 10_000_000, 12_345_678_901];
        assert_eq!(numbers.map(abbreviated), ["0", "9999", "10K", "221K", "9999K", "10M", "12G"]);
    }
}
