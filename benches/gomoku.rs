//! Measures `make_move` and `unmake_move` on the Gomoku board, which update all shapes, on one core.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi::engine::gomoku::board::Board;
use duiyi::rules::gomoku::{Point, Position, Variant};
use std::hint::black_box;

/// A middlegame position of 24 stones.
const STONES: &str = "h8 h9 i9 g7 j10 k11 i8 g8 g9 i7 j9 k9 h7 f5 i10 i11 j8 j7 k8 l8 h10 g11 f9 e9";

fn make_unmake(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make and unmake");
    for variant in Variant::ALL {
        let mut position = Position::empty(variant, 15);
        for stone in STONES.split(' ') {
            position.make_move(Point::parse(stone).expect("a point"));
        }
        let mut board = Board::new(&position);
        let near: Vec<Point> =
            position.empty_points().filter(|point| point.distance_to_center(15) <= 5).collect();
        group.throughput(Throughput::Elements(near.len() as u64));
        group.bench_function(format!("{variant:?}"), |bencher| {
            bencher.iter(|| {
                for &point in &near {
                    board.make_move(black_box(point));
                    board.unmake_move(black_box(point));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, make_unmake);
criterion_main!(benches);
