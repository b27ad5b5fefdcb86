import { after, before } from "node:test";
import type { Browser } from "playwright-core";
import { launch } from "./browser";
import { type Server, startServer } from "./server";

/** A server and a browser for the tests of one file: there as long as they run. */
export let server: Server;
export let browser: Browser;

before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
});
