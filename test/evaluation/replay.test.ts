import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDataset } from '../../server/src/evaluation/datasets/read-dataset';
import type { EvalQuestion } from '../../server/src/evaluation/eval-question';
import { runConcurrently } from '../../server/src/evaluation/run-concurrently';
import { EMPTY_RECORD, type QuestionRecord } from '../../server/src/evaluation/question-record';
import { liveServices, type ExternalServices } from '../../server/src/evaluation/record/services';
import { recordedPorts } from '../../server/src/evaluation/record/recorded-ports';
import { replayedServices } from '../../server/src/evaluation/record/replayed-services';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { storeKb } from '../../tools/store-kb';
import { freebase } from '../support/check';
import { askAll, question, replayAll, type EvaluatedRun } from './evaluation';

function tiny(): readonly EvalQuestion[] {
  const file = join(import.meta.dirname, 'tiny.plain.jsonl');
  const dataset = readDataset(readFileSync(file, 'utf8'), 'tiny');
  if ('problem' in dataset) throw new Error(dataset.problem);
  return dataset.questions;
}

describe('a dataset without a model', () => {
  const questions = tiny();
  let first: EvaluatedRun;
  beforeAll(async () => {
    first = await askAll(questions, { concurrency: 4, gold: 'kb' });
  }, 180_000);

  it('gets answers and unanswerable questions', () => {
    const kinds = Object.fromEntries(first.all.map(({ prediction: { id, kind } }) => [id, kind]));
    expect(kinds).toMatchObject({ 'one-hop': 'answer', 'two-hops': 'answer', schema: 'unanswerable' });
    expect(Object.keys(kinds)).toHaveLength(questions.length);
  });

  it('gets the same results at any concurrency and order', async () => {
    const [one, two, ...others] = questions;
    const alone = await askAll(
      [...others, two, one].flatMap((each) => each ?? []),
      { gold: 'kb' },
    );
    expect([...alone.lines].sort()).toEqual([...first.lines].sort());
  }, 180_000);

  it('is replayed exactly without the KB, and so is the replay', async () => {
    const again = await replayAll(questions, first.records, { concurrency: 3, gold: 'kb' });
    expect(again.lines).toEqual(first.lines);
    expect(again.all.map(({ question: { gold } }) => gold)).toEqual(
      first.all.map(({ question: { gold } }) => gold),
    );
    const third = await replayAll(questions, again.records, { gold: 'kb' });
    expect(third.lines).toEqual(first.lines);
  }, 180_000);

  it('takes missing gold answers from the KB', () => {
    const known = new Map(first.all.map(({ question: { id, gold } }) => [id, gold.parses[0]?.answers]));
    expect(known.get('only-a-query')).toEqual(['1961-08-04']);
    expect(known.get('superlative')).toHaveLength(1);
    expect(known.get('only-answers')).toEqual(['m.03_gd']);
  });

  it('reports what a record lacks', async () => {
    const [one] = questions;
    if (!one) throw new Error('The question is empty.');
    const nothing = new Map([[one.id, { ...EMPTY_RECORD, id: one.id, date: '2026-01-01' }]]);
    const { all } = await replayAll([one], nothing);
    expect(all[0]?.prediction).toMatchObject({ kind: 'failed', answers: [], query: null, unrecorded: true });
    expect(all[0]?.prediction.explanation).toMatch(/^Not recorded: /);
  });

  it('asks for what a record lacks, if allowed', async () => {
    const some = questions.slice(0, 1);
    const nothing = new Map(
      some.map(({ id }) => [id, { ...EMPTY_RECORD, id, date: '2026-01-01T00:00:00.000Z' }]),
    );
    const { lines } = await replayAll(some, nothing, { live: true, gold: 'kb' });
    expect(lines).toEqual(first.lines.slice(0, 1));
  });
});

