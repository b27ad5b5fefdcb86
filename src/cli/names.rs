//! The names under which the program speaks a protocol without arguments, for programs whose users can only name a file.

use super::Error;
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// How a name begins and the command it stands for. What follows, such as a version, is free.
const NAMES: [(&str, &str); 3] = [("duiyi-ucci", "ucci"), ("duiyi-uci", "uci"), ("pbrain-", "piskvork")];

/// The file names of the links. Gomoku managers want a program's name to begin with `pbrain-`.
const LINKS: [&str; 3] = ["duiyi-uci", "duiyi-ucci", "pbrain-duiyi"];

#[derive(Debug, Args)]
pub struct LinksArgs {
    /// The directory in which the links are made; it must exist.
    directory: PathBuf,
}

/// The command-line arguments, with the command that the program's name stands for if there is no other argument.
pub fn arguments(given: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = given.into_iter().collect();
    if let [program] = &arguments[..]
        && let Some(command) = command_named(Path::new(program))
    {
        arguments.push(command.into());
    }
    arguments
}

fn command_named(program: &Path) -> Option<&'static str> {
    let name = program.file_name()?.to_str()?.to_ascii_lowercase();
    NAMES.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|&(_, command)| command)
}

/// Makes the links to this program and prints their paths. Replaces links, but no files of other kinds.
pub fn install_links(args: &LinksArgs, out: &mut impl Write) -> Result<(), Error> {
    let program = std::env::current_exe()?;
    for name in LINKS {
        let link = args.directory.join(name);
        make_link(&program, &link).map_err(|error| format!("{}: {error}", link.display()))?;
        writeln!(out, "{}", link.display())?;
    }
    Ok(())
}

fn make_link(program: &Path, link: &Path) -> io::Result<()> {
    if link.is_symlink() {
        std::fs::remove_file(link)?;
    }
    symlink(program, link)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(name: &str) -> Option<&'static str> {
        command_named(Path::new(name))
    }

    #[test]
    fn the_name_of_the_program_chooses_the_protocol() {
        assert_eq!(command("/usr/local/bin/duiyi-uci"), Some("uci"));
        assert_eq!(command("duiyi-ucci-0.2"), Some("ucci"));
        assert_eq!(command("Duiyi-UCI.EXE"), Some("uci"));
        assert_eq!(command("pbrain-duiyi64.exe"), Some("piskvork"));
        assert_eq!(command("/pbrain-games/duiyi"), None);
        assert_eq!(command("duiyi"), None);
        assert_eq!(LINKS.map(command), [Some("uci"), Some("ucci"), Some("piskvork")]);
    }

    #[test]
    fn an_argument_overrides_the_name() {
        let arguments = |given: &[&str]| {
            let given = arguments(given.iter().map(OsString::from));
            given.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(arguments(&["duiyi-uci"]), ["duiyi-uci", "uci"]);
        assert_eq!(arguments(&["duiyi-uci", "bench"]), ["duiyi-uci", "bench"]);
        assert_eq!(arguments(&["duiyi"]), ["duiyi"]);
        assert!(arguments(&[]).is_empty());
    }
}
