import { after, before } from "node:test";
import type { Browser } from "playwright-core";
import { launch } from "./browser";
import { type Server, startServer } from "./server";

/** The server and the browser that the tests of one file share. */
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
