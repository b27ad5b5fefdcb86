//! Generates load with wrk and a Lua script.

use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

const CONNECTIONS: &str = "32";

/// What wrk measured.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Requests per second.
    pub rate: f64,
    pub requests: f64,
    /// Responses that were not 2xx or 3xx.
    pub refused: u64,
}

pub fn get(id: &str) -> String {
    format!("wrk.path = '/v1/games/{id}'\n")
}

/// Plays the same moves in all games: the first ply in each game, then the second, and so on. Nothing is sent after
/// the last move, but the run lasts as long as ever, so the games must have more moves than the server makes in it.
/// `prefer` is the header of each request.
pub fn play(ids: &[String], moves: &[String], prefer: &str) -> String {
    let list = |texts: &[String]| texts.iter().map(|text| format!("'{text}',")).collect::<String>();
    let mut script = String::new();
    let _to_a_string = write!(
        script,
        r#"local ids, moves = {{ {} }}, {{ {} }}
local headers = {{ ['Content-Type'] = 'application/json', ['Prefer'] = '{prefer}' }}
local count = 0
function request()
  if count == #ids * #moves then wrk.thread:stop() end
  local id, mv = ids[count % #ids + 1], moves[math.floor(count / #ids) % #moves + 1]
  count = count + 1
  return wrk.format('POST', '/v1/games/' .. id .. '/moves', headers, '{{"move": "' .. mv .. '"}}')
end
"#,
        list(ids),
        list(moves)
    );
    script
}

pub fn run(address: &str, script: &str, duration: Duration) -> Measurement {
    let file = tempfile::NamedTempFile::with_suffix(".lua").expect("a file");
    std::fs::write(file.path(), script).expect("room for it");
    let output = Command::new("wrk")
        .args(["-t", "1", "-c", CONNECTIONS, "-d", &format!("{}s", duration.as_secs()), "-s"])
        .arg(file.path())
        .arg(format!("http://{address}/"))
        .output()
        .expect("wrk must be in the path; the Debian package is wrk");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let after = |label: &str| text.lines().find_map(|line| line.trim().strip_prefix(label)).map(str::trim);
    Measurement {
        rate: after("Requests/sec:").and_then(|rate| rate.parse().ok()).expect("wrk reports its rate"),
        requests: text.lines().find_map(requests).expect("wrk reports their number"),
        refused: after("Non-2xx or 3xx responses:").map_or(0, |count| count.parse().expect("a number")),
    }
}

/// The number in wrk's line `320000 requests in 10.02s, 2.10GB read`.
fn requests(line: &str) -> Option<f64> {
    line.trim().split_once(" requests in ")?.0.parse().ok()
}
