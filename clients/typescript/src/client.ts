// The client: where the server is, and what it offers.
import { Analyses } from "./analysis.js";
import { follow, openLines } from "./follow.js";
import { GameHandle } from "./game.js";
import { Seeks } from "./seeks.js";
import {
  type Answer,
  type OperationName,
  type RequestOptions,
  type Settings,
  Transport,
} from "./transport.js";
import type { FeedEvent, NewGame, Operations, Puzzle, Ruleset, Schemas, Side } from "./types.js";

type ListQuery = NonNullable<Operations["list_games"]["parameters"]["query"]>;

/** A Duiyi server. */
export class Duiyi {
  readonly transport: Transport;
  readonly games: Games;
  readonly seeks: Seeks;
  readonly analysis: Analyses;

  constructor(settings: string | Settings = {}) {
    this.transport = new Transport(typeof settings === "string" ? { url: settings } : settings);
    this.games = new Games(this.transport);
    this.seeks = new Seeks(this.transport);
    this.analysis = new Analyses(this.transport);
  }

  /** Sends any operation of the contract by its name: what this client has no method for. */
  send<K extends OperationName>(name: K, options: RequestOptions<K>): Promise<Answer<K>> {
    return this.transport.send(name, options);
  }

  /** The rulesets with their options and levels, and the limits of the server. */
  rulesets(): Promise<Schemas["Rulesets"]> {
    return this.transport.send("rulesets", {});
  }

  /** A puzzle near a level, at random, and none of those with an id in `seen`. */
  puzzle(
    ruleset: Puzzle["ruleset"],
    options: { level?: number; seen?: readonly string[] } = {},
  ): Promise<Puzzle> {
    const { seen, ...rest } = options;
    const query = { ruleset, ...rest, ...(seen?.length ? { seen: seen.join(",") } : {}) };
    return this.transport.send("next_puzzle", { query });
  }

  /** Converts a record, or a file of many, to another format. */
  async convert(conversion: Schemas["RecordConversion"]): Promise<Schemas["ConvertedRecord"][]> {
    return (await this.transport.send("convert_record", { body: conversion })).records;
  }

  /** The events of all games of the API key, after the one with the id `after` or from now on. */
  events(options: { moves?: boolean; after?: string; signal?: AbortSignal } = {}): AsyncGenerator<FeedEvent> {
    const query = { moves: options.moves ?? false };
    const lines = openLines<"follow_events", FeedEvent>(this.transport, "follow_events", { query });
    return follow(lines, this.transport.retries, options);
  }
}

/** Creates, finds and joins games. */
export class Games {
  constructor(private readonly transport: Transport) {}

  /** Creates a game. A side without a player is for people. */
  async create<R extends Ruleset>(ruleset: R, game: NewGame<R> = {} as NewGame<R>): Promise<GameHandle> {
    const body = { ruleset, ...game } as unknown as Schemas["NewGame"];
    return GameHandle.of(this.transport, await this.transport.respond("create_game", { body }));
  }

  /** Creates up to 500 games, all or none. */
  async createMany(games: Schemas["NewGame"][]): Promise<GameHandle[]> {
    const created = await this.transport.send("create_games", { body: { games } });
    return created.games.map((game) => new GameHandle(this.transport, game));
  }

  /** A game by its id; with the token of a side, to play for it. */
  async get(id: string, seat: { side?: Side; token?: string } = {}): Promise<GameHandle> {
    const response = await this.transport.respond("get_game", { path: { id }, token: seat.token });
    return GameHandle.of(this.transport, response, seat);
  }

  /** Takes the open seat of a game, and plays for its side. */
  async join(id: string, invitation: string, player: { name?: string } = {}): Promise<GameHandle> {
    const body = { invitation, ...player };
    const response = await this.transport.respond("join", { path: { id }, body });
    return GameHandle.of(this.transport, response);
  }

  /** The games of the API key, the last changed first. */
  async *list(query: Omit<ListQuery, "cursor"> = {}): AsyncGenerator<Schemas["ListedGame"]> {
    let cursor: string | null | undefined;
    do {
      const page: Schemas["GameList"] = await this.transport.send("list_games", {
        query: { limit: 200, ...query, ...(cursor ? { cursor } : {}) },
      });
      yield* page.games;
      cursor = page.next_cursor;
    } while (cursor);
  }
}
