import { describe, expect, it } from 'vitest';
import { repairMessage } from '../../client/src/repair/outcome';
import { repairProgressTexts } from '../../client/src/repair/progress';
import type {
  Attempt,
  ModelInfo,
  RepairEvent,
  RepairResult,
  RepairTrace,
} from '../../server/src/protocol/index';

const usage = { calls: 0, tokens: { input: 0, output: 0 } };
const answered = {
  status: 'answered',
  answer: { kind: 'table', columns: ['x'], rows: [] },
} as const satisfies Attempt['execution'];

function finding(severity: 'error' | 'warning' | 'hint'): Attempt['findings'][number] {
  return { severity } as Attempt['findings'][number];
}

function attempt(round: number, by: Attempt['by'], more: Partial<Attempt> = {}): Attempt {
  return { round, by, query: 'ASK {}', findings: [], usage, milliseconds: 1, ...more };
}

function trace(result: Partial<RepairResult>, more: Partial<RepairTrace> = {}): RepairTrace {
  return {
    began: '2026-01-01T00:00:00Z',
    milliseconds: 1,
    attempts: [attempt(0, 'input')],
    troubles: [],
    usage,
    result: { kind: 'unchanged', query: '', round: 0, basis: 'best', explanation: '', ...result },
    ...more,
  };
}

const gpt: ModelInfo = {
  name: 'GPT',
  kind: 'server',
  where: 'https://api.openai.com',
  model: 'gpt',
  local: false,
};
const messageFor = (trace: RepairTrace, model?: ModelInfo): ReturnType<typeof repairMessage> =>
  repairMessage(trace, { model, questionToWrite: false, changes: 1 });

describe('outcome of a repair', () => {
  it('compares findings and answers before and after', () => {
    const attempts = [
      attempt(0, 'input', { findings: [finding('error'), finding('error'), finding('hint')] }),
      attempt(1, 'search', { execution: answered, answers: ['m.1', 'm.2', 'm.3'] }),
    ];
    expect(
      messageFor(trace({ kind: 'repaired', round: 1, explanation: 'Found by search' }, { attempts })),
    ).toEqual({
      level: 'information',
      message: '2 errors → none; not run → 3 answers. Found by search.',
      actions: ['accept all', 'discard'],
    });
    const empty = [
      attempt(0, 'input', { findings: [finding('warning')], execution: answered, answers: [] }),
      attempt(1, 'model', {
        findings: [finding('error'), finding('warning')],
        execution: answered,
        answers: ['x'],
      }),
    ];
    expect(messageFor(trace({ kind: 'repaired', round: 1 }, { attempts: empty })).message).toBe(
      '1 warning → 1 error, 1 warning; no answer → 1 answer.',
    );
  });

  it('offers to accept one of several changes, and only the trace without a proposal', () => {
    const repaired = trace({ kind: 'repaired', round: 0 });
    const actions = (changes: number): readonly string[] =>
      repairMessage(repaired, { questionToWrite: false, changes }).actions;
    expect(actions(2)).toEqual(['accept all', 'accept change', 'discard']);
    expect(actions(0)).toEqual(['show trace']);
  });

  it('explains why nothing changes, with problems', () => {
    expect(messageFor(trace({ explanation: 'No problems found in the query.' }))).toMatchObject({
      level: 'information',
      message: 'The query is unchanged. No problems found in the query.',
    });
    expect(
      messageFor(trace({ explanation: 'Nothing better.' }, { troubles: ['The KB is unreachable'] })),
    ).toMatchObject({
      level: 'warning',
      message: 'The query is unchanged. Nothing better. The KB is unreachable.',
    });
    const { actions } = repairMessage(trace({}), { questionToWrite: true, changes: 0 });
    expect(actions).toEqual(['show trace', 'write question']);
  });

  it('lists what is missing, and the closest matches', () => {
    const nearest = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(
      messageFor(trace({ kind: 'unanswerable', level: 'data', missing: ['a fact'], nearest })).message,
    ).toBe(
      'The KB seems to contain no answer to this question. Missing: a fact. Closest in the KB: a, b, c, d and 2 more.',
    );
    expect(messageFor(trace({ kind: 'unanswerable', level: 'schema' })).message).toBe(
      'The KB seems to have no relations for this question.',
    );
  });

  it('never contains a link from a model or a KB', () => {
    const explanation = 'See [this](command:workbench.action.quit)';
    expect(messageFor(trace({ explanation })).message).toContain('[this] (command:');
    const trouble = { type: 'trouble', round: 0, message: explanation } as const;
    expect(repairProgressTexts({ rounds: 4, kb: 'Sample' })(trouble)).toContain('[this] (command:');
  });

  it('offers actions after a failure', () => {
    const failed = trace({ kind: 'failed', explanation: 'The key is not accepted. Set it.' });
    expect(messageFor(failed, gpt)).toEqual({
      level: 'error',
      message: 'The query could not be repaired. It is unchanged. The key is not accepted. Set it.',
      actions: ['choose model', 'set key', 'show trace'],
    });
    const busy = trace({ kind: 'failed', explanation: 'It is busy.' });
    expect(messageFor(busy, gpt).actions).toEqual(['choose model', 'show trace']);
    expect(messageFor(trace({ kind: 'failed' }, { attempts: [] })).actions).toEqual([]);
  });
});

describe('progress of a repair', () => {
  const surroundings = { rounds: 4, kb: 'Sample', model: 'GPT' };
  const events: readonly (readonly [RepairEvent, string | undefined])[] = [
    [{ type: 'proposing', round: 0, by: 'input' }, 'Round 1 of 4: checking the original query'],
    [{ type: 'proposing', round: 1, by: 'search' }, 'Round 2 of 4: searching without a model'],
    [{ type: 'progress', round: 1, message: '12 queries tried' }, 'Round 2 of 4: 12 queries tried'],
    [{ type: 'proposing', round: 2, by: 'model' }, 'Round 3 of 4: asking GPT'],
    [{ type: 'proposed', round: 2, by: 'model', query: '' }, 'Round 3 of 4: checking names and types'],
    [{ type: 'verified', round: 2, stage: 'text', findings: [] }, undefined],
    [{ type: 'verified', round: 2, stage: 'schema', findings: [] }, 'Round 3 of 4: running on Sample'],
    [{ type: 'executed', round: 2, execution: answered }, 'Round 3 of 4: checking the answer'],
    [{ type: 'feedback', round: 2, text: 'x' }, 'Round 3 of 4: sending feedback to the model'],
    [{ type: 'proposing', round: 4, by: 'model' }, 'Round 5: asking GPT'],
    [{ type: 'trouble', round: 0, message: 'No\nanswer' }, 'Round 1 of 4: No answer'],
  ];

  it.each(events)('%j', (event, expected) => {
    expect(repairProgressTexts(surroundings)(event)).toBe(expected);
  });

  it('counts the characters that the model writes', () => {
    const words = repairProgressTexts(surroundings);
    words({ type: 'proposing', round: 1, by: 'model' });
    const parts = ['a'.repeat(60), 'b'.repeat(60), 'c', 'd'.repeat(300)];
    expect(parts.map((message) => words({ type: 'progress', round: 1, message }))).toEqual([
      undefined,
      'Round 2 of 4: GPT has written 100 characters',
      undefined,
      'Round 2 of 4: GPT has written 400 characters',
    ]);
  });

  it('does not report a run of a query with errors', () => {
    const findings = [{ strength: 'strong' }] as unknown as Attempt['findings'];
    expect(
      repairProgressTexts(surroundings)({ type: 'verified', round: 0, stage: 'schema', findings }),
    ).toBeUndefined();
  });
});
