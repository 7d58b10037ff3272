import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whole corpora, hostile input, and data built from its sources: slow tests. */
const STRESS = [
  'test/corpus/**/*.test.ts',
  'test/security/**/*.test.ts',
  'test/describe/hostile.test.ts',
  'test/edit/format/properties.test.ts',
  'test/schema/schema.test.ts',
  'test/language/sparql/grammar.test.ts',
  'test/language/sparql/triples.test.ts',
];

/** The bundles as users run them: in processes, over their protocols, with real engines. */
const SYSTEM = [
  'test/baselines/**/*.test.ts',
  'test/lsp/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/clients/**/*.test.ts',
  'test/adapters/**/*.test.ts',
  'test/repair/stories.test.ts',
  'test/repair/replay.test.ts',
  'test/ask/stories.test.ts',
  'test/ask/ask.test.ts',
  'test/ask/loop.test.ts',
  'test/ask/sample-questions.test.ts',
  'test/ask/strategies/**/*.test.ts',
  'test/ask/refusals.test.ts',
  'test/ask/missing-facts.test.ts',
  'test/ask/question-kinds.test.ts',
  'test/evaluation/reduce.test.ts',
  'test/evaluation/replay.test.ts',
  'test/evaluation/switches.test.ts',
];

/** They start first, so that none of them is left alone at the end. */
const SLOWEST = [
  'test/security/files/faults.test.ts',
  'test/security/secrets/command-line.test.ts',
  'test/security/large-texts.test.ts',
  'test/security/network/folder-settings.test.ts',
  'test/corpus/corpus.test.ts',
  'test/corpus/repairs.test.ts',
  'test/security/fuzz.test.ts',
  'test/security/soak.test.ts',
  'test/cli/eval.test.ts',
  'test/cli/ask.test.ts',
  'test/evaluation/reduce.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/repair.test.ts',
  'test/evaluation/switches.test.ts',
  'test/baselines/baselines.test.ts',
  'test/lsp/evaluating.test.ts',
  'test/ask/ask.test.ts',
  'test/cli/npm-package.test.ts',
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean =>
      SLOWEST.some((file) => moduleId.endsWith(file));
    // A worker serves only one project, so projects stay together.
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}

// The tests use no network. Each process of Node would read all certificates in this file, which takes longer than its start.
delete process.env['NODE_EXTRA_CA_CERTS'];

export default defineConfig({
  test: {
    globalSetup: ['test/lsp/build.ts'],
    // Generous, because the tests in the editor run at the same time.
    testTimeout: 600_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    // The second run of `npm test` reuses what the first one has compiled.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // The tests are pure, so files share what is loaded once, above all the schema.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/editor/**', 'node_modules/**', ...SYSTEM, ...STRESS],
        },
      },
      // These leave nothing behind in their process either.
      { extends: true, test: { name: 'system', isolate: false, include: SYSTEM } },
      { extends: true, test: { name: 'stress', isolate: false, include: STRESS } },
    ],
  },
});
