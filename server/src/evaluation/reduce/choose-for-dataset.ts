/**
 * Chooses what to remove so that a share of the questions becomes unanswerable, in the way of GrailQAbility: equally many by missing
 * relations, types, entities and facts. Removes only what gold uses, and nothing that affects more questions than wanted.
 */
import type { KbSchema } from '../../core/schema/schema';
import { SeededRandom } from '../seeded-random';
import { shuffled } from './choose-by-share';
import { withReverse, type Kind, type Reduction } from './reduction';
import type { Solution } from './solutions';
import type { Survey } from './survey';
import { elementsOf, losesItsAnswer, RemovedElements, type KbElements, type QuestionNeeds } from './removed';
import { isEmptyAnswer, type AnsweredQuestion } from './complete-kb-answers';

export interface Target {
  /** Of the questions. */
  readonly share: number;
  readonly kinds: readonly Kind[];
  readonly seed: number;
}

export interface ChoosePorts {
  readonly survey: Survey;
  readonly schema: KbSchema;
  readonly solutions: (query: string) => Promise<readonly Solution[]>;
}

/** In addition to what `base` removes. */
export async function chooseForDataset(
  questions: readonly AnsweredQuestion[],
  { share, kinds, seed }: Target,
  base: Reduction,
  ports: ChoosePorts,
): Promise<Reduction> {
  const needs: QuestionNeeds[] = [];
  for (const question of questions) needs.push(await needOf(question, ports));
  const removed = new RemovedElements(base, ports.schema, ports.survey);
  const draw = new SeededRandom(seed);
  let left = new Set(needs.filter((need) => !losesItsAnswer(need, [removed])));
  let wanted = Math.round(share * questions.length) - (needs.length - left.size);
  for (const [at, kind] of kinds.entries()) {
    let quota = Math.round(wanted / (kinds.length - at));
    for (const need of shuffled(needs, draw)) {
      if (quota <= 0) break;
      if (!left.has(need)) continue;
      for (const element of candidates(kind, need, removed, draw, ports.schema)) {
        const affected = [...left].filter((one) => losesItsAnswer(one, [removed, element]));
        if (!affected.length || affected.length > quota) continue;
        removed.take(element);
        left = new Set([...left].filter((one) => !affected.includes(one)));
        quota -= affected.length;
        wanted -= affected.length;
        break;
      }
    }
  }
  return removed.reduction;
}

async function needOf(
  { readings }: AnsweredQuestion,
  { schema, solutions }: ChoosePorts,
): Promise<QuestionNeeds> {
  const answering = readings.filter(({ answers }) => !isEmptyAnswer(answers));
  const [first, ...others] = answering.map(({ names }) => names);
  const inAll = (of: 'relations' | 'classes' | 'entities'): readonly string[] =>
    (first?.[of] ?? []).filter((id) => others.every((names) => names[of].includes(id)));
  const found: (readonly Solution[])[] = [];
  for (const { query } of answering) found.push(await solutions(query));
  return {
    relations: new Set(inAll('relations').flatMap((relation) => withReverse(relation, schema))),
    types: new Set(inAll('classes')),
    entities: new Set(inAll('entities')),
    solutions: found.every(({ length }) => length > 0) ? found.flat() : [],
    queries: answering.map(({ query }) => query),
  };
}

/** In the order of trying. */
function* candidates(
  kind: Kind,
  need: QuestionNeeds,
  removed: RemovedElements,
  draw: SeededRandom,
  schema: KbSchema,
): Iterable<KbElements> {
  if (kind === 'facts') {
    yield* factsFor(need, draw);
    return;
  }
  const named = shuffled([...need[kind]].sort(), draw);
  // A type may be implied by the relations.
  const domains =
    kind === 'types'
      ? [...need.relations].flatMap((relation) => schema.relation(relation)?.domain ?? [])
      : [];
  for (const id of new Set([...named, ...shuffled(domains.sort(), draw)])) {
    const element = removed.element(kind, id);
    if (element) yield element;
  }
}

/** All facts that one triple of the query matches, the smallest set first; with several parses, from each. */
function* factsFor({ solutions, queries }: QuestionNeeds, draw: SeededRandom): Iterable<KbElements> {
  if (queries.length > 1) {
    const facts = solutions.flatMap((solution) => solution.slice(0, 1).map(({ key }) => key));
    if (facts.length) yield elementsOf({ facts });
    return;
  }
  const triples = [...(solutions[0] ?? []).keys()];
  const lists = triples.map((at) => [...new Set(solutions.flatMap((solution) => solution[at]?.key ?? []))]);
  for (const facts of [...shuffled(lists, draw)].sort((one, other) => one.length - other.length))
    yield elementsOf({ facts });
}
