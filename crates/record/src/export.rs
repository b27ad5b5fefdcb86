//! The formats in which a game can be exported.

use super::pgn::{self, PgnMoves};
use super::tree::Tree;
use super::{Tags, dhtmlxq, is_own_start, psq, renlib, sgf, svg, text};
use crate::rules::{Game, gomoku};

/// A format for an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Export {
    /// PGN, with its moves in this notation.
    Pgn(PgnMoves),
    /// The moves as text.
    Text,
    /// A picture of the current position.
    Svg,
    /// A picture of the current position, as PNG.
    #[cfg(feature = "png")]
    Png,
    /// DhtmlXQ. Only for Xiangqi.
    DhtmlXq,
    /// SGF. Only for five in a row.
    Sgf,
    /// The format of Piskvork. Only for five in a row.
    Psq,
    /// The text board of RenLib. Only for five in a row.
    TextBoard,
    /// The position file of RenLib. Only for five in a row.
    Pos,
}

/// The game cannot be written so. The message says what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExportError {
    /// The format cannot hold this game.
    #[error("{0}")]
    Format(String),
    /// The game has no such notation.
    #[error("{0}")]
    Notation(String),
}

impl Export {
    /// All formats, PGN with moves in coordinates.
    pub const ALL: &[Export] = &[
        Export::Pgn(PgnMoves::Coordinates),
        Export::Text,
        Export::Svg,
        #[cfg(feature = "png")]
        Export::Png,
        Export::DhtmlXq,
        Export::Sgf,
        Export::Psq,
        Export::TextBoard,
        Export::Pos,
    ];

