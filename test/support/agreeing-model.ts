/** A model of the tests that repairs as it is told, and finds that every query asks what was asked. */
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
