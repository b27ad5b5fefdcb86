//! The formats of records.

/// A format that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Format {
    /// PGN of Xiangqi, Gomoku or Renju, with moves in any notation.
    Pgn,
    /// A list of moves, with or without headers of the form `Name: value`.
    Text,
    /// The text format of the World Xiangqi Federation and of PlayOK: `FORMAT WXF`, `START{`, moves, `}END`.
    Wxf,
    /// The text that the web players of dpxq.com read. Also DHJHtmlXQ, the same with numbers for names.
    #[cfg_attr(feature = "serde", serde(rename = "dhtmlxq"))]
    DhtmlXq,
    /// The binary files of XQStudio (象棋演播室).
    Xqf,
    /// The Smart Game Format, for five in a row.
    Sgf,
    /// The files of Piskvork, the tournament manager of Gomocup.
    Psq,
    /// The text board of RenLib: a diagram and numbered moves.
    TextBoard,
    /// The binary position files of RenLib: one byte a move.
    Pos,
    /// The binary files of one game of CCBridge (象棋桥).
    Cbr,
    /// The libraries of CCBridge, which hold many games.
    Cbl,
    /// The XML files of CCBridge.
    Cbf,
}

impl Format {
    /// All formats that [`read`](crate::read) knows.
    pub const ALL: [Format; 12] = [
        Format::Pgn,
        Format::Text,
        Format::Wxf,
        Format::DhtmlXq,
        Format::Xqf,
        Format::Sgf,
        Format::Psq,
        Format::TextBoard,
        Format::Pos,
        Format::Cbr,
        Format::Cbl,
        Format::Cbf,
    ];

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Text => "text",
            Format::Wxf => "wxf",
            Format::DhtmlXq => "dhtmlxq",
            Format::Xqf => "xqf",
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::TextBoard => "text_board",
            Format::Pos => "pos",
            Format::Cbr => "cbr",
            Format::Cbl => "cbl",
            Format::Cbf => "cbf",
        }
    }
}
