import type { Inference } from '../../schema/inference/inference';
import type { Link, Scope } from '../../schema/inference/scopes';
import type { KbSchema, Relation } from '../../schema/schema';
import { CURSOR_IRI } from './place';

/** The link whose object is at the cursor. */
export function linkToCursor(
  inference: Inference,
): { readonly link: Link; readonly scope: Scope } | undefined {
  for (const scope of inference.scopes.all)
    for (const link of scope.links)
      if (link.object.term?.kind === 'iri' && link.object.term.iri === CURSOR_IRI) return { link, scope };
  return undefined;
}

/** Whether a class is expected at the cursor: the object of `a` or another typing relation. */
export function expectsClass(inference: Inference, schema: KbSchema): boolean {
  const here = linkToCursor(inference);
  return here?.link.options.some(({ iri, inverse }) => !inverse && schema.isTyping(iri.iri)) ?? false;
}

/** The relation whose object is at the cursor, if it is a single one that the schema has. */
export function relationToCursor(inference: Inference, schema: KbSchema): Relation | undefined {
  const [option, ...others] = linkToCursor(inference)?.link.options ?? [];
  if (!option || option.inverse || others.length) return undefined;
  const id = schema.idOf(option.iri.iri);
  return id === undefined ? undefined : schema.relation(id);
}
