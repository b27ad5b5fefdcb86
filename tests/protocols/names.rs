//! The names under which the program speaks a protocol, for interfaces whose users can only name a file.

use crate::program::Program;
use std::path::Path;
use std::process::{Command, Output};

fn install_links(directory: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_duiyi")).arg("install-links").arg(directory).output().unwrap()
}

#[test]
fn the_links_speak_the_protocols_that_they_are_named_after() {
    let directory = tempfile::tempdir().unwrap();
    // Links that are there already are replaced.
    for _ in 0..2 {
        let output = install_links(directory.path());
        assert!(output.status.success(), "{output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3);
    }
    for (name, command, answer) in
        [("duiyi-uci", "uci", "uciok"), ("duiyi-ucci", "ucci", "ucciok"), ("pbrain-duiyi", "START 15", "OK")]
    {
        let file = directory.path().join(name);
        let mut program = Program::start_file(&file, &[]);
        program.ask(command, answer);
        program.close();
        // With an argument the links are the program itself.
        let version = Command::new(&file).arg("--version").output().unwrap();
        assert!(String::from_utf8(version.stdout).unwrap().starts_with("duiyi "));
    }
}

#[test]
fn a_file_is_not_replaced_by_a_link() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("duiyi-uci");
    std::fs::write(&file, "precious").unwrap();
    let output = install_links(directory.path());
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("duiyi-uci: "));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    let output = install_links(&directory.path().join("missing"));
    assert!(!output.status.success(), "{output:?}");
}
