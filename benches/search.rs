//! Search speed: nodes per second on the positions of `duiyi bench`, and the time to a fixed depth.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use duiyi::engine::{Budget, EngineSettings, Engines, Limits, SearchRequest, StopFlag, bench};
use duiyi::rules::{Game, Options, xiangqi};
use std::hint::black_box;

fn all_positions(criterion: &mut Criterion) {
    let nodes = bench::run_blocking().nodes;
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(nodes));
    group.bench_function("bench positions", |bencher| bencher.iter(bench::run_blocking));
    group.finish();
}

fn to_depth(criterion: &mut Criterion) {
    let engines = Engines::new(EngineSettings { table_mib: 16, ..EngineSettings::default() });
    let game = Game::new(&Options::Xiangqi(xiangqi::Options::default()), None).expect("the start is valid");
    let request = SearchRequest { book: false, ..SearchRequest::default() };
    criterion.bench_function("start position to depth 10", |bencher| {
        bencher.iter(|| {
            engines.clear();
            let limits = Limits { depth: Some(10), ..Limits::default() };
            let budget = Budget::new(limits, StopFlag::default());
            black_box(engines.search_blocking(&game, &request, &budget, &mut |_| {}))
        });
    });
}

criterion_group!(benches, all_positions, to_depth);
criterion_main!(benches);
