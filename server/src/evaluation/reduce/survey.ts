/** Lists the elements that can be removed from a KB. */
import type { KbSchema } from '../../core/schema/schema';
import { RDFS_LABEL } from '../../core/language/rdf/names';
import { termId, stripNamespace, isStructural, type Fact } from './fact';

/** IDs of the elements of a KB. They are sorted before drawing, so the order of facts does not matter. */
export interface Survey {
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Entities with a name; mediators have none. */
  readonly entities: ReadonlySet<string>;
  readonly facts: number;
}

export class Surveyor {
  private readonly relations = new Set<string>();
  private readonly types = new Set<string>();
  private readonly entities = new Set<string>();
  private facts = 0;

  constructor(private readonly schema: KbSchema) {}

  add(fact: Fact): void {
    this.facts++;
    const relation = stripNamespace(fact.relation, this.schema.namespace);
    if (this.schema.isTyping(fact.relation)) {
      const type = termId(fact.object, this.schema);
      if (type !== undefined && !isStructural(type)) this.types.add(type);
    } else if (fact.relation === RDFS_LABEL || relation === 'type.object.name') {
      const named = termId(fact.subject, this.schema);
      if (named !== undefined) this.entities.add(named);
    } else if (!isStructural(relation)) this.relations.add(relation);
  }

  get result(): Survey {
    // A KB may name its classes and relations.
    const entities = [...this.entities].filter(
      (id) => !this.types.has(id) && !this.relations.has(id) && !isStructural(id),
    );
    return { relations: this.relations, types: this.types, entities: new Set(entities), facts: this.facts };
  }
}
