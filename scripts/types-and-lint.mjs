// Types and lint in one go: lint asks for the types that were worked out for the first, and so they are worked out once.
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { inRoot, root } from './lib/paths.mjs';

const project = programOf('tsconfig.json');
const webview = programOf('client/webview/tsconfig.json');
const mistakes = ts.sortAndDeduplicateDiagnostics(
  [project, webview].flatMap((program) => ts.getPreEmitDiagnostics(program)),
);
if (mistakes.length > 0)
  console.log(
    ts.formatDiagnostics(mistakes, {
      getCanonicalFileName: (name) => relative(root, name),
      getCurrentDirectory: () => root,
      getNewLine: () => '\n',
    }),
  );
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [typesOf(['**/*.ts'], project), typesOf(['client/webview/**/*.ts'], webview)],
});
const results = await eslint.lintFiles(['.']);
const lint = await (await eslint.loadFormatter('stylish')).format(results);
if (lint) console.log(lint);
process.exitCode = mistakes.length > 0 || results.some(({ errorCount }) => errorCount > 0) ? 1 : 0;

function programOf(name) {
  const file = inRoot(...name.split('/'));
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
    file,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
}

function typesOf(files, program) {
  return {
    files,
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
  };
}
