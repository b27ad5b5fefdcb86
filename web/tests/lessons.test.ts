// Every lesson, its answer and every exercise of the courses, by the rules of the server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Position, Puzzle } from "../src/api/types";
import { type Ask, type Attempt, answer, begin } from "../src/learn/attempt";
import { EXERCISES, type Game, GAMES, LESSONS } from "../src/learn/courses";
import { CARO_EXERCISES } from "../src/learn/fives";
import type { Lesson } from "../src/learn/lesson";
import { type Server, startServer } from "./support/server";

let server: Server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

class Refused extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answered = (await response.json()) as T & { reason?: string; detail?: string };
  if (!response.ok) throw new Refused(answered.reason ?? answered.detail ?? String(response.status));
  return answered;
}

const ask: Ask = (question) => post<Position>("/v1/positions", question);

/** Plays the answer of a lesson; returns the last attempt, or why the rules refused it. */
async function solve(game: Game, lesson: Lesson): Promise<Attempt | string> {
  let attempt = await begin(game, lesson, ask);
  for (const move of lesson.answer) {
    assert.equal(attempt.isDone, false, `${game} ${lesson.key} is done before ${move}`);
    try {
      const judged = await answer(attempt, move, ask);
      if (judged.kind === "wrong") assert.fail(`${game} ${lesson.key}: ${move} is wrong`);
      attempt = judged.attempt;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.reason;
    }
  }
  return attempt;
}

for (const game of GAMES) {
  test(`the answer of each lesson reaches its goal by the rules: ${game}`, async () => {
    for (const lesson of LESSONS[game] as readonly Lesson[]) {
      const end = await solve(game, lesson);
      const { goal, key } = lesson;
      if (goal.kind === "refused") assert.equal(end, goal.reason, key);
      else if (typeof end === "string") assert.fail(`${game} ${key}: ${end}`);
      else assert.ok(end.isDone, key);
    }
  });

  test(`the moves that a lesson accepts are legal, and not every legal move is right: ${game}`, async () => {
    for (const lesson of LESSONS[game] as readonly Lesson[]) {
      const start = await begin(game, lesson, ask);
      const legal = start.position.legal_moves.map((move) => (typeof move === "string" ? move : move.move));
      if (lesson.goal.kind === "move")
        for (const move of lesson.goal.moves) assert.ok(legal.includes(move), `${lesson.key}: ${move}`);
      // An opening is chosen as the player likes, and every legal answer to a check answers it.
      if (start.position.opening?.phase === "choose" || lesson.key === "escape") continue;
      if (lesson.goal.kind === "visit") continue;
      let wrong = 0;
      for (const move of legal.slice(0, 40))
        if ((await answer(start, move, ask)).kind === "wrong") wrong += 1;
      assert.ok(wrong > 0, lesson.key);
    }
  });

  test(`ten exercises are solved by their solutions: ${game}`, async () => {
    assert.equal(EXERCISES[game].length, 10);
    for (const exercise of EXERCISES[game]) {
      const found = typeof exercise === "string" ? await fetch(`${server.url}/v1/puzzles/${exercise}`) : null;
      const { fen, solution, ...more } =
        typeof exercise === "string" ? ((await found?.json()) as Puzzle) : exercise;
      if ("ruleset" in more) assert.equal(more.ruleset, game);
      const own = solution.filter((_, ply) => ply % 2 === 0);
      const end = await solve(game, {
        key: "exercise",
        fen,
        goal: { kind: "line", moves: solution },
        answer: own,
      });
      assert.ok(typeof end !== "string" && end.isDone && end.position.status === "won", fen);
    }
  });
}

test("by the rules of caro, the engine finds the exercises of caro won, and by their first move", async () => {
  for (const { fen, solution } of CARO_EXERCISES) {
    const found = await post<{ best_move: string; score: { mate?: number | null } }>("/v1/analysis", {
      ruleset: "caro",
      fen,
      limits: { time_ms: 300 },
    });
    assert.equal(found.best_move, solution[0], fen);
    assert.ok((found.score.mate ?? 0) > 0, `${fen}: ${JSON.stringify(found.score)}`);
  }
});
