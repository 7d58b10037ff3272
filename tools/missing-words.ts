/**
 * npm run measure -- missing-words [--sets webqsp,cwq] [--list KIND]
 *
 * Measures how often words of a question are reported missing from its gold query (a false alarm), and from queries by models that
 * answer something else. Needs questions (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB).
 */
import { parseArgs } from 'node:util';
import { openWordVectors } from '../server/src/adapters/word-vectors';
import { schemaRetriever } from '../server/src/core/question/retrieval/schema-retriever';
import { uncoveredPhrases } from '../server/src/core/ask/uncovered-phrases';
import { FREEBASE } from '../server/src/core/language/rdf/names';
import { LINKING_WEIGHTS } from '../server/src/core/question/linking/linking-weights';
import { describeQuery } from '../server/src/core/describe/describe-query';
import { parseQuery } from '../server/src/core/language/sparql/parse';
import { createLinker } from './ask/linker';
import { isTestSet, readQuestions } from './ask/question-sets';
import { modelQueries } from './corpus/questions';
import { readNameTable } from './linking/names';
import { DUMP, openSchema, QUESTIONS, WORD_VECTORS } from './inputs';

const { values } = parseArgs({
  options: { sets: { type: 'string' }, list: { type: 'string' }, every: { type: 'string', default: '1' } },
});

void main();

async function main(): Promise<void> {
  const schema = openSchema();
  const table = await readNameTable(DUMP, schema);
  const linker = createLinker(table, schema, LINKING_WEIGHTS);
  const retriever = schemaRetriever(schema, openWordVectors(WORD_VECTORS));
  const names = new Map([...table.rows()].map(({ id, names: [name] }) => [FREEBASE + id, name]));
  const never = new AbortController().signal;
  const sets = values.sets?.split(',');
  const pairs = [
    ...readQuestions(QUESTIONS)
      .filter(({ unanswerable, set }) => !unanswerable && !isTestSet(set))
      .map(({ set, question, sparql }) => ({ set: set, question, query: sparql })),
    ...modelQueries(QUESTIONS).map(({ question, query, verdict }) => ({
      set: `models: ${verdict}`,
      question,
      query,
    })),
  ].filter(({ set }, at) => (!sets || sets.includes(set)) && at % Number(values.every) === 0);
  const rows = new Map<string, Record<string, number>>();
  for (const { set, question, query } of pairs) {
    const linking = await linker.link(question, undefined, never);
    const model = parseQuery(query, 'virtuoso');
    const { question: reading } = describeQuery(model, schema, (iri) => names.get(iri));
    const uncovered = uncoveredPhrases(
      question,
      linking,
      { query: model, reading, types: [] },
      { schema, retriever },
    );
    const row = rows.get(set) ?? { pairs: 0, any: 0, name: 0, number: 0, word: 0 };
    rows.set(set, row);
    row['pairs'] = (row['pairs'] ?? 0) + 1;
    if (uncovered.length) row['any'] = (row['any'] ?? 0) + 1;
    for (const kind of new Set(uncovered.map((one) => one.kind))) row[kind] = (row[kind] ?? 0) + 1;
    const listed = uncovered.filter(({ kind }) => kind === values.list);
    if (listed.length)
      console.log(
        `${set}: ${question}\n  ${listed.map(({ range }) => question.slice(range.start, range.end)).join(', ')}\n  ${reading}`,
      );
  }
  console.table(
    Object.fromEntries(
      [...rows].map(([set, { pairs: all = 1, ...counts }]) => [
        set,
        {
          pairs: all,
          ...Object.fromEntries(
            Object.entries(counts).map(([kind, count]) => [kind, `${((100 * count) / all).toFixed(1)} %`]),
          ),
        },
      ]),
    ),
  );
}
