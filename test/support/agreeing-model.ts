/** Replies of a model that proposes a given query and agrees that every query matches the question. */
import type { Step } from './model-server';

export function proposes(query: string | null, thought = 'The relation was misspelt.'): Step {
  return { shape: 'proposal', json: { thought, query } };
}

export function agrees(question: string): readonly Step[] {
  return [
    { shape: 'reading', always: true, json: { question, parts: [] } },
    {
      shape: 'comparison',
      always: true,
      json: { explanation: 'Both ask the same.', differences: [], same: true },
    },
  ];
}
