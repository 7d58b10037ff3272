import { defineConfig } from 'vitest/config';

/** Whole corpora, texts made to break things, and data built anew: worth a run of their own. */
const TRIALS = [
  'test/corpus/**/*.test.ts',
  'test/hostile/**/*.test.ts',
  'test/describe/hostile.test.ts',
  'test/edit/format/properties.test.ts',
  'test/schema/schema.test.ts',
  'test/language/sparql/grammar.test.ts',
  'test/language/sparql/triples.test.ts',
];

/** What is built, run as users run it: in processes of its own, over its protocols, with real engines; whole questions and runs. */
const SYSTEM = [
  'test/lsp/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/adapters/**/*.test.ts',
  'test/repair/stories.test.ts',
  'test/repair/replay.test.ts',
  'test/ask/stories.test.ts',
  'test/ask/ask.test.ts',
  'test/ask/sample-questions.test.ts',
  'test/evaluation/reduce.test.ts',
  'test/evaluation/replay.test.ts',
  'test/evaluation/switches.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/lsp/build.ts'],
    // Other tests may go on beside them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores, and the tests of the command line start processes of their own.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Pure, so that what one file has loaded may serve the next: the schema above all.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/editor/**', 'node_modules/**', ...SYSTEM, ...TRIALS],
        },
      },
      // They leave nothing behind in their own process either.
      { extends: true, test: { name: 'system', isolate: false, include: SYSTEM } },
      { extends: true, test: { name: 'trials', include: TRIALS } },
    ],
  },
});
