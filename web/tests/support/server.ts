// Runs the program under test, whose path is in DUIYI.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";

export interface Server {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/** A free port below those that Linux gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const program = process.env.DUIYI;
  if (!program) throw new Error("DUIYI must name the program to test");
  const port = await freePort();
  const server = spawn(program, ["serve", "--listen", `127.0.0.1:${port}`], {
    stdio: ["ignore", "ignore", "ignore"],
    env: { ...process.env, ...settings },
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/healthz`, server);
  return { url, port, stop: () => stop(server) };
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server does not answer");
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    // With SIGTERM, open streams would delay the exit.
    server.kill("SIGKILL");
  });
}
