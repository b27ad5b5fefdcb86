//! Measures how well the server keeps time budgets under load: `cargo bench --bench budget` prints what clients see.
//! The clients run on the same machine, so they take a share of its processors.

use duiyi_testkit::listeners;
use duiyi_testkit::load;
use duiyi_testkit::server::Server;
use reqwest::StatusCode;
use std::time::Duration;

const BUDGET: Duration = Duration::from_millis(100);
/// A response this far over its budget still counts as in time.
const TOLERANCE: Duration = Duration::from_millis(10);
const MEASURE_FOR: Duration = Duration::from_secs(10);
/// Clients per core under overload.
const OVERLOAD: usize = 10;
const ABANDONED: usize = 50;
/// Open streams during the searches.
const STREAMS: usize = 1000;

#[tokio::main]
async fn main() {
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{cores} cores, searches of {} ms", BUDGET.as_millis());
    let server = Server::start(&[]).expect("the server starts");
    load::searches(&server, cores, BUDGET, Duration::from_secs(1)).await;
    as_many_clients_as_cores(&server, cores).await;
    many_more_clients_than_cores(&server, cores).await;
    clients_that_disconnect(&server).await;
    println!("\nWith {STREAMS} open streams of games that keep changing");
    let _listeners = listeners::listen(&server, STREAMS).await;
    as_many_clients_as_cores(&server, cores).await;
    many_more_clients_than_cores(&server, cores).await;
}

async fn as_many_clients_as_cores(server: &Server, cores: usize) {
    let seen = load::searches(server, cores, BUDGET, MEASURE_FOR).await;
    let answered = seen.iter().filter(|seen| seen.status == StatusCode::OK);
    let over: Vec<Duration> = answered.map(|seen| seen.elapsed.saturating_sub(BUDGET)).collect();
    println!("\n{cores} clients: {} requests, {} answered", seen.len(), over.len());
    print_distribution("  beyond the budget", over);
}

async fn many_more_clients_than_cores(server: &Server, cores: usize) {
    let clients = OVERLOAD * cores;
    let (seen, health) =
        tokio::join!(load::searches(server, clients, BUDGET, MEASURE_FOR), load::health(server, MEASURE_FOR));
    let elapsed = |wanted: StatusCode, retry_after: bool| -> Vec<Duration> {
        let wanted = seen.iter().filter(|seen| seen.status == wanted && seen.retry_after == retry_after);
        wanted.map(|seen| seen.elapsed).collect()
    };
    let answered = elapsed(StatusCode::OK, false);
    let refused = elapsed(StatusCode::SERVICE_UNAVAILABLE, true);
    let in_time = answered.iter().filter(|&&elapsed| elapsed <= BUDGET + TOLERANCE).count();
    println!("\n{clients} clients: {} requests", seen.len());
    println!("  answered {}, of them in time {in_time}", answered.len());
    println!("  refused {}, anything else {}", refused.len(), seen.len() - answered.len() - refused.len());
    let over = answered.iter().map(|elapsed| elapsed.saturating_sub(BUDGET)).collect();
    print_distribution("  beyond the budget", over);
    print_distribution("  time to a refusal", refused);
    print_distribution("  /healthz meanwhile", health);
}

async fn clients_that_disconnect(server: &Server) {
    let mut times = Vec::with_capacity(ABANDONED);
    for _ in 0..ABANDONED {
        times.push(load::abandoned(server, Duration::from_secs(30)).await);
    }
    println!("\n{ABANDONED} clients that disconnect during a search");
    print_distribution("  until its thread is free", times);
}

fn print_distribution(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let Some(last) = times.len().checked_sub(1) else {
        println!("{name}: none");
        return;
    };
    let ms = |share: f64| times[(last as f64 * share).round() as usize].as_secs_f64() * 1000.0;
    println!("{name}: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", ms(0.5), ms(0.99), ms(1.0));
}
