/** Ids with the names that the KB has for them, for sentences. */
import type { KnownEntity } from '../../kb/knowledge-base';
import type { DiagnosisContext } from './diagnose';
import type { Term } from '../../language/sparql/model';

export interface EntityLabels {
  readonly entity: (iri: string) => KnownEntity | undefined;
  /** "m.02mjmr (Barack Obama)" */
  readonly call: (iri: string) => string;
}

export async function entityWords(
  { directory, schema, signal }: Pick<DiagnosisContext, 'directory' | 'schema' | 'signal'>,
  iris: readonly string[],
): Promise<EntityLabels> {
  const known = await directory.lookUp(iris, signal);
  return {
    entity: (iri) => known.get(iri),
    call: (iri) => {
      const id = schema?.idOf(iri) ?? `<${iri}>`;
      const name = known.get(iri)?.name;
      return name === undefined ? id : `${id} (${name})`;
    },
  };
}

/** As it stands in the query. */
export function written({ model }: DiagnosisContext, term: Term): string {
  if (term.kind === 'blank') return 'the node between';
  return model.text.slice(term.range.start, term.range.end);
}

/** What is missing from a part may be in the whole. */
export function incompleteKbNote({ kb }: DiagnosisContext): readonly string[] {
  return kb.complete ? [] : [`The KB ${kb.name} is incomplete.`];
}
