//! The file of the tables, which is part of the program, and the tables read from it.
//!
//! The file holds the number of tables, then for each its strong and its weak army and the length of its values, all as
//! little-endian numbers of 32 bits, then the values of the tables one after the other, each a zlib stream. A table has the positions with the
//! weak side to move, one byte each. The others follow from the best move.

use super::Verdict;
use super::layout::Layout;
use super::material::{Army, Material};
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Move, Position};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use foldhash::{HashMap, HashMapExt};
use std::io::{Read, Write};
use std::sync::{LazyLock, OnceLock};

/// Written by `duiyi-lab tables`.
static FILE: &[u8] = include_bytes!("tables.bin");
static TABLES: LazyLock<Tables<'_>> =
    LazyLock::new(|| Tables::read(FILE).expect("the file of the tables is whole"));

/// The bytes of a table. Losses of the weak side count up from the first, its wins count down from the last.
const UNKNOWN: u8 = 0;
const DRAWN: u8 = 1;
const LOST_NOW: u8 = 2;
const WON_IN_ONE: u8 = u8::MAX;
/// The greatest number of moves until a loss that fits a byte.
const MOST_MOVES: u32 = 200;

fn to_byte(verdict: Option<Verdict>) -> u8 {
    let moves = verdict.and_then(Verdict::plies).unwrap_or(0) / 2;
    assert!(moves < MOST_MOVES, "a table has no room for {verdict:?}");
    match verdict {
        None => UNKNOWN,
        Some(Verdict::Drawn) => DRAWN,
        Some(Verdict::Lost(_)) => LOST_NOW + moves as u8,
        Some(Verdict::Won(_)) => WON_IN_ONE - moves as u8,
    }
}

fn from_byte(byte: u8) -> Option<Verdict> {
    let lost = u32::from(byte.saturating_sub(LOST_NOW));
    match byte {
        UNKNOWN => None,
        DRAWN => Some(Verdict::Drawn),
        _ if lost < MOST_MOVES => Some(Verdict::Lost(2 * lost)),
        _ => Some(Verdict::Won(2 * u32::from(WON_IN_ONE - byte) + 1)),
    }
}

/// A table of the file, unpacked when it is first asked.
#[derive(Debug)]
struct Table<'a> {
    layout: Layout,
    packed: &'a [u8],
    values: OnceLock<Box<[u8]>>,
}

impl Table<'_> {
    fn values(&self) -> &[u8] {
        self.values.get_or_init(|| {
            let mut values = Vec::with_capacity(self.layout.len());
            let read = ZlibDecoder::new(self.packed).read_to_end(&mut values);
            assert_eq!(read.ok(), Some(self.layout.len()), "the file of the tables is whole");
            values.into()
        })
    }

    fn verdict(&self, position: &Position, strong: Side) -> Option<Verdict> {
        from_byte(self.values()[self.layout.index(position, strong)])
    }
}

/// The tables of a file.
#[derive(Debug)]
pub struct Tables<'a>(HashMap<Material, Table<'a>>);

/// Why a file of tables cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the file of the tables ends too early")]
pub struct TruncatedError;

impl Tables<'static> {
    /// The tables that are part of the program.
    pub fn get() -> &'static Tables<'static> {
        &TABLES
    }
}

impl<'a> Tables<'a> {
    /// The most pieces of a position in the tables of the program, with the generals.
    pub const MOST_PIECES: usize = 7;

    /// Reads the list of tables. Their values are unpacked only when they are needed.
    ///
    /// # Errors
    /// If the file is shorter than its list says.
    pub fn read(mut file: &'a [u8]) -> Result<Tables<'a>, TruncatedError> {
        let mut number = || -> Result<u32, TruncatedError> {
            let (bytes, rest) = file.split_first_chunk().ok_or(TruncatedError)?;
            file = rest;
            Ok(u32::from_le_bytes(*bytes))
        };
        let entries: Vec<(Material, usize)> = (0..number()?)
            .map(|_| {
                let (strong, weak) = (Army::from_bits(number()?), Army::from_bits(number()?));
                Ok((Material { strong, weak }, number()? as usize))
            })
            .collect::<Result<_, _>>()?;
        let mut tables = HashMap::with_capacity(entries.len());
        for (material, length) in entries {
            let (packed, rest) = file.split_at_checked(length).ok_or(TruncatedError)?;
            file = rest;
            tables.insert(material, Table { layout: Layout::new(material), packed, values: OnceLock::new() });
        }
        Ok(Tables(tables))
    }

    /// The materials of the tables.
    pub fn materials(&self) -> impl Iterator<Item = Material> {
        self.0.keys().copied()
    }

    /// The result of a position, if there is a table for it or it has ended.
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        let (material, strong) = Material::of(position);
        if !material.strong.can_attack() {
            return Some(if position.has_no_moves() { Verdict::Lost(0) } else { Verdict::Drawn });
        }
        let table = self.0.get(&material)?;
        if position.turn() != strong {
            return table.verdict(position, strong);
        }
        Verdict::best(position.legal_moves().into_iter().map(|mv| Some(self.after(position, mv)?.before())))
    }

    /// The result of the position after a legal move, for the side then to move.
    pub fn after(&self, position: &Position, mv: Move) -> Option<Verdict> {
        let mut after = position.clone();
        after.make_move(mv);
        self.probe(&after)
    }
}

/// Packs tables into a file. `verdict` is asked for every place of a table, with the weak side to move; where no position
/// belongs, it gives `Err`.
pub fn write(
    materials: &[Material],
    verdict: impl Fn(Material, usize) -> Result<Option<Verdict>, ()>,
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut streams = Vec::new();
    let number = |file: &mut Vec<u8>, number: u32| file.extend(number.to_le_bytes());
    number(&mut file, materials.len() as u32);
    for &material in materials {
        let mut last = UNKNOWN;
        // What nobody reads is packed best as what stands before it.
        let byte = |index| {
            last = verdict(material, index).map_or(last, to_byte);
            last
        };
        let values: Vec<u8> = (0..Layout::new(material).len()).map(byte).collect();
        let stream = pack(&values);
        for value in [material.strong.bits(), material.weak.bits(), stream.len() as u32] {
            number(&mut file, value);
        }
        streams.extend(stream);
    }
    file.extend(streams);
    file
}

fn pack(values: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(values).and_then(|()| encoder.finish());
    packed.expect("writing to memory does not fail")
}
