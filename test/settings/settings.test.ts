import { describe, expect, it } from 'vitest';
import { parseStrategyOptions, withStrategyOptions } from '../../server/src/settings/ask-settings';
import { defaultSettings, parseSettings, type Settings } from '../../server/src/settings/settings';

function valid(given: unknown): Settings {
  const { settings, problems } = parseSettings(given);
  expect(problems).toEqual([]);
  return settings;
}

describe('settings', () => {
  it('are the defaults if nothing is given', () => {
    for (const given of [undefined, null, 'virtuoso', [], {}]) expect(valid(given)).toEqual(defaultSettings);
  });

  it.each([
    [
      'nested',
      { severity: { grounding: 'off' }, repair: { budget: { calls: 2 } }, ask: { limits: { queries: 9 } } },
    ],
    ['dotted', { 'severity.grounding': 'off', 'repair.budget.calls': 2, 'ask.limits.queries': 9 }],
    [
      'mixed',
      { severity: { grounding: 'off' }, 'repair.budget': { calls: 2 }, ask: { 'limits.queries': 9 } },
    ],
  ])('are read from %s names', (_, given) => {
    const { severities, repair, ask } = valid(given);
    expect([severities['grounding'], repair.budget.calls, ask.caps.queries]).toEqual(['off', 2, 9]);
    expect([severities['syntax'], repair.budget.tokens, ask.caps.seconds]).toEqual(['default', 200_000, 120]);
  });

  it.each([
    [
      'dotted',
      {
        'ask.caps.queries': 9,
        'ask.caps.seconds': null,
        'ask.rngKbqa.keep': 3,
        'ask.fidelis.lookAhead': 0.5,
      },
    ],
    ['nested', { ask: { caps: { queries: 9 }, rngKbqa: { keep: 3 }, fidelis: { lookAhead: 0.5 } } }],
  ])('are read from their former names, %s', (_, given) => {
    const { ask } = valid(given);
    expect([ask.caps.queries, ask.caps.seconds]).toEqual([9, 120]);
    expect(ask.rngKbqa).toEqual({ ...defaultSettings.ask.rngKbqa, keep: 3 });
    expect(ask.fidelis.lookAhead).toBe(0.5);
  });

  it('use the new name if both are set, key by key', () => {
    const { ask } = valid({
      ask: {
        limits: { queries: 500 },
        caps: { queries: 9, seconds: 5 },
        advanced: { 'rngKbqa.keep': 10 },
        rngKbqa: { keep: 3, shown: 2 },
      },
    });
    expect(ask.caps).toEqual({ queries: 500, seconds: 5 });
    expect(ask.rngKbqa).toMatchObject({ keep: 10, shown: 2 });
  });

  it.each([
    [
      { dialect: 3 },
      'funfusic.dialect is 3, but must be one of virtuoso, sparql11, sparql12. The default, "virtuoso", is used.',
    ],
    [
      { severity: { grounding: 'loud' } },
      'funfusic.severity.grounding is "loud", but must be one of default, error, warning, information, hint, off. The default, "default", is used.',
    ],
    [
      { 'run.maxRows': 0 },
      'funfusic.run.maxRows is 0, but must be a whole number from 1 to 1000000. The default, 10000, is used.',
    ],
    [
      { 'run.timeoutSeconds': 0 },
      'funfusic.run.timeoutSeconds is 0, but must be a number above 0 and up to 86400. The default, 60, is used.',
    ],
    [
      { 'repair.budget': { money: -1 } },
      'funfusic.repair.budget.money is -1, but must be a number from 0 upwards. The default, 0, is used.',
    ],
    [
      { 'codeLens.enabled': 1 },
      'funfusic.codeLens.enabled is 1, but must be true or false. The default, true, is used.',
    ],
    [
      { 'schema.file': ['a'] },
      'funfusic.schema.file is ["a"], but must be a string. The default, "", is used.',
    ],
    [{ model: '' }, 'funfusic.model is "", but must be a non-empty string. The default, "none", is used.'],
    [
      { 'ask.caps.queries': 0 },
      'funfusic.ask.caps.queries is 0, but must be a whole number from 1 to 100000. The default, 500, is used.',
    ],
    [
      { 'repair.budget': { call: 1 } },
      'funfusic.repair.budget has no key "call". Use one of calls, tokens, money.',
    ],
    [{ severity: 'off' }, 'funfusic.severity is "off", but must be an object. It is ignored.'],
  ])('report what is wrong with %j', (given, problem) => {
    expect(parseSettings(given)).toEqual({ settings: defaultSettings, problems: [problem] });
  });

  it('report a wrong value of an option of a strategy', () => {
    const { settings, problems } = parseSettings({
      'ask.advanced': { 'funFusic.votes': 'mine', 'chatKbqa.entityThreshold': 2 },
    });
    expect(problems).toEqual([
      'funfusic.ask.advanced.funFusic.votes is "mine", but must be one of weighted, published. The default, "weighted", is used.',
      'funfusic.ask.advanced.chatKbqa.entityThreshold is 2, but must be a number from 0 to 1. The default, 0.2, is used.',
    ]);
    expect(settings.ask.funFusic.votes).toBe('weighted');
  });

  it('report an unknown option of a strategy', () => {
    const { problems } = parseSettings({ 'ask.advanced': { 'rngKbqa.kept': 1 } });
    expect(problems).toEqual([
      expect.stringMatching(/^funfusic\.ask\.advanced has no key "rngKbqa\.kept"\. Use one of /),
    ]);
  });

  it('do not repeat a long value in a message', () => {
    const { problems } = parseSettings({ dialect: 'x'.repeat(10_000) });
    expect(problems.join().length).toBeLessThan(250);
  });
});

