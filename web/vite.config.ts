import { defineConfig } from "vite";

// While working on the page, a server on another port answers the API.
const server = process.env.DUIYI ?? "http://127.0.0.1:8080";

export default defineConfig({
  build: {
    target: "es2022",
    // The policy of the page allows nothing inline, and one file each is the fewest round trips.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: true,
  },
  server: {
    proxy: { "/v1": server, "/openapi.yaml": server, "/docs": server },
  },
});
