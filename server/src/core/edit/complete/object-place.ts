/** What belongs in the object that is being written. */
import type { Inference } from '../../schema/inference/inference';
import type { Link, Scope } from '../../schema/inference/scopes';
import type { KbSchema, Relation } from '../../schema/schema';
import { HERE } from './place';

/** The link whose object is being written. */
export function linkToHere(inference: Inference): { readonly link: Link; readonly scope: Scope } | undefined {
  for (const scope of inference.scopes.all)
    for (const link of scope.links)
      if (link.object.term?.kind === 'iri' && link.object.term.iri === HERE) return { link, scope };
  return undefined;
}

/** Does the relation before say which class its subject is of? */
export function asksForClass(inference: Inference, schema: KbSchema): boolean {
  const here = linkToHere(inference);
  return here?.link.options.some(({ iri, inverse }) => !inverse && schema.isTyping(iri.iri)) ?? false;
}

/** The one relation that leads here, if the schema knows it. */
export function relationToHere(inference: Inference, schema: KbSchema): Relation | undefined {
  const [option, ...others] = linkToHere(inference)?.link.options ?? [];
  if (!option || option.inverse || others.length) return undefined;
  const id = schema.idOf(option.iri.iri);
  return id === undefined ? undefined : schema.relation(id);
}
