//! The engine of Gomoku, Renju and Caro: incremental shapes of all empty points, threat-space search at the root, principal
//! variation search.

pub mod board;
mod caro;
mod forbidden;
mod history;
mod move_list;
pub mod network;
mod opening;
mod parameters;
pub mod point_shape;
/// Sets of points.
pub mod points;
mod prove;
#[cfg(feature = "lab")]
mod sample;
mod search;
pub mod shape;
pub mod threat_space;
pub mod weights;
mod windows;

use super::root::Root;
use super::run::{Run, random, report_without_search, root_moves};
#[cfg(feature = "lab")]
use super::samples::Samples;
use super::table::Table;
use super::value::{MATE, MAX_PLY, Value};
use super::worker::Threads;
use super::{
    Budget, EngineSettings, Handicap, Overlooks, Scope, SearchError, SearchReport, SearchRequest, Sink,
    Source,
};
use board::Board;
use duiyi_rules::gomoku::{Area, Game, Move, Phase, Point, Position, Variant};
use duiyi_rules::{Referee, splitmix64};
use network::Accumulator;
pub use parameters::Parameters;
use parameters::Tuning;
pub(crate) use point_shape::Threat;
use points::Points;
use prove::Prover;
use rand::rngs::SmallRng;
#[cfg(feature = "lab")]
pub use sample::Sample;
use search::{Searcher, Shared};
use std::cmp::Reverse;

/// One engine for all variants of five in a row. The variant is part of the table's keys.
#[derive(Debug)]
pub(super) struct Engine {
    table: Table,
    isolated_table_mib: usize,
    tuning: Tuning,
    /// For the levels below full strength.
    level_tuning: Tuning,
    #[cfg(feature = "lab")]
    pub samples: Samples<Sample>,
}

impl Engine {
    pub fn new(settings: EngineSettings) -> Engine {
        // Compute the tables of shapes and of the networks before the first search needs them, while the server starts.
        std::thread::spawn(|| {
            for variant in Variant::ALL {
                Accumulator::new(&Board::new(&Position::empty(variant, 15)));
            }
        });
        Engine {
            table: Table::new(settings.table_mib),
            isolated_table_mib: settings.isolated_table_mib,
            tuning: Tuning::new(settings.parameters.gomoku),
            level_tuning: Tuning::new(Parameters::LEVELS),
            #[cfg(feature = "lab")]
            samples: Samples::default(),
        }
    }

    pub fn clear(&self) {
        self.table.clear();
    }

    /// As [`super::Engines::search_blocking`].
    pub fn search_blocking(
        &self,
        game: &Game,
        request: &SearchRequest,
        budget: &Budget,
        sink: &mut Sink<'_>,
    ) -> Result<SearchReport, SearchError> {
        let moves: Vec<Move> = root_moves(game, request)?;
        let budget = &request.limit(budget, game.ruleset());
        let mut random = random(request);
        if let Some(only) = request.forced_move(game, &moves) {
            return Ok(report_without_search(only, Source::Forced, 0, sink));
        }
        let private = request.isolated.then(|| Table::new(self.isolated_table_mib));
        let table = private.as_ref().unwrap_or(&self.table);
        table.new_generation();
        let handicap = request.handicap(game.ruleset()).map(|handicap| {
            // A level that always overlooks the reply does not see a standing open three either.
            let may_see = handicap.overlooks != Overlooks::All(100);
            if may_see && has_standing_threat(game) { handicap.attentive() } else { handicap }
        });
        let tuning = if handicap.is_some() { &self.level_tuning } else { &self.tuning };
        let uses_network = handicap.is_none();
        let search = Search {
            game,
            request,
            budget,
            table,
            tuning,
            uses_network,
            handicap,
            #[cfg(feature = "lab")]
            samples: &self.samples,
        };
        if *game.phase() != Phase::Play && game.rules().opening.exchanges_colors() {
            return Ok(search.open(&moves, &mut random, sink));
        }
        let points = moves.iter().filter_map(|mv| match mv {
            Move::Stone(point) => Some(*point),
            Move::Choice(_) => None,
        });
        let mut board = Board::new(game.position());
        let mut points = search.root_points(&mut board, points.collect());
        points.truncate(search.scope().breadth);
        if board.stones() == 0
            && let Some(&center) = points.first()
        {
            // On the empty board a search would only confirm the known first move.
            let source = if request.book { Source::Book } else { Source::Search };
            return Ok(report_without_search(Move::Stone(center), source, 0, sink));
        }
        Ok(search.run(&mut board, points, random, sink))
    }
}

/// One search for one request.
struct Search<'a> {
    game: &'a Game,
    request: &'a SearchRequest,
    budget: &'a Budget,
    table: &'a Table,
    tuning: &'a Tuning,
    uses_network: bool,
    /// None at full strength.
    handicap: Option<Handicap>,
    #[cfg(feature = "lab")]
    samples: &'a Samples<Sample>,
}

