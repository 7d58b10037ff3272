/** Virtuoso matches a number in a pattern by value, the standard by term: the number is replaced by VALUES of all its forms. */
import { literalFamily } from '../../language/rdf/datatypes';
import { XSD } from '../../language/rdf/names';
import type { Group, LiteralTerm, QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';
import type { RewriteParts } from './parts';

/** The prefix of generated variables. */
const VARIABLE_PREFIX = 'funfusic_number_';

const PATTERN_KINDS: ReadonlySet<Group['kind']> = new Set([
  'group',
  'union-branch',
  'optional',
  'minus',
  'exists',
  'not-exists',
  'graph',
]);

export function numberEdits({ query }: QueryModel, { groups }: RewriteParts): TextEdit[] {
  // CONSTRUCT WHERE is both pattern and template, so it may contain only triples.
  if (query.form === 'construct' && !groups.some(({ kind }) => kind === 'template')) return [];
  const edits: TextEdit[] = [];
  let count = 0;
  for (const { kind, triples, range: whole } of groups) {
    if (!PATTERN_KINDS.has(kind)) continue;
    for (const { object } of triples) {
      if (object.kind !== 'literal') continue;
      const terms = equalTerms(object);
      if (!terms) continue;
      const variable = `?${VARIABLE_PREFIX}${++count}`;
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

/** The number in every datatype that can represent it. */
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
