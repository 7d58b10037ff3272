import type { Term } from '../../language/sparql/model';
import type { DiagnosisContext } from './diagnose';

/** As it stands in the query. */
export function written({ model }: DiagnosisContext, term: Term): string {
  if (term.kind === 'blank') return 'the node between';
  return model.text.slice(term.range.start, term.range.end);
}

/** What is missing from a part may be in the whole. */
export function incompleteKbNote({ kb }: DiagnosisContext): readonly string[] {
  return kb.complete ? [] : [`The KB ${kb.name} is incomplete.`];
}
