/**
 * npm run measure -- context-recall [--words]
 *
 * Measures how often a prompt contains everything that the gold query needs, on queries by models (llm-queries.jsonl). --words leaves
 * out the retriever. Needs questions (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWordVectors } from '../server/src/adapters/word-vectors';
import { schemaRetriever } from '../server/src/core/question/retrieval/schema-retriever';
import { scopesOf } from '../server/src/core/schema/inference/scopes';
import { gatherContext } from '../server/src/core/repair/context';
import { EntityDirectory } from '../server/src/core/query/entity-directory';
import { parseQuery } from '../server/src/core/language/sparql/parse';
import { dumpKb } from './store-kb';
import { openSchema, WORD_VECTORS } from './inputs';

interface Row {
  readonly question: string;
  readonly query: string;
  readonly gold: string;
  readonly verdict: string;
}

const { FUNFUSIC_QUESTIONS: folder, FUNFUSIC_KB: dump } = process.env;
if (folder === undefined) throw new Error('Set FUNFUSIC_QUESTIONS to a folder of questions.');
const every = Number(process.argv[2] ?? 10);

void main(join(folder, 'llm-queries.jsonl'));

async function main(file: string): Promise<void> {
  const schema = openSchema();
  const store = dump === undefined ? undefined : dumpKb(dump, 'Dump');
  const kb = store && { kb: store, directory: new EntityDirectory(store, { schema, language: 'en' }) };
  const rows = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
    .filter(({ verdict }) => verdict !== 'exact')
    .filter((_, at) => at % every === 0);
  // Without associations, which are trained on these questions too.
  const retriever = schemaRetriever(schema, openWordVectors(WORD_VECTORS));
  const signal = new AbortController().signal;
  const options = { dialect: 'virtuoso', limits: { timeoutMs: 5000, maxRows: 1000 } } as const;
  let [whole, needed, shown, length, milliseconds] = [0, 0, 0, 0, 0];
  for (const { question, query, gold } of rows) {
    const began = performance.now();
    const context = await gatherContext(
      { question, query },
      {
        schema,
        ...(kb && { kb }),
        ...(!process.argv.includes('--words') && { retriever }),
        onDefect: (code, error) => console.error(code, error),
      },
      options,
      signal,
    );
    milliseconds += performance.now() - began;
    length += context.text.length;
    const wanted = [
      ...new Set(scopesOf(parseQuery(gold, 'virtuoso').query).relations.map(({ iri }) => iri.iri)),
    ];
    const isShown = (iri: string): boolean => {
      const relation = schema.relation(schema.idOf(iri) ?? '');
      return !relation || context.has(iri) || context.has(`${schema.namespace}${relation.reverse ?? ''}`);
    };
    const found = wanted.filter((iri) => isShown(iri));
    needed += wanted.length;
    shown += found.length;
    if (found.length === wanted.length) whole++;
    else if (process.argv[3] === '--list')
      console.log(
        question,
        '\n  missing',
        wanted.filter((iri) => !found.includes(iri)).join(' '),
        '\n  ',
        query.replace(/\s+/g, ' '),
        '\n',
        context.relations.map(({ id }) => id).join(' '),
      );
  }
  const share = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`;
  console.log(
    `${rows.length} queries: all relations shown ${share(whole, rows.length)}; of the relations ${share(shown, needed)}; ` +
      `${Math.round(length / rows.length)} characters, ${Math.round(milliseconds / rows.length)} ms`,
  );
}
