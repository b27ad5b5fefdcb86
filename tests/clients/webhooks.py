"""Receives the events of a game and verifies their signatures: DUIYI_WITH_KEYS=http://HOST:PORT webhooks.py PORT SECRET FILE

The server sends its webhooks to the port. What it sent is written to the file, for other libraries to verify.
"""

import json
import os
import sys
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook

port, secret, file = int(sys.argv[1]), sys.argv[2], sys.argv[3]
received = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        event = Webhook(secret).verify(body, dict(self.headers.items()))
        received.append({"headers": {name.lower(): text for name, text in self.headers.items()}, "body": body})
        assert event["id"] == self.headers["webhook-id"]
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


receiver = HTTPServer(("127.0.0.1", port), Receiver)
receiver.timeout = 60
request = urllib.request.Request(
    os.environ["DUIYI_WITH_KEYS"] + "/v1/games",
    data=json.dumps({"ruleset": "xiangqi", "reference": "webhooks"}).encode(),
    headers={"content-type": "application/json", "x-api-key": "shop"},
)
urllib.request.urlopen(request).close()
while not any(json.loads(it["body"])["reference"] == "webhooks" for it in received):
    receiver.handle_request()
with open(file, "w") as out:
    json.dump(received, out)
print(f"webhooks: {len(received)} signatures verified")
