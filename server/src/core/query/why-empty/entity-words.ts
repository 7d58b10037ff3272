/** Ids with the names that the KB has for them, for sentences. */
import type { KnownEntity } from '../../kb/entity';
import type { DiagnosisContext } from './diagnose';

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
