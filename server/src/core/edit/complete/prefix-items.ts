/** Prefixes: to be declared after PREFIX, and to begin a name with. */
import type { KbSchema } from '../../schema/schema';
import { CUSTOMARY_PREFIXES } from '../../language/rdf/names';
import { isMeant, type CompletionItem } from './item';
import type { CompletionContext } from './context';

export function* declarationItems({ place, schema, typed }: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'word' && typed.form !== 'name') return;
  const name = typed.form === 'name' ? typed.prefix : typed.local;
  const declared = new Set(place.query.prefixes.map(({ prefix }) => prefix));
  for (const [prefix, iri] of kbFirst(schema)) {
    if (declared.has(prefix) || !prefix || !isMeant(name, prefix)) continue;
    yield { kind: 'prefix', label: `${prefix}:`, note: iri, text: `${prefix}: <${iri}>` };
  }
}

/** After `PREFIX ns:`, what it usually stands for. */
export function* namespaceItems({ place, schema, typed }: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'word' && typed.form !== 'iri') return;
  const name = place.before[place.before.length - 1];
  const prefix = name ? place.query.text.slice(name.start, name.end - 1) : '';
  const meant = CUSTOMARY_PREFIXES.get(prefix);
  const iris = new Set([...(meant === undefined ? [] : [meant]), ...kbFirst(schema).map(([, iri]) => iri)]);
  for (const iri of iris)
    if (typed.form === 'word' || iri.startsWith(typed.local))
      yield { kind: 'prefix', label: `<${iri}>`, text: `<${iri}${place.closed ? '' : '>'}` };
}

/** The KB's own namespace leads. */
function kbFirst(schema: KbSchema | undefined): readonly (readonly [prefix: string, iri: string])[] {
  const customary = [...CUSTOMARY_PREFIXES];
  const own = customary.filter(([, iri]) => iri === schema?.namespace);
  if (!own.length && schema) own.push(['kb', schema.namespace]);
  return [...own, ...customary.filter(([, iri]) => iri !== schema?.namespace)];
}

/** Names that can begin here: the declared prefixes first, and the KB's own even if it is not declared. */
export function* prefixItems({ place, schema, typed }: CompletionContext): Iterable<CompletionItem> {
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
