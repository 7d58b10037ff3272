/** Prefixes: to be declared after PREFIX, and to begin a name with. */
import { CUSTOMARY_PREFIXES } from '../../rdf/names';
import { isMeant, type CompletionItem } from './item';
import type { Scene } from './scene';

export function* declarationItems({ place, schema, typed }: Scene): Iterable<CompletionItem> {
  if (typed.form !== 'word' && typed.form !== 'name') return;
  const name = typed.form === 'name' ? typed.prefix : typed.local;
  const declared = new Set(place.query.prefixes.map(({ prefix }) => prefix));
  const customary = new Map(CUSTOMARY_PREFIXES);
  if (schema && ![...customary.values()].includes(schema.namespace)) customary.set('kb', schema.namespace);
  for (const [prefix, iri] of customary) {
    if (declared.has(prefix) || !prefix || !isMeant(name, prefix)) continue;
    yield { kind: 'prefix', label: `${prefix}:`, note: iri, text: `${prefix}: <${iri}>` };
  }
}

/** Names that can begin here: the declared prefixes first, and the KB's own even if it is not declared. */
export function* prefixItems({ place, schema, typed }: Scene): Iterable<CompletionItem> {
  if (typed.form !== 'word') return;
  const seen = new Set<string>();
  for (const { prefix, iri } of place.query.prefixes) {
    seen.add(iri);
    if (isMeant(typed.local, prefix))
      yield { kind: 'prefix', label: `${prefix}:`, note: iri, text: `${prefix}:` };
  }
  if (schema && !seen.has(schema.namespace) && CUSTOMARY_PREFIXES.get('ns') === schema.namespace) {
    if (isMeant(typed.local, 'ns'))
      yield { kind: 'prefix', label: 'ns:', note: schema.namespace, text: 'ns:' };
  }
}
