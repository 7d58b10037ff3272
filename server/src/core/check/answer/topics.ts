import type { Scope, Scopes } from '../../schema/inference/scopes';
import type { KbSchema } from '../../schema/schema';
import { isEntityId } from '../../language/rdf/ids';
import type { IriTerm, Term } from '../../language/sparql/model';

/** An entity that a query names. */
export interface TopicEntity {
  readonly id: string;
  readonly iri: string;
  readonly term: IriTerm;
  /** The variables that VALUES or a FILTER restrict to it. */
  readonly variables: ReadonlySet<string>;
}

/** The topic entities of a query by IRI, in the order of the patterns. */
export function topicEntitiesOf(
  { all, assignedIris: constants }: Scopes,
  schema: KbSchema,
): ReadonlyMap<string, TopicEntity> {
  const topics = new Map<string, TopicEntity & { readonly variables: Set<string> }>();
  const add = (term: Term | undefined): Set<string> | undefined => {
    if (term?.kind !== 'iri') return undefined;
    const known = topics.get(term.iri);
    if (known) return known.variables;
    const id = schema.idOf(term.iri);
    if (id === undefined || !isEntityName(id, schema)) return undefined;
    const topic = { id, iri: term.iri, term, variables: new Set<string>() };
    topics.set(term.iri, topic);
    return topic.variables;
  };
  for (const { links, choices } of all) {
    for (const { subject, object } of links) {
      add(subject.term);
      add(object.term);
    }
    for (const { node, terms } of choices) for (const term of terms) add(term)?.add(node.key);
  }
  for (const { variable, iri } of constants) add(iri)?.add(variable);
  return topics;
}

/** Whether an id of the KB is that of an entity. */
export function isEntityName(id: string, schema: KbSchema): boolean {
  if (schema.machineIds) return isEntityId(id);
  return !schema.hasType(id) && !schema.hasRelation(id);
}

/** The IRIs among the subjects, objects and alternatives of a scope. */
export function irisIn({ links, choices }: Scope): readonly IriTerm[] {
  const iris: IriTerm[] = [];
  const add = (term: Term | undefined): void => {
    if (term?.kind === 'iri') iris.push(term);
  };
  for (const { subject, object } of links) {
    add(subject.term);
    add(object.term);
  }
  for (const { terms } of choices) terms.forEach(add);
  return iris;
}
