// Wins in a row against one level. After two of them the page proposes the next level.
import { computed, effect, signal } from "@preact/signals";
import type { Game } from "../api/types";
import { game, mySides } from "./game";
import { nextLevelAfter, type Streak, streakAfter } from "./levels";
import { load, save } from "./prefs";
import { sidesOf } from "./sides";

const STORAGE_KEY = "duiyi.streak";

const streak = signal(load<Streak>(STORAGE_KEY, { ruleset: "xiangqi", level: 0, wins: 0 }));

/** The level of the engine in a game against it; null in others and at full strength. */
function opposingLevel(now: Game): number | null {
  const engines = sidesOf(now.ruleset).map((side) => now.players[side]);
  const engine = engines.find((player) => player?.kind === "engine");
  return mySides.value.length === 1 && engine?.kind === "engine" ? (engine.level ?? null) : null;
}

/** The level to propose after the finished game on the board. */
export const proposedLevel = computed(() => {
  const now = game.value;
  const { ruleset, level } = streak.value;
  const isLast =
    now !== null && now.status !== "playing" && now.ruleset === ruleset && opposingLevel(now) === level;
  return isLast && now.winner === mySides.value[0] ? nextLevelAfter(streak.value) : null;
});

/** The game that the page has seen being played, so that a finished game counts once. */
let running: string | null = null;

effect(() => {
  const now = game.value;
  if (!now) return;
  const level = opposingLevel(now);
  if (now.status === "playing") {
    running = now.id;
  } else if (running === now.id && level !== null) {
    running = null;
    const { ruleset, winner } = now;
    streak.value = streakAfter(streak.peek(), { ruleset, level }, winner === mySides.value[0]);
    save(STORAGE_KEY, streak.peek());
  }
});
