//! Static exchange evaluation: the material balance of a capture if both sides go on capturing on that point.
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use super::value::Value;
use duiyi_rules::xiangqi::{Move, Piece, Position, Role};

/// More than can be won in any exchange.
const GENERAL_VALUE: Value = 10_000;

pub const fn piece_value(role: Role) -> Value {
    match role {
        Role::General => GENERAL_VALUE,
        Role::Advisor => 93,
        Role::Elephant => 151,
        Role::Horse => 330,
        Role::Rook => 1039,
        Role::Cannon => 407,
        Role::Soldier => 71,
    }
}

/// Whether the exchange that a legal move starts wins at least `threshold` for the side that moves.
///
/// Attackers are recomputed after each capture, since a cannon may gain or lose its screen by it. A general captures only if
/// nothing recaptures.
pub fn wins_at_least(position: &Position, mv: Move, threshold: Value) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let value_at = |square| position.piece_at(square).map_or(0, |Piece { role, .. }| piece_value(role));
    let mut balance = value_at(to) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value_at(from);
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.occupied().without(from).with(to);
    let mut side = position.turn().other();
    let mover = position.turn();
    while let Some((role, square)) = position.cheapest_attacker(side, to, occupied) {
        occupied = occupied.without(square);
        if role == Role::General && position.cheapest_attacker(side.other(), to, occupied).is_some() {
            break;
        }
        balance = -balance - 1 - piece_value(role);
        side = side.other();
        if balance >= 0 {
            break;
        }
    }
    side != mover
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best_threshold(fen: &str, mv: &str) -> Value {
        let position: Position = fen.parse().unwrap();
        let mv = Move::new(mv[..2].parse().unwrap(), mv[2..].parse().unwrap());
        assert!(position.is_legal(mv), "{mv}");
        (-1500..1500).rev().find(|&threshold| wins_at_least(&position, mv, threshold)).unwrap()
    }

    #[test]
    fn an_unprotected_piece_is_won_for_nothing() {
        assert_eq!(best_threshold("3k5/9/4n4/9/9/9/9/4R4/9/5K3 w - - 0 1", "e2e7"), piece_value(Role::Horse));
    }

    #[test]
    fn capturing_a_protected_piece_costs_the_attacker() {
        let protected = "3kr4/9/4n4/9/9/9/9/4R4/9/5K3 w - - 0 1";
        assert_eq!(best_threshold(protected, "e2e7"), piece_value(Role::Horse) - piece_value(Role::Rook));
    }

    #[test]
    fn a_cannon_takes_part_as_long_as_it_has_a_screen() {
        // The rook takes, is taken, and the cannon behind it is left without a screen.
        let no_screen = "3kr4/9/4n4/9/9/9/4R4/4C4/9/5K3 w - - 0 1";
        assert_eq!(best_threshold(no_screen, "e3e7"), piece_value(Role::Horse) - piece_value(Role::Rook));
        // With a soldier between, it takes back, and the exchange of rooks stops there.
        let screen = "3kr4/9/4n4/4R4/9/4P4/9/4C4/9/5K3 w - - 0 1";
        assert_eq!(best_threshold(screen, "e6e7"), piece_value(Role::Horse));
    }

    #[test]
    fn a_general_captures_only_unprotected_pieces() {
        let free = "4k4/4R4/9/9/9/9/9/9/9/3K5 b - - 0 1";
        assert_eq!(best_threshold(free, "e9e8"), piece_value(Role::Rook));
    }
}
