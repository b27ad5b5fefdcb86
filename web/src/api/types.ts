// The types of the API as the page uses them.
import type { Schemas } from "../../../clients/typescript/src/types";

// The page treats all rulesets alike: it shows whichever options and sides are there.
export type Options = {
  [Name in keyof Schemas["Options"]]?: Schemas["Options"][Name] | null;
};
export type Players = Partial<Record<Side, Player>>;
export type Position = Omit<Schemas["Position"], "options"> & { options: Options };
export type Game = Omit<Schemas["Game"], "options" | "players"> & { options: Options; players: Players };

/** A request as the page builds it for any ruleset. The server checks which options and sides belong to it. */
export type ForAnyRuleset<Body> = Body extends { ruleset: Ruleset }
  ? Omit<Body, "ruleset" | "options" | "players" | "side"> & {
      ruleset: Ruleset;
      options?: Options | null;
    } & (Body extends { players?: unknown }
        ? { players?: Players | null; side?: Side | "random" | null }
        : Body extends { side?: unknown }
          ? { side?: Side | "random" | null }
          : unknown)
  : Body;
export type NewGame = ForAnyRuleset<Schemas["NewGame"]>;

/** The short form of a game after a change: the moves are those of the request. */
export type ShortGame = Pick<
  Game,
  "id" | "version" | "ply" | "turn" | "fen" | "status" | "winner" | "reason" | "moves"
> & { reply: Pick<Schemas["Reply"], "best_move" | "score" | "win_rate" | "source"> | null };

export type Ruleset = Schemas["Ruleset"];
export type Side = Schemas["Side"];
export type Player = Schemas["Player"];
export type KnownOpening = Schemas["KnownOpening"];
export type Puzzle = Schemas["Puzzle"];
export type Search = Schemas["Search"];
export type Score = Schemas["Score"];
export type Opening = Schemas["Opening"];
export type ForbiddenPoint = Schemas["ForbiddenPoint"];
export type MoveText = Schemas["MoveText"];
export type Ply = Schemas["Ply"];
export type Oversight = Schemas["Oversight"];
export type ReviewResult = Schemas["ReviewResult"];
export type Problem = Schemas["Problem"];
export type Clock = Schemas["Clock"];
export type ClockSettings = Schemas["NewClock"];
export type OfferEvent = Schemas["StreamOffer"];
export type Presence = Schemas["Presence"];
export type Ruling = Schemas["Ruling"];
export type Phrase = Schemas["Phrase"];
export type Seek = Omit<Schemas["Seek"], "options"> & { options: Options };
export type NewSeek = ForAnyRuleset<Schemas["NewSeek"]>;
