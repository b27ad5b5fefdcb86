import { step } from "./history";

/** Left and right step through the moves, unless the focused element uses these keys. */
export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest("input, textarea, select, [role=grid], [role=tablist]")
    )
      return;
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  });
}
