import type { AskTrace, LinkedEntity } from '../../server/src/protocol/index';

const NS = 'http://rdf.freebase.com/ns/';

export const linked = (change: Partial<LinkedEntity> & { readonly id: string }): LinkedEntity => ({
  iri: NS + change.id,
  name: change.id,
  types: [],
  match: 'exact',
  score: 0.9,
  popularity: 10,
  because: [],
  ...change,
});

const question = 'Who directed Titanic after 1990?';

export const titanic = linked({
  id: 'm.0dr_4',
  name: 'Titanic',
  types: ['film.film', 'award.award_winning_work'],
  mention: { start: 13, end: 20 },
  score: 0.97,
  because: ['the exact name', 'well known'],
});

export const titanicShip = linked({
  id: 'm.0jk2c',
  name: 'RMS Titanic',
  types: ['boats.ship'],
  mention: { start: 13, end: 20 },
  match: 'partial',
  score: 0.61,
});

const query = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?x WHERE {
  ns:m.0dr_4 ns:film.film.directed_by ?x .
}`;

const reading = 'Who directed Titanic?';

/** One entity and one relation, answered without a model. */
export const answered: AskTrace = {
  question,
  strategy: 'rng-kbqa',
  kb: 'Sample',
  began: '2026-01-01T00:00:00.000Z',
  milliseconds: 312,
  linking: {
    entities: [titanic, titanicShip],
    literals: [
      {
        mention: { start: 21, end: 31 },
        kind: 'year',
        value: '1990',
        datatype: 'http://www.w3.org/2001/XMLSchema#gYear',
        comparison: 'gt',
      },
    ],
    troubles: [],
  },
  used: [titanic],
  considered: [
    {
      query,
      sexpr: '(JOIN (R film.film.directed_by) m.0dr_4)',
      path: 'Titanic → directed by',
      score: 4.21,
      because: ['“directed” is said by the relation', 'the answer is a person, as “who” asks'],
      findings: [],
      execution: {
        status: 'answered',
        answer: { kind: 'table', columns: ['x'], rows: [[{ type: 'uri', value: `${NS}m.03_gd` }]] },
      },
      answers: ['m.03_gd'],
      chosen: true,
    },
    {
      query: query.replace('directed_by', 'produced_by'),
      path: 'Titanic → produced by',
      score: 2.9,
      because: ['“directed” is not said by the relation'],
      findings: [],
      execution: {
        status: 'answered',
        answer: {
          kind: 'table',
          columns: ['x'],
          rows: ['m.03_gd', 'm.0f4vbz'].map((id) => [{ type: 'uri', value: NS + id }]),
        },
      },
      answers: ['m.03_gd', 'm.0f4vbz'],
      chosen: false,
    },
  ],
  thoughts: [],
  evidence: {
    nodes: [
      {
        id: 'a',
        label: 'James Cameron',
        kind: 'entity',
        answer: true,
        iri: `${NS}m.03_gd`,
        detail: 'm.03_gd',
      },
      { id: 't', label: 'Titanic', kind: 'entity', answer: false, iri: `${NS}m.0dr_4`, detail: 'm.0dr_4' },
    ],
    edges: [{ from: 't', to: 'a', label: 'directed by', detail: 'film.film.directed_by' }],
    truncated: false,
  },
  troubles: [],
  advice: ['A model would do better: none is chosen.'],
  result: {
    kind: 'answer',
    answers: [{ value: 'm.03_gd', name: 'James Cameron', iri: `${NS}m.03_gd`, types: ['film.director'] }],
    query,
    sexpr: '(JOIN (R film.film.directed_by) m.0dr_4)',
    reading: {
      question: reading,
      pairs: [
        {
          phrase: { start: 4, end: 20 },
          part: { start: query.indexOf('ns:m.0dr_4'), end: query.indexOf(' .\n') },
        },
      ],
      by: 'templates',
      leftOut: [],
    },
    agreement: { verdict: 'same', explanation: 'Both ask for a director.', by: 'cues' },
    confidence: { value: 0.91, why: ['It is far ahead of the next best.', 'All checks passed.'] },
    explanation: '',
  },
  rounds: 1,
  queries: 14,
  usage: { calls: 0, tokens: { input: 0, output: 0 } },
};

/** The schema has no relation for the question. */
export const unanswerable: AskTrace = {
  ...answered,
  question: 'What is the shoe size of James Cameron?',
  linking: {
    entities: [
      linked({
        id: 'm.03_gd',
        name: 'James Cameron',
        types: ['film.director', 'people.person'],
        mention: { start: 25, end: 38 },
      }),
    ],
    literals: [],
    troubles: [],
  },
  used: [],
  considered: [],
  advice: [],
  result: {
    kind: 'unanswerable',
    level: 'schema',
    answers: [],
    confidence: { value: 0.2, why: ['No relation of a person is about shoes.'] },
    explanation: 'Nothing that is said of people is near to “shoe size”.',
    missing: ['A relation from a person to a shoe size'],
    nearest: ['height (people.person.height_meters)', 'weight (people.person.weight_kg)'],
  },
};

export const failed: AskTrace = {
  ...unanswerable,
  considered: [],
  troubles: ['The knowledge base did not answer within 30 s.'],
  result: {
    ...unanswerable.result,
    kind: 'failed',
    explanation: 'The knowledge base could not be reached.',
    missing: [],
    nearest: [],
    confidence: { value: 0, why: [] },
  },
};

/** A given number of answers, some with hostile names. */
export const many = (count: number): AskTrace => ({
  ...answered,
  result: {
    ...answered.result,
    answers: Array.from({ length: count }, (_entry, at) => ({
      value: `m.${at}`,
      name: HOSTILE_NAMES[at] ?? `Film number ${at + 1}`,
      iri: `${NS}m.${at}`,
      types: ['film.film'],
    })),
  },
});

const HOSTILE_NAMES = [
  '<img src=x onerror="document.body.id=\'broken\'">',
  'مملكة السماء',
  'a\u202Eb\u0000c',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3),
];
