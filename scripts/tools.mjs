// npm run measure [-- NAME …] and npm run generate [-- NAME …]: runs a tool; without a name, lists them.
import { spawnSync } from 'node:child_process';
import { root } from './lib/paths.mjs';

/** Name → file, what it does, and how long it takes on two cores. Options are documented at the top of each file. */
const TOOLS = {
  measure: {
    corpus: [
      'tools/corpus.ts',
      'false alarms on gold queries, mistakes found, fixes that restore them',
      '6 min, Q',
    ],
    'corpus-kb': ['tools/corpus-kb.ts', 'the same with a KB: why a damaged query is empty', 'minutes, Q, D'],
    repairs: ['tools/repairs.ts', 'damaged gold queries repaired without a model', '2 min, Q, D'],
    'cross-validate': [
      'tools/cross-validate.ts',
      'funfusic eval without a model on held-out folds; run "generate -- train" first',
      'an hour, Q, D',
    ],
    ask: [
      'tools/ask.ts',
      'the same without queries to a KB, with candidates and confidence in detail',
      'minutes, Q, D',
    ],
    refusals: [
      'tools/refusals.ts',
      'questions that no KB answers: answered, and answered with confidence',
      'a minute',
    ],
    phrasings: ['tools/phrasings.ts', 'everyday questions about random entities', '10 min, D'],
    'missing-facts': [
      'tools/missing-facts.ts',
      'questions whose facts were removed from the KB: refused, and answered with confidence',
      '2 min, Q, D',
    ],
    linking: ['tools/linking.ts', 'gold entities among the first linked ones', 'minutes, Q, D'],
    'schema-retrieval': [
      'tools/schema-retrieval.ts',
      'gold relations and classes among the first ten retrieved',
      'minutes, Q, D',
    ],
    exemplars: ['tools/exemplars.ts', 'exemplars with the steps of the gold query', 'minutes, Q'],
    'context-recall': [
      'tools/context-recall.ts',
      'prompts with everything that the gold query needs',
      'minutes, Q, D',
    ],
    descriptions: ['tools/descriptions.ts', 'gold queries that templates describe completely', 'a minute, Q'],
    cues: [
      'tools/cues.ts',
      'false alarms of the structural cues, and changes that they notice',
      'a minute, Q',
    ],
    'missing-words': [
      'tools/missing-words.ts',
      'gold queries reported to miss words of their question',
      'minutes, Q, D',
    ],
    'logical-forms': [
      'tools/logical-forms.ts',
      'queries converted to logical forms and back',
      'minutes, Q, D',
    ],
    'gold-answers': [
      'tools/gold-answers.ts',
      'gold queries run on a KB, compared with gold answers',
      'minutes, Q, D',
    ],
    loop: ['tools/loop.ts', 'answers with the proposals of real models, compared with none', 'minutes, D'],
    'eval-memory': [
      'tools/eval-memory.ts',
      'memory of saving and reporting an evaluation of 100,000 questions',
      'minutes',
    ],
    kb: [
      'bench/embedded-kb.ts',
      'opening an embedded KB, and recovery after a cancelled query',
      'minutes, D',
    ],
    scale: [
      'tools/scale.ts',
      'time and queries of every operation on KBs of different sizes',
      'minutes to an hour, Q',
    ],
    'typing-beside-evaluation': [
      'bench/beside-evaluation.mjs',
      'diagnostics while an evaluation is running',
      'minutes',
    ],
    'results-panel': [
      'bench/results-panel.mjs',
      '100,000 rows in the result panel of a real editor',
      'minutes',
    ],
    activation: ['bench/activation.mjs', 'activation of the extension in a real editor', 'a minute'],
    fuzz: ['scripts/fuzz.mjs', 'inputs that break a reader of foreign text', '1 min'],
    soak: ['scripts/soak.mjs', 'memory of one language server over 100,000 edits', 'half an hour'],
  },
  generate: {
    docs: ['tools/build-docs.ts', 'docs/verifiers.md, docs/settings.md and schemas/', 'seconds'],
    screenshots: ['scripts/screenshots.mjs', 'docs/images/', 'minutes'],
    schema: ['tools/build-schema.ts', 'server/data/freebase.schema from files of Freebase facts', 'minutes'],
    vectors: [
      'tools/build-vectors.ts',
      'server/data/words.vec from GloVe, which it downloads (118 MB)',
      'minutes',
    ],
    associations: ['tools/build-associations.ts', 'server/data/associations.json', 'minutes, Q, D'],
    'grown-kb': ['tools/grow-kb.ts', 'a larger KB of the same shape as a dump', 'minutes'],
    'answerable-kb': [
      'tools/answerable-kb.ts',
      'a dump with made-up facts for questions whose facts it lacks',
      'a minute, Q, D',
    ],
    linking: ['tools/linking.ts --train', 'the weights of entity linking', 'minutes, Q, D'],
    train: ['tools/train.ts', 'server/data/ranker.json, and the folds for cross-validate', '30 min, Q, D'],
  },
};

const [kind, name, ...args] = process.argv.slice(2);
const tools = TOOLS[kind];
const tool = Object.hasOwn(tools, name ?? '') ? tools[name] : undefined;
if (!tool) {
  if (name !== undefined) console.error(`There is no tool "${name}".\n`);
  console.log(`npm run ${kind} -- NAME [OPTIONS]\n`);
  const width = Math.max(...Object.keys(tools).map(({ length }) => length));
  for (const [each, [, what, time]] of Object.entries(tools))
    console.log(`  ${each.padEnd(width)}  ${what} (${time})`);
  console.log('\nQ needs a folder of questions (FUNFUSIC_QUESTIONS), D a dump of facts (FUNFUSIC_KB).');
  process.exit(name === undefined ? 0 : 2);
}
const [file, ...fixed] = tool[0].split(' ');
const command = file.endsWith('.ts') ? ['esbuild.mjs', '--run', file] : [file];
const { status } = spawnSync(process.execPath, [...command, ...fixed, ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
