/** What is taken so far, and whether a question can do without it. */
import type { KbSchema } from '../../core/schema/schema';
import { isOfTheFrame } from './fact';
import { relationsOfType, withReverse, type Kind, type Reduction } from './reduction';
import type { Solution } from './solutions';
import type { Survey } from './survey';

/** Ids, and keys of facts. */
export type Element = Readonly<Record<Kind, ReadonlySet<string>>>;

/** What a question cannot do without. */
export interface Need {
  /** What every reading names. */
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  /** Of all readings; none where they are not known of each. */
  readonly solutions: readonly Solution[];
  /** Readings that have an answer. */
  readonly queries: readonly string[];
}

/** Whether nothing is left that answers. */
export function isSpoilt({ relations, types, entities, solutions }: Need, by: readonly Element[]): boolean {
  const goes = (kind: Kind, id: string): boolean => by.some((element) => element[kind].has(id));
  const some = (kind: Kind, ids: ReadonlySet<string>): boolean => {
    for (const id of ids) if (goes(kind, id)) return true;
    return false;
  };
  if (some('relations', relations) || some('types', types) || some('entities', entities)) return true;
  return (
    solutions.length > 0 &&
    solutions.every((solution) =>
      solution.some(
        ({ key, relation, ends }) =>
          goes('facts', key) || goes('relations', relation) || ends.some((id) => goes('entities', id)),
      ),
    )
  );
}

export class Taken implements Element {
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

  /** All that goes with it; nothing where the KB does not have it. */
  element(kind: Exclude<Kind, 'facts'>, id: string): Element | undefined {
    if (!this.survey[kind].has(id) || isOfTheFrame(id)) return undefined;
    switch (kind) {
      case 'relations':
        return elementOf({ relations: withReverse(id, this.schema) });
      case 'types': {
        const known = relationsOfType(id, this.schema).filter((one) => this.survey.relations.has(one));
        return elementOf({ relations: known, types: [id] });
      }
      case 'entities':
        return elementOf({ entities: [id] });
    }
  }

  take(element: Element): void {
    for (const kind of ['relations', 'types', 'entities', 'facts'] as const)
      for (const id of element[kind]) this[kind].add(id);
  }
}

export function elementOf(of: Partial<Record<Kind, readonly string[]>>): Element {
  const { relations, types, entities, facts } = of;
  return {
    relations: new Set(relations),
    types: new Set(types),
    entities: new Set(entities),
    facts: new Set(facts),
  };
}
