// The start position of the next game, before there is a game.
import { ApiError } from "../api/server";
import { game, pendingMove, replaceGame } from "./game";
import { showError } from "./notice";
import { positionOf } from "./positions";
import { route } from "./route";
import { options, setup, type StartPosition, startPosition } from "./setup";

let lastDraft = 0;

/** Shows the start position of the next game without creating a game. */
export async function showDraft(): Promise<void> {
  const { ruleset } = setup.value;
  lastDraft += 1;
  const request = lastDraft;
  // The settings may have changed since, a game may have been opened, or the first move is on its way.
  const isCurrent = () =>
    request === lastDraft &&
    route.value.page === "home" &&
    (game.value !== null || pendingMove.value === null);
  try {
    const body = { ruleset, ...startPosition.value, options: options.value };
    const draft = await positionOf(body);
    if (isCurrent()) replaceGame(draft);
  } catch (error) {
    if (!isCurrent()) return;
    // Without the position that the server refused, the next draft is the standard one.
    if (isRefused(error) && !isStandard(startPosition.value)) startPosition.value = {};
    showError(error, () => void showDraft());
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [400, 422].includes(error.problem.status);

const isStandard = (start: StartPosition): boolean => Object.keys(start).length === 0;
