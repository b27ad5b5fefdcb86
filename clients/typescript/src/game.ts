// A game on the server, as one of its players or watchers sees it.
import { type Connection, follow, openLines } from "./follow.js";
import { NoStreamError } from "./lines.js";
import { openSocket } from "./socket.js";
import type { OperationName, Transport } from "./transport.js";
import type {
  Game,
  GameEvent,
  OfferAction,
  Operations,
  Reply,
  ReviewDocument,
  Schemas,
  Search,
  SearchFields,
  Side,
  Status,
  StreamEvent,
} from "./types.js";
import { waitForChanges } from "./waiting.js";

type Format = NonNullable<NonNullable<Operations["record"]["parameters"]["query"]>["format"]>;
type Acting = "resign" | "abort" | "draw" | "takeback" | "rematch" | "claim" | "ready";

const isSide = (name: string): name is Side => name === "red" || name === "black" || name === "white";

/** A game. `state` is what the server last said about it; every method that changes the game, and `events`, renew it. */
export class GameHandle {
  #etag: string | null;
  /** The secrets of the sides, as far as this client has got them. */
  readonly tokens: Partial<Record<Side, string>>;

  constructor(
    private readonly transport: Transport,
    public state: Game,
    /** The side for which this object plays, and its secret. */
    public readonly seat: { side?: Side | undefined; token?: string | undefined } = {},
    etag: string | null = null,
  ) {
    this.#etag = etag;
    this.tokens = state.tokens ?? {};
    const [only, ...others] = Object.entries(this.tokens);
    if (!seat.token && only && others.length === 0 && isSide(only[0])) {
      this.seat = { side: only[0], token: only[1] };
    }
  }

  static async of(
    transport: Transport,
    response: Response,
    seat: { side?: Side | undefined; token?: string | undefined } = {},
  ): Promise<GameHandle> {
    return new GameHandle(transport, (await response.json()) as Game, seat, response.headers.get("etag"));
  }

