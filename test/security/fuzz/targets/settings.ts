/** Folder settings: parsing gives valid settings that parse to themselves. */
import { deepStrictEqual } from 'node:assert';
import { parse } from 'jsonc-parser';
import { parseSettings, type Settings } from '../../../../server/src/settings/settings';
import { must, type Target } from '../target';

export const settings: Target = {
  name: 'settings',
  seeds: () => [
    '{"dialect":"sparql11","schema":{"file":"a.json"},"severity":{"grounding":"off"},"inlayHints":{"variableTypes":false}}',
    '{"knowledgeBases":{"mine":{"endpoint":"http://localhost:8890/sparql","engine":"virtuoso","defaultGraph":["http://a"],"auth":"basic","user":"me","headers":{"x":"y"},"secretHeaders":["x"]},"file":{"file":["a.nt"],"writable":true}},"knowledgeBase":"mine"}',
    '{"models":{"m":{"url":"http://localhost/v1","model":"a","temperature":0.5,"seed":1,"maxTokens":5,"timeoutSeconds":3,"retries":2,"prices":{"input":1,"output":2,"currency":"EUR"},"structured":"json"},"e":{"editor":"x"}},"model":"m"}',
    '{"ask":{"strategy":"auto","threshold":0.5,"limits":{"queries":5},"caps":{"seconds":7},"advanced":{"rngKbqa.keep":4},"fidelis":{"lookAhead":0.2}},"repair":{"rounds":2,"budget":{"money":1.5}},"run.maxRows":10,"severity.syntax":"hint"}',
    '{"format":{"keywordCase":"lower"},"names":{"language":"de-CH"},"exemplars":{"file":"x","count":3},"evaluation":{"folder":"runs"},"prompts":{"folder":"p"},"codeLens":{"enabled":false}}',
  ],
  sources: [
    'settings/settings.ts',
    'settings/ask-settings.ts',
    'settings/reader.ts',
    'core/kb/kb-config.ts',
    'core/model/model-config.ts',
  ],
  words: ['__proto__', 'constructor', 'toString', 'http://a:b@c/d?e', 'file:///etc/passwd'],
  isJson: true,
  maxLength: 3000,
  run: (text) => {
    const { settings: read, problems } = parseSettings(parse(text) as unknown);
    must(
      problems.every((problem) => typeof problem === 'string'),
      () => 'A problem is not a string',
    );
    must(
      problems.every((problem) => problem.length < 2 * text.length + 400),
      () => 'A problem is too long',
    );
    const again = parseSettings(toUserSettings(read));
    must(again.problems.length === 0, () => `Parsed settings are rejected: ${again.problems[0] ?? ''}`);
    deepStrictEqual(again.settings, read);
    must(Object.keys(Object.prototype).length === 0, () => 'Object.prototype was changed');
  },
};

/** Converts settings to the form in which users write them. */
function toUserSettings({
  severities,
  schemaFile,
  keywordCase,
  promptsFolder,
  ask,
  ...same
}: Settings): unknown {
  const { caps, funFusic, rngKbqa, chatKbqa, fidelis, ...otherAsk } = ask;
  return {
    ...same,
    ask: { ...otherAsk, limits: caps, advanced: { funFusic, rngKbqa, chatKbqa, fidelis } },
    severity: severities,
    schema: { file: schemaFile },
    format: { keywordCase },
    prompts: { folder: promptsFolder },
  };
}
