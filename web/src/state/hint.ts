// A move that the engine would make for the user.
import { signal } from "@preact/signals";
import { send } from "../api/server";
import type { Position, Search } from "../api/types";
import { runAction } from "./actions";
import { current, recordChance } from "./game";

/** A hint, valid while its position is shown. */
export const hint = signal<{ position: Position; search: Search } | null>(null);

const HINT_MS = 800;

export const showHint = (): Promise<void> =>
  runAction(async () => {
    const now = current.value;
    if (!now) return;
    const limits = { time_ms: HINT_MS };
    const moves = now.moves.map(({ move }) => move);
    const body = { ruleset: now.ruleset, options: now.options, fen: now.start_fen, moves, limits };
    const search = await send("analyse", { body });
    hint.value = { position: now, search };
    recordChance(now, search);
  });
