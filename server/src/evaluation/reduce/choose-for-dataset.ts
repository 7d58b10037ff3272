/**
 * Chooses elements to remove so that a share of the questions becomes unanswerable, as in GrailQAbility: equally many by missing
 * relations, types, entities and facts. Removes only elements that gold uses, and none that affects more questions than requested.
 */
import type { KbSchema } from '../../core/schema/schema';
import { SeededRandom } from '../seeded-random';
import { withReverse, type ElementKind, type Reduction, ELEMENT_KINDS, relationsOfType } from './reduction';
import type { Solution } from './solutions';
import type { Survey } from './survey';
import { isEmptyAnswer, type AnsweredQuestion } from './complete-kb-answers';
import { isStructural } from './fact';

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

/** IDs of elements and keys of facts. */
type KbElements = Readonly<Record<ElementKind, ReadonlySet<string>>>;

/** The elements that a question needs to be answered. */
interface QuestionNeeds {
  /** Relations that occur in every parse. */
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  /** Solutions of all parses; empty if unknown for one of them. */
  readonly solutions: readonly Solution[];
  /** The parses that have an answer. */
  readonly queries: readonly string[];
}

/** Whether a question has no answer without these elements. */
function losesAnswer(
  { relations, types, entities, solutions }: QuestionNeeds,
  removed: readonly KbElements[],
): boolean {
  const isRemoved = (kind: ElementKind, id: string): boolean =>
    removed.some((element) => element[kind].has(id));
  const isAnyRemoved = (kind: ElementKind, ids: ReadonlySet<string>): boolean => {
    for (const id of ids) if (isRemoved(kind, id)) return true;
    return false;
  };
  if (
    isAnyRemoved('relations', relations) ||
    isAnyRemoved('types', types) ||
    isAnyRemoved('entities', entities)
  )
    return true;
  return (
    solutions.length > 0 &&
    solutions.every((solution) =>
      solution.some(
        ({ key, relation, ends }) =>
          isRemoved('facts', key) ||
          isRemoved('relations', relation) ||
          ends.some((id) => isRemoved('entities', id)),
      ),
    )
  );
}

/** Tracks the removed elements. */
class RemovedElements implements KbElements {
  readonly relations: Set<string>;
  readonly types: Set<string>;
  readonly entities: Set<string>;
  readonly facts: Set<string>;

  constructor(
    private readonly base: Reduction,
    private readonly schema: KbSchema,
    private readonly survey: Survey,
  ) {
    this.relations = new Set(base.relations);
    this.types = new Set(base.types);
    this.entities = new Set(base.entities);
    this.facts = new Set(base.facts);
  }

  get reduction(): Reduction {
    const { relations, types, entities, facts } = this;
    return { ...this.base, relations, types, entities, facts };
  }

  /** Returns an element with those that are removed together with it; undefined if the KB does not contain it. */
  expand(kind: Exclude<ElementKind, 'facts'>, id: string): KbElements | undefined {
    if (!this.survey[kind].has(id) || isStructural(id)) return undefined;
    switch (kind) {
      case 'relations':
        return toElements({ relations: withReverse(id, this.schema) });
      case 'types': {
        const known = relationsOfType(id, this.schema).filter((one) => this.survey.relations.has(one));
        return toElements({ relations: known, types: [id] });
      }
      case 'entities':
        return toElements({ entities: [id] });
    }
  }

  add(element: KbElements): void {
    for (const kind of ELEMENT_KINDS) for (const id of element[kind]) this[kind].add(id);
  }
}

function toElements({
  relations,
  types,
  entities,
  facts,
}: Partial<Record<ElementKind, readonly string[]>>): KbElements {
  return {
    relations: new Set(relations),
    types: new Set(types),
    entities: new Set(entities),
    facts: new Set(facts),
  };
}
