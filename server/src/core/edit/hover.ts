import type { KbSchema } from '../schema/schema';
import { isEntityId } from '../language/rdf/ids';
import type { QueryModel } from '../language/sparql/model';
import type { SparqlToken } from '../language/sparql/tokens';
import type { TextRange } from '../language/text/range';
import { describeClass } from './hover/class';
import { describeEntity, type EntityDetails } from './hover/entity';
import { describeCast, describeFunction } from './hover/function';
import { describeKeyword } from './hover/keyword';
import { describeLiteral } from './hover/literal';
import { describePrefix } from './hover/prefix';
import { describeRelation } from './hover/relation';
import { describeUnknown } from './hover/unknown';
import { describeVariable } from './hover/variable';
import { nameAt, type NameOccurrence } from './names';
import { termAt } from '../language/sparql/query-terms';

export interface Hover {
  readonly range: TextRange;
  readonly markdown: string;
}

/** Looks up the name of an entity in the KB, if one is connected. */
export type EntityNameLookup = (id: string) => string | undefined;

/** The IRI of the entity at an offset, for a request to the KB. */
export function entityAt(query: QueryModel, schema: KbSchema, offset: number): string | undefined {
  const name = nameAt(query, offset);
  if (!name || name.declares || name.token.type === 'pname-ns') return undefined;
  const id = schema.idOf(name.iri);
  return id !== undefined && schema.machineIds && isEntityId(id) ? name.iri : undefined;
}

/** Describes the symbol at an offset. */
export function hoverAt(
  query: QueryModel,
  schema: KbSchema | undefined,
  offset: number,
  entity?: EntityDetails,
): Hover | undefined {
  const term = termAt(query, offset);
  if (term?.kind === 'literal') return hover(term.range, describeLiteral(term));
  const token =
    query.tokens.find(({ start, end }) => start <= offset && offset < end) ??
    query.tokens.find(({ end }) => end === offset);
  switch (token?.type) {
    case 'variable':
      return hover(token, describeVariable(query, schema, token.start));
    case 'keyword': {
      const { range, word } = keywordAt(query.tokens, token);
      return hover(range, describeFunction(word) ?? describeKeyword(word));
    }
    case 'word':
      return hover(token, describeFunction(token.value));
    case 'pname':
    case 'pname-ns':
    case 'iri': {
      const name = nameAt(query, token.start);
      return name && hover(token, describeName(query, schema, name, entity));
    }
    default:
      return undefined;
  }
}

function hover({ start, end }: TextRange, lines: readonly string[] | undefined): Hover | undefined {
  return lines?.length ? { range: { start, end }, markdown: lines.join('\n\n') } : undefined;
}

/** The keyword at a token. NOT EXISTS and NOT IN count as one keyword. */
function keywordAt(
  tokens: readonly SparqlToken[],
  token: SparqlToken,
): { readonly range: TextRange; readonly word: string } {
  const index = tokens.indexOf(token);
  const first = token.value === 'NOT' ? index : index - 1;
  const [not, negated] = [tokens[first], tokens[first + 1]];
  return not?.value === 'NOT' && (negated?.value === 'EXISTS' || negated?.value === 'IN')
    ? { range: { start: not.start, end: negated.end }, word: not.value + negated.value }
    : { range: token, word: token.value };
}

function describeName(
  query: QueryModel,
  schema: KbSchema | undefined,
  name: NameOccurrence,
  entity: EntityDetails | undefined,
): readonly string[] | undefined {
  const { token, prefix, iri, declares } = name;
  const index = query.tokens.indexOf(token);
  if (declares || token.type === 'pname-ns') return describePrefix(query, schema, prefix?.name, iri);
  if (query.tokens[index + 1]?.value.startsWith('(')) {
    const cast = describeCast(iri);
    if (cast) return cast;
  }
  const id = schema?.idOf(iri);
  if (!schema || id === undefined) return undefined;
  const relation = schema.relation(id);
  if (relation) return describeRelation(schema, relation, query.tokens[index - 1]?.value === '^');
  const type = schema.type(id);
  if (type) return describeClass(schema, type);
  if (schema.machineIds && isEntityId(id)) return describeEntity(id, entity);
  return describeUnknown(query, schema, id, token.start);
}
