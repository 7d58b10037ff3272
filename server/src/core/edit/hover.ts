/** What there is to know of the thing under the cursor, as Markdown. */
import type { KbSchema } from '../schema/schema';
import { isEntityId } from '../language/rdf/ids';
import type { QueryModel } from '../language/sparql/model';
import type { Token } from '../language/sparql/tokens';
import type { TextRange } from '../language/text/range';
import { describeClass } from './hover/class';
import { describeEntity, type EntityAnswer } from './hover/entity';
import { castOf, describeFunction } from './hover/function';
import { describeKeyword } from './hover/keyword';
import { describeLiteral } from './hover/literal';
import { describePrefix } from './hover/prefix';
import { describeRelation } from './hover/relation';
import { describeUnknown } from './hover/unknown';
import { describeVariable } from './hover/variable';
import { nameAt, type Name } from './names';
import { termAt } from '../language/sparql/terms-of';

export interface Hover {
  readonly range: TextRange;
  readonly markdown: string;
}

/** The name of an entity, where a KB is connected that knows it. */
export type EntityNames = (id: string) => string | undefined;

/** The entity under the cursor, for whoever wants to ask a KB about it first. */
export function entityAt(query: QueryModel, schema: KbSchema, offset: number): string | undefined {
  const name = nameAt(query, offset);
  if (!name || name.declares || name.token.type === 'pname-ns') return undefined;
  const id = schema.idOf(name.iri);
  return id !== undefined && schema.machineIds && isEntityId(id) ? name.iri : undefined;
}

export function hoverAt(
  query: QueryModel,
  schema: KbSchema | undefined,
  offset: number,
  told?: EntityAnswer,
): Hover | undefined {
  const term = termAt(query, offset);
  if (term?.kind === 'literal') return hover(term.range, describeLiteral(term));
  const token =
    query.tokens.find(({ start, end }) => start <= offset && offset < end) ?? tokenBefore(query, offset);
  switch (token?.type) {
    case 'variable':
      return hover(token, describeVariable(query, schema, token.start));
    case 'keyword': {
      const { range, word } = keywordAt(query.tokens, token);
      return hover(range, describeFunction(word) ?? describeKeyword(word));
    }
    case 'pname':
    case 'pname-ns':
    case 'iri': {
      const name = nameAt(query, token.start);
      return name && hover(token, describeName(query, schema, name, told));
    }
    default:
      return undefined;
  }
}

function hover({ start, end }: TextRange, lines: readonly string[] | undefined): Hover | undefined {
  return lines?.length ? { range: { start, end }, markdown: lines.join('\n\n') } : undefined;
}

/** At the end of a word the word is still meant. */
function tokenBefore({ tokens }: QueryModel, offset: number): Token | undefined {
  return tokens.find(({ end }) => end === offset);
}

/** `NOT` makes one word with what follows, and that means something else than it does alone. */
function keywordAt(
  tokens: readonly Token[],
  token: Token,
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
  name: Name,
  told: EntityAnswer | undefined,
): readonly string[] | undefined {
  const { token, prefix, iri, declares } = name;
  const index = query.tokens.indexOf(token);
  if (declares || token.type === 'pname-ns') return describePrefix(query, schema, prefix?.name, iri);
  if (query.tokens[index + 1]?.value.startsWith('(')) {
    const cast = castOf(iri);
    if (cast) return cast;
  }
  const id = schema?.idOf(iri);
  if (!schema || id === undefined) return undefined;
  const relation = schema.relation(id);
  if (relation) return describeRelation(schema, relation, query.tokens[index - 1]?.value === '^');
  const type = schema.type(id);
  if (type) return describeClass(schema, type);
  if (schema.machineIds && isEntityId(id)) return describeEntity(id, told);
  return describeUnknown(query, schema, id, token.start);
}
