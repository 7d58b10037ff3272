import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/editor/**', 'node_modules/**'],
    globalSetup: ['test/lsp/build.ts'],
    testTimeout: 30_000,
    // Two cores, and the tests of the command line start processes of their own.
    maxWorkers: 2,
  },
});
