import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openKnowledgeBase } from '../../server/src/compose/index';
import { benchOf, measureRepairs, type Repaired } from '../../tools/corpus/repair-rate';
import { goldQueries, hasQuestions } from '../../tools/corpus/questions';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { freebase, PROJECT } from '../support/check';

const folder = process.env['FUNFUSIC_QUESTIONS'] ?? join(PROJECT, '..', 'shared', 'questions');
const dump = process.env['FUNFUSIC_KB'] ?? join(PROJECT, '..', 'shared', 'kb', 'mini-freebase.nt.gz');
const present = hasQuestions(folder) && existsSync(dump);

if (!present) console.log(`No questions in ${folder}, or no KB at ${dump}: repairs are not measured.`);

/** A file without tests counts as broken, so that one says what the rest depends on. */
it('is measured where the real questions and a KB are at hand', () => {
  expect(typeof present).toBe('boolean');
});

/** Seconds, where the KB was opened before; where it is read for the first time, many more. */
const PATIENCE = 240_000;
const SETS = new Set(['webqsp-train-answered', 'grailqability-dev', 'graphqability-dev']);
/** A small sample: the rates have a margin that chance does not use up. `npm run repairs` measures closely. */
const EVERY = 160;

describe.runIf(present)('without a model', { timeout: PATIENCE }, () => {
  it('most damaged queries answer as they should again, and right ones stay', async () => {
    const kb = openKnowledgeBase(
      'mini-Freebase',
      { file: dump },
      { folder: PROJECT, secretOf: () => Promise.resolve(undefined) },
    );
    if ('problem' in kb) throw new Error(kb.problem);
    const gold = goldQueries(folder)
      .filter(({ set }) => SETS.has(set))
      .filter((_, index) => index % EVERY === 0);
    const { repairs, untouched } = await measureRepairs(
      benchOf(kb, freebase()),
      gold,
      new SeededRandom(19371117),
      {
        pairs: 2,
      },
    );
    await kb.close();
    const share = (some: readonly Repaired[]): number =>
      some.filter(({ after }) => after === 1).length / some.length;
    const damaged = (places: number): readonly Repaired[] =>
      repairs.filter(({ kinds }) => kinds.length === places);
    expect(damaged(1).length).toBeGreaterThan(25);
    expect(share(damaged(1))).toBeGreaterThanOrEqual(0.75);
    expect(share(damaged(2))).toBeGreaterThanOrEqual(0.5);
    expect(share(untouched)).toBeGreaterThanOrEqual(0.9);
  });
});
