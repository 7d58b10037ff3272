// Types are checked by tsc; here: typed lint rules, and who may import whom (ARCHITECTURE.md).
import { builtinModules } from 'node:module';
import tseslint from 'typescript-eslint';

const node = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];
const editor = ['vscode', 'vscode-*', 'vscode-*/**'];

/** Files under `files` may not import what matches `groups`. */
function wall(files, groups, message, paths = []) {
  return {
    files,
    rules: { 'no-restricted-imports': ['error', { paths, patterns: [{ group: groups, message }] }] },
  };
}

/** What lies outside the core. */
const outside = [
  '**/lsp/*',
  '**/cli/*',
  '**/adapters/*',
  '**/compose',
  '**/compose/*',
  '**/settings',
  '**/protocol',
  '**/protocol/*',
];

const corePaths = node.map((name) => ({ name, message: 'The core is pure: no Node.' }));

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.vscode-test/', '.cache/', 'samples/', 'docs/'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // `const { left: _, ...rest }` is how a part is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        ...['any', 'timeout'].map((property) => ({
          object: 'AbortSignal',
          property,
          message: 'Node 20 loses its timer to garbage collection. Use core/run/time-limit.ts.',
        })),
      ],
    },
  },
  wall(
    ['server/src/core/text/**', 'server/src/core/rdf/**'],
    [...editor, '**/sparql/*', '**/kb/*', '**/infer/*', '**/verify/*', ...outside],
    'text and rdf stand below everything.',
    corePaths,
  ),
  wall(
    ['server/src/core/sparql/**'],
    [...editor, '**/kb/*', '**/infer/*', '**/verify/*', ...outside],
    'sparql knows text and rdf only.',
    corePaths,
  ),
  wall(
    ['server/src/core/kb/**'],
    [...editor, '**/infer/*', '**/verify/*', '**/run/*', ...outside],
    'kb knows text, rdf and sparql.',
    corePaths,
  ),
  wall(
    ['server/src/core/infer/**'],
    [...editor, '**/verify/*', ...outside],
    'infer knows all of the core but the verifiers.',
    corePaths,
  ),
  wall(
    [
      'verify',
      'assist',
      'run',
      'model',
      'prompts',
      'read',
      'repair',
      'sexpr',
      'link',
      'retrieve',
      'ask',
      'tools',
      'eval',
    ].map((part) => `server/src/core/${part}/**`),
    [...editor, ...outside],
    'The core is pure: no editor, no adapters.',
    corePaths,
  ),
  wall(
    ['server/src/adapters/**'],
    ['vscode', '**/lsp/*', '**/cli/*', '**/compose', '**/compose/*'],
    'Adapters know the core and the outside world.',
  ),
  wall(
    ['server/src/lsp/**', 'server/src/cli/**'],
    ['vscode', '**/adapters/*', '**/compose/*'],
    'Adapters are picked in compose.ts.',
  ),
  wall(
    ['server/src/cli/**'],
    ['vscode', 'vscode-*', '**/adapters/*', '**/compose/*', '**/lsp/*'],
    'The CLI knows no editor.',
  ),
  wall(
    ['client/**'],
    ['**/server/src/core/**', '**/server/src/lsp/**', '**/server/src/adapters/**', '**/server/src/cli/**'],
    'The client knows the protocol only.',
  ),
  wall(
    ['client/webview/**', 'client/shared/**'],
    [
      ...editor,
      '**/server/src/core/**',
      '**/server/src/lsp/**',
      '**/server/src/adapters/**',
      '**/src/results/*',
    ],
    'A page knows neither the editor nor Node; what both sides use is in client/shared.',
    node.map((name) => ({ name, message: 'A page has no Node.' })),
  ),
  wall(
    ['client/shared/**'],
    [...editor, '**/server/src/core/**', '**/webview/*', '**/src/results/*'],
    'What both sides use knows neither of them.',
    node.map((name) => ({ name, message: 'A page has no Node.' })),
  ),
  {
    files: ['test/**', 'tools/**', 'bench/**'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
);
