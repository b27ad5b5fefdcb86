// Starts a server that only these tests use. `LOCAL_DUIYI` is its program.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

export async function startServer(
  settings: Record<string, string> = {},
): Promise<{ url: string; stop(): void }> {
  const { LOCAL_DUIYI } = process.env;
  if (!LOCAL_DUIYI) throw new Error("LOCAL_DUIYI is not set");
  const address = `127.0.0.1:${await freePort()}`;
  const env = { ...process.env, DUIYI_LOG: "warn", ...settings };
  const server: ChildProcess = spawn(LOCAL_DUIYI, ["serve", "--listen", address], {
    env,
    stdio: "inherit",
  });
  const url = `http://${address}`;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error("the server exited before it answered");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { url, stop: () => void server.kill() };
}