    /// The format with this name, and for PGN with moves in this notation: `iccs`, the default, `chinese` or `wxf`. None for
    /// `json`, which the record is without a name.
    ///
    /// # Errors
    /// When there is no such format or notation.
    pub fn named(name: Option<&str>, notation: Option<&str>) -> Result<Option<Export>, ExportError> {
        let name = name.unwrap_or("json");
        let format = Export::ALL.iter().copied().find(|format| format.name() == name);
        if format.is_none() && name != "json" {
            let names = Export::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
            return Err(ExportError::Format(format!("expected one of json, {names}, got {name:?}")));
        }
        match (format, notation) {
            (format, None) => Ok(format),
            (Some(Export::Pgn(_)), Some("iccs")) => Ok(Some(Export::Pgn(PgnMoves::Coordinates))),
            (Some(Export::Pgn(_)), Some("chinese")) => Ok(Some(Export::Pgn(PgnMoves::Chinese))),
            (Some(Export::Pgn(_)), Some("wxf")) => Ok(Some(Export::Pgn(PgnMoves::Wxf))),
            (Some(Export::Pgn(_)), Some(other)) => {
                let message = format!("expected one of iccs, chinese, wxf, got {other:?}");
                Err(ExportError::Notation(message))
            }
            (_, Some(_)) => {
                Err(ExportError::Notation(format!("expected format=pgn with a notation, got {name}")))
            }
        }
    }

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Export::Pgn(_) => "pgn",
            Export::Text => "text",
            Export::Svg => "svg",
            #[cfg(feature = "png")]
            Export::Png => "png",
            Export::DhtmlXq => "dhtmlxq",
            Export::Sgf => "sgf",
            Export::Psq => "psq",
            Export::TextBoard => "text_board",
            Export::Pos => "pos",
        }
    }

    /// The media type, with the encoding of texts.
    pub fn content_type(self) -> &'static str {
        match self {
            Export::Pgn(_) => "application/x-chess-pgn; charset=utf-8",
            Export::Svg => "image/svg+xml",
            #[cfg(feature = "png")]
            Export::Png => "image/png",
            Export::Sgf => "application/x-go-sgf; charset=utf-8",
            Export::Pos => "application/octet-stream",
            Export::Text | Export::DhtmlXq | Export::Psq | Export::TextBoard => "text/plain; charset=utf-8",
        }
    }

    /// Whether writing takes so long that it may not run on a thread of the server's runtime.
    pub fn is_slow(self) -> bool {
        match self {
            #[cfg(feature = "png")]
            Export::Png => true,
            _ => false,
        }
    }

    /// The usual extension of file names, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Export::Pgn(_) => "pgn",
            #[cfg(feature = "png")]
            Export::Png => "png",
            Export::Svg => "svg",
            Export::Sgf => "sgf",
            Export::Psq => "psq",
            Export::Pos => "pos",
            Export::Text | Export::DhtmlXq | Export::TextBoard => "txt",
        }
    }

    /// Writes a game in this format. `clocks` are the times that the movers had left after each move, in milliseconds, where
    /// they are known. PGN has a place for them.
    ///
    /// # Errors
    /// When the format is not for this game. The message names formats that are.
    pub fn write(self, game: &Game, tags: &Tags, clocks: &[Option<u64>]) -> Result<Vec<u8>, ExportError> {
        self.write_tree(game, tags, clocks, None)
    }

    /// As [`Export::write`], with the comments and variations of the record that the game was imported from, where the format
    /// has a place for them: PGN, SGF and DhtmlXQ. The game may have departed from the record since.
    ///
    /// # Errors
    /// As [`Export::write`].
    pub fn write_tree(
        self,
        game: &Game,
        tags: &Tags,
        clocks: &[Option<u64>],
        tree: Option<&Tree>,
    ) -> Result<Vec<u8>, ExportError> {
        let text = match (self, game) {
            (Export::Pgn(moves), _) => {
                if moves != PgnMoves::Coordinates && matches!(game, Game::Gomoku(_)) {
                    let message = "expected iccs: moves of five in a row have coordinates only";
                    return Err(ExportError::Notation(message.to_owned()));
                }
                pgn::pgn_tree(game, tags, moves, clocks, tree)
            }
            (Export::Text, _) => text::text(game, tags),
            (Export::Svg, _) => svg::svg(game),
            #[cfg(feature = "png")]
            (Export::Png, _) => return Ok(super::png(game)),
            (Export::DhtmlXq, Game::Xiangqi(_)) => dhtmlxq::dhtmlxq(game, tags, tree),
            (Export::Sgf, Game::Gomoku(own)) => sgf::sgf(own, tags, tree),
            (Export::Psq, Game::Gomoku(own)) => {
                self.check_start(game)?;
                psq::psq(own, tags)
            }
            (Export::TextBoard, Game::Gomoku(own)) => {
                self.check_renlib(game, own)?;
                renlib::text_board(own, tags)
            }
            (Export::Pos, Game::Gomoku(own)) => {
                self.check_renlib(game, own)?;
                return Ok(renlib::pos(own));
            }
            (Export::DhtmlXq, Game::Gomoku(_)) => return Err(self.of_another_game("sgf, psq, pgn")),
            (_, Game::Xiangqi(_)) => return Err(self.of_another_game("dhtmlxq, pgn")),
        };
        Ok(text.into_bytes())
    }

    fn of_another_game(self, right: &str) -> ExportError {
        let games = if self == Export::DhtmlXq { "Xiangqi" } else { "five in a row" };
        ExportError::Format(format!(
            "{} is for {games}: expected one of {right}, text, svg, json",
            self.name()
        ))
    }

    /// The formats without a start position hold only games from the empty board.
    fn check_start(self, game: &Game) -> Result<(), ExportError> {
        match is_own_start(game) {
            false => Ok(()),
            true => {
                let message = "has no place for this game's own start position: expected sgf or pgn";
                Err(ExportError::Format(format!("{} {message}", self.name())))
            }
        }
    }

    fn check_renlib(self, game: &Game, own: &gomoku::Game) -> Result<(), ExportError> {
        self.check_start(game)?;
        match own.rules().board_size {
            15 => Ok(()),
            size => {
                let message = format!("{} is for 15 by 15 points, not {size}: expected sgf", self.name());
                Err(ExportError::Format(message))
            }
        }
    }
}
