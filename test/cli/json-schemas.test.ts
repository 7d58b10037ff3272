import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatFiles } from '../../tools/formats/formats';
import { ROOT } from '../lsp/build';
import { expectSuccess, funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const QUESTIONS = [
  { question: 'Where was Barack Obama born?', answers: ['m.02hrh0_'] },
  { question: 'Who is the wife of Barack Obama?', answerable: false },
];
const folder = temporaryFolder({
  'questions.jsonl': QUESTIONS.map((row) => JSON.stringify(row)).join('\n'),
  'friends.ttl':
    '@prefix : <http://example.org/> .\n:ann a :Person ; :knows :bob . :bob a :Person ; :age 8 .\n',
});
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8')) as unknown;
const inFolder = (...path: readonly string[]): unknown => readJson(join(folder, ...path));

/** The errors of a value against a schema in schemas/. */
function errorsIn(value: unknown, name: string): readonly string[] {
  const schema = readJson(join(ROOT, 'schemas', `${name}.schema.json`)) as object;
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { uri: /^\w+:/ } });
  const validate = ajv.compile(schema);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

describe('schemas/', () => {
  it('is what npm run generate -- docs would write', () => {
    for (const [name, text] of Object.entries(formatFiles(ROOT)))
      expect(readFileSync(join(ROOT, 'schemas', name), 'utf8'), name).toBe(text);
  });

  it('has a description for the fields of a report', () => {
    const { properties } = readJson(join(ROOT, 'schemas', 'report.schema.json')) as {
      readonly properties: Readonly<
        Record<string, { readonly description?: string; readonly properties?: object }>
      >;
    };
    expect(properties.questions?.description).toBe('In the order of the dataset.');
    expect(properties.cost?.properties).toMatchObject({
      milliseconds: { description: 'Not reproducible.' },
    });
  });
});

describe('JSON Schemas of a run', () => {
  beforeAll(async () => {
    const args = ['eval', 'questions.jsonl', '--kb', 'Sample', '--out', 'run'];
    expectSuccess(await funfusic(args, { cwd: folder }));
  }, 60_000);

  it('accept the report.json and run.json of an evaluation', () => {
    expect(errorsIn(inFolder('run', 'report.json'), 'report')).toEqual([]);
    expect(errorsIn(inFolder('run', 'run.json'), 'run')).toEqual([]);
  });

  it('reject a report.json and a run.json of another version', () => {
    expect(errorsIn({ ...(inFolder('run', 'report.json') as object), version: 2 }, 'report')).not.toEqual([]);
    expect(errorsIn({ ...(inFolder('run', 'run.json') as object), version: 2 }, 'run')).not.toEqual([]);
  });
});

describe('JSON Schema of a schema file', () => {
  it('accepts a derived schema', async () => {
    expectSuccess(
      await funfusic(['schema', '--kb', 'friends.ttl', '--out', 'friends.json'], { cwd: folder }),
    );
    expect(errorsIn(inFolder('friends.json'), 'kb-schema')).toEqual([]);
  });

  it('accepts the example of the documentation', () => {
    const page = readFileSync(join(ROOT, 'docs', 'schema-format.md'), 'utf8');
    const [, example = ''] = /^```json\n(.*?)^```/ms.exec(page) ?? [];
    expect(errorsIn(JSON.parse(example), 'kb-schema')).toEqual([]);
  });

  it('rejects unknown fields and kinds', () => {
    const broken = { types: { person: { kind: 'thing' } }, relations: {}, relation: {} };
    expect(errorsIn(broken, 'kb-schema')).toEqual([
      ' must NOT have additional properties',
      '/types/person/kind must be equal to one of the allowed values',
    ]);
  });
});

describe('JSON Schema of the settings', () => {
  it('accepts the settings of the product together with others', () => {
    const settings = {
      'editor.fontSize': 12,
      'funfusic.dialect': 'sparql11',
      'funfusic.knowledgeBases': { local: { endpoint: 'http://localhost:8890/sparql', engine: 'virtuoso' } },
      'funfusic.severity': { egf: 'off' },
    };
    expect(errorsIn(settings, 'settings')).toEqual([]);
  });

  it('rejects a wrong value and an unknown field of a KB', () => {
    const settings = { 'funfusic.dialect': 'sparql10', 'funfusic.knowledgeBases': { local: { adress: '' } } };
    expect(errorsIn(settings, 'settings')).toEqual([
      '/funfusic.dialect must be equal to one of the allowed values',
      '/funfusic.knowledgeBases/local must NOT have additional properties',
    ]);
  });
});
