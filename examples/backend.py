"""A backend that serves its users with one API key: KEY=... python3 backend.py, beside a server that has the key.

It creates games for two of its users and hands each a token, so that their browsers talk to the server without the key. It follows the
events of all its games and keeps a list of results. Needs no packages. Routes: POST /games {"red": "anna", "black": "ben"}, GET /results.
"""

import json
import os
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DUIYI = os.environ.get("DUIYI", "http://127.0.0.1:8080")
HEADERS = {"x-api-key": os.environ["KEY"], "content-type": "application/json"}
results = {}  # By the id of the game. A product keeps them, and the last event, in its database.


def follow():
    """Notes the result of every game. After a break it goes on behind the last event, so that none is missed."""
    last = {}
    while True:
        try:
            headers = HEADERS | {"accept": "application/x-ndjson"} | last
            with urllib.request.urlopen(urllib.request.Request(DUIYI + "/v1/events", headers=headers)) as lines:
                for event in (json.loads(line) for line in lines if line.strip()):
                    if event["event"] == "game_finished":
                        results[event["game"]] = {"users": event["user"], "result": event["data"]["result"]}
                    last = {"last-event-id": event["id"]}
        except urllib.error.HTTPError as error:
            if error.code == 410:  # Away for too long: a product reads its games again from GET /v1/games.
                last = {}
        except OSError:
            pass
        time.sleep(1)


def create(red, black):
    """A game of two users, with a token for each."""
    players = {"red": {"kind": "human", "name": red}, "black": {"kind": "human", "name": black}}
    new = {"ruleset": "xiangqi", "seats": True, "players": players}
    headers = HEADERS | {"duiyi-user": f"{red}+{black}"}
    request = urllib.request.Request(DUIYI + "/v1/games", json.dumps(new).encode(), headers)
    with urllib.request.urlopen(request) as response:
        game = json.load(response)
    return {"game": game["id"], red: game["tokens"]["red"], black: game["tokens"]["black"]}


class Backend(BaseHTTPRequestHandler):
    def reply(self, answer):
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def do_POST(self):
        users = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.reply(create(users["red"], users["black"]))

    def do_GET(self):
        self.reply(results)


if __name__ == "__main__":
    threading.Thread(target=follow, daemon=True).start()
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Backend).serve_forever()
