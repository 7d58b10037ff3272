import type { KbSchema } from '../../schema/schema';
import { CUSTOMARY_PREFIXES } from '../../language/rdf/names';
import { matchesTyped, type CompletionItem } from './item';
import type { CompletionContext } from './context';

/** Prefix declarations, after PREFIX. */
export function* declarationItems({ place, schema, typed }: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'word' && typed.form !== 'name') return;
  const name = typed.form === 'name' ? typed.prefix : typed.local;
  const declared = new Set(place.query.prefixes.map(({ prefix }) => prefix));
  for (const [prefix, iri] of customaryPrefixes(schema)) {
    if (declared.has(prefix) || !prefix || !matchesTyped(name, prefix)) continue;
    yield { kind: 'prefix', label: `${prefix}:`, detail: iri, insertText: `${prefix}: <${iri}>` };
  }
}

/** Namespaces, after `PREFIX ns:`. The usual one of the prefix comes first. */
export function* namespaceItems({ place, schema, typed }: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'word' && typed.form !== 'iri') return;
  const name = place.before[place.before.length - 1];
  const prefix = name ? place.query.text.slice(name.start, name.end - 1) : '';
  const usual = CUSTOMARY_PREFIXES.get(prefix);
  const iris = new Set([
    ...(usual === undefined ? [] : [usual]),
    ...customaryPrefixes(schema).map(([, iri]) => iri),
  ]);
  for (const iri of iris)
    if (typed.form === 'word' || iri.startsWith(typed.local))
      yield { kind: 'prefix', label: `<${iri}>`, insertText: `<${iri}${place.closed ? '' : '>'}` };
}

/** The customary prefixes, with the namespace of the KB first. */
function customaryPrefixes(
  schema: KbSchema | undefined,
): readonly (readonly [prefix: string, iri: string])[] {
  const customary = [...CUSTOMARY_PREFIXES];
  const own = customary.filter(([, iri]) => iri === schema?.namespace);
  if (!own.length && schema) own.push(['kb', schema.namespace]);
  return [...own, ...customary.filter(([, iri]) => iri !== schema?.namespace)];
}

/** The declared prefixes, and that of the KB even if it is not declared. */
export function* prefixItems({ place, schema, typed }: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'word') return;
  const seen = new Set<string>();
  for (const { prefix, iri } of place.query.prefixes) {
    seen.add(iri);
    if (matchesTyped(typed.local, prefix))
      yield { kind: 'prefix', label: `${prefix}:`, detail: iri, insertText: `${prefix}:` };
  }
  if (schema && !seen.has(schema.namespace) && CUSTOMARY_PREFIXES.get('ns') === schema.namespace) {
    if (matchesTyped(typed.local, 'ns'))
      yield { kind: 'prefix', label: 'ns:', detail: schema.namespace, insertText: 'ns:' };
  }
}
