import { describe, expect, it } from 'vitest';
import { addressProblem, nameProblem, suggestedName } from '../../client/src/kb/kb-name';
import { elapsed, viewKb, type KbViewInput } from '../../client/src/kb/kb-view';
import type { RunTarget } from '../../server/src/protocol/index';

describe('validation of a KB name', () => {
  it.each([
    ['', /Enter a name/],
    ['  ', /Enter a name/],
    ['Sample', /already/],
    ['Mine', /already/],
    ['http://a.org/', /not an address/],
    ['Freebase 2013', undefined],
  ])('%j', (name, expected) => {
    const problem = nameProblem(name, ['Mine']);
    if (expected) expect(problem).toMatch(expected);
    else expect(problem).toBeUndefined();
  });

  it.each([
    ['/data/mini-freebase.nt.gz', [], 'mini-freebase'],
    ['C:\\data\\people.ttl', [], 'people'],
    ['people.ttl', ['people', 'people 2'], 'people 3'],
    ['http://localhost:8890/sparql', [], 'localhost'],
    ['.ttl', [], 'KB'],
  ])('proposes a free name for %s', (source, taken, expected) => {
    expect(suggestedName(source, taken)).toBe(expected);
  });
});

describe('validation of an endpoint address', () => {
  it.each([
    ['http://localhost:8890/sparql', undefined],
    [' https://example.org/query ', undefined],
    ['', /for example/],
    ['localhost:8890', /must start with http/],
    ['http://', /not a valid address/],
    ['http://me:secret@example.org/', /Leave the user name and password out/],
  ])('%j', (address, expected) => {
    const problem = addressProblem(address);
    if (expected) expect(problem).toMatch(expected);
    else expect(problem).toBeUndefined();
  });
});

describe('KB in the status bar', () => {
  const target: RunTarget = { kb: 'Sample', kbSource: 'settings', known: true, query: '', index: 0 };
  const view = (situation: Partial<KbViewInput>): string => {
    const { icon, text, details } = viewKb({
      target: undefined,
      chosen: 'Sample',
      running: undefined,
      ...situation,
    });
    return `${icon} ${text}: ${details.join(' ')}`;
  };

  it('shows the selected KB, or the one that the query names', () => {
    expect(view({})).toMatch(/^server Sample: Queries run on the KB Sample\./);
    expect(view({ target: { ...target, kb: 'Mine', kbSource: 'query' } })).toMatch(
      /^server Mine: Queries run on the KB Mine\. Set in the header of this query/,
    );
    expect(view({ target: { problem: 'There is no query here.' } })).toMatch(/^server Sample:/);
  });

  it('shows a warning for an unknown KB, and the host of an address', () => {
    expect(view({ target: { ...target, kb: 'Nowhere', kbSource: 'query', known: false } })).toMatch(
      /^warning Nowhere: There is no KB called Nowhere/,
    );
    expect(view({ target: { ...target, kb: 'http://a.org:80/sparql?x', known: false } })).toMatch(
      /^server a\.org:/,
    );
  });

  it('shows the elapsed time while a query runs', () => {
    const running = { kb: 'Mine', milliseconds: 12_700, count: 1 };
    expect(view({ running })).toMatch(/^sync~spin Mine 12 s:/);
    expect(view({ running: { ...running, count: 3 } })).toMatch(/^sync~spin Mine 12 s and 2 more:/);
  });

  it('shortens a long name', () => {
    expect(view({ chosen: 'x'.repeat(60) })).toMatch(/^server x{23}…:/);
  });
});

describe('elapsed time of a run', () => {
  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [59_999, '59 s'],
    [60_000, '1:00 min'],
    [3_725_000, '62:05 min'],
  ])('%d ms', (milliseconds, expected) => {
    expect(elapsed(milliseconds)).toBe(expected);
  });
});
