// The ways to the analysis board, which is loaded only when it is opened.
import { signal } from "@preact/signals";
import { writeLink, startOf } from "../analysis/start";
import type { Ply, Position, Side } from "../api/types";
import { game } from "./game";
import { navigate } from "./route";
import { sidesOf } from "./sides";

/** What a review found about the moves of the game that opens next on the analysis board. */
export const reviewedPlies = signal<readonly Ply[]>([]);

/** The tags of the record of that game: its players, date and result. */
export const tagsOfGame = signal<Readonly<Record<string, string>>>({});

/** A text for the analysis board to read when it opens. */
export const textToImport = signal<string | null>(null);

/** As the server writes them into its records; nothing for a position that is no game. */
function tagsOf(line: Line): Record<string, string> {
  const now = game.value;
  if (now !== line) return {};
  const nameOf = (side: Side): string | undefined => {
    const player = now.players[side];
    const level = player?.kind === "engine" ? player.level : null;
    return (
      player?.name ?? (player?.kind === "engine" ? `Duiyi${level ? `, level ${level}` : ""}` : undefined)
    );
  };
  const names = sidesOf(now.ruleset).flatMap((side) => {
    const name = nameOf(side);
    return name ? [[side.charAt(0).toUpperCase() + side.slice(1), name]] : [];
  });
  return { Date: now.created_at.slice(0, 10).replaceAll("-", "."), ...Object.fromEntries(names) };
}

type Line = Pick<Position, "ruleset" | "options" | "start_fen">;

/** Opens moves from a start on the analysis board, at the position after `ply` of them, with a variation from there. */
export function analyze(
  line: Line,
  moves: readonly string[],
  ply: number,
  { plies = [], variation = [] }: { plies?: readonly Ply[]; variation?: readonly string[] } = {},
): void {
  reviewedPlies.value = plies;
  tagsOfGame.value = tagsOf(line);
  navigate(`#/analysis?${writeLink({ start: startOf(line), moves, ply, variation })}`);
}

/** Opens a record, a list of moves or a position on the analysis board. */
export function analyzeText(text: string): void {
  textToImport.value = text;
  navigate("#/analysis");
}
