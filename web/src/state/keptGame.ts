// What this browser keeps of a game.
import type { ClockSettings, Game, Options, Players, Ruleset, Side } from "../api/types";

export interface KeptGame {
  ruleset: Ruleset;
  options: Options;
  start_fen: string;
  moves: string[];
  players: Players;
  /** The sides that this browser plays. */
  mine: Side[];
  status: Game["status"];
  winner: Side | null;
  /** The side to move. */
  turn: Side | null;
  hints: boolean;
  private: boolean;
  clock: ClockSettings | null;
  /** The winning chances of the first side, by ply. */
  chances: [number, number][];
}
