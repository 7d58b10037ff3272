/**
 * npm run measure -- schema-retrieval [--sets webqsp,simple,grail,graph,cwq] [--among schema|entity] [--ablate] [--list]
 *
 * Measures how often the first ten retrieved relations and classes contain those of the gold query; a relation and its reverse count as
 * one. Trains associations, weights and relation counts on four fifths of the questions and measures on the rest. Needs questions
 * (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB).
 */
import { memoizeWeak } from '../server/src/core/language/text/cache';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWordVectors } from '../server/src/adapters/word-vectors';
import { decodeSchema } from '../server/src/core/schema/compact-schema';
import { KbSchema } from '../server/src/core/schema/schema';
import {
  readAssociations,
  writeAssociations,
  type Associations,
} from '../server/src/core/question/retrieval/associations';
import { schemaRetriever } from '../server/src/core/question/retrieval/schema-retriever';
import { Facts } from './schema-retrieval/facts';
import { readRetrievalGold, type RetrievalGold } from './schema-retrieval/gold';
import { schemaWithUses } from './schema-retrieval/known-uses';
import { trainRetrieval } from './schema-retrieval/train';
import { optionValue, WORD_VECTORS } from './inputs';

const { FUNFUSIC_QUESTIONS: folder, FUNFUSIC_KB: dump } = process.env;
if (folder === undefined || dump === undefined)
  throw new Error('Set FUNFUSIC_QUESTIONS to a folder of questions, and FUNFUSIC_KB to a dump.');
const args = process.argv.slice(2);
const sets = (optionValue('--sets') ?? 'webqsp,more,simple,grail,graph,cwq').split(',');
const places = (optionValue('--among') ?? 'schema,entity').split(',');
const SHOWN = 10;

void main(folder, dump);

async function main(questions: string, file: string): Promise<void> {
  const data = decodeSchema(readFileSync(join('server', 'data', 'freebase.schema'), 'utf8'));
  const facts = await Facts.read(file);
  const gold = readRetrievalGold(questions, new KbSchema(data), facts);
  const known = gold.filter(({ heldOut }) => !heldOut);
  const schema = schemaWithUses(known, data);
  const vectors = openWordVectors(optionValue('--vectors') ?? WORD_VECTORS);
  const around = memoizeWeak((one: RetrievalGold) => facts.withinTwoSteps(one.entities));
  const trainAssociations = (uses: KbSchema, by: typeof vectors | undefined): Associations => {
    const { fusion, weights } = trainRetrieval(known, uses, around, by);
    const text = writeAssociations(fusion, weights);
    console.log(
      `trained on ${known.length} questions: ${weights.length} weights, ${text.length} bytes`,
      fusion,
    );
    return readAssociations(text);
  };
  const measured = gold.filter(({ set, heldOut }) => heldOut && sets.includes(set));
  const measure = (
    what: string,
    uses: KbSchema,
    by: typeof vectors | undefined,
    learnt: Associations | undefined,
  ): void => printRecall(what, measured, uses, schemaRetriever(uses, by, learnt && (() => learnt)), around);
  const learnt = trainAssociations(schema, vectors);
  measure('all signals', schema, vectors, learnt);
  if (!args.includes('--ablate')) return;
  measure('without associations', schema, vectors, undefined);
  measure('without vectors', schema, undefined, trainAssociations(schema, undefined));
  measure('without words (BM25)', schema, vectors, without(learnt, 'words'));
  measure('without use', schema, vectors, without(learnt, 'queries', 'facts', 'unasked'));
  measure('words alone', schema, undefined, wordsOnly());
}

function printRecall(
  what: string,
  gold: readonly RetrievalGold[],
  schema: KbSchema,
  retriever: ReturnType<typeof schemaRetriever>,
  around: (one: RetrievalGold) => ReadonlySet<string>,
): void {
  console.log(
    `\n${what}\n| among | set | questions | all in ten | each in ten | each in five | class in ten | ms |`,
  );
  retriever.relations('warm up', { limit: 1 });
  retriever.classes('warm up', { limit: 1 });
  for (const place of places)
    for (const set of sets) {
      const counts = {
        questions: 0,
        all: 0,
        each: 0,
        ten: 0,
        five: 0,
        classes: 0,
        found: 0,
        milliseconds: 0,
      };
      for (const one of gold.filter((each) => each.set === set)) {
        const near = place === 'entity' ? around(one) : undefined;
        const same = (id: string): readonly string[] => [id, schema.relation(id)?.reverse ?? id];
        // Skips questions whose relations the KB lacks around the entities.
        if (near && !one.relations.every((id) => same(id).some((each) => near.has(each)))) continue;
        const began = performance.now();
        const found = retriever.relations(one.question, { limit: SHOWN, ...(near && { among: near }) });
        counts.milliseconds += performance.now() - began;
        const ids = found.map(({ id }) => id);
        const ten = one.relations.filter((id) => same(id).some((each) => ids.includes(each)));
        const five = one.relations.filter((id) => same(id).some((each) => ids.slice(0, 5).includes(each)));
        counts.questions++;
        counts.each += one.relations.length;
        counts.ten += ten.length;
        counts.five += five.length;
        if (ten.length === one.relations.length) counts.all++;
        else if (args.includes('--list'))
          console.log(
            one.question,
            '|',
            one.relations.filter((id) => !ten.includes(id)).join(' '),
            '|',
            ids.join(' '),
          );
        if (!one.classes.length || near) continue;
        const classes = retriever.classes(one.question, { limit: SHOWN }).map(({ id }) => id);
        counts.classes += one.classes.length;
        counts.found += one.classes.filter((id) => classes.includes(id)).length;
      }
      const { questions, all, each, ten, five, classes, found, milliseconds } = counts;
      const cells = [
        formatShare(all, questions),
        formatShare(ten, each),
        formatShare(five, each),
        formatShare(found, classes),
      ];
      console.log(
        `| ${place} | ${set} | ${questions} | ${cells.join(' | ')} | ${(milliseconds / questions).toFixed(1)} |`,
      );
    }
}

function without(learnt: Associations, ...names: readonly (keyof Associations['fusion'])[]): Associations {
  const fusion = { ...learnt.fusion };
  for (const name of names) fusion[name] = 0;
  return { ...learnt, fusion };
}

/** The weights of a plain word search. */
function wordsOnly(): Associations {
  return readAssociations(
    writeAssociations({ words: 1, covered: 0, asked: 0, queries: 0, facts: 0, remote: 0, unasked: 0 }, []),
  );
}

function formatShare(part: number, of: number): string {
  return of ? `${((100 * part) / of).toFixed(1)} %` : '';
}
