import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "../api/types";
import { problems as en } from "./en/problems";
import { problems as zh } from "./zh/problems";

const problem = (code: Problem["code"], more: Partial<Problem> = {}): Problem => ({
  ...{
    type: "/docs",
    title: "",
    status: 422,
    detail: "a rook cannot go to a5",
    instance: "/",
    request_id: "1",
  },
  ...{ code, ...more },
});

test("the words of the server become a sentence that names the pieces as the page does", () => {
  assert.equal(en.of(problem("illegal_move")), "A chariot cannot go to a5.");
  assert.equal(en.of(problem("overloaded")), "The server is busy. Wait a moment and try again.");
});

test("in Chinese the server's English stands only where it says more", () => {
  const wrong = { reason: "occupied", ply: 3, move: "h8" } as const;
  assert.equal(zh.of(problem("illegal_move", wrong)), "那里已经有棋子了。");
  assert.equal(zh.withPlace(problem("illegal_move", wrong)), "第 3 着 h8：那里已经有棋子了。");
  assert.equal(zh.of(problem("invalid_position")), "这个局面不合规则：a rook cannot go to a5");
  assert.equal(zh.of(problem("invalid_record", { line: 4 })), "棋谱第 4 行读不懂。");
  for (const code of ["game_too_long", "body_too_large", "request_timeout", "invalid_move_text"] as const)
    assert.doesNotMatch(zh.of(problem(code)), /[a-z]/);
});
