// A TCP proxy between the browser and the server that can drop its connections.
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./server";

export interface CuttableProxy {
  url: string;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function startProxy(port: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const listener = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const own = await freePort();
  await new Promise<void>((resolve) => listener.listen(own, "127.0.0.1", resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    cut: () => {
      isCut = true;
      drop();
    },
    restore: () => {
      isCut = false;
    },
    close: () => {
      drop();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
}
