import { expect, it } from 'vitest';
import type { Answerability } from '../../server/src/evaluation/eval-question';
import { withGoldAnswers } from '../../server/src/evaluation/gold-answers';
import { storeKb } from '../../tools/store-kb';
import { freebase } from '../support/check';
import { question } from './evaluation';

const FACTS = `
  @prefix ns: <http://rdf.freebase.com/ns/> .
  ns:m.0dr_4 ns:film.film.directed_by ns:m.03_gd .
`;
const HAS = 'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:m.0dr_4 ns:film.film.directed_by ?x }';
const LACKS = 'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:m.0dr_4 ns:film.film.written_by ?x }';

function counted(query: string): string {
  return query.replace('?x', '(COUNT(?x) AS ?count)');
}

it.each<[dataset: Answerability, sparql: string, here: Answerability]>([
  ['answerable', HAS, 'answerable'],
  ['data', HAS, 'answerable'],
  ['schema', HAS, 'answerable'],
  ['answerable', LACKS, 'data'],
  ['answerable', counted(HAS), 'answerable'],
  ['answerable', counted(LACKS), 'data'],
  // Extensions of Virtuoso.
  ['answerable', LACKS.replace('?x', 'COUNT DISTINCT ?x'), 'data'],
  ['answerable', LACKS.replace('?x', 'COUNT(?x)'), 'data'],
  ['answerable', HAS.replace('?x', 'COUNT DISTINCT ?x'), 'answerable'],
  ['unanswerable', LACKS, 'data'],
  ['schema', LACKS, 'schema'],
])(
  'a question that is %s elsewhere gets its answerability on the KB: %s',
  async (answerability, sparql, here) => {
    const { question: answered } = await withGoldAnswers(
      question('Who?', { parses: [{ sparql, answers: ['m.0x'] }], answerability }),
      { kb: storeKb(FACTS), schema: freebase(), date: '2026-01-01' },
      'kb',
      { timeoutMs: 10_000 },
      new AbortController().signal,
    );
    expect(answered.gold.answerability).toBe(here);
  },
);
