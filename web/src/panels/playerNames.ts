// What the page calls the players of a game, and how a game ended for its user.
import type { Player, Ruleset, Side } from "../api/types";
import type { Texts } from "../i18n";
import type { KeptGame } from "../state/keptGame";
import { sidesOf } from "../state/sides";

/** The name of a player; `person` if it is somebody without a name. */
export function playerName(t: Texts, player: Player | undefined, person: string): string {
  const name = player?.name;
  if (player?.kind === "engine")
    return name ? t.players.namedEngine(name, player.level) : t.players.engine(player.level);
  return name ?? person;
}

/** Both players, the first one first. */
export const pairText = (t: Texts, ruleset: Ruleset, players: Partial<Record<Side, Player>>): string =>
  sidesOf(ruleset)
    .map((side) => playerName(t, players[side], t.sides[side]))
    .join(" – ");

/** Whom the user of this browser plays. */
export function opponentText(t: Texts, { ruleset, players, mine }: KeptGame): string {
  const other = sidesOf(ruleset).find((side) => !mine.includes(side));
  return other ? playerName(t, players[other], t.players.friend) : t.setup.opponents.here;
}

/** How a game stands for the user of this browser. */
export function resultOf({ games, sides }: Texts, { mine, status, winner }: KeptGame): string {
  if (status === "playing") return games.unfinished;
  if (status === "waiting" || status === "aborted") return games[status];
  if (!winner) return games.drawn;
  if (mine.length === 2) return games.wins(sides[winner]);
  return mine.includes(winner) ? games.won : games.lost;
}
