/**
 * npm run measure -- logical-forms [--list]
 *
 * Measures the conversion between logical forms and queries: how many are read, printed unchanged, give the same answers after
 * conversion, and come back as the same graph. --list prints every failure. Needs questions (FUNFUSIC_QUESTIONS) and a dump
 * (FUNFUSIC_KB).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromSparql } from '../server/src/core/logical-form/from-sparql';
import { parseSExpr } from '../server/src/core/logical-form/parse-sexpr';
import { printSExpr } from '../server/src/core/logical-form/print-sexpr';
import { isSameGraph } from '../server/src/core/logical-form/same-graph';
import type { SExpr } from '../server/src/core/logical-form/sexpr';
import { toSparql } from '../server/src/core/logical-form/to-sparql';
import { parseQuery } from '../server/src/core/language/sparql/parse';
import { checkQuery } from '../server/src/core/check/check';
import { goldQueries } from './corpus/questions';
import { dumpKb, type StoreKb } from './store-kb';
import { DUMP, openSchema, QUESTIONS, requireInputs } from './inputs';
import { throwDefect } from './throw-defect';

type Row = Readonly<Record<string, unknown>>;

/** The value of NOW in the published questions. */
const LAST_DUMP = { now: '2015-08-10' };
const listed = process.argv.includes('--list');
const never = new AbortController().signal;
const schema = openSchema();

requireInputs();
const kb = existsSync(DUMP) ? dumpKb(DUMP, 'Gold') : undefined;
/** Counts successes. */
class Tally {
  private readonly rows = new Map<string, { good: number; all: number }>();

  count(what: string, good: boolean, otherwise: () => string): void {
    const row = this.rows.get(what) ?? { good: 0, all: 0 };
    this.rows.set(what, { good: row.good + Number(good), all: row.all + 1 });
    if (!good && listed) console.log(`\n${what}:\n${otherwise()}`);
  }

  print(title: string): void {
    console.log(`\n${title}`);
    for (const [what, { good, all }] of this.rows)
      console.log(
        `  ${`${good} of ${all}`.padEnd(14)} ${((100 * good) / all).toFixed(1).padStart(5)} %  ${what}`,
      );
  }
}

void main();

async function main(): Promise<void> {
  for (const set of ['grailqability-dev', 'graphqability-dev']) await measureForms(set);
  measurePredictions();
  for (const set of [
    'webqsp-train-answered',
    'webqsp-train-more',
    'complexwebquestions-val',
    'complexwebquestions-virtuoso',
  ])
    await measureQueries(set);
}

async function measureForms(set: string): Promise<void> {
  const tally = new Tally();
  const rows = JSON.parse(readFileSync(join(QUESTIONS, `${set}.json`), 'utf8')) as readonly Row[];
  for (const row of rows) {
    const [text, query] = [String(row['s_expression']), String(row['sparql_query'])];
    const expr = parseAndCount(text, tally);
    if (!expr) continue;
    const converted = toSparql(expr, schema, LAST_DUMP);
    if (kb) {
      const [gold, own] = [await answersOf(kb, query), await answersOf(kb, converted)];
      tally.count(
        'answer as the gold query does',
        gold === own,
        () => `${text}\n${query}\n${converted}\n${gold}\n${own}`,
      );
    }
    const back = fromSparql(parseQuery(query, 'virtuoso'), schema, LAST_DUMP);
    tally.count('of the gold queries have a form', 'expr' in back, () => `${query}\n${JSON.stringify(back)}`);
    if ('expr' in back)
      tally.count(
        'of these forms are the same graph as the gold form',
        isSameGraph(back.expr, expr, schema),
        () => [text, printSExpr(back.expr), query, ...back.losses].join('\n'),
      );
  }
  tally.print(set);
}

function measurePredictions(): void {
  const tally = new Tally();
  for (const line of readFileSync(join(QUESTIONS, 'predicted-logical-forms.jsonl'), 'utf8')
    .trim()
    .split('\n'))
    parseAndCount(String((JSON.parse(line) as Row)['logical_form']), tally, false);
  tally.print('predicted-logical-forms');
}

function parseAndCount(text: string, tally: Tally, isGold = true): SExpr | undefined {
  const { expr, problems, inexpressible } = parseSExpr(text, isGold ? schema : undefined);
  if (inexpressible) return undefined;
  tally.count(
    'are read',
    expr !== undefined,
    () => `${text}\n${problems.map(({ message }) => message).join('\n')}`,
  );
  if (!expr) return undefined;
  tally.count('are printed as they were', printSExpr(expr) === text, () => `${text}\n${printSExpr(expr)}`);
  const query = toSparql(expr, schema, LAST_DUMP);
  const again = fromSparql(parseQuery(query, 'sparql11'), schema, LAST_DUMP);
  tally.count(
    'come back from SPARQL as the same graph',
    'expr' in again && isSameGraph(again.expr, expr, schema),
    () => `${text}\n${'expr' in again ? printSExpr(again.expr) : again.problem}\n${query}`,
  );
  if (isGold) {
    const errors = checkQuery(query, {
      dialect: 'sparql11',
      schema,
      severities: {},
      onDefect: throwDefect,
    }).filter(({ severity }) => severity === 'error');
    tally.count(
      'have no error after conversion',
      !errors.length,
      () => `${query}\n${errors.map(({ message }) => message).join('\n')}`,
    );
  }
  return expr;
}

async function measureQueries(set: string): Promise<void> {
  const tally = new Tally();
  for (const { query, question } of goldQueries(QUESTIONS).filter((gold) => gold.set === set)) {
    const model = parseQuery(query, 'virtuoso');
    const form = fromSparql(model, schema, LAST_DUMP);
    tally.count(
      'have a form',
      'expr' in form,
      () => `${question}\n${query}\n${'problem' in form ? form.problem : ''}`,
    );
    if (!('expr' in form)) continue;
    const converted = toSparql(form.expr, schema, LAST_DUMP);
    const again = fromSparql(parseQuery(converted, 'sparql11'), schema, LAST_DUMP);
    tally.count(
      'come back from SPARQL as the same graph',
      'expr' in again && isSameGraph(again.expr, form.expr, schema),
      () =>
        `${query}\n${printSExpr(form.expr)}\n${'expr' in again ? printSExpr(again.expr) : again.problem}\n${converted}`,
    );
    const errorsIn = (text: string): number =>
      checkQuery(text, { dialect: 'virtuoso', schema, severities: {}, onDefect: throwDefect }).filter(
        ({ severity }) => severity === 'error',
      ).length;
    tally.count(
      'have no error that the query has not',
      errorsIn(converted) <= errorsIn(query),
      () => `${query}\n${converted}`,
    );
    if (!kb) continue;
    const [gold, own] = [await answersOf(kb, query), await answersOf(kb, converted)];
    tally.count('answer the same by way of their form', gold === own, () =>
      [
        question,
        query,
        printSExpr(form.expr),
        ...form.losses,
        converted,
        gold.slice(0, 200),
        own.slice(0, 200),
      ].join('\n'),
    );
    tally.count('of these queries have an answer', gold !== '', () => '');
  }
  tally.print(set);
}

async function answersOf(from: StoreKb, query: string): Promise<string> {
  const execution = await from.execute(query, { timeoutMs: 60_000, maxRows: 100_000 }, never);
  if (execution.status !== 'answered' || execution.answer.kind !== 'table') return execution.status;
  return [...new Set(execution.answer.rows.map(([value]) => value?.value ?? ''))].sort().join(' ');
}
