// The keyboard: left and right along the line, up and down between variations, Home and End.
import { leavesArrows } from "../state/shortcuts";
import { route } from "../state/route";
import { goBeside, goToEnd, goToStart, path, stepBack, stepForward } from "./board";

/** Each returns whether it used the key. */
const ACTIONS: Record<string, () => boolean | void> = {
  ArrowLeft: stepBack,
  ArrowRight: stepForward,
  ArrowUp: () => goBeside(-1),
  ArrowDown: () => goBeside(1),
  Home: goToStart,
  End: goToEnd,
};

/** The move that is shown, in the list. */
export const currentMove = (): HTMLElement | null => document.querySelector(".tree [aria-current]");

function onKeyDown(event: KeyboardEvent): void {
  const action = ACTIONS[event.key];
  if (!action || route.peek().page !== "analysis") return;
  const target = event.target as Element;
  const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (isModified || !leavesArrows(target)) return;
  const isInList = target.closest(".tree") !== null;
  const before = path.peek();
  // Without a variation there, up and down scroll.
  if (action() === false) return;
  event.preventDefault();
  event.stopPropagation();
  if (isInList && before !== path.peek()) requestAnimationFrame(() => currentMove()?.focus());
}

export const listenToKeys = (): void => document.addEventListener("keydown", onKeyDown, { capture: true });
