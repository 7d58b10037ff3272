import { CUSTOMARY_PREFIXES, VIRTUOSO_PREFIXES } from '../../language/rdf/names';
import type { CompletionPlace } from './place';

/** The typed word, split into prefix and local name. */
export type TypedWord =
  | { readonly form: 'word'; readonly local: string }
  | { readonly form: 'variable'; readonly local: string }
  /** `<http://…` */
  | { readonly form: 'iri'; readonly local: string }
  | {
      readonly form: 'name';
      readonly prefix: string;
      readonly local: string;
      /** Undefined for an unknown prefix. */
      readonly namespace: string | undefined;
      /** The declaration that the query lacks. */
      readonly declaration: string | undefined;
    };

export function parseTypedWord({ typed, query }: CompletionPlace): TypedWord {
  if (typed.startsWith('<')) return { form: 'iri', local: typed.slice(1) };
  if (/^[?$]/.test(typed)) return { form: 'variable', local: typed.slice(1) };
  const colon = typed.indexOf(':');
  if (colon < 0) return { form: 'word', local: typed };
  const prefix = typed.slice(0, colon);
  const declared = query.prefixes.find((one) => one.prefix === prefix)?.iri;
  const predefined = query.dialect === 'virtuoso' ? VIRTUOSO_PREFIXES.get(prefix) : undefined;
  const namespace = declared ?? predefined ?? CUSTOMARY_PREFIXES.get(prefix);
  return {
    form: 'name',
    prefix,
    local: typed.slice(colon + 1),
    namespace,
    declaration:
      declared === undefined && predefined === undefined && namespace !== undefined
        ? `PREFIX ${prefix}: <${namespace}>`
        : undefined,
  };
}
