/**
 * npm run measure -- phrasings [--each N] [--seed N] [--show]
 *
 * Asks everyday questions about random entities of a dump (FUNFUSIC_KB) without a model: each phrasing of `phrasings.json` about N
 * entities that have the relation. Rules were written for those in `developed`, and none for those in `heldOut`. Gold is what the
 * dump has for the relation, so an answer by another relation that may also be meant counts as wrong.
 */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { DATA_VARIABLE } from '../server/src/core/language/text/environment-variables';
import { askWithoutModel, portsWithoutModel } from './ask/ask-without-model';
import { MemoryGraph } from './ask/memory-graph';
import { computeF1 } from './ask/training-questions';
import { hashText } from './grow/chance';
import { DUMP, formatShare, openSchema, requireInputs } from './inputs';
import { dumpKb } from './store-kb';

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
  },
});
requireInputs({ dump: true });
process.env[DATA_VARIABLE] ??= resolve('server', 'data');
/** By group and path of relations (`a>b`); `{}` is the name of the entity. */
const FILE = z.record(z.string(), z.record(z.string(), z.array(z.string())));
const CONFIDENT = 0.5;
/** Entities with fewer relations are hardly known. */
const MIN_RELATIONS = 8;

interface Row {
  readonly group: string;
  readonly verdict: 'right' | 'partly right' | 'wrong' | 'refused';
  readonly isConfident: boolean;
}

void main();

async function main(): Promise<void> {
  const phrasings = z.parse(FILE, JSON.parse(readFileSync(join('tools', 'phrasings.json'), 'utf8')));
  const graph = new MemoryGraph(DUMP);
  const names = uniqueNames(graph);
  const ports = portsWithoutModel(dumpKb(DUMP, basename(DUMP)), openSchema());
  const rows: Row[] = [];
  for (const [group, byPath] of Object.entries(phrasings))
    for (const [path, templates] of Object.entries(byPath))
      for (const template of templates)
        for (const { name, gold } of sampleEntities(path, template, graph, names)) {
          const question = template.replace('{}', () => name);
          const { result } = await askWithoutModel(question, ports);
          const answers = result.answers.map(({ value }) => value);
          const f1 = computeF1(answers, new Set(gold));
          const isAnswer = result.kind === 'answer';
          const verdict = !isAnswer ? 'refused' : f1 > 0.99 ? 'right' : f1 > 0 ? 'partly right' : 'wrong';
          rows.push({ group, verdict, isConfident: isAnswer && result.confidence.value >= CONFIDENT });
          if (values.show && verdict !== 'right')
            console.log(
              `  ${verdict} ${result.confidence.value} ${question} [${path}]: ${result.answers
                .slice(0, 4)
                .map((answer) => answer.name)
                .join(', ')}`,
            );
        }
  for (const group of Object.keys(phrasings)) {
    const own = rows.filter((row) => row.group === group);
    const share = (count: (row: Row) => boolean): string => formatShare(own.filter(count).length, own.length);
    console.log(
      `${group.padEnd(10)} ${own.length} questions, ${share(({ verdict }) => verdict === 'right')} right, ${share(({ verdict }) => verdict === 'partly right')} partly, ${share(({ verdict }) => verdict === 'refused')} refused, ${share(({ verdict }) => verdict === 'wrong')} wrong, ${share(({ verdict, isConfident }) => verdict === 'wrong' && isConfident)} wrong with confidence`,
    );
  }
}

/** The English names that only one entity has, by node. */
function uniqueNames(graph: MemoryGraph): ReadonlyMap<number, string> {
  const relation = graph.node('type.object.name') ?? -1;
  const byName = new Map<string, number | undefined>();
  for (const [node, links] of graph.forwards.entries())
    for (const value of links?.get(relation) ?? []) {
      const name = graph.idOf(value);
      if (graph.datatypes[value] === '@en') byName.set(name, byName.has(name) ? undefined : node);
    }
  return new Map(
    [...byName].flatMap(([name, node]) =>
      node !== undefined && /^\p{Lu}.{1,39}$/u.test(name) ? [[node, name] as const] : [],
    ),
  );
}

interface Sampled {
  readonly name: string;
  readonly gold: readonly string[];
}

function sampleEntities(
  path: string,
  template: string,
  graph: MemoryGraph,
  names: ReadonlyMap<number, string>,
): readonly Sampled[] {
  const relations = path.split('>').map((relation) => graph.node(relation) ?? -1);
  const known = [...names].filter(
    ([node]) =>
      (graph.forwards[node]?.size ?? 0) >= MIN_RELATIONS &&
      graph.forwards[node]?.has(relations[0] ?? -1) === true,
  );
  const order = (name: string): number => hashText(`${template} ${name}`, Number(values.seed));
  return known
    .sort(([, left], [, right]) => order(left) - order(right))
    .map(([node, name]): Sampled => {
      let ends = [node];
      for (const relation of relations)
        ends = ends.flatMap((end) => graph.forwards[end]?.get(relation) ?? []);
      return { name, gold: [...new Set(ends.filter((end) => end !== node).map((end) => graph.idOf(end)))] };
    })
    .filter(({ gold }) => gold.length)
    .slice(0, Number(values.each));
}
