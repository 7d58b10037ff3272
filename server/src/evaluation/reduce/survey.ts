/** What there is in a KB to be taken. */
import type { KbSchema } from '../../core/schema/schema';
import { RDFS_LABEL } from '../../core/language/rdf/names';
import { idIn, idOf, isOfTheFrame, type Fact } from './fact';

/** Ids. Sorted where they are drawn from, so that the order of the facts is of no account. */
export interface Survey {
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Things with a name: mediators have none, and go with what they hold together. */
  readonly entities: ReadonlySet<string>;
  readonly facts: number;
}

export class Surveyor {
  private readonly relations = new Set<string>();
  private readonly types = new Set<string>();
  private readonly entities = new Set<string>();
  private facts = 0;

  constructor(private readonly schema: KbSchema) {}

  look(fact: Fact): void {
    this.facts++;
    const relation = idOf(fact.relation, this.schema.namespace);
    if (this.schema.isTyping(fact.relation)) {
      const type = idIn(fact.object, this.schema);
      if (type !== undefined && !isOfTheFrame(type)) this.types.add(type);
    } else if (isNaming(fact.relation, relation)) {
      const named = idIn(fact.subject, this.schema);
      if (named !== undefined) this.entities.add(named);
    } else if (!isOfTheFrame(relation)) this.relations.add(relation);
  }

  get result(): Survey {
    // A KB may name its classes and relations too.
    const entities = [...this.entities].filter(
      (id) => !this.types.has(id) && !this.relations.has(id) && !isOfTheFrame(id),
    );
    return { relations: this.relations, types: this.types, entities: new Set(entities), facts: this.facts };
  }
}

function isNaming(iri: string, id: string): boolean {
  return iri === RDFS_LABEL || id === 'type.object.name';
}
