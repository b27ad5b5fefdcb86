// The changes of a game by requests that wait for them, for platforms that have neither streams nor sockets.
import type { Transport } from "./transport.js";
import type { Game, GameEvent } from "./types.js";

const WAIT_S = 30;

export async function* waitForChanges(
  transport: Transport,
  id: string,
  token: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<GameEvent> {
  let etag: string | null = null;
  for (;;) {
    const headers: Record<string, string> = etag ? { "If-None-Match": etag, Prefer: `wait=${WAIT_S}` } : {};
    const response = await transport.respond("get_game", { path: { id }, headers, token, signal });
    if (response.status === 304) continue;
    etag = response.headers.get("etag");
    const data = (await response.json()) as Game;
    yield { id: data.version, event: "game", data };
    if (data.status === "playing" || data.status === "waiting") continue;
    yield { id: data.version + 1, event: "end", data: { reason: "game_over", next_game: data.next_game } };
    return;
  }
}
