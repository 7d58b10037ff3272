/**
 * Everyday questions about random entities of a dump. `phrasings.json` has phrasings for paths of relations (`a>b`), where `{}` is the
 * name of the entity: rules were written for those in `developed`, and the ranker is trained with them. Those in `heldOut` are only
 * measured.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { hashText } from '../grow/chance';
import type { MemoryGraph } from './memory-graph';
import type { GoldQuestion } from './question-sets';

const FILE = z.object({
  developed: z.record(z.string(), z.array(z.string())),
  heldOut: z.record(z.string(), z.array(z.string())),
});
export type PhrasingGroup = keyof z.infer<typeof FILE>;

/** Entities with fewer relations are hardly known. */
const MIN_RELATIONS = 8;

export interface PhrasingOptions {
  readonly group: PhrasingGroup;
  /** Entities for each phrasing. */
  readonly each: number;
  readonly seed: number;
}

/** Gold is what the dump has for the relations. */
export function phrasingQuestions(
  graph: MemoryGraph,
  { group, each, seed }: PhrasingOptions,
): readonly GoldQuestion[] {
  const phrasings = z.parse(FILE, JSON.parse(readFileSync(join('tools', 'phrasings.json'), 'utf8')))[group];
  const names = uniqueNames(graph);
  return Object.entries(phrasings).flatMap(([path, templates]) => {
    const relations = path.split('>').map((relation) => graph.node(relation) ?? -1);
    const known = [...names].filter(
      ([node]) =>
        (graph.forwards[node]?.size ?? 0) >= MIN_RELATIONS &&
        graph.forwards[node]?.has(relations[0] ?? -1) === true,
    );
    return templates.flatMap((template) => {
      const order = (name: string): number => hashText(`${template} ${name}`, seed);
      return known
        .toSorted(([, left], [, right]) => order(left) - order(right))
        .map(([node, name]): GoldQuestion => {
          const question = template.replace('{}', () => name);
          const sparql = pathQuery(graph.idOf(node), path);
          const gold = pathEnds(graph, node, relations);
          return { set: 'phrasings', id: question, question, sparql, unanswerable: false, gold };
        })
        .filter(({ gold }) => gold.length)
        .slice(0, each);
    });
  });
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

function pathEnds(graph: MemoryGraph, node: number, relations: readonly number[]): readonly string[] {
  let ends = [node];
  for (const relation of relations) ends = ends.flatMap((end) => graph.forwards[end]?.get(relation) ?? []);
  return [...new Set(ends.filter((end) => end !== node).map((end) => graph.idOf(end)))];
}

function pathQuery(id: string, path: string): string {
  const steps = path.split('>').map((relation) => `<${FREEBASE}${relation}>`);
  return `SELECT DISTINCT ?x WHERE { <${FREEBASE}${id}> ${steps.join('/')} ?x }`;
}
