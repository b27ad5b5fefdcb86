// Aliases for the types generated from the API contract.
import type { components } from "./contract";

type Schemas = components["schemas"];

export type Ruleset = Schemas["Ruleset"];
export type Side = Schemas["Side"];
export type Options = Schemas["Options"];
export type Player = Schemas["Player"];
export type Position = Schemas["Position"];
export type Game = Schemas["Game"];
export type Search = Schemas["Search"];
export type Score = Schemas["Score"];
export type Opening = Schemas["Opening"];
export type Forbidden = Schemas["Forbidden"];
export type MoveText = Schemas["MoveText"];
export type Ply = Schemas["Ply"];
export type ReviewResult = Schemas["ReviewResult"];
export type Problem = Schemas["Problem"];
export type NewGame = Schemas["NewGame"];

/** The data of stream events, by event name. */
export type StreamEvent =
  | { event: "game"; data: Game }
  | { event: "thinking" | "info"; data: Search }
  | { event: "ply"; data: Ply }
  | { event: "result"; data: Search | ReviewResult }
  | { event: "error"; data: Problem }
  | { event: "end"; data: Schemas["End"] };
