import { step } from "./history";
import { type Route, route } from "./route";
import { toggleZen } from "./zen";

const GAME_KEYS = ["ArrowLeft", "ArrowRight"];
/** The keys that step through the moves of a page. */
const STEP_KEYS: Record<Route["page"], readonly string[]> = {
  home: GAME_KEYS,
  game: GAME_KEYS,
  analysis: [...GAME_KEYS, "ArrowUp", "ArrowDown", "Home", "End"],
  edit: [],
  learn: [],
  puzzles: [],
  watch: [],
  games: [],
};

const ZEN_KEY = "z";

/** Elements in which a letter is text or chooses a value. */
const isFree = (target: EventTarget | null): boolean =>
  !(target as Element).closest("textarea, select, dialog, input:not([type=checkbox])");

/** Elements in which the arrow keys change a value. */
const FIELDS = "textarea, select, input:not([type=checkbox])";
/** Elements in which the arrow keys move the focus, for those who use the keyboard alone. */
const COMPOSITES = "[role=grid], [role=tablist]";

/** Whether the user reached the focused element by the keyboard. A click on the board leaves the arrow keys to the moves. */
let isFocusByKeyboard = true;

/** Whether the arrow keys step through the moves while this element has the focus. */
export const leavesArrows = (target: Element): boolean =>
  !target.closest(FIELDS) && !(isFocusByKeyboard && target.closest(COMPOSITES));

/** Left and right step through the moves, unless the focused element uses these keys. Z switches zen mode. */
export function listenToKeys(): void {
  document.addEventListener("pointerdown", () => (isFocusByKeyboard = false), { capture: true });
  document.addEventListener(
    "keydown",
    (event) => {
      const { page } = route.value;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key === ZEN_KEY && page === "game" && !hasModifier && isFree(event.target)) toggleZen();
      if (!STEP_KEYS[page].includes(event.key)) {
        if (!["Control", "Meta", "Alt", "Shift"].includes(event.key)) isFocusByKeyboard = true;
        return;
      }
      // The analysis board has its own moves.
      if (page === "analysis") return;
      if (hasModifier || !leavesArrows(event.target as Element)) return;
      step(event.key === "ArrowLeft" ? -1 : 1);
      event.preventDefault();
      // The board and the tabs would move the focus too.
      event.stopPropagation();
    },
    { capture: true },
  );
}
