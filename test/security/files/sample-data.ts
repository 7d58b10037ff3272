/** Data that the processes of these tests write. */
import type { HistoryEntry } from '../../../client/src/results/saved-results';
import type { EvaluatedQuestion } from '../../../server/src/evaluation/answer-question';

import type { NamedEntity } from '../../../server/src/core/question/linking/name-table';
import type { Run } from '../../../server/src/protocol/index';
import { evalQuestion, prediction, runManifest } from '../../support/eval';

export const NEW_TEXT = `<http://e/new> <http://e/p> "${'x'.repeat(2000)}" .`;
export const OLD_TEXT = 'old content';

export const QUESTIONS = ['a', 'b'].map((id, row) => ({ ...evalQuestion(id), row }));

export const MANIFEST = runManifest('/');

export const EVALUATED: readonly EvaluatedQuestion[] = QUESTIONS.map(
  (question) =>
    ({
      question,
      prediction: prediction(question.id, { answers: ['m.02hrh0_'] }),
      times: { id: question.id, milliseconds: 1, kbMilliseconds: 1, modelMilliseconds: 0 },
      trace: { question: question.question },
      record: { id: question.id },
    }) as unknown as EvaluatedQuestion,
);

export const NAMES: readonly NamedEntity[] = [
  { id: 'm.02mjmr', names: ['Barack Obama', 'Obama'], popularity: 9, types: ['people.person'] },
];

export const SAVED: readonly HistoryEntry[] = ['one', 'two'].map((id) => ({
  id,
  title: 'SELECT',
  kb: 'Sample',
  began: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
  outcome: { kind: 'rows', rows: 0, incomplete: false },
  pinned: false,
  bytes: 10,
}));

const place = { line: 0, character: 0 };

export const savedRun = (id: string): Run => ({
  id,
  kb: 'Sample',
  query: 'SELECT ?x {}',
  uri: 'file:///q.rq',
  range: { start: place, end: place },
  added: 0,
  began: '2026-01-01T00:00:00.000Z',
  milliseconds: 3,
  execution: { status: 'answered', answer: { kind: 'table', columns: ['x'], rows: [] } },
  remarks: [],
});
