/** Questions and predictions with default values. */
import type { EvalQuestion, Gold } from '../../server/src/evaluation/eval-question';
import type { Prediction } from '../../server/src/evaluation/prediction';
import type { RunFacts } from '../../server/src/evaluation/report';
import { RUN_FORMAT, RUN_VERSION, type RunManifest } from '../../server/src/evaluation/run-manifest';
import { NO_USAGE } from '../../server/src/core/model/usage';

export function evalQuestion(
  id: string,
  gold: Partial<Gold> = {},
  question = `Question ${id}?`,
): EvalQuestion {
  return { id, row: 1, question, gold: { parses: [], ...gold } };
}

export function prediction(id: string, fields: Partial<Prediction> = {}): Prediction {
  return {
    id,
    question: `Question ${id}?`,
    kind: 'answer',
    answers: [],
    names: fields.answers ?? [],
    query: null,
    strategy: 'rng-kbqa',
    confidence: 0.5,
    rounds: 1,
    queries: 3,
    usage: NO_USAGE,
    entities: [],
    retrieved: { relations: [], classes: [], paths: [] },
    attempts: [],
    explanation: '',
    troubles: [],
    ...fields,
  };
}

export const runFacts: RunFacts = {
  dataset: { name: 'tiny.jsonl', shape: 'plain', questions: 3, bad: 0 },
  kb: 'sample',
  strategy: 'rng-kbqa',
  gold: 'dataset',
  off: [],
  oracle: [],
  threshold: 0.2,
  seed: 1,
};

export const runManifest = (folder: string): RunManifest => ({
  format: RUN_FORMAT,
  version: RUN_VERSION,
  facts: { ...runFacts, kb: 'Sample' },
  sha256: '0'.repeat(64),
  options: {},
  started: { arguments: ['tiny.jsonl'], folder },
  program: '0',
  began: '2026-01-31T12:00:00.000Z',
});
