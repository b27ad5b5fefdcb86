//! Contestants: a child process that speaks UCCI, UCI or the Gomocup protocol, the built-in minimax and newcomer, or
//! the engine in this process.

mod choice;
mod own;
mod process;

use crate::minimax;
use crate::newcomer::Newcomer;
use crate::time_control::Allowance;
use duiyi_rules::{Game, Ruleset};
use std::io;
use std::time::Instant;

pub use choice::Choice;
pub use duiyi_protocol::driver::Failure;
pub use own::Player;
use process::Process;

#[derive(Debug)]
pub enum Contestant {
    Process(Box<Process>),
    Minimax(u32),
    Newcomer(Newcomer),
    Own(Box<Player>),
}

impl Contestant {
    pub fn start(description: &str, ruleset: Ruleset) -> io::Result<Contestant> {
        if let Some(depth) = description.strip_prefix("minimax:") {
            let depth = depth.parse().map_err(|_| io::Error::other("expected minimax:N"))?;
            return Ok(Contestant::Minimax(depth));
        }
        if let Some(seed) = description.strip_prefix("newcomer") {
            let newcomer = Newcomer::seeded(seed)
                .ok_or_else(|| io::Error::other("expected newcomer or newcomer:SEED"))?;
            return Ok(Contestant::Newcomer(newcomer));
        }
        if let Some(level) = description.strip_prefix("level:") {
            return Player::at_level(level, ruleset).map(|player| Contestant::Own(Box::new(player)));
        }
        if let Some(settings) = description.strip_prefix("self:") {
            return Player::tuned(settings, ruleset).map(|player| Contestant::Own(Box::new(player)));
        }
        Process::start(description).map(|process| Contestant::Process(Box::new(process)))
    }

    /// The engine's move within its allowance.
    pub fn choose(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Failure> {
        match self {
            Contestant::Minimax(depth) => match game {
                Game::Xiangqi(game) => {
                    let started = Instant::now();
                    let mv = minimax::best(game, *depth);
                    Ok(Choice { mv, score: None, spent: started.elapsed() })
                }
                Game::Gomoku(_) => Err(Failure::Resigned),
            },
            Contestant::Newcomer(newcomer) => {
                let started = Instant::now();
                Ok(Choice { mv: newcomer.choose(game), score: None, spent: started.elapsed() })
            }
            Contestant::Own(player) => Ok(player.choose(game, allowance)),
            Contestant::Process(process) => process.choose_or_restart(game, allowance),
        }
    }

    /// Prepares for a new game, off the clock if the protocol lets us wait.
    pub fn new_game(&mut self) {
        match self {
            Contestant::Process(process) => process.new_game(),
            Contestant::Own(player) => player.forget(),
            Contestant::Minimax(_) | Contestant::Newcomer(_) => {}
        }
    }
}
