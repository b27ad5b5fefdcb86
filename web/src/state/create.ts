// Creates games on the server.
import { send } from "../api/server";
import type { Game, NewGame, Ruleset } from "../api/types";
import { playSound } from "../sound";
import { runAction } from "./actions";
import { followers } from "./followers";
import { current, followGame, game, isMissing, replaceGame } from "./game";
import { rulesetNamed } from "./gameNames";
import { navigate } from "./route";
import { saveSecrets } from "./seats";
import { newGame, oneScreen, options, setup } from "./setup";
import { tab } from "./view";

/**
 * Creates a game on the server and shows it, unless the user has gone to another page meanwhile. If an engine moves first, the
 * response contains its move.
 */
export async function createGame(body: NewGame, idempotencyKey: string): Promise<Game> {
  const { hash } = location;
  const created = await send("create_game", { body, idempotencyKey });
  const { tokens, invitation, spectator, ...createdGame } = created;
  saveSecrets(created, {
    tokens: tokens ?? {},
    ...(invitation ? { invitation } : {}),
    ...(spectator ? { spectator } : {}),
  });
  // The event stream sends the state. Only this response contains the tokens.
  if (location.hash === hash) showCreated(createdGame);
  return createdGame;
}

function showCreated(created: Game): void {
  // The board keeps what it shows of the draft, such as the move that creates the game.
  if (current.value && game.value === null && !isMissing.value) current.value = created;
  else replaceGame(created);
  navigate(`#/g/${created.id}`);
  tab.value = "moves";
  followGame(followers);
}

export function startGame(): Promise<void> {
  const body = newGame();
  return runAction(async (idempotencyKey) => {
    const { id, ply } = await createGame(body, idempotencyKey);
    if (ply > 0 && game.value?.id === id) playSound("move");
  });
}

/** The ruleset that a record names in its tag `Game`; null if it names none. */
export const rulesetOfRecord = (record: string): Ruleset | null =>
  rulesetNamed(/\[Game\s+"([^"]+)"\]/i.exec(record)?.[1] ?? "");

export function importRecord(record: string): Promise<void> {
  const { ruleset } = setup.value;
  const named = rulesetOfRecord(record);
  const isOther = named !== null && named !== ruleset;
  const body: NewGame = {
    ruleset: named ?? ruleset,
    // The options of the settings belong to the game of the settings.
    ...(isOther ? {} : { options: options.value }),
    record,
    ...oneScreen,
  };
  return runAction(async (idempotencyKey) => void (await createGame(body, idempotencyKey)));
}
