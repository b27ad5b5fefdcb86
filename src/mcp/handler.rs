//! What the server says of itself, and how it finds a tool by its name.

use super::tools::{ROUTER, Tools};
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::{ServerHandler, tool_handler};

const INSTRUCTIONS: &str = "Xiangqi, Gomoku, Renju and Caro: play against an engine or somebody else, and analyze. Make a game \
    with new_game or take a seat with join_game; then play_move with the version that the game has, and wait_for_turn if the \
    other side is no engine. Moves are coordinates such as h2e2 in Xiangqi (files a to i, ranks 0 to 9 from Red's side) and \
    points such as h8 in the other games.";

#[tool_handler(router = ROUTER)]
impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("duiyi", env!("CARGO_PKG_VERSION")).with_title("Duiyi");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(INSTRUCTIONS)
    }
}
