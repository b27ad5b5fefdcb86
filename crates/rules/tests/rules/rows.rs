//! Winning rows and the ends of games in five in a row, compared with a reading of the rules line by line.

use duiyi_rules::gomoku::{Game, Options, Point, Position, Variant, divide};
use duiyi_rules::{Side, splitmix64};
use duiyi_testkit::rows;
use proptest::prelude::*;

/// Stones all over the board, without regard to earlier rows.
fn scattered(variant: Variant, size: u8, stones: usize, mut seed: u64) -> Position {
    let mut position = Position::empty(variant, size);
    while position.stones() < stones {
        seed = splitmix64(seed);
        let point = Point::new((seed % u64::from(size)) as u8, ((seed >> 32) % u64::from(size)) as u8);
        if position.at(point).is_none() {
            position.put(point, if seed >> 63 == 0 { Side::First } else { Side::Second });
        }
    }
    position
}

/// The leaves of the tree of moves, whose ends the definition decides.
fn leaves(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_full() || !rows::winners(position).is_empty() {
        return 0;
    }
    let after = |point| {
        let mut after = position.clone();
        after.make_move(point);
        leaves(&after, depth - 1)
    };
    position.empty_points().map(after).sum()
}

proptest! {
    #[test]
    fn winning_rows_are_those_of_the_definition(
        seed: u64,
        variant in prop::sample::select(Variant::ALL.to_vec()),
        size in 9_u8..=12,
        stones in 20_usize..75,
    ) {
        let mut position = scattered(variant, size, stones, seed);
        prop_assert_eq!(position.winners(), rows::winners(&position));
        // Without earlier rows, a winning row goes through the new stone.
        if position.winners().is_empty() {
            for point in position.empty_points().collect::<Vec<_>>() {
                for side in Side::ALL {
                    position.put(point, side);
                    let expected = rows::winners(&position).contains(&side);
                    position.take(point);
                    prop_assert_eq!(position.wins_at(point, side), expected, "{} {}", position, point);
                }
            }
        }
    }

    #[test]
    fn games_end_where_the_definition_says(
        seed: u64,
        variant in prop::sample::select(vec![
            Variant::Freestyle, Variant::Standard, Variant::Caro, Variant::CaroExact,
        ]),
        stones in 30_usize..70,
    ) {
        let mut position = Position::empty(variant, 9);
        let mut random = seed;
        while position.stones() < stones {
            random = splitmix64(random);
            let point = Point::new((random % 9) as u8, ((random >> 32) % 9) as u8);
            if position.at(point).is_none() {
                position.make_move(point);
                if !rows::winners(&position).is_empty() {
                    position.unmake_move(point);
                }
            }
        }
        let options = Options { board_size: 9, ..Options::new(variant) };
        let game = Game::new(options, Some(&position.to_string())).unwrap();
        let depth = if stones < 55 { 2 } else { 3 };
        let counted: u64 = divide(&game, depth).into_iter().map(|(_, leaves)| leaves).sum();
        prop_assert_eq!(counted, leaves(&position, depth), "{}", position);
    }
}
