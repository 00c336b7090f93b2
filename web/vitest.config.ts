import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/unit/*.test.ts"],
    // One process for all: starting is most of the time.
    isolate: false,
    maxWorkers: 1,
  },
});