describe('the queries of linking', () => {
  it('are counted, in a replay too', async () => {
    const asked: string[] = [];
    const engine = storeKb('ns:m.1 ns:type.object.name "One"@en .');
    const reading = { schema: freebase(), language: 'en' };
    const linking = { entities: [], literals: [], troubles: [] };
    const live = liveServices({
      kb: engine,
      linker: {
        link: async (question, _, signal, by) => {
          await by?.directory.lookUp([`${FREEBASE}m.1`], signal);
          asked.push(question);
          return linking;
        },
        find: () => Promise.resolve([]),
      },
      reading,
      date: '2026-01-01',
      now: () => 0,
    });
    const linkBy = async (outside: ExternalServices): Promise<readonly [number, QuestionRecord]> => {
      const { ports, record } = recordedPorts(outside, reading, () => 0);
      let counted = 0;
      const count = (queries: number): number => (counted += queries);
      await ports.linker.link('Who is One?', undefined, new AbortController().signal, { ...ports.kb, count });
      return [counted, record('one')];
    };
    const [first, record] = await linkBy(live);
    expect(first).toBeGreaterThan(0);
    expect(first).toBe(engine.queries.length);
    const [again] = await linkBy(replayedServices(record, { kb: { name: 'none', complete: true } }).services);
    expect(again).toBe(first);
    expect(asked).toHaveLength(1);
  });
});

describe('a question with a model', () => {
  const ACTORS = 'Who acted in Titanic?';
  const right = 'SELECT ?x { ns:m.0dr_4 ns:film.film.starring ?p . ?p ns:film.performance.actor ?x }';

  it.each([
    {
      strategy: 'fun-fusic' as const,
      replies: [
        {
          shape: 'proposal',
          json: { thought: 'Stars.', query: 'SELECT ?x { ns:m.0dr_4 ns:film.film.starring ?x }' },
        },
        { shape: 'proposal', json: { thought: 'Over the performance.', query: right } },
      ],
    },
    {
      strategy: 'chatkbqa' as const,
      replies: [
        {
          shape: 'skeletons',
          json: { forms: ['(JOIN (R [actor]) (JOIN (R [starring]) [Titanic]))'] },
          always: true,
        },
      ],
    },
    { strategy: 'fidelis' as const, replies: [{ text: 'I would rather not.', always: true }] },
    { strategy: 'rng-kbqa' as const, replies: [{ text: 'No form comes to my mind.', always: true }] },
  ])('is replayed exactly by $strategy without the model', async ({ strategy, replies }) => {
    const asked = { options: { strategy }, replies };
    const first = await askAll([question(ACTORS)], asked);
    expect(first.records.get(ACTORS)?.completions.length).toBeGreaterThan(0);
    const model = { name: 'Test', where: 'nowhere' };
    const again = await replayAll([question(ACTORS)], first.records, { options: { strategy }, model });
    expect(again.lines).toEqual(first.lines);
  });
});

describe('concurrent tasks', () => {
  const never = new AbortController().signal;
  const all = async (concurrency: number): Promise<{ most: number; ended: readonly number[] }> => {
    let [running, most] = [0, 0];
    const ended: number[] = [];
    const answer = async (one: number): Promise<number> => {
      most = Math.max(most, ++running);
      for (let turns = 0; turns < 10 - one; turns++) await Promise.resolve();
      running--;
      return one;
    };
    for await (const one of runConcurrently([1, 2, 3, 4, 5, 6, 7], answer, concurrency, never))
      ended.push(one);
    return { most, ended };
  };

  it('respect the limit, and each result is given once', async () => {
    for (const concurrency of [1, 3, 20]) {
      const { most, ended } = await all(concurrency);
      expect(most).toBe(Math.min(concurrency, 7));
      expect([...ended].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
  });

  it('are all stopped when one fails', async () => {
    const stopped: number[] = [];
    const ended = new AbortController();
    const answer = (one: number, signal: AbortSignal): Promise<number> =>
      new Promise((resolve, reject) => {
        if (one === 1) resolve(one);
        signal.addEventListener('abort', () => {
          stopped.push(one);
          reject(signal.reason as Error);
        });
      });
    const running = runConcurrently([1, 2, 3, 4], answer, 3, ended.signal);
    expect(await running.next()).toEqual({ done: false, value: 1 });
    ended.abort();
    await expect(running.next()).rejects.toThrow();
    expect(stopped.sort()).toEqual([1, 2, 3, 4]);
  });
});
