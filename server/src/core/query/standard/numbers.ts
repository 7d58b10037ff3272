/** Virtuoso matches a number in a pattern by its value, whatever its type; the standard by the very term. */
import { literalFamily } from '../../language/rdf/datatypes';
import { XSD } from '../../language/rdf/names';
import type { Group, LiteralTerm, QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';
import type { RewriteParts } from './parts';

/** What no author would call a variable of theirs. */
const OWN_VARIABLES = 'funfusic_number_';

const PATTERNS: ReadonlySet<Group['kind']> = new Set([
  'group',
  'union-branch',
  'optional',
  'minus',
  'exists',
  'not-exists',
  'graph',
]);

export function numberEdits({ query }: QueryModel, { groups }: RewriteParts): TextEdit[] {
  // What is both pattern and template can hold nothing but triples.
  if (query.form === 'construct' && !groups.some(({ kind }) => kind === 'template')) return [];
  const edits: TextEdit[] = [];
  let count = 0;
  for (const { kind, triples, range: whole } of groups) {
    if (!PATTERNS.has(kind)) continue;
    for (const { object } of triples) {
      if (object.kind !== 'literal') continue;
      const terms = equalTerms(object);
      if (!terms) continue;
      const variable = `?${OWN_VARIABLES}${++count}`;
      edits.push(
        { range: object.range, newText: variable },
        {
          range: range(whole.start + 1, whole.start + 1),
          newText: ` VALUES ${variable} { ${terms.join(' ')} } `,
        },
      );
    }
  }
  return edits;
}

/** The same number in every type that can hold it. */
function equalTerms({ value, datatype }: LiteralTerm): readonly string[] | undefined {
  const family = literalFamily(datatype);
  if (family !== 'integer' && family !== 'float') return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return undefined;
  const plain = /e/i.test(String(number)) ? undefined : String(number);
  const types = [
    ...(plain === undefined ? [] : ['decimal']),
    ...(Number.isSafeInteger(number) && plain !== undefined ? ['integer'] : []),
  ];
  return [
    ...types.map((type) => `"${plain ?? ''}"^^<${XSD}${type}>`),
    ...['float', 'double'].map((type) => `"${number}"^^<${XSD}${type}>`),
  ];
}
