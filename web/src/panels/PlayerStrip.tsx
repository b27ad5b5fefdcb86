// Shows the player at one end of the board, whether this side is to move, and what its engine is searching.
import type { Game, Side } from "../api/types";
import { texts } from "../i18n";
import { current, game, mySides, mySoleSide, isPlaying, pendingMove, thinking } from "../state/game";
import { mySide, setup } from "../state/setup";
import { isEngine, otherSide, sidesOf } from "../state/sides";
import { hintText } from "../state/text";
import { connectionOf } from "../state/presence";
import { isFlipped } from "../state/view";
import { Clock } from "./Clock";
import { playerName } from "./playerNames";
import { scoreText } from "./score";

function nameOf(game: Game, side: Side): string {
  const { players } = texts.value;
  const player = game.players[side];
  if (mySides.value.length !== 1) return playerName(texts.value, player, players.person);
  const isMine = mySides.value.includes(side);
  if (isMine) return player?.name ? players.namedYou(player.name) : players.you;
  return playerName(texts.value, player, players.friend);
}

function draftPlayerName(side: Side): string {
  const { players } = texts.value;
  const { opponent, level } = setup.value;
  if (opponent === "here") return players.person;
  if (side === mySide.value) return players.you;
  return opponent === "engine" ? players.engine(level) : players.friend;
}

/** Whether the person of a side is connected. */
function Connection({ side }: { side: Side }) {
  const state = connectionOf(side);
  if (state === null) return null;
  const { players } = texts.value;
  const text = state === "here" ? players.here : side === mySoleSide.value ? players.offline : players.away;
  return (
    <span class={`connection ${state}`}>
      <span class={state === "here" ? "hidden" : ""}>{text}</span>
    </span>
  );
}

export function PlayerStrip({ end }: { end: "top" | "bottom" }) {
  const position = current.value;
  const ruleset = position?.ruleset ?? setup.value.ruleset;
  const [first] = sidesOf(ruleset);
  const bottomSide = isFlipped.value ? otherSide(ruleset, first) : first;
  const side = end === "bottom" ? bottomSide : otherSide(ruleset, bottomSide);
  const now = game.value;
  const isTurn =
    isPlaying.value && (position?.turn === side) !== (pendingMove.value !== null && !now?.opening);
  const engineSearch = now && isEngine(now, side) && isTurn ? thinking.value : null;
  const { players, sides } = texts.value;
  return (
    <div class={`strip ${end}${isTurn ? " turn" : ""}`}>
      <span class={`token ${side}${ruleset === "xiangqi" ? " disc" : ""}`} aria-hidden="true" />
      <span class="who">{now ? nameOf(now, side) : draftPlayerName(side)}</span>
      <span class="side">{sides[side]}</span>
      <Connection side={side} />
      <span class="space" />
      {now && isEngine(now, side) && isTurn && (
        <span class="thought">
          <span class="dots" aria-hidden="true" />
          {players.thinking}
          {engineSearch &&
            ` · ${engineSearch.depth} · ${scoreText(engineSearch.score)} · ${hintText(engineSearch)}`}
        </span>
      )}
      <Clock side={side} />
    </div>
  );
}
