//! The referee's rulings on repetitions, in the same form for every repetition rule.

use super::tiantian::{Kind, Sequence};
use super::{Conduct, Cycle};
use crate::xiangqi::{Piece, Position};
use crate::{DrawReason, Move as AnyMove, Outcome, Side, Verdict, Warning, WinReason};

/// The ruling on a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The side at fault, or `None` for a draw.
    pub loser: Option<Side>,
    /// For example `perpetual_check`, `perpetual_chase` or `mutual_check`.
    pub kind: &'static str,
    /// The clause that decides, as one sentence.
    pub rule: &'static str,
    /// The chased piece, if the fault is a chase.
    pub chased: Option<Piece>,
    reason: WinReason,
}

impl Ruling {
    fn draw(kind: &'static str, rule: &'static str) -> Ruling {
        Ruling { loser: None, kind, rule, chased: None, reason: WinReason::PerpetualCheck }
    }

    /// The outcome of a game that ends with this repetition.
    pub fn outcome(&self) -> Outcome {
        match self.loser {
            None => Outcome::Drawn { reason: DrawReason::Repetition },
            Some(loser) => Outcome::Won { winner: loser.other(), reason: self.reason },
        }
    }

    /// The verdict for the API. `cycle` lists the moves of the cycle.
    pub fn verdict(&self, cycle: Vec<AnyMove>) -> Verdict {
        let chased = self.chased.map(|piece| piece.to_string());
        Verdict { side: self.loser, kind: self.kind, cycle, chased, rule: self.rule }
    }

    /// The warning for the move of `side` that completes the repetition. `text` is the move in coordinates.
    pub fn warning(&self, side: Side, mv: AnyMove, text: &str) -> Warning {
        let end = match self.loser {
            Some(loser) if loser == side => "loses",
            Some(_) => "wins",
            None => "draws",
        };
        let code = if self.loser.is_some() { self.kind } else { "repetition_draw" };
        let detail = format!("{text} completes a repetition and {end}: {}", self.rule);
        Warning { code, side: Some(self.loser.unwrap_or(side)), mv: Some(mv), detail, remaining: None }
    }
}

impl Cycle {
    /// The ruling in the form that all repetition rules share.
    pub fn ruling(&self) -> Ruling {
        Ruling::from(self)
    }
}

impl From<&Cycle> for Ruling {
    fn from(cycle: &Cycle) -> Ruling {
        let conduct = &cycle.conduct;
        let Some(loser) = cycle.loser else { return drawn(conduct.first, conduct.second) };
        let (kind, reason) = match conduct[loser] {
            Conduct::Check => ("perpetual_check", WinReason::PerpetualCheck),
            Conduct::Chase(..) | Conduct::Expose(..) | Conduct::Idle => {
                ("perpetual_chase", WinReason::PerpetualChase)
            }
        };
        let rule = match (conduct[loser], conduct[loser.other()]) {
            (Conduct::Check, _) => "a side that checks at every move of a repetition loses (clause 1)",
            (Conduct::Chase(..), Conduct::Expose(..)) => {
                "a side that attacks at every move of a repetition loses, even if the other takes protection away at \
                 every move (clause 22)"
            }
            _ => "a side that newly attacks the same piece at every move of a repetition loses (clause 5)",
        };
        let chased = match conduct[loser] {
            Conduct::Chase(piece, _) | Conduct::Expose(piece, _) => Some(piece),
            Conduct::Check | Conduct::Idle => None,
        };
        Ruling { loser: Some(loser), kind, rule, chased, reason }
    }
}

/// The ruling on a cycle that is drawn although the sides did this.
fn drawn(first: Conduct, second: Conduct) -> Ruling {
    match (first, second) {
        (Conduct::Check, Conduct::Check) => Ruling::draw(
            "mutual_check",
            "a repetition in which both sides check at every move is a draw (clause 2)",
        ),
        (Conduct::Chase(..), Conduct::Chase(..)) | (Conduct::Expose(..), Conduct::Expose(..)) => {
            Ruling::draw(
                "mutual_chase",
                "a repetition in which both sides chase at every move is a draw (clause 19)",
            )
        }
        _ => Ruling::draw(
            "allowed",
            "a repetition in which no side breaks a rule that applies is a draw (clause 20)",
        ),
    }
}

/// The ruling on attacks of both sides in a row that are drawn.
pub fn mutual(kind: Kind) -> Ruling {
    match kind {
        Kind::Checks => {
            Ruling::draw("mutual_check", "when both sides have checked six times in a row the game is a draw")
        }
        Kind::Chases | Kind::InTurn => Ruling::draw(
            "mutual_chase",
            "when both sides have chased one piece six times in a row the game is a draw",
        ),
    }
}

/// The ruling on a position that occurs for the fifth time without an attack in between.
pub fn idle() -> Ruling {
    Ruling::draw("allowed", "a position that occurs five times without a check or a chase is a draw")
}

/// The ruling on a sequence of attacks of `loser` that is too long. `end` is a position in which the points of the
/// sequence are valid.
pub fn too_many(sequence: &Sequence, loser: Side, end: &Position) -> Ruling {
    let (kind, rule) = match sequence.kind {
        Kind::Checks => (
            "perpetual_check",
            "six checks in a row are allowed to one piece, twelve to two and eighteen to three or more",
        ),
        Kind::Chases => ("perpetual_chase", "six chases of one piece in a row are allowed"),
        Kind::InTurn => (
            "alternating_check_chase",
            "twelve checks and chases in turn are allowed to one piece and eighteen to more",
        ),
    };
    let reason = if sequence.ends_with_check { WinReason::PerpetualCheck } else { WinReason::PerpetualChase };
    let chased = sequence.victim.and_then(|victim| end.piece_at(victim));
    Ruling { loser: Some(loser), kind, rule, chased, reason }
}
