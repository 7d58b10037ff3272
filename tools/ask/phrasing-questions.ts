/**
 * Everyday questions about random entities of a dump. `phrasings.json` has phrasings for paths of relations (`a>b`), where `{}` is the
 * name of the entity: `generate -- train` trains the ranker with those in `developed` and `composed`. Those in `heldOut` are only
 * measured.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { hashText } from '../grow/chance';
import type { MemoryGraph } from './memory-graph';
import type { GoldQuestion } from './question-sets';

const TEMPLATES = z.record(z.string(), z.array(z.string()));
const FILE = z.object({
  developed: TEMPLATES,
  heldOut: TEMPLATES,
  /** Each `outer` phrasing is asked about each `inner` description: where was {the director of X} born. */
  composed: z.object({ inner: TEMPLATES, outer: TEMPLATES }),
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

/** Gold is what the dump has for the relations, and the path is the ID. */
export function phrasingQuestions(
  graph: MemoryGraph,
  { group, each, seed }: PhrasingOptions,
): readonly GoldQuestion[] {
  const file = z.parse(FILE, JSON.parse(readFileSync(join('tools', 'phrasings.json'), 'utf8')));
  const phrasings = Object.entries(group === 'composed' ? compose(file.composed) : file[group]);
  const names = uniqueNames(graph);
  const set = group === 'composed' ? 'composed' : 'phrasings';
  return phrasings.flatMap(([path, templates]) => {
    const relations = path.split('>').map((relation) => graph.node(relation) ?? -1);
    const known = [...names].filter(
      ([node]) =>
        (graph.forwards[node]?.size ?? 0) >= MIN_RELATIONS &&
        graph.forwards[node]?.has(relations[0] ?? -1) === true,
    );
    return templates.flatMap((template) =>
      known
        .map((one) => ({ one, order: hashText(`${template} ${one[1]}`, seed) }))
        .sort((left, right) => left.order - right.order)
        .map(({ one: [node, name] }): GoldQuestion => {
          const question = template.replace('{}', () => name);
          const sparql = pathQuery(graph.idOf(node), path);
          const gold = pathEnds(graph, node, relations);
          return { set, id: path, question, sparql, unanswerable: false, gold };
        })
        .filter(({ gold }) => gold.length)
        .slice(0, each),
    );
  });
}

function compose({
  inner,
  outer,
}: z.infer<typeof FILE>['composed']): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(inner).flatMap(([first, descriptions]) =>
      Object.entries(outer).map(([then, templates], at) => [
        `${first}>${then}`,
        templates.map((template, next) =>
          template.replace('{}', () => descriptions[(at + next) % descriptions.length] ?? ''),
        ),
      ]),
    ),
  );
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
