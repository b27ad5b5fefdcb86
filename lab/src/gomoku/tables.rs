//! Compares two transposition tables keyed by lines, as in Clear Moon Renju, with one Zobrist table: the same plain
//! alpha-beta search with either, in the same memory.

use duiyi_engine::Bound;
use duiyi_engine::gomoku::board::Board;
use duiyi_engine::table::{Entry, Table};
use duiyi_rules::gomoku::{Point, Position, Variant};
use duiyi_rules::{Side, splitmix64};
use std::collections::HashMap;

/// Searches positions to a fixed depth with one Zobrist table and with two tables keyed by lines, and prints nodes and
/// hit rates of both by size.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 8)]
    depth: u8,
    /// Points searched at every node.
    #[arg(long, default_value_t = 10)]
    width: usize,
}

/// The keys of a position: one for the lines of each direction, and the Zobrist key.
#[derive(Clone, Copy, Default)]
struct Keys {
    lines: [u32; 4],
    zobrist: u64,
}

impl Keys {
    /// The keys after a stone is added or removed.
    fn with(mut self, point: Point, side: Side) -> Keys {
        let stone = 2 * point.index() as u64 + side as u64;
        for (direction, key) in self.lines.iter_mut().enumerate() {
            *key ^= splitmix64(4 * stone + direction as u64 + 1) as u32;
        }
        self.zobrist ^= splitmix64(stone + 1_000_000);
        self
    }
}

trait Cache {
    fn probe(&self, keys: &Keys) -> Option<Entry>;
    fn store(&mut self, keys: &Keys, entry: Entry);
}

impl Cache for Table {
    fn probe(&self, keys: &Keys) -> Option<Entry> {
        Table::probe(self, keys.zobrist)
    }

    fn store(&mut self, keys: &Keys, entry: Entry) {
        Table::store(self, keys.zobrist, entry);
    }
}

/// One table is indexed by the key of the horizontal lines, one by that of the vertical ones. A slot also stores the other
/// three keys to verify a match. If the position has an entry already, a deeper entry replaces it. Otherwise the new entry goes
/// to an empty slot, or replaces the shallower of the two entries if it is deeper.
struct TwoTables {
    slots: [Vec<Option<Slot>>; 2],
}

/// The three keys to verify, and the entry.
type Slot = ([u32; 3], Entry);

impl TwoTables {
    fn new(bytes: usize) -> TwoTables {
        // The size of a packed slot: three keys and eight bytes of an entry.
        const SLOT: usize = 20;
        let slots = || vec![None; bytes / 2 / SLOT];
        TwoTables { slots: [slots(), slots()] }
    }

    fn places(&self, keys: &Keys) -> [(usize, [u32; 3]); 2] {
        let [horizontal, vertical, rising, falling] = keys.lines;
        [
            (horizontal as usize % self.slots[0].len(), [vertical, rising, falling]),
            (vertical as usize % self.slots[1].len(), [horizontal, rising, falling]),
        ]
    }
}

impl Cache for TwoTables {
    fn probe(&self, keys: &Keys) -> Option<Entry> {
        let places = self.places(keys);
        places.into_iter().zip(&self.slots).find_map(|((place, lock), slots)| {
            slots[place].filter(|(stored, _)| *stored == lock).map(|(_, entry)| entry)
        })
    }

    fn store(&mut self, keys: &Keys, entry: Entry) {
        let places = self.places(keys);
        let depth = |table: usize| self.slots[table][places[table].0].map(|(_, entry)| entry.depth);
        let own = (0..2).find(|&table| {
            let (place, lock) = places[table];
            self.slots[table][place].is_some_and(|(stored, _)| stored == lock)
        });
        let empty = (0..2).find(|&table| depth(table).is_none());
        let shallower = if depth(1) < depth(0) { 1 } else { 0 };
        let target = match (own, empty) {
            (Some(own), _) => Some(own).filter(|&table| depth(table) < Some(entry.depth)),
            (None, Some(empty)) => Some(empty),
            (None, None) => Some(shallower).filter(|&table| depth(table) < Some(entry.depth)),
        };
        if let Some(table) = target {
            let (place, lock) = places[table];
            self.slots[table][place] = Some((lock, entry));
        }
    }
}

