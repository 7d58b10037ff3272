/** Tracks the removed elements and decides which questions lose their answers. */
import type { KbSchema } from '../../core/schema/schema';
import { isStructural } from './fact';
import { ELEMENT_KINDS, relationsOfType, withReverse, type ElementKind, type Reduction } from './reduction';
import type { Solution } from './solutions';
import type { Survey } from './survey';

/** IDs of elements and keys of facts. */
export type KbElements = Readonly<Record<ElementKind, ReadonlySet<string>>>;

/** The elements that a question needs to be answered. */
export interface QuestionNeeds {
  /** Relations that occur in every parse. */
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  /** Solutions of all parses; empty if unknown for one of them. */
  readonly solutions: readonly Solution[];
  /** The parses that have an answer. */
  readonly queries: readonly string[];
}

export function losesAnswer(
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

export class RemovedElements implements KbElements {
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

export function toElements({
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
