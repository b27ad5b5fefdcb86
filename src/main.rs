use duiyi::engine::*;
use duiyi::rules::*;
fn main() {
    let r = duiyi::engine::bench::run_blocking();
    println!("nodes {} nps {:.0}", r.nodes, r.nodes as f64 / r.time.as_secs_f64());
    let e = Engines::new(Default::default());
    let g = Game::new(&Options::Xiangqi(Default::default()), None).unwrap();
    let b = Budget::new(
        Limits { time: Some(std::time::Duration::from_millis(2000)), ..Default::default() },
        StopFlag::default(),
    );
    let q = SearchRequest { book: false, ..Default::default() };
    let r = e.search_blocking(&g, &q, &b, &mut |r| {
        println!(
            "{} {:?} n{} {}ms sel{} {}",
            r.depth,
            r.score,
            r.nodes,
            r.time.as_millis(),
            r.seldepth,
            r.lines[0].pv.iter().map(|m| g.coordinates(*m)).collect::<Vec<_>>().join(" ")
        )
    });
    println!("{:?}", r.map(|r| (r.nodes, r.hash_hit_rate, r.hash_full)));
}
