/**
 * npm run measure -- linking [--sets webqsp,simple,grail,graph,cwq] [--sample N] [--show-misses] [--ask QUESTION]
 * npm run generate -- linking
 *
 * Measures how often the entities of a gold query are among the linked ones, with weights from the other folds. Only entities with a
 * name in the dump count. --ask links one question with the bundled weights. `generate` trains the bundled weights on all questions
 * (--train). Needs questions (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KbSchema } from '../server/src/core/schema/schema';
import { LINKING_WEIGHTS } from '../server/src/core/question/linking/linking-weights';
import type { LinkedEntity } from '../server/src/core/question/linking/linking';
import type { NameTable } from '../server/src/core/question/linking/name-table';
import { createLinker } from './ask/linker';
import { readFolds } from './ask/question-sets';
import { folds as foldNumbers } from './folds';
import { trainWithoutFold, readTrainingQuestions } from './linking/train-without-fold';
import { readNameTable } from './linking/names';
import { readLinkingQuestions, type LinkingQuestion } from './linking/questions';
import { trainLinking } from './linking/train';
import { DUMP, openSchema, QUESTIONS } from './inputs';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'webqsp,simple,grail,graph,cwq' },
    sample: { type: 'string', default: '100000' },
    'show-misses': { type: 'boolean', default: false },
    ask: { type: 'string' },
    train: { type: 'boolean', default: false },
  },
});

void main();

async function main(): Promise<void> {
  if (!existsSync(DUMP) || !existsSync(QUESTIONS))
    throw new Error('Set FUNFUSIC_QUESTIONS to a folder of questions, and FUNFUSIC_KB to a dump.');
  const schema = openSchema();
  const table = await readNameTable(DUMP, schema);
  if (values.train) {
    trainBundledWeights(table, schema);
    return;
  }
  const signal = new AbortController().signal;
  if (values.ask !== undefined) {
    const { entities, literals } = await createLinker(table, schema, LINKING_WEIGHTS).link(
      values.ask,
      undefined,
      signal,
    );
    for (const entity of entities) console.log(line(entity, values.ask));
    console.log(literals);
    return;
  }
  const folds = readFolds(QUESTIONS);
  const linkers = foldNumbers().map((fold) =>
    createLinker(table, schema, trainWithoutFold(fold, QUESTIONS, table, schema)),
  );
  const named = new Set<string>();
  for (const { id } of table.rows()) named.add(id);
  const sets = values.sets.split(',');
  console.log('set      questions  gold   @1     @5     @10    all@5  given  p50 ms  p95 ms');
  for (const set of sets) {
    const all = readLinkingQuestions(QUESTIONS, set)
      .map((question) => ({ ...question, gold: question.gold.filter((id) => named.has(id)) }))
      .filter(({ gold }) => gold.length);
    const tally = new Tally();
    for (const each of all.slice(0, Number(values.sample))) {
      const began = performance.now();
      const { entities = [] } =
        (await linkers[folds.foldOf(each)]?.link(each.question, undefined, signal)) ?? {};
      tally.add(each, entities, performance.now() - began);
      if (values['show-misses']) showMiss(each, entities, table);
    }
    console.log(`${set.padEnd(8)} ${tally.formatEntity()}`);
  }
}

function trainBundledWeights(table: NameTable, schema: KbSchema): void {
  const learnt = trainLinking(readTrainingQuestions(QUESTIONS), table, schema);
  writeFileSync(
    join('server', 'src', 'core', 'question', 'linking', 'linking-weights.json'),
    `${JSON.stringify(learnt, null, 1)}\n`,
  );
}

class Tally {
  private questions = 0;
  private gold = 0;
  private readonly foundAt = new Map<number, number>();
  private all = 0;
  private given = 0;
  private readonly times: number[] = [];

  add({ gold }: LinkingQuestion, entities: readonly LinkedEntity[], milliseconds: number): void {
    this.questions++;
    this.gold += gold.length;
    this.given += entities.length;
    this.times.push(milliseconds);
    const ids = entities.map(({ id }) => id);
    for (const k of [1, 5, 10]) {
      const found = gold.filter((id) => ids.slice(0, k).includes(id)).length;
      this.foundAt.set(k, (this.foundAt.get(k) ?? 0) + found);
      if (k === 5 && found === gold.length) this.all++;
    }
  }

  formatEntity(): string {
    const share = (part: number, of: number): string => ((100 * part) / Math.max(1, of)).toFixed(1).padEnd(6);
    const times = this.times.sort((left, right) => left - right);
    const at = (part: number): string =>
      (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(1).padEnd(7);
    return [
      String(this.questions).padEnd(10),
      String(this.gold).padEnd(6),
      ...[1, 5, 10].map((k) => share(this.foundAt.get(k) ?? 0, this.gold)),
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
  const mentionText = mention ? question.slice(mention.start, mention.end) : '';
  return `${score.toFixed(3)} ${id} ${name}${alias === undefined ? '' : ` = ${alias}`} [${mentionText}] ${match} ${popularity}`;
}
