import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openKnowledgeBase } from '../../server/src/compose/index';
import { createRepairSession, measureRepairs, type RepairOutcome } from '../../tools/corpus/repair-rate';
import { goldQueries, hasQuestions } from '../../tools/corpus/questions';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { freebase, PROJECT } from '../support/check';

const folder = process.env['FUNFUSIC_QUESTIONS'] ?? join(PROJECT, '..', 'shared', 'questions');
const dump = process.env['FUNFUSIC_KB'] ?? join(PROJECT, '..', 'shared', 'kb', 'mini-freebase.nt.gz');
const present = hasQuestions(folder) && existsSync(dump);

if (!present) console.log(`No questions in ${folder}, or no KB at ${dump}: repairs are not measured.`);

/** Loading the KB for the first time takes minutes. */
const TIMEOUT_MS = 240_000;
const SETS = new Set(['webqsp-train-answered', 'grailqability-dev', 'graphqability-dev']);
/** Uses a small sample, so the expected rates have a margin. `npm run repairs` measures all queries. */
const SAMPLE_INTERVAL = 160;

describe.skipIf(!present)('repair without a model', { timeout: TIMEOUT_MS }, () => {
  it('repair without a model restores most damaged queries and keeps correct ones', async () => {
    const kb = openKnowledgeBase(
      'mini-Freebase',
      { file: dump },
      { folder: PROJECT, secretOf: () => Promise.resolve(undefined) },
    );
    if ('problem' in kb) throw new Error(kb.problem);
    const gold = goldQueries(folder)
      .filter(({ set }) => SETS.has(set))
      .filter((_, index) => index % SAMPLE_INTERVAL === 0);
    const { repairs, untouched } = await measureRepairs(
      createRepairSession(kb, freebase()),
      gold,
      new SeededRandom(19371117),
      { pairs: 2 },
    );
    await kb.close();
    const share = (queries: readonly RepairOutcome[]): number =>
      queries.filter(({ after }) => after === 1).length / queries.length;
    const damaged = (places: number): readonly RepairOutcome[] =>
      repairs.filter(({ kinds }) => kinds.length === places);
    expect(damaged(1).length).toBeGreaterThan(25);
    expect(share(damaged(1))).toBeGreaterThanOrEqual(0.75);
    expect(share(damaged(2))).toBeGreaterThanOrEqual(0.5);
    expect(share(untouched)).toBeGreaterThanOrEqual(0.9);
  });
});
