import { describe, expect, it } from 'vitest';
import { formatRunProblem } from '../../server/src/cli/eval';
import { replayWarnings, resumeProblem, type SavedOptions } from '../../server/src/evaluation/plan';
import { RUN_FORMAT, RUN_VERSION, type RunManifest } from '../../server/src/evaluation/run-manifest';
import { runFacts } from '../support/eval';

const SCHEMA = { name: 'People', relations: 5, types: 9, fingerprint: 'aaa' };
const OPTIONS = { schema: SCHEMA, words: 'w', learnt: 'l' } as unknown as SavedOptions;
const MODEL = { model: { name: 'gpt', where: 'here' } };

describe('a replay', () => {
  it.each<[what: string, now: Partial<SavedOptions>, before?: Partial<SavedOptions>]>([
    ['nothing', {}],
    ['nothing', { words: 'other' }],
    ['nothing', {}, { schema: { name: 'People', relations: 5, types: 9 } }],
    ['schema', { schema: { ...SCHEMA, fingerprint: 'bbb' } }],
    ['schema', { schema: { name: 'Freebase', relations: 22455, types: 12880 } }],
    ['prompts or exemplars', { words: 'other', ...MODEL }, MODEL],
    ['trained weights', { learnt: 'other' }],
  ])('warns if %s changed: %j', (what, now, before = {}) => {
    const warnings = replayWarnings({ ...OPTIONS, ...before }, { ...OPTIONS, ...now });
    expect(warnings).toEqual(
      what === 'nothing' ? [] : [expect.stringMatching(new RegExp(`${what} ha(?:s|ve) changed`))],
    );
  });
});

describe('resuming a run', () => {
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
  const saved = manifest('dev.json', 'x');

  it.each<[wanted: RunManifest, why: RegExp]>([
    [
      manifest('test.json', 'y'),
      /^out contains a run on other questions: those of dev\.json, not of test\.json\. /,
    ],
    [
      manifest('dev.json', 'x', { off: ['qans'] }),
      /^out contains a run with other options: off\.0 was not set /,
    ],
  ])('is refused with the command to type (%#)', (wanted, why) => {
    const message = formatRunProblem(resumeProblem(saved, wanted, 'out') ?? { problem: '' });
    expect(message).toMatch(why);
    expect(message).toMatch(/funfusic eval 'my questions\.json' --kb 'it'\\''s\.ttl' --out out$/);
  });

  it.each<[wanted: RunManifest, why: RegExp]>([
    [
      manifest('dev.json', 'y'),
      /^out contains a run on other questions: dev\.json has changed since\. Restore/,
    ],
    [{ ...manifest('dev.json', 'x'), program: '2' }, /^out contains a run of version 1 .* Start a new run/],
  ])('is refused without a command that would be refused too (%#)', (wanted, why) => {
    const message = formatRunProblem(resumeProblem(saved, wanted, 'out') ?? { problem: '' });
    expect(message).toMatch(why);
    expect(message).toMatch(/in another folder\.$/);
  });

  it('is allowed if the dataset file was renamed', () => {
    expect(resumeProblem(saved, manifest('moved.json', 'x'), 'out')).toBeUndefined();
  });
});
