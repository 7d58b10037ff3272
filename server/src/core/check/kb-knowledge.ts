/** What a KB is known to say: a look-up and nothing more. Whoever hands it out notes what was not known, to ask for it later. */
import type { KnownEntity } from '../kb/entity';
import type { QueryModel } from '../language/sparql/model';

export interface KbKnowledge {
  readonly name: string;
  /** Whether what it does not have does not exist. */
  readonly complete: boolean;
  entity(iri: string): KnownEntity | undefined;
  /** Whether anything matches a few triples, in full IRIs. */
  matches(pattern: string): boolean | undefined;
}

const ELSEWHERE = new Set(['GRAPH', 'SERVICE', 'FROM', 'USING', 'WITH']);

/** Whether a query asks a KB for what it holds as a whole: other graphs and other KBs may say otherwise. */
export function asksTheKbItself({ query, tokens }: QueryModel): boolean {
  return (
    query.form !== 'update' && !tokens.some(({ type, value }) => type === 'keyword' && ELSEWHERE.has(value))
  );
}
