//! The material of other projects, where its folder lies beside the repository or `DUIYI_FOREIGN` names it. `.ci/foreign` runs
//! all of it and shows the rows as a table.

use std::path::PathBuf;

/// The lines of a file of the folder. None without the folder.
///
/// # Panics
/// If the folder is there, but not the file.
pub fn lines(file: &str) -> Option<Vec<String>> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/foreign"));
    let folder = std::env::var_os("DUIYI_FOREIGN").map_or_else(beside, PathBuf::from);
    folder.is_dir().then(|| {
        let text =
            std::fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
    })
}

/// The text of this name in a line of JSON: enough for files of one flat object a line, without escapes.
pub fn text<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_once(&format!("\"{name}\": \""))?.1.split('"').next()
}

/// The number of this name.
pub fn number(line: &str, name: &str) -> Option<i64> {
    line.split_once(&format!("\"{name}\": "))?.1.split([',', '}']).next()?.trim().parse().ok()
}

/// The texts of the list of this name.
pub fn list<'a>(line: &'a str, name: &str) -> Vec<&'a str> {
    let list = line.split_once(&format!("\"{name}\": [")).and_then(|(_, rest)| rest.split(']').next());
    list.map(|list| list.split(['"', ',', ' ']).filter(|word| !word.is_empty()).collect()).unwrap_or_default()
}

/// Prints a row of the table.
pub fn row(file: &str, what: &str, result: &str) {
    println!("foreign | {file} | {what} | {result}");
}
