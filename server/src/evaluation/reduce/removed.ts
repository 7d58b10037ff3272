/** What has been removed so far, and which questions lose their answers. */
import type { KbSchema } from '../../core/schema/schema';
import { isStructural } from './fact';
import { relationsOfType, withReverse, type Kind, type Reduction } from './reduction';
import type { Solution } from './solutions';
import type { Survey } from './survey';

/** IDs, and keys of facts. */
export type KbElements = Readonly<Record<Kind, ReadonlySet<string>>>;

/** What a question needs to be answered. */
export interface QuestionNeeds {
  /** Named in every parse. */
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  /** Of all parses; empty if unknown for one of them. */
  readonly solutions: readonly Solution[];
  /** The parses that have an answer. */
  readonly queries: readonly string[];
}

export function losesItsAnswer(
  { relations, types, entities, solutions }: QuestionNeeds,
  by: readonly KbElements[],
): boolean {
  const isRemoved = (kind: Kind, id: string): boolean => by.some((element) => element[kind].has(id));
  const some = (kind: Kind, ids: ReadonlySet<string>): boolean => {
    for (const id of ids) if (isRemoved(kind, id)) return true;
    return false;
  };
  if (some('relations', relations) || some('types', types) || some('entities', entities)) return true;
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

  /** With everything that is removed with it; undefined if the KB does not contain it. */
  element(kind: Exclude<Kind, 'facts'>, id: string): KbElements | undefined {
    if (!this.survey[kind].has(id) || isStructural(id)) return undefined;
    switch (kind) {
      case 'relations':
        return elementsOf({ relations: withReverse(id, this.schema) });
      case 'types': {
        const known = relationsOfType(id, this.schema).filter((one) => this.survey.relations.has(one));
        return elementsOf({ relations: known, types: [id] });
      }
      case 'entities':
        return elementsOf({ entities: [id] });
    }
  }

  take(element: KbElements): void {
    for (const kind of ['relations', 'types', 'entities', 'facts'] as const)
      for (const id of element[kind]) this[kind].add(id);
  }
}

export function elementsOf(of: Partial<Record<Kind, readonly string[]>>): KbElements {
  const { relations, types, entities, facts } = of;
  return {
    relations: new Set(relations),
    types: new Set(types),
    entities: new Set(entities),
    facts: new Set(facts),
  };
}
