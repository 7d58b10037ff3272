/** What of a run must be as it was for another to go on with it, or to replay it. */
import { describe, expect, it } from 'vitest';
import { differenceFrom, doubtsAboutReplay, type KeptOptions } from '../../server/src/evaluation/plan';
import { RUN_FORMAT, RUN_VERSION, type RunManifest } from '../../server/src/evaluation/run-manifest';
import { runFacts } from '../support/eval';

const SCHEMA = { name: 'People', relations: 5, types: 9, fingerprint: 'aaa' };
const KEPT = { schema: SCHEMA, words: 'w', learnt: 'l' } as unknown as KeptOptions;
const MODEL = { model: { name: 'gpt', where: 'here' } };

describe('a replay', () => {
  it.each<[what: string, now: Partial<KeptOptions>, before?: Partial<KeptOptions>]>([
    ['nothing', {}],
    ['nothing', { words: 'other' }],
    ['nothing', {}, { schema: { name: 'People', relations: 5, types: 9 } }],
    ['schema', { schema: { ...SCHEMA, fingerprint: 'bbb' } }],
    ['schema', { schema: { name: 'Freebase', relations: 22455, types: 12880 } }],
    ['prompts or exemplars', { words: 'other', ...MODEL }, MODEL],
    ['learnt', { learnt: 'other' }],
  ])('tells that %s is no longer as it was: %j', (what, now, before = {}) => {
    const doubts = doubtsAboutReplay({ ...KEPT, ...before }, { ...KEPT, ...now });
    expect(doubts).toEqual(
      what === 'nothing' ? [] : [expect.stringMatching(new RegExp(`${what}.*not as (?:it was|they were)`))],
    );
  });
});

describe('going on', () => {
  const manifest = (name: string, sha256: string, options: object = {}): RunManifest => ({
    format: RUN_FORMAT,
    version: RUN_VERSION,
    facts: { ...runFacts, dataset: { ...runFacts.dataset, name } },
    sha256,
    options: { seed: 1, ...options },
    started: { arguments: ['my questions.json', '--kb', "it's.ttl"], folder: '/' },
    program: '1',
    began: '2026-01-01T00:00:00.000Z',
  });
  const there = manifest('dev.json', 'x');

  it.each<[wanted: RunManifest, why: RegExp]>([
    [manifest('dev.json', 'y'), /^out holds a run on other questions: dev\.json was another file then\. /],
    [
      manifest('test.json', 'y'),
      /^out holds a run on other questions: those of dev\.json, not of test\.json\. /,
    ],
    [
      manifest('dev.json', 'x', { off: ['qans'] }),
      /^out holds a run with other options: off\.0 was not set /,
    ],
    [{ ...manifest('dev.json', 'x'), program: '2' }, /^out holds a run of version 1 of this program/],
  ])('is refused with what to type (%#)', (wanted, why) => {
    const told = differenceFrom(there, wanted, 'out') ?? '';
    expect(told).toMatch(why);
    expect(told).toMatch(/funfusic eval 'my questions\.json' --kb 'it'\\''s\.ttl' --out out$/);
  });

  it('is granted to the same run, whatever its file is called', () => {
    expect(differenceFrom(there, manifest('moved.json', 'x'), 'out')).toBeUndefined();
  });
});
