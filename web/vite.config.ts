import { defineConfig } from "vite";

// During development, Vite forwards API requests to a server on another port.
const server = process.env.DUIYI ?? "http://127.0.0.1:8080";

export default defineConfig({
  build: {
    target: "es2022",
    // The content security policy forbids inline assets. One script and one stylesheet need the fewest requests.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: true,
  },
  server: {
    proxy: { "/v1": server, "/openapi.yaml": server, "/docs": server },
  },
});
