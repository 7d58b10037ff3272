/**
 * Everyday questions about random entities of a dump. `phrasings.json` has phrasings for paths of relations (`a>b`), where `{}` is the
 * name of the entity: `generate -- train` trains the ranker with those in `developed` and `composed`. Those in `heldOut` are only
 * measured. Those in `conjoined` have two conditions for the answers: which countries {in Europe} {border Germany}.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { hashText } from '../grow/chance';
import type { MemoryGraph } from './memory-graph';
import type { GoldQuestion } from './question-sets';

const TEMPLATES = z.record(z.string(), z.array(z.string()));
const FILE = z.object({
  developed: TEMPLATES,
  heldOut: TEMPLATES,
  /** Each `outer` phrasing is asked about each `inner` description: where was {the director of X} born. */
  composed: z.object({ inner: TEMPLATES, outer: TEMPLATES }),
  /** A noun for each class, with conditions by the path from the answer to the name; `^` goes against a relation. */
  conjoined: z.array(
    z.object({
      class: z.string(),
      nouns: z.array(z.string()),
      joiner: z.optional(z.string()),
      modifiers: TEMPLATES,
      predicates: TEMPLATES,
    }),
  ),
});
type Conjoined = z.infer<typeof FILE>['conjoined'][number];
export type PhrasingGroup = Exclude<keyof z.infer<typeof FILE>, 'conjoined'>;

/** Entities with fewer relations are hardly known. */
const MIN_RELATIONS = 8;

export interface PhrasingOptions {
  readonly group: PhrasingGroup;
  /** Entities for each phrasing. */
  readonly each: number;
  readonly seed: number;
}

function readPhrasings(): z.infer<typeof FILE> {
  return z.parse(FILE, JSON.parse(readFileSync(join('tools', 'phrasings.json'), 'utf8')));
}

/** Gold is what the dump has for the relations, and the path is the ID. */
export function phrasingQuestions(
  graph: MemoryGraph,
  { group, each, seed }: PhrasingOptions,
): readonly GoldQuestion[] {
  const file = readPhrasings();
  const phrasings = Object.entries(group === 'composed' ? compose(file.composed) : file[group]);
  const names = uniqueNames(graph);
  const set = group === 'composed' ? 'composed' : 'phrasings';
  return phrasings.flatMap(([path, templates]) => {
    const first = graph.node(path.replace(/>.*/, '')) ?? -1;
    const known = [...names].filter(
      ([node]) =>
        (graph.forwards[node]?.size ?? 0) >= MIN_RELATIONS && graph.forwards[node]?.has(first) === true,
    );
    return templates.flatMap((template) =>
      known
        .map((one) => ({ one, order: hashText(`${template} ${one[1]}`, seed) }))
        .sort((left, right) => left.order - right.order)
        .map(({ one: [node, name] }): GoldQuestion => {
          const question = template.replace('{}', () => name);
          const sparql = `SELECT DISTINCT ?x WHERE { <${FREEBASE}${graph.idOf(node)}> ${propertyPath(path)} ?x }`;
          const gold = pathEnds(graph, node, path).map((end) => graph.idOf(end));
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

interface Condition {
  readonly path: string;
  readonly phrasing: string;
}

/** Two conditions that a random answer meets; gold is everything that meets both. The paths are the ID. */
export function conjoinedQuestions(
  graph: MemoryGraph,
  { each, seed }: Omit<PhrasingOptions, 'group'>,
): readonly GoldQuestion[] {
  const names = uniqueNames(graph);
  return readPhrasings().conjoined.flatMap((kind) => {
    const all = pathEnds(graph, graph.node(kind.class) ?? -1, '^type.object.type');
    const named = all.filter((node) => names.has(node));
    const members = new Set(all);
    return conditionPairs(kind).flatMap((conditions, at) => {
      const noun = kind.nouns[at % kind.nouns.length] ?? '';
      const seeded = new SeededRandom(hashText(conditions.map(({ phrasing }) => phrasing).join(' '), seed));
      const questions: GoldQuestion[] = [];
      for (const answer of seeded.shuffle(named)) {
        const question = conjoin({ graph, names, members, noun, joiner: kind.joiner }, answer, conditions);
        if (question) questions.push(question);
        if (questions.length === each) break;
      }
      return questions;
    });
  });
}

/** Each modifier with each predicate of another path; their phrasings take turns. */
function conditionPairs({ modifiers, predicates }: Conjoined): readonly (readonly [Condition, Condition])[] {
  return Object.entries(modifiers).flatMap(([first, modifying]) =>
    Object.entries(predicates)
      .filter(([then]) => then !== first || first.includes('>'))
      .flatMap(([then, asserting]) =>
        asserting.map((phrasing, at): readonly [Condition, Condition] => [
          { path: first, phrasing: modifying[at % modifying.length] ?? '' },
          { path: then, phrasing },
        ]),
      ),
  );
}

interface Conjoining {
  readonly graph: MemoryGraph;
  readonly names: ReadonlyMap<number, string>;
  /** The nodes of the class. */
  readonly members: ReadonlySet<number>;
  readonly noun: string;
  readonly joiner: string | undefined;
}

function conjoin(
  { graph, names, members, noun, joiner }: Conjoining,
  answer: number,
  conditions: readonly [Condition, Condition],
): GoldQuestion | undefined {
  const [left, right] = conditions.map(({ path }) =>
    pathEnds(graph, answer, path).find((end) => names.has(end)),
  );
  if (left === undefined || right === undefined || left === right) return undefined;
  const said = conditions.map(({ phrasing }, at) =>
    phrasing.replace('{}', () => names.get(at ? right : left) ?? ''),
  );
  const [first = [], then = []] = conditions.map(({ path }, at) =>
    pathEnds(graph, at ? right : left, inversePath(path)),
  );
  const gold = first.filter(
    (node) => then.includes(node) && members.has(node) && node !== left && node !== right,
  );
  const triples = conditions.map(
    ({ path }, at) => `?x ${propertyPath(path)} <${FREEBASE}${graph.idOf(at ? right : left)}>`,
  );
  return {
    set: 'conjoined',
    id: conditions.map(({ path }) => path).join('&'),
    question: `${noun} ${said.join(joiner === undefined ? ' ' : ` ${joiner} `)}`,
    sparql: `SELECT DISTINCT ?x WHERE { ${triples.join(' . ')} }`,
    unanswerable: false,
    gold: gold.map((node) => graph.idOf(node)),
  };
}

function inversePath(path: string): string {
  return path
    .split('>')
    .reverse()
    .map((step) => (step.startsWith('^') ? step.slice(1) : `^${step}`))
    .join('>');
}

function propertyPath(path: string): string {
  return path
    .split('>')
    .map((step) => (step.startsWith('^') ? `^<${FREEBASE}${step.slice(1)}>` : `<${FREEBASE}${step}>`))
    .join('/');
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

/** The nodes at the end of a path, without its start. */
function pathEnds(graph: MemoryGraph, node: number, path: string): readonly number[] {
  let ends = [node];
  for (const step of path.split('>')) {
    const isReverse = step.startsWith('^');
    const relation = graph.node(isReverse ? step.slice(1) : step) ?? -1;
    const links = isReverse ? graph.backwards : graph.forwards;
    ends = ends.flatMap((end) => links[end]?.get(relation) ?? []);
  }
  return [...new Set(ends)].filter((end) => end !== node);
}