impl Search<'_> {
    fn scope(&self) -> Scope {
        self.handicap.map_or(Scope::FULL, |handicap| handicap.scope)
    }

    /// The root moves to search, best first. Leaves out forbidden points, even if they are legal, and points far from
    /// all stones unless the request names the moves. Keeps at least one move.
    fn root_points(&self, board: &mut Board, mut points: Vec<Point>) -> Vec<Point> {
        let (side, other) = (board.turn(), board.turn().other());
        let near = self.candidates();
        keep(&mut points, |point| !board.is_forbidden(point, side));
        if self.request.search_moves.is_empty() {
            keep(&mut points, |point| near.contains(point));
            if self.scope().only_touching {
                let taken = Point::all(board.size()).filter(|&point| !board.is_empty(point));
                let stones: Vec<Point> = taken.collect();
                keep(&mut points, |point| stones.iter().any(|stone| stone.distance(point) == 1));
            }
        }
        let is_four = board.has(other, Threat::Five);
        let blocks = if is_four { board.blocks(other) } else { Points::default() };
        let urgency = |point: Point| match (board.threat_at(point, side), board.threat_at(point, other)) {
            (Threat::Five, _) => 5,
            _ if blocks.contains(point) => 4,
            (_, Threat::Five) => 3,
            (Threat::Winning, _) => 2,
            _ => 0,
        };
        let move_score =
            |point: Point| 3 * board.move_score_at(point, side) + 2 * board.move_score_at(point, other);
        let center = |point: Point| Reverse(point.distance_to_center(board.size()));
        points.sort_by_cached_key(|&point| Reverse((urgency(point), move_score(point), center(point))));
        points
    }

    /// Reports a win by threats if there is one. Otherwise searches the moves that do not lose to the other side's
    /// threats.
    fn run(
        &self,
        board: &mut Board,
        mut points: Vec<Point>,
        random: SmallRng,
        sink: &mut Sink<'_>,
    ) -> SearchReport {
        let mut prover = Prover::new(self.budget);
        let scope = self.scope();
        let may_prove = self.request.lines == 1;
        if let (Some(kind), true) = (scope.root_proof, may_prove)
            && let Some(report) = prover.win(board, kind, &points)
        {
            sink(&report);
            return report;
        }
        let mut left_out = None;
        if let Some(kind) = scope.root_proof {
            left_out = prover.keep_defenses(board, threat_space::ProofKind::Vcf, &mut points);
            if parameters::DEFEND_AGAINST_VCT && kind == threat_space::ProofKind::Vct {
                prover.keep_defenses(board, kind, &mut points);
            }
        }
        let shared = self.shared(scope);
        let moves: Vec<Move> = points.iter().copied().map(Move::Stone).collect();
        let run = Run {
            request: self.request,
            budget: self.budget,
            table: self.table,
            threads: &shared.threads,
            handicap: self.handicap,
            moves: moves.len(),
            static_value: 0,
        };
        let root = |lines, noise| Root::new(Searcher::new(&shared, board.clone()), &moves, lines, noise);
        let report = run.run_blocking(root, random, sink);
        match left_out.filter(|_| self.handicap.is_none()) {
            Some(line) => Prover::holding_out(report, &line),
            None => report,
        }
    }

    fn shared(&self, scope: Scope) -> Shared<'_> {
        // Searches that score positions differently must not share entries.
        let options = self.game.rules();
        let variant = options.variant as u64;
        let scope_code = u64::from(self.uses_network) << 9
            | u64::from(scope.sees_open_fours) << 8
            | scope.leaf_vcf_stones as u64;
        let opening = match self.next_area() {
            Area::Beyond(steps) => u64::from(steps),
            Area::Anywhere | Area::Within(_) => 0,
        };
        let key_salt =
            splitmix64(opening << 40 | variant << 32 | u64::from(options.board_size) << 16 | scope_code);
        let replies = self.replies();
        Shared {
            table: self.table,
            budget: self.budget,
            tuning: self.tuning,
            threads: Threads::default(),
            scope,
            key_salt,
            replies,
            uses_network: self.uses_network,
            #[cfg(feature = "lab")]
            samples: self.samples,
        }
    }
}

/// Whether the other side could already have made a winning four at its last turn, did not, and still can.
fn has_standing_threat(game: &Game) -> bool {
    let stones = game.stones_played();
    let Some(last) = stones.last_chunk::<2>() else { return false };
    let other = game.turn().other();
    let mut before = game.position().clone();
    last.iter().for_each(|&(point, _)| before.take(point));
    let [before, now] =
        [&before, game.position()].map(|position| Board::new(position).points(other, Threat::Winning));
    !before.intersection(now).is_empty()
}

/// Keeps the points that satisfy the predicate, unless none does.
fn keep(points: &mut Vec<Point>, mut wanted: impl FnMut(Point) -> bool) {
    let kept: Vec<Point> = points.iter().copied().filter(|&point| wanted(point)).collect();
    if !kept.is_empty() {
        *points = kept;
    }
}

const _: () = assert!(MAX_PLY <= u8::MAX as usize && MATE < i16::MAX as Value, "what the table keeps fits");

#[cfg(test)]
mod tests;
