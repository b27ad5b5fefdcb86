use super::Error;
use crate::config::{ApiKey, Scope};
use clap::{Args, Subcommand};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};
use std::io::Write;

#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Print a new API key and the entry for the settings file, which holds only its digest.
    Add(AddArgs),
}

#[derive(Debug, Args)]
pub struct AddArgs {
    /// Who calls with the key: quotas, games and logs go by this name.
    name: String,
    /// What the key allows: games, analysis, feed, admin; the first three by default.
    #[arg(long, value_delimiter = ',', value_parser = scope)]
    scopes: Vec<Scope>,
}

fn scope(text: &str) -> Result<Scope, String> {
    let names = Scope::ALL.map(Scope::name).join(", ");
    let found = Scope::ALL.into_iter().find(|scope| scope.name() == text);
    found.ok_or_else(|| format!("expected one of {names}"))
}

/// The random bytes of a key: more than anybody can guess.
const KEY_BYTES: usize = 24;

pub fn keys(KeysCommand::Add(args): &KeysCommand, out: &mut impl Write) -> Result<(), Error> {
    let key = format!("dk_{}", BASE64URL_NOPAD.encode(&rand::random::<[u8; KEY_BYTES]>()));
    let mut entry = ApiKey::new(&args.name, &HEXLOWER.encode(&Sha256::digest(key.as_bytes())));
    entry.check()?;
    if !args.scopes.is_empty() {
        entry.scopes.clone_from(&args.scopes);
    }
    let scopes: Vec<&str> = entry.scopes.iter().copied().map(Scope::name).collect();
    writeln!(out, "# The key, which is shown only now: {key}")?;
    writeln!(out, "# Append to the settings file, then send the server SIGHUP:")?;
    writeln!(out, "[[api_keys]]\nname = {:?}\nsha256 = {:?}\nscopes = {scopes:?}", entry.name, entry.sha256)?;
    Ok(())
}
