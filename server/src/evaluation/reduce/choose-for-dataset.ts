/**
 * What is to be taken so that a share of the questions cannot be answered any more, as GrailQAbility was made: equally many for want
 * of relations, types, entities and facts. Only what gold uses is taken, and nothing that would take more questions with it than
 * are wanted.
 */
import type { KbSchema } from '../../core/schema/schema';
import { Draw } from '../seeded-random';
import { shuffled } from './choose-by-share';
import { withReverse, type Kind, type Reduction } from './reduction';
import type { Solution } from './solutions';
import type { Survey } from './survey';
import { elementOf, isSpoilt, Taken, type Element, type Need } from './taken';
import { isNothing, type AnsweredQuestion } from './whole-answers';

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

/** On top of what is taken already. */
export async function chooseForDataset(
  questions: readonly AnsweredQuestion[],
  { share, kinds, seed }: Target,
  base: Reduction,
  ports: ChoosePorts,
): Promise<Reduction> {
  const needs: Need[] = [];
  for (const question of questions) needs.push(await needOf(question, ports));
  const taken = new Taken(base, ports.schema, ports.survey);
  const draw = new Draw(seed);
  let left = new Set(needs.filter((need) => !isSpoilt(need, [taken])));
  let wanted = Math.round(share * questions.length) - (needs.length - left.size);
  for (const [at, kind] of kinds.entries()) {
    let quota = Math.round(wanted / (kinds.length - at));
    for (const need of shuffled(needs, draw)) {
      if (quota <= 0) break;
      if (!left.has(need)) continue;
      for (const element of candidates(kind, need, taken, draw, ports.schema)) {
        const spoilt = [...left].filter((one) => isSpoilt(one, [taken, element]));
        if (!spoilt.length || spoilt.length > quota) continue;
        taken.take(element);
        left = new Set([...left].filter((one) => !spoilt.includes(one)));
        quota -= spoilt.length;
        wanted -= spoilt.length;
        break;
      }
    }
  }
  return taken.reduction;
}

async function needOf({ readings }: AnsweredQuestion, { schema, solutions }: ChoosePorts): Promise<Need> {
  const answering = readings.filter(({ answers }) => !isNothing(answers));
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

/** In the order in which they are tried. */
function* candidates(kind: Kind, need: Need, taken: Taken, draw: Draw, schema: KbSchema): Iterable<Element> {
  if (kind === 'facts') {
    yield* factsFor(need, draw);
    return;
  }
  const named = shuffled([...need[kind]].sort(), draw);
  // A type need not be named: that of the relations is meant too.
  const domains =
    kind === 'types'
      ? [...need.relations].flatMap((relation) => schema.relation(relation)?.domain ?? [])
      : [];
  for (const id of new Set([...named, ...shuffled(domains.sort(), draw)])) {
    const element = taken.element(kind, id);
    if (element) yield element;
  }
}

/** All that one triple of the query matches, the smallest first; of several readings, of each. */
function* factsFor({ solutions, queries }: Need, draw: Draw): Iterable<Element> {
  if (queries.length > 1) {
    const facts = solutions.flatMap((solution) => solution.slice(0, 1).map(({ key }) => key));
    if (facts.length) yield elementOf({ facts });
    return;
  }
  const triples = [...(solutions[0] ?? []).keys()];
  const lists = triples.map((at) => [...new Set(solutions.flatMap((solution) => solution[at]?.key ?? []))]);
  for (const facts of [...shuffled(lists, draw)].sort((one, other) => one.length - other.length))
    yield elementOf({ facts });
}
