/** What is typed, taken apart: the prefix, what it stands for, and the part that names something. */
import { CUSTOMARY_PREFIXES, VIRTUOSO_PREFIXES } from '../../language/rdf/names';
import type { CompletionPlace } from './place';

export type PrefixTyped =
  | { readonly form: 'word'; readonly local: string }
  | { readonly form: 'variable'; readonly local: string }
  /** `<http://…` */
  | { readonly form: 'iri'; readonly local: string }
  | {
      readonly form: 'name';
      readonly prefix: string;
      readonly local: string;
      /** Nothing for a prefix that nobody knows. */
      readonly namespace: string | undefined;
      /** The line that declares it, where it is meant but missing. */
      readonly declaration: string | undefined;
    };

export function prefixTyped({ typed, query }: CompletionPlace): PrefixTyped {
  if (typed.startsWith('<')) return { form: 'iri', local: typed.slice(1) };
  if (/^[?$]/.test(typed)) return { form: 'variable', local: typed.slice(1) };
  const colon = typed.indexOf(':');
  if (colon < 0) return { form: 'word', local: typed };
  const prefix = typed.slice(0, colon);
  const declared = query.prefixes.find((one) => one.prefix === prefix)?.iri;
  const known = query.dialect === 'virtuoso' ? VIRTUOSO_PREFIXES.get(prefix) : undefined;
  const meant = declared ?? known ?? CUSTOMARY_PREFIXES.get(prefix);
  return {
    form: 'name',
    prefix,
    local: typed.slice(colon + 1),
    namespace: meant,
    declaration:
      declared === undefined && known === undefined && meant !== undefined
        ? `PREFIX ${prefix}: <${meant}>`
        : undefined,
  };
}
