// The position editor; the server decides whether the position is valid.
import { computed, effect, signal } from "@preact/signals";
import { send, ApiError } from "../api/server";
import type { Position, Ruleset } from "../api/types";
import { type Layout, type Letter, readFen, writeFen } from "../board/fen";
import { isXiangqi, type Point, isSamePoint, XIANGQI_SIZE } from "../board/geometry";
import { texts } from "../i18n";
import { showError } from "./notice";
import { options } from "./setup";

export type Tool = Letter | "erase";

export const ruleset = signal<Ruleset>("xiangqi");
export const layout = signal<Layout>({ size: XIANGQI_SIZE, pieces: [], turn: "w" });
export const tool = signal<Tool>("R");
export const fen = computed(() => writeFen(ruleset.value, layout.value));

export type Validation =
  { kind: "checking" } | { kind: "refused"; reason: string } | { kind: "legal"; position: Position };
export const validation = signal<Validation>({ kind: "checking" });

export const LETTERS = computed<readonly Letter[]>(() =>
  isXiangqi(ruleset.value) ? [..."KABNRCPkabnrcp"] : ["b", "w"],
);

/** Opens the editor with a position. */
export function openEditor(of: Ruleset, text: string): void {
  ruleset.value = of;
  layout.value = readFen(text);
  tool.value = isXiangqi(of) ? "R" : "b";
}

export function loadFen(text: string): void {
  const next = readFen(text);
  // Ignores a FEN that would change the size of the board.
  if (next.size.files === layout.value.size.files && next.size.ranks === layout.value.size.ranks)
    layout.value = next;
}

export const pieceAt = (point: Point): Letter | null =>
  layout.value.pieces.find((piece) => isSamePoint(piece.point, point))?.letter ?? null;

export function placePiece(point: Point): void {
  const isSame = pieceAt(point) === tool.value;
  const others = layout.value.pieces.filter((piece) => !isSamePoint(piece.point, point));
  const isErased = isSame || tool.value === "erase";
  layout.value = { ...layout.value, pieces: isErased ? others : [...others, { letter: tool.value, point }] };
}

export function movePiece(from: Point, to: Point): void {
  const letter = pieceAt(from);
  if (!letter) return;
  const others = layout.value.pieces.filter(
    ({ point }) => !isSamePoint(point, from) && !isSamePoint(point, to),
  );
  layout.value = { ...layout.value, pieces: [...others, { letter, point: to }] };
}

export const clear = (): void => {
  layout.value = { ...layout.value, pieces: [] };
};

export const setTurn = (turn: string): void => {
  layout.value = { ...layout.value, turn };
};

const DEBOUNCE_MS = 250;

/** Validates the position shortly after each change, until the caller stops it. */
export function validateOnChange(): () => void {
  return effect(() => {
    const body = { ruleset: ruleset.value, fen: fen.value, options: { ...options.peek() } };
    const { ruleset: of } = body;
    body.options = isXiangqi(of) ? {} : of === "renju" ? {} : { board_size: layout.value.size.files };
    validation.value = { kind: "checking" };
    const timer = setTimeout(async () => {
      try {
        const position = await send("position", { body });
        if (body.fen === fen.value) validation.value = { kind: "legal", position };
      } catch (error) {
        if (!(error instanceof ApiError)) showError(error);
        else if (body.fen === fen.value)
          validation.value = { kind: "refused", reason: texts.value.problems.of(error.problem) };
      }
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });
}
