import { defineConfig } from "vite";

// A development server hands questions on to a `solveig serve` that runs beside it.
const solveig = "http://127.0.0.1:8080";

export default defineConfig({
  base: "./",
  server: { proxy: { "/v1": solveig } },
  build: {
    // The page is a part of the server's crate, so that it can be published with it.
    outDir: "../crates/server/page",
    emptyOutDir: true,
    target: ["chrome123", "firefox128", "safari17.5"],
    // The server sends `default-src 'self'`, which forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
