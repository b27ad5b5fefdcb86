// The events of a game over a WebSocket, for platforms that read no streams.
import { UnreachableError } from "./errors.js";
import type { Open } from "./follow.js";
import type { Transport } from "./transport.js";
import type { GameEvent } from "./types.js";

export function openSocket(transport: Transport, id: string, token: string | undefined): Open<GameEvent> {
  return async function* (after, signal, onOpen) {
    const Socket = transport.WebSocket;
    if (!Socket) throw new TypeError("this platform has no WebSocket");
    const query = after === undefined ? "" : `?last_event_id=${after}`;
    const url = `${transport.url.replace(/^http/, "ws")}/v1/games/${id}/socket${query}`;
    const socket = token ? new Socket(url, [`bearer.${token}`]) : new Socket(url);
    const waiting: (GameEvent | null)[] = [];
    let isClosed = false;
    let wake = () => {};
    const put = (event: GameEvent | null) => {
      waiting.push(event);
      wake();
    };
    const finish = () => {
      isClosed = true;
      wake();
    };
    socket.onmessage = ({ data }) => put(JSON.parse(String(data)) as GameEvent);
    socket.onopen = onOpen;
    socket.onclose = finish;
    socket.onerror = finish;
    signal.addEventListener("abort", finish);
    // A browser answers the pings of the server without a word, so silence says nothing here.
    const alive = setInterval(() => put(null), 8_000);
    try {
      for (;;) {
        const event = waiting.shift();
        if (event !== undefined) yield event;
        else if (isClosed) throw new UnreachableError("the socket was closed");
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      clearInterval(alive);
      signal.removeEventListener("abort", finish);
      socket.close();
    }
  };
}
