/** Prints a logical form as in ChatKBQA: `( JOIN ( R [ film , film , directed by ] ) [ Titanic ] )`. */
import { parseLiteralWord } from '../../logical-form/parse-literal';
import { printSExpr } from '../../logical-form/print-sexpr';
import type { SExpr } from '../../logical-form/sexpr';
import type { KbSchema } from '../../schema/schema';

/** The comparison operators in words. */
export const OPERATOR_WORDS: ReadonlyMap<string, string> = new Map([
  ['lt', 'LESS THAN'],
  ['le', 'LESS EQUAL'],
  ['gt', 'GREATER THAN'],
  ['ge', 'GREATER EQUAL'],
]);

const TOKEN = /"(?:[^"\\]|\\.)*"[^\s()]*|[()]|[^\s()]+/g;

/** Returns undefined if an entity has no name. */
export function printSkeleton(
  expr: SExpr,
  schema: Pick<KbSchema, 'hasRelation' | 'hasType'>,
  nameOf: (entity: string) => string | undefined,
): string | undefined {
  const words: string[] = [];
  for (const [token] of printSExpr(expr).matchAll(TOKEN)) {
    const isOperator = words.at(-1) === '(';
    if (schema.hasRelation(token) || schema.hasType(token)) words.push(`[ ${phraseOf(token)} ]`);
    else if (/^[()"]/.test(token) || token === 'NOW') words.push(token.replace(/(?<=")\^\^.*$/, ''));
    else if (isOperator) words.push(OPERATOR_WORDS.get(token) ?? token);
    else if (parseLiteralWord(token)) words.push(token.replace(/\^\^.*$/, ''));
    else {
      const name = nameOf(token)?.replace(/[[\]]/g, ' ').replace(/\s+/g, ' ').trim();
      if (!name) return undefined;
      words.push(`[ ${name} ]`);
    }
  }
  return words.join(' ');
}

/** `film.film.directed_by` is `film , film , directed by`. */
function phraseOf(id: string): string {
  return id.replaceAll('.', ' , ').replaceAll('_', ' ');
}

/** The ID that a phrase spells, whether it exists or not; undefined for a phrase without commas. */
export function idOfPhrase(phrase: string): string | undefined {
  const parts = phrase.split(',').map((part) => part.trim().replace(/\s+/g, '_'));
  return parts.length > 1 && parts.every(Boolean) ? parts.join('.').toLowerCase() : undefined;
}
