import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  hideRelations,
  measureCompletion,
  countUsesByFold,
  type Typing,
} from '../../tools/corpus/completion';
import { FIX_DAMAGES, measureFixes, type FixDamage } from '../../tools/corpus/fix-rate';
import { measureGold, measureModels, measureMutations } from '../../tools/corpus/measure';
import type { MutationKind } from '../../tools/corpus/mutations';
import { goldQueries, hasQuestions } from '../../tools/corpus/questions';
import { freebase, PROJECT } from '../support/check';

const folder = process.env['FUNFUSIC_QUESTIONS'] ?? join(PROJECT, '..', 'shared', 'questions');
const present = hasQuestions(folder);

if (!present) console.log(`No questions in ${folder}: the corpus is not measured.`);

const TIMEOUT_MS = 180_000;

/** For mistakes with several likely fixes. */
const MIN_RESTORED: Partial<Record<FixDamage, number>> = { 'class replaced': 0.8, 'mediator left out': 0.6 };

describe.skipIf(!present)('dataset queries', { timeout: TIMEOUT_MS }, () => {
  it('the checker reports almost no errors in gold queries', () => {
    const { queries, syntax, errors, typeWarnings } = measureGold(freebase(), folder);
    expect(queries).toBeGreaterThan(2500);
    expect(syntax.map(({ query }) => query.query)).toEqual([]);
    expect(errors.length / queries).toBeLessThanOrEqual(0.001);
    expect(typeWarnings.length / queries).toBeLessThanOrEqual(0.01);
  });

  it('the checker reports errors in wrong model queries and rarely in correct ones', () => {
    const { byVerdict } = measureModels(freebase(), folder, 3);
    const share = (verdict: 'exact' | 'empty' | 'wrong'): number => {
      const { queries, alarmed } = byVerdict.get(verdict) ?? { queries: 0, alarmed: 0 };
      return alarmed / queries;
    };
    expect(share('exact')).toBeLessThanOrEqual(0.032);
    expect(share('empty')).toBeGreaterThanOrEqual(0.75);
    expect(share('wrong')).toBeGreaterThanOrEqual(0.435);
  });

  it('the checker detects most mutations of gold queries', () => {
    const { byKind } = measureMutations(freebase(), folder, 1);
    const share = (kind: MutationKind): number => {
      const { mutants, caught } = byKind.get(kind) ?? { mutants: 0, caught: 0 };
      return caught / mutants;
    };
    expect(share('misspelt relation')).toBe(1);
    expect(share('invented relation')).toBe(1);
    expect(share('misspelt class')).toBe(1);
    expect(share('invented class')).toBe(1);
    expect(share('relation of another domain')).toBeGreaterThanOrEqual(0.85);
    expect(share('direction flipped')).toBeGreaterThanOrEqual(0.85);
    expect(share('relation of the same domain')).toBeGreaterThanOrEqual(0.8);
    expect(share('literal kind changed')).toBeGreaterThanOrEqual(0.95);
  });

  it('the first fix restores most damaged queries', () => {
    const { rates } = measureFixes(freebase(), folder, 19451102, 0.07);
    for (const damage of FIX_DAMAGES) {
      const { mutants, noticed, restored } = rates.get(damage) ?? { mutants: 0, noticed: 0, restored: 0 };
      expect(mutants, damage).toBeGreaterThan(0);
      expect(restored / noticed, damage).toBeGreaterThanOrEqual(MIN_RESTORED[damage] ?? 0.95);
    }
  });

  it('completion ranks the hidden relation of a query among the first items', () => {
    const gold = goldQueries(folder);
    const hidden = hideRelations(
      gold.filter((_, index) => index % 40 === 0),
      freebase(),
    );
    const { tallies } = measureCompletion(hidden, countUsesByFold(gold, freebase()), freebase());
    const share = (typing: Typing, top: 'top1' | 'top5'): number => {
      const tally = tallies.get(typing) ?? { all: 0, top1: 0, top5: 0 };
      return tally[top] / tally.all;
    };
    expect(hidden.length).toBeGreaterThan(120);
    expect(share('a word of its label', 'top5')).toBeGreaterThanOrEqual(0.93);
    expect(share('a word of its label', 'top1')).toBeGreaterThanOrEqual(0.75);
    expect(share('first three letters of its last part', 'top5')).toBeGreaterThanOrEqual(0.92);
    expect(share('first three letters of the id', 'top5')).toBeGreaterThanOrEqual(0.75);
  });
});
