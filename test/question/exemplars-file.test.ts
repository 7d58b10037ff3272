/** The bundled exemplars are correct, because a model imitates them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Exemplar } from '../../server/src/core/model/prompts/prompt-library';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { findingsAfterRun } from '../../tools/check-after-run';
import { sampleKb } from '../../tools/store-kb';
import { check, freebase, PROJECT } from '../support/check';

const lines = readFileSync(join(PROJECT, 'prompts', 'exemplars.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');
const exemplars = lines.map((line) => JSON.parse(line) as Exemplar);
const answerable = exemplars.flatMap(({ question, query }) => (query === null ? [] : [{ question, query }]));
const kb = sampleKb(PROJECT);

describe('bundled exemplars', () => {
  it('are about thirty, without duplicate questions', () => {
    expect(exemplars.length).toBeGreaterThan(20);
    expect(new Set(exemplars.map(({ question }) => question)).size).toBe(exemplars.length);
  });

  it('include a few that no query asks', () => {
    const count = exemplars.length - answerable.length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(answerable.length / 5);
  });

  it.each(answerable)('$question has no finding, in either dialect', ({ query }) => {
    expect(check(query)).toEqual([]);
    expect(check(query, { dialect: 'sparql11' })).toEqual([]);
  });

  it.each(answerable)('$question is answered by the sample KB', async ({ query }) => {
    const limits = { timeoutMs: 10_000, maxRows: 1000 };
    const execution = await kb.execute(query, limits, new AbortController().signal);
    if (execution.status !== 'answered') throw new Error(`${execution.status}: ${execution.message}`);
    const { answer } = execution;
    if (answer.kind === 'boolean') expect(answer.value).toBe(true);
    else expect(answer.kind === 'table' && answer.rows[0]?.[0]?.value).toMatch(/[^0]/);
    expect(await findingsAfterRun(kb, parseQuery(query, 'virtuoso'), freebase())).toEqual([]);
  });
});
