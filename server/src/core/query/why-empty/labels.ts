/** Labels of entities for messages. */
import type { KnownEntity } from '../../kb/knowledge-base';
import type { DiagnosisContext } from './diagnose';
import type { Term } from '../../language/sparql/model';

export interface EntityLabels {
  readonly entity: (iri: string) => KnownEntity | undefined;
  /** "m.02mjmr (Barack Obama)" */
  readonly label: (iri: string) => string;
}

export async function lookUpLabels(
  { directory, schema, signal }: Pick<DiagnosisContext, 'directory' | 'schema' | 'signal'>,
  iris: readonly string[],
): Promise<EntityLabels> {
  const known = await directory.lookUp(iris, signal);
  return {
    entity: (iri) => known.get(iri),
    label: (iri) => {
      const id = schema?.idOf(iri) ?? `<${iri}>`;
      const name = known.get(iri)?.name;
      return name === undefined ? id : `${id} (${name})`;
    },
  };
}

export function writtenTerm({ model }: DiagnosisContext, term: Term): string {
  if (term.kind === 'blank') return 'the node between';
  return model.text.slice(term.range.start, term.range.end);
}

export function incompleteKbNote({ kb }: DiagnosisContext): readonly string[] {
  return kb.complete ? [] : [`The KB ${kb.name} is incomplete.`];
}
