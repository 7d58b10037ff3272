/**
 * npm run linking -- [--sets webqsp,simple,grail,graph,cwq] [--sample N] [--part all|train|test] [--show-misses] [--train]
 *
 * `--train` learns the weights anew from one part of the questions, and writes them where the linker has them; what is told then
 * should be of the other part.
 *
 * How often the entities of a gold query are among those that its question is linked to. Takes the questions
 * (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB); only entities with a name in that dump count.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBundledSchema } from '../server/src/adapters/bundled-schema';
import { keepNames, keptNames, stateOf } from '../server/src/adapters/name-cache';
import { gatherNames } from '../server/src/core/link/gather-names';
import type { KbSchema } from '../server/src/core/kb/schema';
import type { LinkedEntity } from '../server/src/core/link/linking';
import { NameTable } from '../server/src/core/link/name-table';
import { LEARNT } from '../server/src/core/link/learnt';
import type { Learnt } from '../server/src/core/link/rank-entities';
import { tableLinker } from '../server/src/core/link/table-linker';
import { EntityDirectory } from '../server/src/core/run/entity-directory';
import { linkingQuestions, partOf, type LinkingQuestion } from './linking/questions';
import { train } from './linking/train';
import { dumpKb, storeKb } from './store-kb';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'webqsp,simple,grail,graph,cwq' },
    sample: { type: 'string', default: '100000' },
    part: { type: 'string', default: 'all' },
    'show-misses': { type: 'boolean', default: false },
    ask: { type: 'string' },
    train: { type: 'boolean', default: false },
  },
});
const folder = process.env['FUNFUSIC_QUESTIONS'] ?? join('..', 'shared', 'questions');
const dump = process.env['FUNFUSIC_KB'] ?? join('..', 'shared', 'kb', 'mini-freebase.nt.gz');

void main();

async function main(): Promise<void> {
  if (!existsSync(dump) || !existsSync(folder))
    throw new Error('Set FUNFUSIC_QUESTIONS to a folder of questions, and FUNFUSIC_KB to a dump.');
  const schema = loadBundledSchema(join('server', 'data', 'freebase.schema'));
  const table = await namesOf(schema);
  const learnt = values.train ? learn(table, schema) : LEARNT;
  const kb = storeKb('');
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  const linker = tableLinker({
    schema,
    directory,
    names: () => Promise.resolve({ table, troubles: [] }),
    today: () => new Date(),
    learnt,
  });
  const signal = new AbortController().signal;
  if (values.ask !== undefined) {
    const { entities, literals } = await linker.link(values.ask, undefined, signal);
    for (const entity of entities) console.log(line(entity, values.ask));
    console.log(literals);
    return;
  }
  const named = new Set<string>();
  for (const { id } of table.rows()) named.add(id);
  const sets = values.sets.split(',');
  console.log('set      part   questions  gold   @1     @5     @10    all@5  given  p50 ms  p95 ms');
  for (const set of sets) {
    const all = linkingQuestions(folder, set)
      .map((question) => ({ ...question, gold: question.gold.filter((id) => named.has(id)) }))
      .filter(
        ({ gold, question }) => gold.length && (values.part === 'all' || partOf(question) === values.part),
      );
    const tally = new Tally();
    for (const each of all.slice(0, Number(values.sample))) {
      const began = performance.now();
      const { entities } = await linker.link(each.question, undefined, signal);
      tally.add(each, entities, performance.now() - began);
      if (values['show-misses']) showMiss(each, entities, table);
    }
    console.log(`${set.padEnd(8)} ${values.part.padEnd(6)} ${tally.line()}`);
  }
}

function learn(table: NameTable, schema: KbSchema): Learnt {
  const questions = ['webqsp', 'more', 'simple', 'grail', 'graph', 'cwq']
    .flatMap((set) => linkingQuestions(folder, set))
    .filter(({ question }) => partOf(question) === 'train');
  const learnt = train(questions, table, schema);
  writeFileSync(join('server', 'src', 'core', 'link', 'learnt.json'), `${JSON.stringify(learnt, null, 1)}\n`);
  return learnt;
}

async function namesOf(schema: KbSchema): Promise<NameTable> {
  const cache = '.cache';
  const state = stateOf([dump], 'en', 'tools') ?? '';
  let entities = keptNames(cache, state);
  if (!entities) {
    const kb = dumpKb(dump, 'Dump');
    const began = performance.now();
    const gathered = await gatherNames(
      kb,
      { schema, language: 'en' },
      () => undefined,
      new AbortController().signal,
    );
    for (const trouble of gathered.troubles) console.error(trouble);
    console.error(`names gathered in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    ({ entities } = gathered);
    keepNames(cache, state, entities);
  }
  const began = performance.now();
  const table = NameTable.of(entities);
  console.error(
    `${table.entities} entities, ${table.names} names; table made in ${Math.round(performance.now() - began)} ms`,
  );
  return table;
}

class Tally {
  private questions = 0;
  private gold = 0;
  private readonly within = new Map<number, number>();
  private all = 0;
  private given = 0;
  private readonly times: number[] = [];

  add({ gold }: LinkingQuestion, entities: readonly LinkedEntity[], milliseconds: number): void {
    this.questions++;
    this.gold += gold.length;
    this.given += entities.length;
    this.times.push(milliseconds);
    const ids = entities.map(({ id }) => id);
    for (const most of [1, 5, 10]) {
      const found = gold.filter((id) => ids.slice(0, most).includes(id)).length;
      this.within.set(most, (this.within.get(most) ?? 0) + found);
      if (most === 5 && found === gold.length) this.all++;
    }
  }

  line(): string {
    const share = (part: number, of: number): string => ((100 * part) / Math.max(1, of)).toFixed(1).padEnd(6);
    const times = this.times.sort((left, right) => left - right);
    const at = (part: number): string =>
      (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(1).padEnd(7);
    return [
      String(this.questions).padEnd(10),
      String(this.gold).padEnd(6),
      ...[1, 5, 10].map((most) => share(this.within.get(most) ?? 0, this.gold)),
      share(this.all, this.questions),
      (this.given / Math.max(1, this.questions)).toFixed(1).padEnd(6),
      at(0.5),
      at(0.95),
    ].join(' ');
  }
}

function showMiss(
  { question, gold }: LinkingQuestion,
  entities: readonly LinkedEntity[],
  table: NameTable,
): void {
  const five = entities.slice(0, 5).map(({ id }) => id);
  const missed = gold.filter((id) => !five.includes(id));
  if (!missed.length) return;
  console.log(question);
  for (const id of missed) {
    const at = entities.findIndex((entity) => entity.id === id);
    const [row] = [...table.rows()].filter((each) => each.id === id);
    console.log(`  MISSED ${id} ${row?.names.join(' | ')} (${row?.popularity}) at ${at}`);
  }
  for (const entity of entities.slice(0, 5)) console.log(`  ${line(entity, question)}`);
}

function line(
  { id, name, alias, score, match, mention, popularity }: LinkedEntity,
  question: string,
): string {
  const said = mention ? question.slice(mention.start, mention.end) : '';
  return `${score.toFixed(3)} ${id} ${name}${alias === undefined ? '' : ` = ${alias}`} [${said}] ${match} ${popularity}`;
}
