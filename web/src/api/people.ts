// What games between people add to the contract, until `openapi.yaml` and the generated `contract.ts` contain it.
import type { components } from "./contract";

type Side = components["schemas"]["Side"];
type SideMap<T> = Partial<Record<Side, T>>;

/** The settings of a clock: game time, increment, the most time for one move, byo-yomi. */
export interface ClockSettings {
  initial_ms?: number | null;
  increment_ms?: number | null;
  move_ms?: number | null;
  byoyomi_ms?: number | null;
}

export interface Clock extends ClockSettings {
  first_move_ms: number;
  /** As of `at`. */
  remaining_ms: SideMap<number>;
  byoyomi: SideMap<boolean>;
  at: string;
  running: Side | null;
  /** When the running side loses, or before the first moves, when the game is aborted. */
  deadline: string | null;
}

export type Presence = SideMap<"here" | "away">;

export interface PeopleFields {
  clock: Clock | null;
  takeback_offer: { side: Side; plies: number } | null;
  rematch_offer: Side | null;
  next_game: string | null;
  hints: boolean;
  private: boolean;
  abandon_ms: number | null;
  presence: Presence | null;
}

export interface OfferEvent {
  kind: "draw" | "takeback" | "rematch";
  side: Side;
  action: "offer" | "accept" | "decline";
  plies?: number;
}

export type PeopleStatus = "waiting" | "aborted";
export type PeopleReason = "timeout" | "abandonment";
export type PeopleCode =
  | "seat_taken"
  | "not_started"
  | "nothing_to_claim"
  | "no_takeback_offer"
  | "no_rematch_offer"
  | "game_not_over"
  | "consent_needed"
  | "hints_off";

/** What a new game may say in addition. */
export interface NewPeopleGame {
  seats?: boolean | "invite" | null;
  side?: Side | "random" | null;
  clock?: ClockSettings | null;
  hints?: boolean | null;
  private?: boolean | null;
}

/** What the response to a creation contains in addition. */
export interface CreatedSecrets {
  invitation?: string;
  spectator?: string;
}

interface Change<Body> {
  get?: never;
  delete?: never;
  post: {
    requestBody: { content: { "application/json": Body } };
    responses: { 200: { content: { "application/json": components["schemas"]["Game"] } } };
  };
}

export interface PeoplePaths {
  "/v1/games/{id}/join": Change<{ invitation: string }>;
  "/v1/games/{id}/takeback": Change<{ side: Side; action: OfferEvent["action"]; plies?: number }>;
  "/v1/games/{id}/rematch": Change<{ side: Side; action: OfferEvent["action"] }>;
  "/v1/games/{id}/abort": Change<{ side: Side }>;
  "/v1/games/{id}/claim": Change<{ side: Side; result: "win" | "draw" }>;
}

/** A response of the generated contract with the fields that every game has in addition. */
export type WithPeople<Body> = Body extends { version: number; players: unknown }
  ? Body & PeopleFields & CreatedSecrets
  : Body extends { game: infer Game; reply: unknown }
    ? Omit<Body, "game"> & { game: WithPeople<Game> }
    : Body;