describe('strategy options of a command line', () => {
  it('replace those of the settings', () => {
    const options = parseStrategyOptions([
      'rngKbqa.keep=20',
      'fidelis.lookAhead=0.5',
      'funFusic.votes=published',
      'chatKbqa.entityThreshold=0.001',
    ]);
    if ('problem' in options) throw new Error(options.problem);
    const { ask } = defaultSettings;
    expect(withStrategyOptions(ask, options)).toEqual({
      ...ask,
      rngKbqa: { ...ask.rngKbqa, keep: 20 },
      fidelis: { ...ask.fidelis, lookAhead: 0.5 },
      funFusic: { ...ask.funFusic, votes: 'published' },
      chatKbqa: { ...ask.chatKbqa, entityThreshold: 0.001 },
    });
  });

  it.each([
    ['keep=20', /^"keep=20" is not an option\. Use NAME=VALUE with one of funFusic\.paths, /],
    ['rngKbqa.keep', /^rngKbqa\.keep is "", but must be a whole number from 1 to 1000\.$/],
    ['rngKbqa.keep=many', /^rngKbqa\.keep is "many", but must be a whole number from 1 to 1000\.$/],
    ['rngKbqa.composed=0', /^rngKbqa\.composed is "0", but must be a whole number from 1 to 50\.$/],
    ['funFusic.votes=1', /^funFusic\.votes is "1", but must be one of weighted, published\.$/],
    ['funFusic.votes=Published', /^funFusic\.votes is "Published", but must be one of /],
    ['funFusic.comparison=', /^funFusic\.comparison is "", but must be one of questions, context\.$/],
    [
      'funFusic.exemplarContext=-1',
      /^funFusic\.exemplarContext is "-1", but must be a whole number from 0 to 50\.$/,
    ],
    ['chatKbqa.entityThreshold=2', /^chatKbqa\.entityThreshold is "2", but must be a number from 0 to 1\.$/],
    [
      'chatKbqa.relationThreshold=low',
      /^chatKbqa\.relationThreshold is "low", but must be a number from 0 to 1\.$/,
    ],
  ])('report what is wrong with %s', (pair, problem) => {
    expect(parseStrategyOptions([pair])).toEqual({ problem: expect.stringMatching(problem) as string });
  });
});
