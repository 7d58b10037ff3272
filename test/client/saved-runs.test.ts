/** The files in test/fixtures/saved-runs-version-1 were written by the first releases. They must stay readable. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFiles } from '../../client/src/results/run-files';
import { isSavedAnswer, isRun, isSavedRepair } from '../../client/src/results/saved-results';
import { TOOL_NAMES as CORE_TOOL_NAMES } from '../../server/src/core/agent-tools/tool-names';
import { STRATEGIES_BY_NAME } from '../../server/src/core/ask/strategies';
import { STRATEGY_NAMES as CORE_STRATEGIES } from '../../server/src/core/ask/strategy';
import * as report from '../../server/src/evaluation/report';
import {
  SCORE_TITLES,
  SCORES,
  STRATEGIES,
  STRATEGIES_WITH_MODEL,
  TOOL_NAMES,
  VERDICTS,
} from '../../server/src/protocol/index';

const folder = join(import.meta.dirname, '../fixtures/saved-runs-version-1');
const logged: string[] = [];
const files = new RunFiles(folder, (message) => logged.push(message));

describe('Saved runs of version 1', () => {
  it('are listed', async () => {
    const listed = await files.list();
    expect(listed.map(({ id }) => id).sort()).toEqual([
      'question',
      'question-without-answer',
      'repair',
      'run',
      'run-with-remarks',
    ]);
    expect(listed.find(({ id }) => id === 'question')).toMatchObject({
      title: 'Where was Barack Obama born?',
      outcome: { kind: 'asked', verdict: 'answer', answer: 'Honolulu' },
    });
    expect(readdirSync(folder)).toHaveLength(10);
    expect(logged).toEqual([]);
  });

  it('open a run with its rows and its findings', async () => {
    const run = (await files.read('run')) ?? expect.fail();
    expect(isRun(run) && run.execution).toMatchObject({
      status: 'answered',
      answer: { kind: 'table', rows: [[{ type: 'uri' }]] },
    });
    const empty = (await files.read('run-with-remarks')) ?? expect.fail();
    expect(isRun(empty) && empty.remarks.length).toBeGreaterThan(0);
  });

  it('open a repair with its attempts', async () => {
    const repair = (await files.read('repair')) ?? expect.fail();
    expect(isSavedRepair(repair) && repair.trace).toMatchObject({
      question: 'Where was Barack Obama born?',
      model: 'Mine',
      attempts: [{ by: 'input', findings: [{ code: expect.any(String) as string }] }, { by: 'model' }],
      result: { kind: 'repaired' },
    });
  });

  it('open a question with its answer, its candidates and its evidence', async () => {
    const question = (await files.read('question')) ?? expect.fail();
    expect(isSavedAnswer(question) && question.trace).toMatchObject({
      strategy: 'rng-kbqa',
      used: [{ id: 'm.02mjmr' }],
      result: { kind: 'answer', answers: [{ name: 'Honolulu' }] },
    });
    expect(isSavedAnswer(question) && question.trace.considered.length).toBeGreaterThan(1);
    expect(isSavedAnswer(question) && question.trace.evidence?.nodes.length).toBeGreaterThan(1);
    const unanswered = (await files.read('question-without-answer')) ?? expect.fail();
    expect(isSavedAnswer(unanswered) && unanswered.trace.considered.length).toBeGreaterThan(0);
  });
});

describe('Names that the protocol lists', () => {
  it('are those of the core and of evaluation', () => {
    expect(STRATEGIES).toEqual(CORE_STRATEGIES);
    expect(STRATEGIES_WITH_MODEL).toEqual(
      CORE_STRATEGIES.filter((name) => STRATEGIES_BY_NAME[name].needsModel),
    );
    expect(TOOL_NAMES).toEqual(CORE_TOOL_NAMES);
    expect(SCORES).toEqual(report.SCORES);
    expect(SCORE_TITLES).toEqual(report.SCORE_TITLES);
    expect(VERDICTS).toEqual(report.VERDICTS);
  });
});
