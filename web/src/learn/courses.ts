// The course of each game: its lessons, and then its exercises.
import { send } from "../api/server";
import type { Ruleset } from "../api/types";
import { CARO, CARO_EXERCISES, GOMOKU, GOMOKU_PUZZLES, RENJU, RENJU_PUZZLES } from "./fives";
import type { Exercise, Lesson } from "./lesson";
import { XIANGQI, XIANGQI_PUZZLES } from "./xiangqi";

export const LESSONS = { xiangqi: XIANGQI, gomoku: GOMOKU, renju: RENJU, caro: CARO } as const;

export type Game = keyof typeof LESSONS;

export const GAMES = Object.keys(LESSONS) as Game[];

/** The name of the texts of a lesson. */
export type LessonKey = (typeof LESSONS)[Game][number]["key"];

/** The exercises are puzzles of the server, by their ids, or positions of the course. */
export const EXERCISES: Record<Game, readonly (string | Exercise)[]> = {
  xiangqi: XIANGQI_PUZZLES,
  gomoku: GOMOKU_PUZZLES,
  renju: RENJU_PUZZLES,
  caro: CARO_EXERCISES,
};

/** How many steps a course has. */
export const lengthOf = (game: Game): number => LESSONS[game].length + EXERCISES[game].length;

const lessonOf = ({ fen, solution }: Exercise): Lesson => ({
  key: "exercise",
  fen,
  goal: { kind: "line", moves: solution },
  answer: solution.filter((_, ply) => ply % 2 === 0),
});

/** The lesson or exercise with this index in a course. */
export async function stepOf(game: Game, index: number): Promise<Lesson | null> {
  const lesson = LESSONS[game][index];
  if (lesson) return lesson;
  const exercise = EXERCISES[game][index - LESSONS[game].length];
  if (!exercise) return null;
  return lessonOf(
    typeof exercise === "string" ? await send("show_puzzle", { path: { id: exercise } }) : exercise,
  );
}

export const isGame = (ruleset: string): ruleset is Game & Ruleset => ruleset in LESSONS;
