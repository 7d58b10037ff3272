/** Evaluations with a custom schema, and with KBs that cannot be read. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Report } from '../../server/src/evaluation/report';
import { PEOPLE_SCHEMA } from '../support/people-schema';
import { funfusic, expectSuccess } from './run';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder({
  'people.json': JSON.stringify(PEOPLE_SCHEMA),
  'spoilt.ttl': 'this is no Turtle\n',
  'facts.ttl': `
    @prefix ns: <http://rdf.freebase.com/ns/> .
    ns:m.01a ns:type.object.name "Ada Lovelace"@en ; ns:type.object.type ns:people.person ;
      ns:people.person.place_of_birth ns:m.0lon ;
      ns:people.person.date_of_birth "1815-12-10"^^<http://www.w3.org/2001/XMLSchema#date> .
    ns:m.0lon ns:type.object.name "London"@en ; ns:type.object.type ns:location.citytown .`,
  'questions.jsonl': [
    { id: 1, question: 'Where was Ada Lovelace born?', answers: ['m.0lon'] },
    { id: 3, question: 'When was Ada Lovelace born?', answers: ['1815-12-10'] },
    { id: 2, question: 'How tall is Ada Lovelace?', answerability: 'schema' },
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join(''),
});
const elsewhere = temporaryFolder({});
const ASKED = ['questions.jsonl', '--schema', 'people.json', '--kb'];

it('eval replays a run with its own schema from any folder', async () => {
  expectSuccess(await funfusic(['eval', ...ASKED, 'facts.ttl', '--out', 'run'], { cwd: folder }));
  const again = await funfusic(['eval', '--replay', join(folder, 'run'), '--out', 'again'], {
    cwd: elsewhere,
  });
  expect(again.stderr).not.toContain('has changed');
  expect(expectSuccess(again)).toContain('3 of 3 questions');
  const predictions = (...path: readonly string[]): string =>
    readFileSync(join(...path, 'predictions.jsonl'), 'utf8');
  expect(predictions(elsewhere, 'again')).toBe(predictions(folder, 'run'));
  for (const answer of ['m.0lon', '1815-12-10'])
    expect(predictions(folder, 'run')).toContain(`"kind":"answer","answers":["${answer}"]`);
});

it('eval stops at a KB that cannot be read', async () => {
  const { code, stderr } = await funfusic(['eval', ...ASKED, 'spoilt.ttl', '--out', 'spoilt'], {
    cwd: folder,
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^funfusic: spoilt\.ttl cannot be read: line 1 .*0 of 3 questions are finished/m);
  const report = JSON.parse(readFileSync(join(folder, 'spoilt', 'report.json'), 'utf8')) as Report;
  expect(report.questions.map(({ verdict }) => verdict)).toEqual(['missing', 'missing', 'missing']);
  expect(existsSync(join(folder, 'spoilt', 'run.lock'))).toBe(false);
});

it('lint stops at a KB that cannot be read', async () => {
  const { code, stderr } = await funfusic(['lint', ...ASKED, 'spoilt.ttl'], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^funfusic: spoilt\.ttl cannot be read: line 1 /);
});