struct Search<'a, C> {
    board: Board,
    cache: &'a mut C,
    width: usize,
    nodes: u64,
    hits: u64,
}

const INFINITE: i32 = 30_000;

impl<C: Cache> Search<'_, C> {
    fn search(&mut self, keys: Keys, mut alpha: i32, beta: i32, depth: u8) -> i32 {
        self.nodes += 1;
        let entry = self.cache.probe(&keys);
        self.hits += u64::from(entry.is_some());
        if let Some(entry) = entry.filter(|entry| entry.depth >= depth) {
            let value = i32::from(entry.score);
            match entry.bound {
                Some(Bound::Exact) => return value,
                Some(Bound::Lower) if value >= beta => return value,
                Some(Bound::Upper) if value <= alpha => return value,
                _ => {}
            }
        }
        if depth == 0 {
            return self.board.evaluate().clamp(-INFINITE + 1, INFINITE - 1);
        }
        let (side, first_alpha) = (self.board.turn(), alpha);
        let (mut best, mut best_move) = (-INFINITE, 0);
        for point in self.moves(entry.map_or(0, |entry| entry.mv)) {
            self.board.make_move(point);
            let value = -self.search(keys.with(point, side), -beta, -alpha, depth - 1);
            self.board.unmake_move(point);
            if value > best {
                best = value;
                best_move = point.index() as u16 + 1;
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry { mv: best_move, score: best as i16, eval: 0, depth, bound: Some(bound) };
        self.cache.store(&keys, entry);
        best
    }

    /// The points with the highest move scores, the table's move first.
    fn moves(&self, first: u16) -> Vec<Point> {
        let (side, board) = (self.board.turn(), &self.board);
        let mut points: Vec<Point> = board.empty().into_iter().collect();
        points.sort_by_cached_key(|&point| {
            let score = 3 * board.move_score_at(point, side) + 2 * board.move_score_at(point, side.other());
            std::cmp::Reverse((point.index() as u16 + 1 == first, score))
        });
        points.truncate(self.width);
        points
    }
}

const POSITIONS: [&str; 4] =
    ["h8 i9 g7", "h8 h9 i9 g7 j10 k11", "h8 i8 h9 h7 g8 i10", "h8 g9 j8 i9 h9 h10 i8 g8 g11 f10"];

fn measure<C: Cache>(args: &Args, mut new: impl FnMut() -> C) -> (u64, u64) {
    let mut sum = (0, 0);
    for moves in POSITIONS {
        let mut position = Position::empty(Variant::Freestyle, 15);
        moves.split(' ').filter_map(Point::parse).for_each(|point| position.make_move(point));
        let mut cache = new();
        let board = Board::new(&position);
        let mut search = Search { board, cache: &mut cache, width: args.width, nodes: 0, hits: 0 };
        for depth in 1..=args.depth {
            search.search(Keys::default(), -INFINITE, INFINITE, depth);
        }
        sum = (sum.0 + search.nodes, sum.1 + search.hits);
    }
    sum
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    println!("table      one, nodes  hits   two, nodes  hits");
    for mebibytes in [1, 2, 4, 16] {
        let (one, two) = std::thread::scope(|scope| {
            let one = scope.spawn(|| measure(args, || Table::new(mebibytes)));
            (one.join(), measure(args, || TwoTables::new(mebibytes << 20)))
        });
        let one = one.map_err(|_| "the search panicked")?;
        let share = |(nodes, hits): (u64, u64)| 100.0 * hits as f64 / nodes as f64;
        println!("{mebibytes:>3} MiB  {:>12} {:>4.1}% {:>12} {:>4.1}%", one.0, share(one), two.0, share(two));
    }
    let unbounded = measure(args, Unbounded::default);
    println!("unbounded {:>11} {:>4.1}%", unbounded.0, 100.0 * unbounded.1 as f64 / unbounded.0 as f64);
    Ok(())
}

/// A table of unlimited size, for comparison.
#[derive(Default)]
struct Unbounded(HashMap<u64, Entry>);

impl Cache for Unbounded {
    fn probe(&self, keys: &Keys) -> Option<Entry> {
        self.0.get(&keys.zobrist).copied()
    }

    fn store(&mut self, keys: &Keys, entry: Entry) {
        self.0.insert(keys.zobrist, entry);
    }
}