  /** The same game for the player of a side. Its token is in `tokens`, if the game has `seats`. */
  asSide(side: Side): GameHandle {
    return new GameHandle(this.transport, this.state, { side, token: this.tokens[side] }, this.#etag);
  }

  get id(): string {
    return this.state.id;
  }
  get fen(): string {
    return this.state.fen;
  }
  get turn(): Side {
    return this.state.turn;
  }
  get status(): Status {
    return this.state.status;
  }
  get isOver(): boolean {
    return this.status !== "playing" && this.status !== "waiting";
  }
  get winner(): Side | null {
    return this.state.winner;
  }
  get moves(): string[] {
    return this.state.moves.map(({ move }) => move);
  }
  get legalMoves(): string[] {
    return this.state.legal_moves.map((move) => (typeof move === "string" ? move : move.move));
  }
  /** The secret that lets another person join. */
  get invitation(): string | undefined {
    return this.state.invitation;
  }

  /** Reads the game again, if it has changed. */
  async refresh(signal?: AbortSignal): Promise<this> {
    const headers = this.#etag ? { "If-None-Match": this.#etag } : {};
    return this.#note(await this.transport.respond("get_game", { ...this.#on, headers, signal }));
  }

  /** Waits until the game has another state, for as many seconds at most. */
  async waitForChange(seconds = 50, signal?: AbortSignal): Promise<this> {
    if (!this.#etag) return this.refresh(signal);
    const headers = { "If-None-Match": this.#etag, Prefer: `wait=${seconds}` };
    return this.#note(await this.transport.respond("get_game", { ...this.#on, headers, signal }));
  }

  /**
   * Waits until it is the turn of a side, and says whether the game goes on. Without a side it is the one for which this object
   * plays, or any that is not an engine's.
   */
  async waitForTurn(side: Side | undefined = this.seat.side, signal?: AbortSignal): Promise<boolean> {
    const isTurn = () =>
      this.status === "playing" &&
      (side ? this.turn === side : this.state.players[this.turn]?.kind !== "engine");
    await this.refresh(signal);
    while (!this.isOver && !isTurn()) await this.waitForChange(50, signal);
    return !this.isOver;
  }

  /**
   * What happens, up to the end of the game; first the game as it is. Uses a stream, or a WebSocket where the platform reads no streams,
   * or requests that wait where it has neither. Leaving the loop closes the connection. `onConnection` hears when it is lost, and when
   * it is open again.
   */
  async *events(signal?: AbortSignal, onConnection?: (state: Connection) => void): AsyncGenerator<GameEvent> {
    for await (const event of this.#follow(signal, onConnection)) {
      if (event.event === "game") {
        this.state = event.data;
        this.#etag = null;
      }
      yield event;
    }
  }

  async *#follow(
    signal: AbortSignal | undefined,
    onConnection: ((state: Connection) => void) | undefined,
  ): AsyncGenerator<GameEvent> {
    const { transport, id, seat } = this;
    const options = { signal, onConnection };
    try {
      const lines = openLines<"events", GameEvent>(transport, "events", this.#on);
      return yield* follow(lines, transport.retries, options);
    } catch (error) {
      if (!(error instanceof NoStreamError)) throw error;
    }
    if (transport.WebSocket) {
      return yield* follow(openSocket(transport, id, seat.token), transport.retries, options);
    }
    return yield* waitForChanges(transport, id, seat.token, signal);
  }

  /** Plays a move in any notation, and returns the reply of an engine. It is played once, however often it is sent. */
  async move(move: string, options: { reply?: boolean } = {}): Promise<Reply | null> {
    return this.#played(
      await this.transport.respond("play_move", { ...this.#on, body: { move, ...options } }),
    );
  }

  /** What the engine would play. */
  async hint(search: SearchFields = {}): Promise<Search> {
    return (await this.transport.send("best_move", { ...this.#on, body: search })) as Search;
  }

  /** Has an engine make the next move. */
  async letEngineMove(search: SearchFields = {}): Promise<Reply | null> {
    const body = { ...search, play: true };
    return this.#played(await this.transport.respond("best_move", { ...this.#on, body }));
  }

  /** Takes moves back. Between two people, offer it with `takeback`. */
  async undo(plies?: number): Promise<this> {
    const body = plies === undefined ? {} : { plies };
    return this.#note(await this.transport.respond("undo", { ...this.#on, body }));
  }

  resign = (side?: Side): Promise<this> => this.#act("resign", side, {});
  /** Ends a game without a result before both sides have moved. */
  abort = (side?: Side): Promise<this> => this.#act("abort", side, {});
  draw = (action: OfferAction = "offer", side?: Side): Promise<this> => this.#act("draw", side, { action });
  takeback = (action: OfferAction = "offer", side?: Side): Promise<this> =>
    this.#act("takeback", side, { action });
  /** Says that a player is ready, in a game with `ready_check`. */
  ready = (side?: Side): Promise<this> => this.#act("ready", side, {});
  /** Claims the game when the side to move has left it. */
  claim = (result: Schemas["Claim"]["result"] = "win", side?: Side): Promise<this> =>
    this.#act("claim", side, { result });

  /** Offers another game, or answers an offer; returns the game once both sides agree. The colors are exchanged. */
  async rematch(action: OfferAction = "offer", side?: Side): Promise<GameHandle | null> {
    await this.#act("rematch", side, { action });
    const id = this.state.next_game;
    if (!id) return null;
    const other = Object.keys(this.state.players).find((name) => name !== this.seat.side);
    const next = this.seat.side && other && isSide(other) ? other : undefined;
    const response = await this.transport.respond("get_game", { path: { id }, token: this.seat.token });
    return GameHandle.of(this.transport, response, { side: next, token: this.seat.token });
  }

  /** Says one of six phrases to the other player and all who watch. */
  async say(phrase: Schemas["NewPhrase"]["phrase"]): Promise<void> {
    await this.transport.send("say", { ...this.#on, body: { phrase } });
  }

  /** Stops the clock and the game, as the next ones with the API key that owns the game, or one with the scope `admin`. */
  async pause(): Promise<this> {
    return this.#note(await this.transport.respond("pause", { ...this.#on, body: {} }));
  }

  async resume(): Promise<this> {
    return this.#note(await this.transport.respond("resume", { ...this.#on, body: {} }));
  }

  /** Adds to the time of a side. */
  async addTime(side: Side, ms: number): Promise<this> {
    return this.#note(await this.transport.respond("add_time", { ...this.#on, body: { side, ms } }));
  }

  /** Decides the game. The players see the detail. */
  async adjudicate(result: Schemas["Adjudicate"]["result"], detail?: string): Promise<this> {
    const body = detail === undefined ? { result } : { result, detail };
    return this.#note(await this.transport.respond("adjudicate", { ...this.#on, body }));
  }

  /** The record of the game as text. */
  async record(format: Format = "pgn", notation?: "iccs" | "chinese" | "wxf"): Promise<string> {
    const query = notation ? { format, notation } : { format };
    return (await this.transport.respond("record", { ...this.#on, query }, "*/*")).text();
  }

  /** Rates every move, once all are searched. */
  async review(search: SearchFields = {}): Promise<ReviewDocument> {
    return this.transport.send("review", { ...this.#on, body: search });
  }

  /** Rates every move, one by one. */
  reviewEvents(search: SearchFields = {}, signal?: AbortSignal): AsyncGenerator<StreamEvent> {
    const options = { ...this.#on, body: search };
    return follow(openLines(this.transport, "review", options), this.transport.retries, { signal });
  }

  /** Changes names, reference or metadata. Needs the API key that owns the game. */
  async change(details: Schemas["GameDetails"]): Promise<this> {
    return this.#note(await this.transport.respond("change_details", { ...this.#on, body: details }));
  }

  async delete(): Promise<void> {
    await this.transport.respond("delete_game", this.#on);
  }

  /** A ticket that opens one stream of the game within a minute, for a program that cannot send the token. */
  async ticket(): Promise<string> {
    return (await this.transport.send("issue_ticket", { ...this.#on, body: {} })).ticket;
  }

  get #on(): { path: { id: string }; token: string | undefined } {
    return { path: { id: this.id }, token: this.seat.token };
  }

  async #act(name: Acting & OperationName, side: Side | undefined, fields: object): Promise<this> {
    const body = { side: side ?? this.seat.side ?? this.turn, ...fields };
    return this.#note(await this.transport.respond(name, { ...this.#on, body: body as never }));
  }

  async #note(response: Response): Promise<this> {
    this.#etag = response.headers.get("etag") ?? this.#etag;
    if (response.status !== 304) this.state = (await response.json()) as Game;
    return this;
  }

  async #played(response: Response): Promise<Reply | null> {
    const { game, reply } = (await response.json()) as Schemas["Played"];
    this.#etag = response.headers.get("etag");
    this.state = game;
    return reply;
  }
}
