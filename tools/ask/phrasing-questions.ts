/**
 * Everyday questions about random entities of a dump. `phrasings.json` has phrasings for paths of relations (`a>b`), where `{}` is the
 * name of the entity: `generate -- train` trains the ranker with those in `developed` and `composed`. Those in `heldOut` are only
 * measured. Those in `classes` ask for things of a class by one or two names: which countries {in Europe} {border Germany}.
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
  /** Nouns for each class, with conditions by the path from the answer to the name; `^` goes against a relation. */
  classes: z.array(
    z.object({
      class: z.string(),
      plural: z.optional(z.string()),
      nouns: z.array(z.string()),
      joiner: z.optional(z.string()),
      modifiers: TEMPLATES,
      predicates: TEMPLATES,
    }),
  ),
});
type ClassPhrasings = z.infer<typeof FILE>['classes'][number];
export type PhrasingGroup = Exclude<keyof z.infer<typeof FILE>, 'classes'>;

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

interface ClassQuestion {
  /** The path from the answer to each name. */
  readonly paths: readonly string[];
  /** With `{}` for each name. */
  readonly template: string;
}

/** Questions for things of a class by names of a random answer; gold is everything of the class that has them. The paths are the ID. */
export function classQuestions(
  graph: MemoryGraph,
  { each, seed }: Omit<PhrasingOptions, 'group'>,
): readonly GoldQuestion[] {
  const names = uniqueNames(graph);
  return readPhrasings().classes.flatMap((phrasings) => {
    const all = pathEnds(graph, graph.node(phrasings.class) ?? -1, '^type.object.type');
    const named = all.filter((node) => names.has(node));
    const ofClass = { graph, names, members: new Set(all), classId: phrasings.class };
    return [...withOneName(phrasings), ...withTwoNames(phrasings)].flatMap((question) => {
      const seeded = new SeededRandom(hashText(question.template, seed));
      const questions: GoldQuestion[] = [];
      for (const answer of seeded.shuffle(named)) {
        const asked = askFor(answer, question, ofClass);
        if (asked && !questions.some(({ question: other }) => other === asked.question))
          questions.push(asked);
        if (questions.length === each) break;
      }
      return questions;
    });
  });
}

/** What are the cities {in Texas}, which rivers {flow through Germany}. */
function withOneName({ plural, nouns, modifiers, predicates }: ClassPhrasings): readonly ClassQuestion[] {
  if (plural === undefined) return [];
  const frames = ['what are the', 'list the', 'which', 'show me all', 'name some', ''];
  return [
    ...eachPhrasing(modifiers).flatMap(([path, phrasing], at) =>
      frames
        .filter((frame, place) => frame === 'what are the' || place % 2 === at % 2)
        .filter((frame) => frame !== 'which' || !/^(?:of|that|who) /.test(phrasing))
        .map((frame) => ({
          paths: [path],
          template: `${frame} ${plural} ${frame === 'which' ? 'are ' : ''}${phrasing}`.trim(),
        })),
    ),
    ...eachPhrasing(predicates).map(([path, phrasing], at) => ({
      paths: [path],
      template: `${nouns[at % nouns.length] ?? ''} ${phrasing}`,
    })),
  ];
}

/**
 * Each modifier with each predicate of another path, where their phrasings take turns, and each predicate with two names: which
 * countries {border Germany and Poland}.
 */
function withTwoNames({ nouns, joiner, modifiers, predicates }: ClassPhrasings): readonly ClassQuestion[] {
  const ofTwoPaths = Object.entries(modifiers).flatMap(([first, modifying]) =>
    Object.entries(predicates)
      .filter(([then]) => then !== first || first.includes('>'))
      .flatMap(([then, asserting]) =>
        asserting.map((phrasing, at) => ({
          paths: [first, then],
          phrasings: [
            modifying[at % modifying.length] ?? '',
            ...(joiner === undefined ? [] : [joiner]),
            phrasing,
          ],
        })),
      ),
  );
  const ofOnePath = eachPhrasing(predicates).map(([path, phrasing]) => ({
    paths: [path, path],
    phrasings: [phrasing.replace('{}', '{} and {}')],
  }));
  return [...ofTwoPaths, ...ofOnePath].map(({ paths, phrasings }, at) => ({
    paths,
    template: [nouns[at % nouns.length] ?? '', ...phrasings].join(' '),
  }));
}

function eachPhrasing(
  templates: Readonly<Record<string, readonly string[]>>,
): readonly (readonly [string, string])[] {
  return Object.entries(templates).flatMap(([path, phrasings]) =>
    phrasings.map((phrasing) => [path, phrasing] as const),
  );
}

interface ClassOfAnswers {
  readonly graph: MemoryGraph;
  readonly names: ReadonlyMap<number, string>;
  readonly classId: string;
  /** The nodes of the class. */
  readonly members: ReadonlySet<number>;
}

function askFor(
  answer: number,
  { paths, template }: ClassQuestion,
  { graph, names, classId, members }: ClassOfAnswers,
): GoldQuestion | undefined {
  const ends: number[] = [];
  let gold = [...members];
  for (const path of paths) {
    const end = pathEnds(graph, answer, path).find((node) => names.has(node) && !ends.includes(node));
    if (end === undefined) return undefined;
    ends.push(end);
    const having = new Set(pathEnds(graph, end, inversePath(path)));
    gold = gold.filter((node) => having.has(node));
  }
  const triples = paths.map(
    (path, at) => `?x ${propertyPath(path)} <${FREEBASE}${graph.idOf(ends[at] ?? -1)}>`,
  );
  return {
    set: 'classes',
    id: paths.join('&'),
    question: ends.reduce((text, end) => text.replace('{}', () => names.get(end) ?? ''), template),
    sparql: `SELECT DISTINCT ?x WHERE { ?x a <${FREEBASE}${classId}> . ${triples.join(' . ')} }`,
    unanswerable: false,
    gold: gold.filter((node) => !ends.includes(node)).map((node) => graph.idOf(node)),
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
