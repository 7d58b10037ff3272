/** Every name as a full IRI: there are engines that do not take `ns:people.person.parents`. */
import type { QueryModel } from '../../language/sparql/model';
import { resolveIri, resolveName } from '../../language/sparql/resolve';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';

export function nameEdits({ text, tokens, prefixes, base }: QueryModel): TextEdit[] {
  const namespaces = new Map(prefixes.map(({ prefix, iri }) => [prefix, iri]));
  const edits: TextEdit[] = [];
  for (const [index, { type, start, end }] of tokens.entries()) {
    const [second, first] = [tokens[index - 2]?.value, tokens[index - 1]?.value];
    if (first === 'PREFIX' || first === 'BASE' || second === 'PREFIX') continue;
    const written = text.slice(start, end);
    if (type === 'pname' || type === 'pname-ns') {
      const { iri } = resolveName(written, namespaces);
      // A prefix that nobody knows is left for the engine to complain of.
      if (iri !== written) edits.push({ range: range(start, end), newText: `<${escaped(iri)}>` });
    } else if (type === 'iri' && base !== undefined) {
      const iri = resolveIri(written.slice(1, -1), base);
      if (`<${iri}>` !== written) edits.push({ range: range(start, end), newText: `<${iri}>` });
    }
  }
  return edits;
}

/** A local name may hold what an IRI between angle brackets may not. */
function escaped(iri: string): string {
  return iri.replace(/[\s<>"{}|\\^`]/g, (sign) => encodeURIComponent(sign));
}
