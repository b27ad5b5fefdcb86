// Drawing arrows and rings: with the right button of a mouse, or with any pointer and the keyboard in the drawing mode.
import { signal } from "@preact/signals";
import { drawShape, path } from "./board";
import type { Color, Shape } from "./tree";

export const isDrawing = signal(false);
export const color = signal<Color>("G");
/** The shape under the pointer, until it is let go. */
export const unfinished = signal<Shape | null>(null);
/** The first point that the keyboard has chosen. */
export const keyboardFrom = signal<string | null>(null);

const pointUnder = ({ clientX, clientY }: PointerEvent): string | null =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-point]")?.dataset.point ?? null;

/** Shift and Alt choose a color, as on other analysis boards. */
function colorOf({ shiftKey, ctrlKey, altKey }: PointerEvent): Color {
  const isRed = shiftKey || ctrlKey;
  if (isRed && altKey) return "Y";
  return isRed ? "R" : altKey ? "B" : color.peek();
}

export function startDrawing(event: PointerEvent): void {
  const isRight = event.pointerType === "mouse" && event.button === 2;
  if (!isRight && !(isDrawing.peek() && event.button === 0)) return;
  const from = pointUnder(event);
  // The board does not pick up a piece.
  event.stopPropagation();
  if (from) unfinished.value = { color: colorOf(event), from, to: null };
}

export function continueDrawing(event: PointerEvent): void {
  const now = unfinished.peek();
  if (!now) return;
  const at = pointUnder(event);
  const to = at === now.from ? null : at;
  if (to !== now.to) unfinished.value = { ...now, to };
}

export function finishDrawing(event: PointerEvent): void {
  const now = unfinished.peek();
  unfinished.value = null;
  // Letting go beside the board draws nothing.
  if (now && pointUnder(event)) drawShape(now);
}

export function cancelDrawing(): void {
  unfinished.value = null;
}

export function setDrawing(isOn: boolean): void {
  isDrawing.value = isOn;
  keyboardFrom.value = null;
}

/** In the drawing mode a click is a part of the gesture, and Enter chooses one point after the other. */
export function clickWhileDrawing(event: MouseEvent): void {
  if (!isDrawing.peek()) return;
  event.stopPropagation();
  const isKeyboard = event.detail === 0;
  const point = (event.target as Element).closest<HTMLElement>("[data-point]")?.dataset.point;
  if (!isKeyboard || !point) return;
  const from = keyboardFrom.peek();
  keyboardFrom.value = from === null ? point : null;
  if (from !== null) drawShape({ color: color.peek(), from, to: from === point ? null : point });
}

// Another node begins without a half-drawn shape.
path.subscribe(() => {
  keyboardFrom.value = null;
});
