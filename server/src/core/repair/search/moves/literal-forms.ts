/** Replaces a literal with one of the right datatype, or as the KB writes it. */
import type { Expression, Group, LiteralTerm, QueryModel, Term } from '../../../language/sparql/model';
import { XSD } from '../../../language/rdf/names';
import { literalFamily } from '../../../language/rdf/datatypes';
import type { RepairMove } from '../move';
import { relationPlaces, restWithout, type TriplePlace, type SearchState } from '../search-state';
import { termText } from '../../../query/why-empty/pattern-text';

export async function literalForms(state: SearchState): Promise<readonly RepairMove[]> {
  const { model, checked } = state;
  const moves: RepairMove[] = [];
  for (const literal of literalsIn(model)) {
    const isIllTyped = literal.written === 'typed' && !fits(literal.value, literal.datatype);
    if (!isIllTyped && checked.empty !== true) continue;
    for (const datatype of datatypesFor(literal.value))
      if (literalFamily(datatype) !== literalFamily(literal.datatype))
        moves.push(
          replaceLiteral(model, literal, writeLiteral(model, literal, datatype), isIllTyped ? 0.5 : 1.2),
        );
  }
  for (const place of relationPlaces(state)) moves.push(...(await literalsInKb(state, place)));
  return moves;
}

/** The same text with another language or datatype. */
async function literalsInKb(
  state: SearchState,
  { triple, from, part }: TriplePlace,
): Promise<readonly RepairMove[]> {
  const { model, checked } = state;
  const { probes } = state.context;
  const { object } = triple;
  if (!probes || object.kind !== 'literal' || checked.empty === false) return [];
  const rows = await probes.rows(
    model,
    '?its_form',
    `${restWithout(state, part)}\n${termText(model, from)} <${triple.predicate.iri.iri}> ?its_form .\nFILTER(LCASE(STR(?its_form)) = LCASE(${JSON.stringify(object.value)}))`,
    5,
  );
  return rows.flatMap(([term]) => {
    if (term?.type !== 'literal') return [];
    const text = JSON.stringify(term.value);
    const language = term['xml:lang'];
    const { datatype } = term;
    const form =
      language !== undefined
        ? `${text}@${language}`
        : datatype === undefined || datatype === `${XSD}string`
          ? text
          : `${text}^^<${datatype}>`;
    return [{ ...replaceLiteral(model, object, form, 0.5), matches: true }];
  });
}

function replaceLiteral(
  { text }: QueryModel,
  { range }: LiteralTerm,
  newText: string,
  cost: number,
): RepairMove {
  return { edits: [{ range, newText }], change: `${text.slice(range.start, range.end)} → ${newText}`, cost };
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const YEAR = /^-?\d{4}$/;
const DATE = /^-?\d{4}-\d\d(-\d\d(T.*)?)?$/;

/** The likeliest first. */
function datatypesFor(value: string): readonly string[] {
  const names = DATE.test(value)
    ? ['dateTime']
    : YEAR.test(value)
      ? ['dateTime', 'integer', 'float']
      : NUMBER.test(value)
        ? value.includes('.')
          ? ['float']
          : ['integer', 'float']
        : /^(true|false)$/.test(value)
          ? ['boolean']
          : ['string'];
  return names.map((name) => XSD + name);
}

function fits(value: string, datatype: string): boolean {
  switch (literalFamily(datatype)) {
    case 'integer':
      return /^[+-]?\d+$/.test(value);
    case 'float':
      return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value);
    case 'datetime':
      return /^-?\d{4}/.test(value);
    case 'boolean':
      return /^(true|false|0|1)$/.test(value);
    case 'text':
    case 'duration':
    case 'other':
      return true;
  }
}

/** All literals of the query, including those in EXISTS and sub-selects. */
function literalsIn({ query }: QueryModel): readonly LiteralTerm[] {
  const found: LiteralTerm[] = [];
  const readTerm = (term: Term | undefined): void => {
    if (term?.kind === 'literal' && (term.written === 'typed' || term.written === 'plain')) found.push(term);
  };
  const readExpression = (expression: Expression): void => {
    if (expression.kind === 'term') readTerm(expression.term);
    else if (expression.kind === 'exists') readGroup(expression.group);
    else if (expression.kind === 'operation' && !/^(=|!=)$/.test(expression.operator))
      expression.args.forEach(readExpression);
  };
  const readGroup = (group: Group): void => {
    for (const { object } of group.triples) readTerm(object);
    group.filters.forEach(readExpression);
    group.children.forEach(readGroup);
    group.select?.groups.forEach(readGroup);
  };
  query.groups.forEach(readGroup);
  return found;
}

/** Writes the literal with another datatype, in the style of the query. */
function writeLiteral(
  { text, prefixes }: QueryModel,
  { value, range }: LiteralTerm,
  datatype: string,
): string {
  const quoted = JSON.stringify(value);
  if (datatype === `${XSD}string`) return quoted;
  const prefix = prefixes.find(({ iri }) => iri === XSD)?.prefix;
  const inBrackets = text.slice(range.start, range.end).endsWith('>');
  return prefix === undefined || inBrackets
    ? `${quoted}^^<${datatype}>`
    : `${quoted}^^${prefix}:${datatype.slice(XSD.length)}`;
}
