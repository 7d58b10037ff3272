import { describe, expect, it } from 'vitest';
import { addressProblem, nameProblem, suggestedName } from '../../client/src/kb/kb-name';
import { viewKb, type KbSituation } from '../../client/src/kb/kb-view';
import { elapsed } from '../../client/src/run/elapsed';
import type { RunTarget } from '../../server/src/protocol/index';

describe('the name of a KB', () => {
  it.each([
    ['', /needs a name/],
    ['  ', /needs a name/],
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
  ])('is proposed for %s', (source, taken, expected) => {
    expect(suggestedName(source, taken)).toBe(expected);
  });
});

describe('the address of an endpoint', () => {
  it.each([
    ['http://localhost:8890/sparql', undefined],
    [' https://example.org/query ', undefined],
    ['', /such as/],
    ['localhost:8890', /begins with http/],
    ['http://', /no address/],
    ['http://me:secret@example.org/', /Leave user and password out/],
  ])('%j', (address, expected) => {
    const problem = addressProblem(address);
    if (expected) expect(problem).toMatch(expected);
    else expect(problem).toBeUndefined();
  });
});

describe('the KB in the status bar', () => {
  const target: RunTarget = { kb: 'Sample', saidBy: 'settings', known: true, query: '', index: 0 };
  const view = (situation: Partial<KbSituation>): string => {
    const { icon, text, details } = viewKb({
      target: undefined,
      chosen: 'Sample',
      running: undefined,
      ...situation,
    });
    return `${icon} ${text}: ${details.join(' ')}`;
  };

  it('is the one that is chosen, unless the query names another', () => {
    expect(view({})).toMatch(/^server Sample: Queries run on the KB Sample\./);
    expect(view({ target: { ...target, kb: 'Mine', saidBy: 'query' } })).toMatch(
      /^server Mine: Queries run on the KB Mine\. This query says so/,
    );
    expect(view({ target: { problem: 'There is no query here.' } })).toMatch(/^server Sample:/);
  });

  it('is a warning where there is no such KB, and the host of an address', () => {
    expect(view({ target: { ...target, kb: 'Nowhere', saidBy: 'query', known: false } })).toMatch(
      /^warning Nowhere: There is no KB called Nowhere/,
    );
    expect(view({ target: { ...target, kb: 'http://a.org:80/sparql?x', known: false } })).toMatch(
      /^server a\.org:/,
    );
  });

  it('has the time beside it while a query runs', () => {
    const running = { kb: 'Mine', milliseconds: 12_700, count: 1 };
    expect(view({ running })).toMatch(/^sync~spin Mine 12 s:/);
    expect(view({ running: { ...running, count: 3 } })).toMatch(/^sync~spin Mine 12 s and 2 more:/);
  });

  it('is no longer than can be borne', () => {
    expect(view({ chosen: 'x'.repeat(60) })).toMatch(/^server x{23}…:/);
  });
});

describe('the time since a run began', () => {
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
