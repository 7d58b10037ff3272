import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isTestSet, readQuestions } from '../../tools/ask/question-sets';

const folder = mkdtempSync(join(tmpdir(), 'question-sets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (id: string, question: string): object => ({
  id,
  question,
  sparql: `SELECT DISTINCT ?x WHERE { ns:m.${id} ns:film.film.directed_by ?x }`,
});

it('Questions of test splits are only measured, also if a training file contains them', () => {
  writeFileSync(
    join(folder, 'llm-queries.jsonl'),
    `${JSON.stringify({ id: 'wqsp-0', question: 'Who directed Titanic?', gold: 'SELECT ?x { }', query: '' })}\n`,
  );
  writeFileSync(
    join(folder, 'webqsp-train-answered.json'),
    JSON.stringify([row('a', 'who directed titanic'), row('b', 'who directed avatar')]),
  );
  writeFileSync(
    join(folder, 'complexwebquestions-virtuoso.json'),
    JSON.stringify([row('c', 'Which director of Titanic was born in Canada?')]),
  );
  const sets = readQuestions(folder).map(({ set, question }) => [set, question]);
  expect(sets).toEqual([
    ['webqsp test', 'Who directed Titanic?'],
    ['webqsp', 'who directed avatar'],
    ['cwq test', 'Which director of Titanic was born in Canada?'],
  ]);
  expect(sets.map(([set = '']) => isTestSet(set))).toEqual([true, false, true]);
});
