import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests run on the sources: `#rule` must mean the same module everywhere, or `held` would exist twice. */
export default defineConfig({
  resolve: { alias: { '#rule': fileURLToPath(new URL('./src/rule/index.ts', import.meta.url)) } },
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Half of the time goes into waiting for clocks to tick: three workers keep two cores busy.
    maxWorkers: 3,
    maxConcurrency: 6,
  },
});
