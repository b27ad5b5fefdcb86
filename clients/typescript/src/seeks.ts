// Finds an opponent among strangers.
import { GameHandle } from "./game.js";
import type { Transport } from "./transport.js";
import type { Schemas } from "./types.js";

/** A search for an opponent. It ends 15 s after the last `wait`. */
export class SeekHandle {
  constructor(
    private readonly transport: Transport,
    public readonly state: Schemas["CreatedSeek"],
  ) {}

  /** Waits for an opponent, a minute at most; returns the game, to play for the seeker's side, or null if nobody has come. */
  async wait(seconds = 30, signal?: AbortSignal): Promise<GameHandle | null> {
    const headers = { Prefer: `wait=${seconds}` };
    const found = await this.transport.send("await_game", { ...this.#on, headers, signal });
    if (!found.game) return null;
    const seat = { side: found.side, token: found.token };
    const response = await this.transport.respond("get_game", {
      path: { id: found.game },
      token: seat.token,
    });
    return GameHandle.of(this.transport, response, seat);
  }

  /** Stops looking. */
  async withdraw(): Promise<void> {
    await this.transport.respond("withdraw_seek", this.#on);
  }

  get #on(): { path: { id: string }; token: string } {
    return { path: { id: this.state.id }, token: this.state.secret };
  }
}

export class Seeks {
  constructor(private readonly transport: Transport) {}

  /** Looks for somebody who wants to play the same. */
  async create(seek: Schemas["NewSeek"]): Promise<SeekHandle> {
    return new SeekHandle(this.transport, await this.transport.send("create_seek", { body: seek }));
  }

  /** Who looks for an opponent. To play with one of them, create a seek with the same terms. */
  async list(): Promise<Schemas["Seek"][]> {
    return (await this.transport.send("list_seeks", {})).seeks;
  }
}
