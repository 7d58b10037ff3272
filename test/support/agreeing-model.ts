/** Replies of a model that proposes a given query and agrees that every query matches the question. */
import type { ModelStep } from './model-server';

export function proposalStep(query: string | null, thought = 'The relation was misspelt.'): ModelStep {
  return { shape: 'proposal', json: { thought, query } };
}

export function agreeingSteps(question: string): readonly ModelStep[] {
  return [
    { shape: 'reading', always: true, json: { question, parts: [] } },
    {
      shape: 'comparison',
      always: true,
      json: { explanation: 'Both ask the same.', differences: [], same: true },
    },
  ];
}
