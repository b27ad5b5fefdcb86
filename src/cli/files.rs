//! Commands on the file of a server whose store is redb.

use super::{Error, serve};
use crate::config::Config;
use crate::dto::{GameJson, Notation, View, json_text};
use crate::server;
use crate::store::{GameFile, Verified, unfinished_copy};
use clap::Args;
use futures_util::StreamExt;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The new file.
    #[arg(value_name = "COPY")]
    copy: PathBuf,
    /// The `admin_listen` address of a running server; the `admin_listen` setting by default. Without either, copies the
    /// file `redb_path`, which no server may have open.
    #[arg(long, value_name = "ADDR:PORT")]
    admin: Option<SocketAddr>,
    #[arg(long, value_name = "FILE", env = "DUIYI_CONFIG")]
    config: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// A file that no server has open.
    file: PathBuf,
}

#[derive(Debug, Args)]
pub struct CompactArgs {
    /// A file that no server has open.
    file: PathBuf,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// A file that no server has open, such as a backup.
    file: PathBuf,
    /// Only games that are over.
    #[arg(long)]
    finished: bool,
    #[arg(long, value_name = "FILE", env = "DUIYI_CONFIG")]
    config: Option<PathBuf>,
}

/// What a file contains.
#[derive(Debug, Default)]
struct Census {
    playing: usize,
    finished: usize,
    /// The ids of the games that cannot be read, each with the reason, and last what says that there may be more.
    unreadable: Vec<String>,
}

/// Copies a server's file and checks the copy. The copy has its name only once it is whole.
pub fn backup(args: &BackupArgs, out: &mut impl Write) -> Result<(), Error> {
    let BackupArgs { copy, .. } = args;
    if copy.exists() {
        return Err(format!("{} exists: name a new file", copy.display()).into());
    }
    let config = Config::load(args.config.as_deref(), std::env::vars())?;
    let unfinished = unfinished_copy(copy)?;
    match args.admin.or(config.admin_listen) {
        Some(admin) => server::runtime()?.block_on(download(admin, unfinished.as_file()))?,
        None => open(&config.redb_path)?.copy(unfinished.reopen()?)?,
    }
    let census = census(&open(unfinished.path())?)?;
    unfinished.as_file().sync_all()?;
    unfinished.persist_noclobber(copy)?;
    let bytes = std::fs::metadata(copy)?.len();
    writeln!(out, "games {}", census.playing + census.finished + census.unreadable.len())?;
    writeln!(out, "bytes {bytes}")?;
    Ok(())
}

async fn download(admin: SocketAddr, mut file: &File) -> Result<(), Error> {
    let address = serve::reachable(admin);
    let client = reqwest::Client::builder().no_proxy().build()?;
    let response = client.get(format!("http://{address}/backup")).send().await?;
    if !response.status().is_success() {
        return Err(format!("{address} answers {}: {}", response.status(), response.text().await?).into());
    }
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        file.write_all(&chunk?)?;
    }
    Ok(())
}

/// Opens a file that no server has open.
fn open(path: &Path) -> Result<GameFile, Error> {
    GameFile::open(path).map_err(|error| format!("cannot open {}: {error}", path.display()).into())
}

/// Reads all games.
fn census(file: &GameFile) -> Result<Census, Error> {
    let (mut census, games) = (Census::default(), file.games()?);
    for (id, game) in games.read() {
        match game {
            Ok(game) if game.is_over() => census.finished += 1,
            Ok(_) => census.playing += 1,
            Err(error) => census.unreadable.push(format!("{id}: {error}")),
        }
    }
    census.unreadable.extend(games.damage.as_ref().map(more_may_be_lost));
    Ok(census)
}

fn more_may_be_lost(damage: &impl Display) -> String {
    format!("perhaps more games, because their list is damaged: {damage}")
}

/// Verifies a file, and counts its games.
///
/// # Errors
/// When the file is damaged, or has games that cannot be read.
pub fn check(args: &CheckArgs, out: &mut impl Write) -> Result<(), Error> {
    let mut file = open(&args.file)?;
    // A verification changes the file if it can repair it, so what can be read is counted before.
    let mut census = self::census(&file)?;
    let (checksums, is_damaged) = match file.verify() {
        Verified::Right => ("right".to_owned(), false),
        Verified::Repaired => {
            census = self::census(&file)?;
            ("were wrong: repaired".to_owned(), false)
        }
        Verified::Damaged(error) => (format!("wrong: {error}"), true),
    };
    for unreadable in &census.unreadable {
        writeln!(out, "unreadable {unreadable}")?;
    }
    writeln!(out, "checksums {checksums}")?;
    writeln!(out, "playing {}", census.playing)?;
    writeln!(out, "finished {}", census.finished)?;
    writeln!(out, "unreadable {}", census.unreadable.len())?;
    match census.unreadable.len() {
        0 if is_damaged => Err("the file is damaged: export its games, or restore a backup".into()),
        0 => Ok(()),
        number => Err(format!("{number} games cannot be read").into()),
    }
}

/// Returns the free space of a file to the disk.
///
/// # Errors
/// When the file fails.
pub fn compact(args: &CompactArgs, out: &mut impl Write) -> Result<(), Error> {
    let length = || std::fs::metadata(&args.file).map(|file| file.len());
    let before = length()?;
    let mut file = open(&args.file)?;
    file.compact()?;
    drop(file);
    writeln!(out, "before {before}")?;
    writeln!(out, "after {}", length()?)?;
    Ok(())
}

/// Prints the games of a file, each as a line of JSON as the API shows it.
///
/// # Errors
/// When the file has games that cannot be read. The others are still printed.
pub fn export(args: &ExportArgs, out: &mut impl Write) -> Result<(), Error> {
    let config = Config::load(args.config.as_deref(), std::env::vars())?;
    let view = View {
        notation: Notation::Coordinates,
        keep: config.keep_times(),
        secrets: None,
        presence: None,
        is_for_owner: true,
    };
    let file = open(&args.file)?;
    let games = file.games()?;
    let (mut printed, mut unreadable) = (0, Vec::new());
    for (id, game) in games.read() {
        match game {
            Ok(game) if args.finished && !game.is_over() => {}
            Ok(game) => {
                writeln!(out, "{}", json_text(&GameJson::new(&game, &view)))?;
                printed += 1;
            }
            Err(error) => unreadable.push(format!("{id}: {error}")),
        }
    }
    unreadable.extend(games.damage.as_ref().map(more_may_be_lost));
    match unreadable.is_empty() {
        true => Ok(()),
        false => {
            Err(format!("{printed} games printed; these cannot be read: {}", unreadable.join("; ")).into())
        }
    }
}
