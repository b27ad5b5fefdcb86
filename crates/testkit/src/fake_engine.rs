//! The program that misbehaves: `fake-engine.sh`.

/// The command of a program that speaks `uci`, `ucci` or `gomocup` and misbehaves in this way, one of those in the script. Further
/// words are arguments.
pub fn fake_engine(protocol: &str, way: &str) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/fake-engine.sh");
    ["sh", script, protocol, way].map(str::to_owned).to_vec()
}
