"""Plays a whole game with the official Python SDK over each transport of the Model Context Protocol: python mcp_client.py PROGRAM

The SDK checks every structured result against the schema of its tool.
"""

import asyncio
import os
import re
import subprocess
import sys

from mcp import Client, StdioServerParameters

MOST_MOVES = 150
TOOLS = {
    "new_game", "import_record", "join_game", "show_game", "legal_moves", "play_move", "wait_for_turn", "best_move", "analyse",
    "review_game", "next_puzzle", "resign", "draw",
}  # fmt: skip
RECORD = '[Event "?"]\n[Variant "xiangqi"]\n[Result "*"]\n\n1. h2e2 h9g7 2. h0g2 *'


async def call(client, tool, **arguments):
    """The structured result of a call that must succeed."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, (tool, result.content)
    return result.structured_content


async def refused(client, tool, **arguments):
    """The text of a call that must fail."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, (tool, result.structured_content)
    return result.content[0].text


async def play_to_the_end(client):
    """Plays a game of Gomoku against a weak level with the moves of a strong one."""
    game = await call(client, "new_game", ruleset="gomoku", players={"white": {"kind": "engine", "level": 1}})
    moves = 0
    while game["status"] == "playing":
        assert game["turn"] == "black" and moves < MOST_MOVES, game
        legal = await call(client, "legal_moves", id=game["id"])
        hint = await call(client, "best_move", id=game["id"], level=12, limits={"time_ms": 200})
        assert hint["best_move"] in [it["move"] for it in legal["legal_moves"]], hint
        played = await call(client, "play_move", id=game["id"], move=hint["best_move"], version=game["version"])
        game, moves = played["game"], moves + 1
    assert game["status"] == "won" and game["winner"] == "black", game
    shown = await call(client, "show_game", id=game["id"])
    # The last line names the files.
    stones = "".join(shown["board"].splitlines()[:-1]).count("b")
    assert shown["board"] == game["board"] and stones == moves, shown["board"]
    review = await call(client, "review_game", id=game["id"], limits={"nodes": 500})
    assert len(review["moves"]) == game["ply"] and review["summary"]["plies"] == game["ply"]
    return moves


async def meet_a_person(client):
    """Takes both seats of a game by invitation, so that each waits for the other."""
    red = await call(client, "new_game", ruleset="xiangqi", seats="invite", side="red")
    black = await call(client, "join_game", id=red["id"], invitation=red["invitation"])
    tokens = {**red["tokens"], **black["tokens"]}
    waits = call(client, "wait_for_turn", id=red["id"], token=tokens["black"], side="black", seconds=20)
    waiting = asyncio.create_task(waits)
    text = await refused(client, "play_move", id=red["id"], token=tokens["red"], move="a0a5", version=black["version"])
    assert text.startswith("illegal_move: ") and "a piece stands in between" in text, text
    text = await refused(client, "play_move", id=red["id"], token=tokens["red"], move="h2e2", version=99)
    assert text.startswith("version_mismatch: "), text
    await call(client, "play_move", id=red["id"], token=tokens["red"], move="h2e2", version=black["version"])
    game = await waiting
    assert game["turn"] == "black" and game["last_move"]["chinese"] == "炮二平五", game
    assert (await refused(client, "best_move", id=red["id"])).startswith(("hints_off: ", "unauthorized: "))
    await call(client, "draw", id=red["id"], token=tokens["black"], side="black", action="offer")
    game = await call(client, "draw", id=red["id"], token=tokens["red"], side="red", action="accept")
    assert game["status"] == "drawn" and game["reason"] == "agreement", game


async def try_the_rest(client):
    puzzle = await call(client, "next_puzzle", ruleset="xiangqi", level=5)
    searched = await call(client, "analyse", ruleset="xiangqi", fen=puzzle["fen"], limits={"time_ms": 500})
    assert searched["score"].get("mate", 0) > 0, (puzzle, searched)
    other = await call(client, "next_puzzle", ruleset="xiangqi", level=5, seen=[puzzle["id"]])
    assert other["id"] != puzzle["id"]
    game = await call(client, "import_record", text=RECORD, ruleset="xiangqi")
    assert game["ply"] == 3 and game["last_move"]["move"] == "h0g2", game
    game = await call(client, "resign", id=game["id"], side="red")
    assert game["winner"] == "black", game
    text = await refused(client, "new_game", ruleset="chess")
    assert text.startswith("invalid_request: ") and "xiangqi" in text, text


async def check(name, server):
    async with Client(server) as client:
        listed = (await client.list_tools()).tools
        assert {tool.name for tool in listed} == TOOLS, listed
        assert all(tool.output_schema and tool.description for tool in listed)
        moves = await play_to_the_end(client)
        await meet_a_person(client)
        await try_the_rest(client)
    print(f"the SDK for Python, {name}: {len(listed)} tools, won in {moves} moves")


async def main(program):
    settings = {**os.environ, "DUIYI_MCP": "true", "DUIYI_LOG": "info"}
    command = [program, "serve", "--listen", "127.0.0.1:0"]
    server = subprocess.Popen(command, env=settings, stderr=subprocess.PIPE, text=True)
    try:
        listening = next(line for line in server.stderr if "listening" in line)
        address = re.search(r"127\.0\.0\.1:\d+", listening).group()
        await check("Streamable HTTP", f"http://{address}/mcp")
        through = StdioServerParameters(command=program, args=["mcp", "--server", f"http://{address}"])
        await check("standard input, with a server", through)
    finally:
        server.kill()
        server.wait()
    await check("standard input", StdioServerParameters(command=program, args=["mcp"]))


asyncio.run(main(sys.argv[1]))
