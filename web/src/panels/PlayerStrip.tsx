// The player at this end of the board, and whether the player is to move or thinking.
import type { Game, Side } from "../api/types";
import { words } from "../i18n";
import { current, game, held, isPlaying, pending, thinking } from "../state/game";
import { mySide, setup } from "../state/setup";
import { isEngine, otherSide, sidesOf } from "../state/sides";
import { hintText } from "../state/text";
import { isFlipped } from "../state/view";
import { scoreText } from "./score";

function nameIn(game: Game, side: Side): string {
  const { players } = words.value;
  const player = game.players[side];
  if (player?.kind === "engine") return players.engine(player.level);
  const isMine = held.value.includes(side);
  if (held.value.length === 0 || held.value.length === 2) return words.value.players.person;
  return isMine ? players.you : players.friend;
}

function nameInDraft(side: Side): string {
  const { players } = words.value;
  const { opponent, level } = setup.value;
  if (opponent === "here") return players.person;
  if (side === mySide.value) return players.you;
  return opponent === "engine" ? players.engine(level) : players.friend;
}

export function PlayerStrip({ end }: { end: "top" | "bottom" }) {
  const position = current.value;
  const ruleset = position?.ruleset ?? setup.value.ruleset;
  const [first] = sidesOf(ruleset);
  const below = isFlipped.value ? otherSide(ruleset, first) : first;
  const side = end === "bottom" ? below : otherSide(ruleset, below);
  const now = game.value;
  const isTurn = isPlaying.value && (position?.turn === side) !== (pending.value !== null && !now?.opening);
  const thought = now && isEngine(now, side) && isTurn ? thinking.value : null;
  const { players, sides } = words.value;
  return (
    <div class={`strip ${end}${isTurn ? " turn" : ""}`}>
      <span class={`token ${side}${ruleset === "xiangqi" ? " disc" : ""}`} aria-hidden="true" />
      <span class="who">{now ? nameIn(now, side) : nameInDraft(side)}</span>
      <span class="side">{sides[side]}</span>
      {now && isEngine(now, side) && isTurn && (
        <span class="thought">
          <span class="dots" aria-hidden="true" />
          {players.thinking}
          {thought && ` · ${thought.depth} · ${scoreText(thought.score)} · ${hintText(thought)}`}
        </span>
      )}
    </div>
  );
}
