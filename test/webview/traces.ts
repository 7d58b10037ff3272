import type { Attempt, RepairTrace } from '../../server/src/protocol/index';

type Finding = Attempt['findings'][number];

const none = { calls: 0, tokens: { input: 0, output: 0 } };

export const finding = (change: Partial<Finding> = {}): Finding => ({
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  range: { start: 0, end: 6 },
  message: '“people.person.birthplace” is not a relation.',
  because: 'The schema has none of this name.',
  advice: 'Use people.person.place_of_birth.',
  ...change,
});

export const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  round: 0,
  by: 'input',
  query: 'SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }',
  findings: [],
  usage: none,
  milliseconds: 3,
  ...change,
});

/** A misspelt relation, repaired by a model in the first round. */
export const repaired: RepairTrace = {
  question: 'Where was Barack Obama born?',
  kb: 'Sample',
  model: 'small',
  began: '2026-01-01T00:00:00.000Z',
  milliseconds: 1234,
  attempts: [
    attempt({ findings: [finding(), finding({ severity: 'hint', strength: 'weak' })] }),
    attempt({
      round: 1,
      by: 'model',
      query: 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }',
      execution: {
        status: 'answered',
        answer: {
          kind: 'table',
          columns: ['x'],
          rows: [[{ type: 'uri', value: 'http://rdf.freebase.com/ns/m.02hrh0_' }]],
        },
      },
      answers: ['m.02hrh0_'],
      agreement: { verdict: 'same', explanation: 'Both ask for a place of birth.', by: 'small' },
      usage: { calls: 2, tokens: { input: 900, output: 100 } },
    }),
  ],
  troubles: [],
  result: {
    kind: 'repaired',
    query: 'SELECT ?x { ns:m.02mjmr ns:people.person.place_of_birth ?x }',
    round: 1,
    basis: 'verified',
    explanation: 'The relation was misspelt.',
  },
  usage: { calls: 2, tokens: { input: 900, output: 100 } },
};
