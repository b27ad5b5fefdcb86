// What the people in a game agree on: draws, takebacks, rematches, aborts and claims.
import { effect } from "@preact/signals";
import { change as sendChange } from "../api/server";
import type { Game, OfferEvent, ShortGame, Side } from "../api/types";
import { texts } from "../i18n";
import { playSound } from "../sound";
import { runAction } from "./actions";
import { connection, game, mySides, mySoleSide, opponentSide, showVersion } from "./game";
import { showNotice } from "./notice";
import { navigate } from "./route";
import { hasSeat, saveRematchSeats, tokenFor } from "./seats";
import { isEngine, otherSide, sidesOf } from "./sides";

export type OfferKind = OfferEvent["kind"];
export type OfferAction = OfferEvent["action"];

export interface OpenOffer {
  kind: OfferKind;
  side: Side;
  plies?: number;
}

/** The offers that wait for an answer. */
export function openOffers(now: Game): OpenOffer[] {
  const offers: OpenOffer[] = [];
  if (now.draw_offer) offers.push({ kind: "draw", side: now.draw_offer });
  if (now.takeback_offer) offers.push({ kind: "takeback", ...now.takeback_offer });
  if (now.rematch_offer && !now.next_game) offers.push({ kind: "rematch", side: now.rematch_offer });
  return offers;
}

interface Target {
  path: { id: string };
  token: string | null;
  idempotencyKey: string;
}

/** Runs a change that one side makes, shows the game after it, and then calls `onShown` with the version. */
function change(
  side: Side,
  request: (target: Target) => Promise<ShortGame>,
  onShown: (version: number) => void = () => {},
) {
  const now = game.value;
  return runAction(async (idempotencyKey) => {
    if (!now) return;
    const { version } = await request({
      path: { id: now.id },
      token: tokenFor(now, side),
      idempotencyKey,
    });
    await showVersion(now.id, version);
    if (game.value?.id === now.id) onShown(version);
  });
}

export const resign = (side: Side): Promise<void> =>
  change(side, (target) => sendChange("resign", { ...target, body: { side } }));

export const abort = (side: Side): Promise<void> =>
  change(side, (target) => sendChange("abort", { ...target, body: { side } }));

/** Says that the player of a side is ready to begin. */
export const sayReady = (side: Side): Promise<void> =>
  change(side, (target) => sendChange("ready", { ...target, body: { side } }));

export const claim = (side: Side, result: "win" | "draw"): Promise<void> =>
  change(side, (target) => sendChange("claim", { ...target, body: { side, result } }));

export const draw = (side: Side, action: OfferAction): Promise<void> =>
  change(
    side,
    (target) => sendChange("draw", { ...target, body: { side, action } }),
    (version) => {
      const now = game.value;
      const isDeclined = now?.version === version && now.status === "playing" && now.draw_offer === null;
      if (action === "offer" && isDeclined) showNotice(texts.value.offers.engineDeclines);
    },
  );

export const takeback = (side: Side, action: OfferAction, plies?: number): Promise<void> =>
  change(side, (target) =>
    sendChange("takeback", { ...target, body: { side, action, ...(plies ? { plies } : {}) } }),
  );

export const rematch = (side: Side, action: OfferAction, onStreamEnded: () => void): Promise<void> =>
  change(
    side,
    (target) => sendChange("rematch", { ...target, body: { side, action } }),
    () => {
      // The server closes the stream some minutes after the end of a game.
      if (connection.value === "off") onStreamEnded();
    },
  );

/** How many moves to take back so that the side is to move again; 0 if it has not moved yet. */
export function takebackCount(now: Game, side: Side): number {
  const plies = now.turn === side ? 2 : 1;
  return plies <= now.ply ? plies : 0;
}

/** Whether the game can still be aborted: one of the sides has not moved yet. */
export const canAbort = (now: Game): boolean =>
  now.seats !== false && (now.status === "waiting" || (now.status === "playing" && now.ply < 2));

/** Tells what the other side did about an offer. The offer itself is part of the game. */
export function showOfferEvent({ kind, side, action }: OfferEvent): void {
  const now = game.value;
  if (!now || mySides.value.includes(side)) return;
  if (action === "offer") playSound("offer");
  const other = otherSide(now.ruleset, side);
  if (action === "decline" && mySides.value.includes(other) && !isEngine(now, side))
    showNotice(texts.value.offers.declined[kind](texts.value.sides[side]));
}

/** Goes to the game that was agreed on after this one. */
export function goToNextGame(): void {
  const now = game.value;
  const next = now?.next_game;
  if (!now || !next) return;
  if (hasSeat(now.id) && !hasSeat(next)) saveRematchSeats(now, next);
  navigate(`#/g/${next}`);
}

// Both players go to the rematch as soon as they have agreed on it.
let before: { id: string; hasNext: boolean } | null = null;

effect(() => {
  const now = game.value;
  const hasNext = Boolean(now?.next_game);
  const isAgreed = now !== null && before?.id === now.id && !before.hasNext && hasNext;
  before = now && { id: now.id, hasNext };
  if (isAgreed && mySides.peek().length > 0) goToNextGame();
});

/** Whether both players are people and this browser plays both. */
export const isSharedScreen = (now: Game): boolean =>
  mySides.value.length === 2 && !sidesOf(now.ruleset).some((side) => isEngine(now, side));

export const isBetweenPeople = (): boolean => opponentSide.value !== null && mySoleSide.value !== null;
