// The types of the API by the names that they have in openapi.yaml.
import type { components, operations } from "./contract.js";

export type Schemas = components["schemas"];
export type Operations = operations;

export type Game = Schemas["Game"];
export type Position = Schemas["Position"];
export type Ruleset = Schemas["Ruleset"];
export type Side = Schemas["Side"];
export type Status = Schemas["GameStatus"];
export type Player = Schemas["Player"];
export type Search = Schemas["Search"];
export type Reply = Schemas["Reply"];
export type Problem = Schemas["Problem"];
export type ProblemCode = Schemas["ProblemCode"];
export type Puzzle = Schemas["Puzzle"];
export type Analysis = Schemas["Analysis"];
export type BatchResult = Schemas["BatchResult"];
export type FeedEvent = Schemas["FeedEvent"];
export type ReviewDocument = Schemas["ReviewDocument"];
export type OfferAction = Schemas["OfferAction"];

type Numbered<E> = E extends { event: string } ? E : never;

/** An event of a stream; `event` tells them apart. */
export type StreamEvent = Numbered<Schemas["StreamEvent"]>;
/** What the stream of a game sends. */
export type GameEvent = Extract<
  StreamEvent,
  { event: "game" | "presence" | "offer" | "arbiter" | "phrase" | "watchers" | "thinking" | "end" }
>;

type OfRuleset<Union, R> = Union extends { ruleset: infer Name } ? (R extends Name ? Union : never) : never;
/** What a new game of a ruleset may have besides its ruleset. */
export type NewGame<R extends Ruleset = Ruleset> = Omit<OfRuleset<Schemas["NewGame"], R>, "ruleset">;
/** A position of a ruleset, and how to search it. */
export type AnalysisInput<R extends Ruleset = Ruleset> = OfRuleset<Schemas["AnalysisInput"], R>;
export type SearchFields = Schemas["SearchFields"];
