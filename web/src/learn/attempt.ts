// One try at a lesson, by the rules of the server.
import type { Options, Position, Ruleset } from "../api/types";
import type { Lesson } from "./lesson";

export interface Question {
  ruleset: Ruleset;
  fen?: string;
  options?: Options;
  moves: readonly string[];
}

/** Asks the server for a position; throws its problem if a move is refused. */
export type Ask = (question: Question) => Promise<Position>;

export interface Attempt {
  ruleset: Ruleset;
  lesson: Lesson;
  position: Position;
  /** The moves of both sides since the lesson began. */
  moves: readonly string[];
  /** The points of the lesson that have been reached. */
  visited: readonly string[];
  isDone: boolean;
}

export type Answer = { kind: "wrong"; position: Position } | { kind: "accepted"; attempt: Attempt };

async function positionOf(
  { ruleset, lesson }: Pick<Attempt, "ruleset" | "lesson">,
  moves: readonly string[],
  ask: Ask,
) {
  const { fen, options, moves: before = [] } = lesson;
  return ask({
    ruleset,
    ...(fen ? { fen } : {}),
    ...(options ? { options } : {}),
    moves: [...before, ...moves],
  });
}

export async function begin(ruleset: Ruleset, lesson: Lesson, ask: Ask): Promise<Attempt> {
  const position = await positionOf({ ruleset, lesson }, [], ask);
  return { ruleset, lesson, position, moves: [], visited: [], isDone: false };
}

/** Whether the one move that the lesson asks for was this one. */
function isReached({ goal }: Lesson, move: string, after: Position): boolean {
  switch (goal.kind) {
    case "move":
      return goal.moves.includes(move);
    case "check":
      return after.in_check;
    case "ends":
      return after.reason === goal.reason;
    case "goesOn":
      return after.status === "playing" && after.warnings.length === 0;
    default:
      return false;
  }
}

/** Plays the learner's move and what the other side answers. */
export async function answer(attempt: Attempt, move: string, ask: Ask): Promise<Answer> {
  const { lesson } = attempt;
  const { goal } = lesson;
  const moves = [...attempt.moves, move];
  const position = await positionOf(attempt, moves, ask);
  const accept = (change: Partial<Attempt>): Answer => ({
    kind: "accepted",
    attempt: { ...attempt, position, moves, ...change },
  });
  const reply = async (answered: string, change: Partial<Attempt>): Promise<Answer> => {
    const both = [...moves, answered];
    return accept({ moves: both, position: await positionOf(attempt, both, ask), ...change });
  };
  if (goal.kind === "visit") {
    const to = move.slice(-2);
    const isNew = goal.points.includes(to) && !attempt.visited.includes(to);
    const visited = isNew ? [...attempt.visited, to] : attempt.visited;
    if (visited.length === goal.points.length) return accept({ visited, isDone: true });
    const passing = quietReply(position);
    return passing ? reply(passing, { visited }) : { kind: "wrong", position };
  }
  if (goal.kind === "line") {
    const isLast = moves.length === goal.moves.length;
    const isExpected = move === goal.moves[moves.length - 1];
    if (!isExpected && !(isLast && position.status === "won")) return { kind: "wrong", position };
    const next = goal.moves[moves.length];
    return next ? reply(next, {}) : accept({ isDone: true });
  }
  return isReached(lesson, move, position) ? accept({ isDone: true }) : { kind: "wrong", position };
}

/** A move of the other side that takes nothing, so that the lesson goes on. */
function quietReply({ fen, legal_moves, turn }: Position): string | null {
  const own = turn === "red" ? /[A-Z]/ : /[a-z]/;
  const rows = fen
    .split(" ")[0]
    ?.split("/")
    .map((row) => row.replace(/\d/g, (run) => " ".repeat(Number(run))));
  const at = (point: string) => rows?.[9 - Number(point[1])]?.[(point.codePointAt(0) ?? 0) - 97] ?? " ";
  const moves = legal_moves.map((move) => (typeof move === "string" ? move : move.move));
  return moves.find((move) => !/[a-z]/i.test(at(move.slice(2))) && own.test(at(move.slice(0, 2)))) ?? null;
}
