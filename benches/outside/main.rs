//! Measures how well searches of other programs keep their time, beside those of our own engine:
//!
//! ```console
//! $ cargo bench --bench outside -- "hce=uci:/opt/pikafish/pikafish" "pela=gomocup:/opt/pela/pbrain-pela"
//! ```
//!
//! Each client has an address of its own and sends one search after another. Then the same once more while processes of the
//! program are killed or stopped. `fairy:` stands for UCI with ranks from one, and `NAME=PROTOCOL:COMMAND` may end with options of
//! the program, as in ` -- Hash=64`.

mod nemesis;
mod positions;

use duiyi::rules::Ruleset;
use duiyi_testkit::load::client_at;
use duiyi_testkit::server::Server;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const BUDGET: Duration = Duration::from_millis(100);
const CLIENTS: usize = 20;
const SEARCHES_OF_EACH: usize = 10;
const PROCESSES: usize = 2;

/// A program that the command line names.
struct Program {
    name: String,
    protocol: &'static str,
    first_rank: u8,
    command: Vec<String>,
    options: Vec<(String, String)>,
}

impl Program {
    fn parse(text: &str) -> Option<Program> {
        let (name, rest) = text.split_once('=')?;
        let (protocol, rest) = rest.split_once(':')?;
        let (protocol, first_rank) = match protocol {
            "uci" => ("uci", 0),
            "fairy" => ("uci", 1),
            "ucci" => ("ucci", 0),
            "gomocup" => ("gomocup", 0),
            _ => return None,
        };
        let (command, options) = rest.split_once(" -- ").unwrap_or((rest, ""));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let option =
            |word: &str| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let options = words(options).iter().map(|word| option(word)).collect::<Option<_>>()?;
        Some(Program { name: name.to_owned(), protocol, first_rank, command: words(command), options })
    }

    fn ruleset(&self) -> Ruleset {
        if self.protocol == "gomocup" { Ruleset::Gomoku } else { Ruleset::Xiangqi }
    }

    /// The program as an inline table of the settings.
    fn setting(&self) -> String {
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name:?} = {value:?}")).collect();
        format!(
            "{{ name = {:?}, protocol = {:?}, first_rank = {}, command = {:?}, rulesets = [{:?}], processes = {PROCESSES}, \
             options = {{ {} }} }}",
            self.name,
            self.protocol,
            self.first_rank,
            self.command,
            self.ruleset().name(),
            options.join(", ")
        )
    }
}

#[tokio::main]
async fn main() {
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let named = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let programs: Vec<Program> = named
        .map(|text| {
            Program::parse(&text).unwrap_or_else(|| panic!("expected NAME=PROTOCOL:COMMAND, got {text}"))
        })
        .collect();
    let settings: Vec<String> = programs.iter().map(Program::setting).collect();
    let server = Server::start(&[("DUIYI_ENGINES", &format!("[{}]", settings.join(", ")))])
        .expect("the server starts");
    let searches = CLIENTS * SEARCHES_OF_EACH;
    println!(
        "{searches} searches of {} ms by {CLIENTS} clients; beyond the budget in ms",
        BUDGET.as_millis()
    );
    println!("| | answered | by the program | p50 | p99 | at most |\n| --- | --- | --- | --- | --- | --- |");
    for program in &programs {
        let (name, ruleset) = (Some(program.name.as_str()), program.ruleset());
        // Starts the processes.
        measure(&server, ruleset, name).await;
        measure(&server, ruleset, None).await.print(&format!("our own engine, {}", ruleset.name()));
        measure(&server, ruleset, name).await.print(&program.name);
        let disturbed = nemesis::beside(server.id(), measure(&server, ruleset, name)).await;
        disturbed.print(&format!("{}, a process killed or stopped every 250 ms", program.name));
    }
}

#[derive(Default)]
struct Measured {
    /// The time beyond the budget, in milliseconds.
    late: Vec<f64>,
    by_program: usize,
    refused: usize,
}

/// All clients search, each in positions of its own.
async fn measure(server: &Server, ruleset: Ruleset, engine: Option<&str>) -> Measured {
    let mut tasks = JoinSet::new();
    for client in 0..CLIENTS {
        let http = client_at(IpAddr::V4(Ipv4Addr::new(127, 0, 1, client as u8 + 1)));
        let (url, engine) = (server.url("/v1/analysis"), engine.map(str::to_owned));
        tasks.spawn(async move {
            let mut measured = Measured::default();
            for search in 0..SEARCHES_OF_EACH {
                let body = json!({
                    "ruleset": ruleset, "moves": positions::moves(ruleset, client * SEARCHES_OF_EACH + search),
                    "engine": engine, "limits": {"time_ms": BUDGET.as_millis() as u64}, "book": false,
                });
                let started = Instant::now();
                let response = http.post(&url).json(&body).send().await.expect("the server answers");
                if response.status() != StatusCode::OK {
                    measured.refused += 1;
                    continue;
                }
                let answer: Value = response.json().await.expect("an answer");
                measured.late.push((started.elapsed().as_secs_f64() - BUDGET.as_secs_f64()) * 1000.0);
                let is_by_program = engine.is_some() && answer["engine"] == json!(engine) && answer["source"] != "fallback";
                measured.by_program += usize::from(is_by_program);
            }
            measured
        });
    }
    let mut all = Measured::default();
    for measured in tasks.join_all().await {
        all.late.extend(measured.late);
        all.by_program += measured.by_program;
        all.refused += measured.refused;
    }
    all
}

impl Measured {
    fn print(mut self, name: &str) {
        self.late.sort_by(f64::total_cmp);
        let last = self.late.len().saturating_sub(1);
        let at =
            |share: f64| self.late.get((last as f64 * share).round() as usize).copied().unwrap_or(f64::NAN);
        let refused = if self.refused > 0 { format!(", {} refused", self.refused) } else { String::new() };
        println!(
            "| {name} | {}{refused} | {} | {:.1} | {:.1} | {:.1} |",
            self.late.len(),
            self.by_program,
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}
