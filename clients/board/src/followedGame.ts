// A game on a server, followed for as long as the element is on the page.
import { GameHandle } from "../../typescript/src/game";
import { Transport } from "../../typescript/src/transport";
import type { Game, Side } from "../../typescript/src/types";

interface Listener {
  onState(): void;
  onError(error: unknown): void;
}

export class FollowedGame {
  #stopped = new AbortController();
  #handle: GameHandle | null = null;

  constructor(
    server: string,
    id: string,
    private readonly seat: { token?: string | undefined; side?: Side | undefined },
    private readonly listener: Listener,
  ) {
    void this.#follow(new Transport({ url: server }), id).catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) listener.onError(error);
    });
  }

  get state(): Game | null {
    return this.#handle?.state ?? null;
  }

  /** The side for which the page plays; in a game without seats, the one that no engine plays. */
  get side(): Side | undefined {
    const game = this.#handle?.state;
    if (!game) return undefined;
    if (game.seats) return this.#handle?.seat.side;
    const people = Object.entries(game.players).filter(([, player]) => player.kind === "human");
    return people.length === 1 ? (people[0]?.[0] as Side) : undefined;
  }

  play(move: string): void {
    this.#handle?.move(move).then(
      () => this.listener.onState(),
      (error: unknown) => this.listener.onError(error),
    );
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #follow(transport: Transport, id: string): Promise<void> {
    const response = await transport.respond("get_game", { path: { id }, token: this.seat.token });
    this.#handle = await GameHandle.of(transport, response, this.seat);
    this.listener.onState();
    for await (const event of this.#handle.events(this.#stopped.signal)) {
      if (event.event === "game") this.listener.onState();
    }
  }
}
