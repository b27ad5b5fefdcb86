// Aliases for the types generated from the API contract.
import type { components } from "./contract";
import type {
  NewPeopleGame,
  OfferEvent,
  PeopleCode,
  PeopleFields,
  PeopleReason,
  PeopleStatus,
  Presence,
} from "./people";

type Schemas = components["schemas"];

// The page treats all rulesets alike: it shows whichever options and sides are there.
export type Options = Schemas["XiangqiOptions"] &
  Omit<Schemas["CaroOptions"], "opening"> &
  Omit<Schemas["RenjuOptions"], "opening"> & { opening?: Opening["name"] };
export type Players = Partial<Record<Side, Player>>;
export type Position = Omit<Schemas["PositionFields"], "status" | "reason"> & {
  ruleset: Ruleset;
  options: Options;
  status: Schemas["GameStatus"] | PeopleStatus;
  reason: Schemas["GameEndReason"] | PeopleReason | null;
};
export type Game = Position & Schemas["GameFields"] & PeopleFields & { players: Players };

/** A request as the page builds it for any ruleset. The server checks which options and sides belong to it. */
export type ForAnyRuleset<Body> = Body extends { ruleset: Ruleset }
  ? Omit<Body, "ruleset" | "options" | "players"> & {
      ruleset: Ruleset;
      options?: Options | null;
    } & (Body extends { players?: unknown } ? { players?: Players | null } : unknown)
  : Body;
export type NewGame = Omit<ForAnyRuleset<Schemas["NewGame"]>, "seats"> & NewPeopleGame;

export type Ruleset = Schemas["Ruleset"];
export type Side = Schemas["Side"];
export type Player = Schemas["Player"];
export type Search = Schemas["Search"];
export type Score = Schemas["Score"];
export type Opening = Schemas["Opening"];
export type ForbiddenPoint = Schemas["ForbiddenPoint"];
export type MoveText = Schemas["MoveText"];
export type Ply = Schemas["Ply"];
export type ReviewResult = Schemas["ReviewResult"];
export type Problem = Omit<Schemas["Problem"], "code"> & { code: Schemas["ProblemCode"] | PeopleCode };
export type { Clock, ClockSettings, OfferEvent, Presence } from "./people";

/** The data of stream events, by event name. */
export type StreamEvent =
  | { event: "game"; data: Game }
  | { event: "presence"; data: Presence }
  | { event: "offer"; data: OfferEvent }
  | { event: "thinking" | "info"; data: Search }
  | { event: "ply"; data: Ply }
  | { event: "result"; data: Search | ReviewResult }
  | { event: "error"; data: Problem }
  | { event: "end"; data: Schemas["StreamEnd"] & { next_game?: string | null } };
