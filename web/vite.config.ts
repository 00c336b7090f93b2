import { defineConfig } from "vite";

// A development server hands questions on to a `solveig serve` that runs beside it.
const solveig = "http://127.0.0.1:8080";

export default defineConfig({
  base: "./",
  server: { proxy: { "/v1": solveig } },
  build: {
    target: ["chrome123", "firefox128", "safari17.5"],
    // The server sends `default-src 'self'`, which forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
