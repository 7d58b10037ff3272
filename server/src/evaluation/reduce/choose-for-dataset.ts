/**
 * Chooses elements to remove so that a share of the questions becomes unanswerable, as in GrailQAbility: equally many by missing
 * relations, types, entities and facts. Removes only elements that gold uses, and none that affects more questions than requested.
 */
import type { KbSchema } from '../../core/schema/schema';
import { SeededRandom } from '../seeded-random';
import { withReverse, type ElementKind, type Reduction } from './reduction';
import type { Solution } from './solutions';
import type { Survey } from './survey';
import {
  toElements,
  losesAnswer,
  RemovedElements,
  type KbElements,
  type QuestionNeeds,
} from './removed-elements';
import { isEmptyAnswer, type AnsweredQuestion } from './complete-kb-answers';

export interface UnanswerableTarget {
  /** Share of the questions. */
  readonly share: number;
  readonly kinds: readonly ElementKind[];
  readonly seed: number;
}

export interface ChoosePorts {
  readonly survey: Survey;
  readonly schema: KbSchema;
  readonly solutions: (query: string) => Promise<readonly Solution[]>;
}

/** Extends `base`. */
export async function chooseForDataset(
  questions: readonly AnsweredQuestion[],
  { share, kinds, seed }: UnanswerableTarget,
  base: Reduction,
  ports: ChoosePorts,
): Promise<Reduction> {
  const needs: QuestionNeeds[] = [];
  for (const question of questions) needs.push(await findNeeds(question, ports));
  const removed = new RemovedElements(base, ports.schema, ports.survey);
  const random = new SeededRandom(seed);
  let answerable = new Set(needs.filter((need) => !losesAnswer(need, [removed])));
  let required = Math.round(share * questions.length) - (needs.length - answerable.size);
  for (const [at, kind] of kinds.entries()) {
    let quota = Math.round(required / (kinds.length - at));
    for (const need of random.shuffle(needs)) {
      if (quota <= 0) break;
      if (!answerable.has(need)) continue;
      for (const element of listCandidates(kind, need, removed, random, ports.schema)) {
        const affected = [...answerable].filter((one) => losesAnswer(one, [removed, element]));
        if (!affected.length || affected.length > quota) continue;
        removed.add(element);
        answerable = new Set([...answerable].filter((one) => !affected.includes(one)));
        quota -= affected.length;
        required -= affected.length;
        break;
      }
    }
  }
  return removed.reduction;
}

async function findNeeds(
  { parses }: AnsweredQuestion,
  { schema, solutions }: ChoosePorts,
): Promise<QuestionNeeds> {
  const answering = parses.filter(({ answers }) => !isEmptyAnswer(answers));
  const [first, ...others] = answering.map(({ names }) => names);
  const sharedNames = (kind: 'relations' | 'classes' | 'entities'): readonly string[] =>
    (first?.[kind] ?? []).filter((id) => others.every((names) => names[kind].includes(id)));
  const byParse: (readonly Solution[])[] = [];
  for (const { query } of answering) byParse.push(await solutions(query));
  return {
    relations: new Set(sharedNames('relations').flatMap((relation) => withReverse(relation, schema))),
    types: new Set(sharedNames('classes')),
    entities: new Set(sharedNames('entities')),
    solutions: byParse.every(({ length }) => length > 0) ? byParse.flat() : [],
    queries: answering.map(({ query }) => query),
  };
}

/** Yields the elements of one kind that the question needs, in random order. */
function* listCandidates(
  kind: ElementKind,
  need: QuestionNeeds,
  removed: RemovedElements,
  random: SeededRandom,
  schema: KbSchema,
): Iterable<KbElements> {
  if (kind === 'facts') {
    yield* factCandidates(need, random);
    return;
  }
  const named = random.shuffle([...need[kind]].sort());
  // A type may be implied by the relations.
  const domains =
    kind === 'types'
      ? [...need.relations].flatMap((relation) => schema.relation(relation)?.domain ?? [])
      : [];
  for (const id of new Set([...named, ...random.shuffle(domains.sort())])) {
    const element = removed.expand(kind, id);
    if (element) yield element;
  }
}

/** Yields all facts that match one triple pattern, the smallest set first; with several parses, one fact of each solution. */
function* factCandidates({ solutions, queries }: QuestionNeeds, random: SeededRandom): Iterable<KbElements> {
  if (queries.length > 1) {
    const facts = solutions.flatMap((solution) => solution.slice(0, 1).map(({ key }) => key));
    if (facts.length) yield toElements({ facts });
    return;
  }
  const triples = [...(solutions[0] ?? []).keys()];
  const lists = triples.map((at) => [...new Set(solutions.flatMap((solution) => solution[at]?.key ?? []))]);
  for (const facts of [...random.shuffle(lists)].sort((one, other) => one.length - other.length))
    yield toElements({ facts });
}
