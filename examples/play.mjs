#!/usr/bin/env node
// Plays Xiangqi against the engine in a terminal, with Node alone: node examples/play.mjs [--auto MOVES]
// Enter a move as h2e2, 炮二平五 or C2=5, "undo" to take one back, or "hint" for a suggestion.
import { createInterface } from "node:readline/promises";

const server = process.env.DUIYI ?? "http://localhost:8080";
const auto = process.argv[2] === "--auto" ? Number(process.argv[3]) : 0;

/** Posts to the API; throws an error with the server's message when the request is refused. */
async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

const GLYPHS = Object.fromEntries([..."KABNRCPkabnrcp"].map((letter, i) => [letter, "帥仕相馬車炮兵將士象馬車砲卒"[i]]));

function show(fen) {
  const rows = fen.split(" ")[0].split("/");
  rows.forEach((row, i) => {
    const points = row.replace(/\d/g, (run) => ".".repeat(run));
    console.log(`${9 - i} ${[...points].map((letter) => GLYPHS[letter] ?? "＋").join("")}`);
  });
  console.log("  ａｂｃｄｅｆｇｈｉ");
}

const engine = { kind: "engine", level: 3, limits: { time_ms: 200 } };
let game = await post("/v1/games", { ruleset: "xiangqi", players: { black: engine } });
const path = `/v1/games/${game.id}`;
const hint = async () => (await post(`${path}/best-move`, { limits: { time_ms: 200 } })).best_move;
const terminal = auto ? null : createInterface({ input: process.stdin, output: process.stdout });

for (let made = 0; game.status === "playing" && (!auto || made < auto); ) {
  show(game.fen);
  const move = auto ? await hint() : (await terminal.question("You: ")).trim();
  if (auto) console.log(`You: ${move}`);
  try {
    if (move === "undo") {
      game = await post(`${path}/undo`, { plies: 2 });
    } else if (move === "hint") {
      console.log(`Try ${await hint()}`);
    } else {
      const { game: next, reply } = await post(`${path}/moves`, { move });
      game = next;
      made += 1;
      if (reply) console.log(`Engine: ${reply.chinese} (${reply.best_move})`);
    }
  } catch (error) {
    console.log(error.message);
    if (auto) process.exit(1);
  }
}
terminal?.close();
show(game.fen);
if (game.status !== "playing") console.log(game.winner ? `${game.winner} wins: ${game.reason}` : `draw: ${game.reason}`);
