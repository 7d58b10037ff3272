import type { Term } from '../../language/sparql/model';
import type { Scene } from './diagnose';

/** As it stands in the query. */
export function written({ model }: Scene, term: Term): string {
  if (term.kind === 'blank') return 'the node between';
  return model.text.slice(term.range.start, term.range.end);
}

/** What is missing from a part may be in the whole. */
export function partOnly({ kb }: Scene): readonly string[] {
  return kb.complete ? [] : [`The KB ${kb.name} is incomplete.`];
}
