/**
 * npm run measure -- cues [--list] [--missed KIND] [--names]
 *
 * Measures false alarms of the structural cues on gold questions with their queries, and how many queries with one mistake they notice.
 * With --names, the KB gives the names of entities, as after a run. Needs questions (FUNFUSIC_QUESTIONS); --names needs a dump
 * (FUNFUSIC_KB).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareCues } from '../server/src/core/describe/compare-cues';
import { parseQuery } from '../server/src/core/language/sparql/parse';
import { goldQueries, modelQueries } from './corpus/questions';
import { damageMeaning } from './descriptions/meaning-damages';
import { readEnglishNames } from './descriptions/names';
import { DUMP, formatShare, openSchema, QUESTIONS, requireInputs } from './inputs';

requireInputs();
const schema = openSchema();
const unanswerable = readUnanswerable(['grailqability-dev', 'graphqability-dev']);
const gold = [...goldQueries(QUESTIONS).filter(({ id }) => !unanswerable.has(id)), ...simpleQuestions()];
const names = process.argv.includes('--names') ? readEnglishNames(DUMP) : undefined;
const judge = (question: string, query: string): string | undefined => {
  const { verdict, explanation } = compareCues(question, parseQuery(query, 'virtuoso'), schema, (iri) =>
    names?.get(iri),
  );
  return verdict === 'different' ? explanation : undefined;
};

const bySet = new Map<string, { pairs: number; alarms: number }>();
for (const { set, question, query } of gold) {
  const row = bySet.get(set) ?? { pairs: 0, alarms: 0 };
  bySet.set(set, row);
  row.pairs++;
  const alarm = judge(question, query);
  if (alarm === undefined) continue;
  row.alarms++;
  if (process.argv.includes('--list'))
    console.log(`\n${set}: ${question}\n  ${alarm}\n  ${query.replace(/\s+/g, ' ')}`);
}
console.log('False alarms on gold:');
let [pairs, alarms] = [0, 0];
for (const [set, row] of bySet) {
  pairs += row.pairs;
  alarms += row.alarms;
  console.log(`  ${set.padEnd(30)} ${row.alarms} of ${row.pairs} (${formatShare(row.alarms, row.pairs, 2)})`);
}
console.log(`  ${'all'.padEnd(30)} ${alarms} of ${pairs} (${formatShare(alarms, pairs, 2)})`);

const byKind = new Map<string, { damaged: number; noticed: number }>();
const missed = process.argv[process.argv.indexOf('--missed') + 1];
for (const { question, query, set } of gold) {
  if (judge(question, query) !== undefined) continue;
  for (const damage of damageMeaning(query)) {
    const row = byKind.get(damage.kind) ?? { damaged: 0, noticed: 0 };
    byKind.set(damage.kind, row);
    row.damaged++;
    if (judge(question, damage.query) !== undefined) row.noticed++;
    else if (process.argv.includes('--missed') && damage.kind === missed)
      console.log(`\n${set}: ${question}\n  ${damage.query.replace(/\s+/g, ' ')}`);
  }
}
console.log('\nGold queries with one change that are reported:');
for (const [kind, { damaged, noticed }] of byKind)
  console.log(`  ${kind.padEnd(30)} ${noticed} of ${damaged} (${formatShare(noticed, damaged, 2)})`);

const byVerdict = new Map<string, { queries: number; alarms: number }>();
for (const { verdict, question, query } of modelQueries(QUESTIONS)) {
  const row = byVerdict.get(verdict) ?? { queries: 0, alarms: 0 };
  byVerdict.set(verdict, row);
  row.queries++;
  const alarm = judge(question, query);
  if (alarm !== undefined) row.alarms++;
  if (alarm !== undefined && verdict === 'exact' && process.argv.includes('--list'))
    console.log(`\nexact: ${question}\n  ${alarm}\n  ${query.replace(/\s+/g, ' ')}`);
}
console.log('\nQueries by language models, by the quality of their answers:');
for (const [verdict, row] of byVerdict)
  console.log(
    `  ${verdict.padEnd(10)} ${row.alarms} of ${row.queries} (${formatShare(row.alarms, row.queries, 2)})`,
  );

function readUnanswerable(sets: readonly string[]): ReadonlySet<string> {
  const rows = sets.flatMap(
    (set) =>
      JSON.parse(readFileSync(join(QUESTIONS, `${set}.json`), 'utf8')) as readonly Readonly<
        Record<string, unknown>
      >[],
  );
  return new Set(rows.filter(({ qType }) => qType !== 'A').map(({ qid }) => String(qid)));
}

/** Reads one-hop questions, which have one triple. */
function simpleQuestions(): readonly { set: string; question: string; query: string }[] {
  const rows = JSON.parse(
    readFileSync(join(QUESTIONS, 'simplequestions-valid.json'), 'utf8'),
  ) as readonly Readonly<Record<string, string>>[];
  return rows.map(({ subject = '', relation = '', question = '' }) => ({
    set: 'simplequestions-valid',
    question,
    query: `PREFIX ns: <http://rdf.freebase.com/ns/> SELECT DISTINCT ?x WHERE { ns:${subject} ns:${relation} ?x . }`,
  }));
}
