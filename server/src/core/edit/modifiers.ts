import type { QueryModel, Select } from '../language/sparql/model';
import { range, type TextRange } from '../language/text/range';
import { indexFrom } from './tokens-from';

const MODIFIERS = new Set(['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET']);

/** Where the solution modifiers stand, each with all that belongs to it. */
export function modifiersOf({ tokens }: QueryModel, { groups, range: whole }: Select): readonly TextRange[] {
  const found: TextRange[] = [];
  let current: TextRange | undefined;
  const start = groups[groups.length - 1]?.range.end ?? whole.end;
  for (const token of tokens.slice(indexFrom(tokens, start), indexFrom(tokens, whole.end))) {
    const isClause = token.type === 'keyword' && (MODIFIERS.has(token.value) || token.value === 'VALUES');
    if (isClause && current) found.push(current);
    if (isClause) current = token.value === 'VALUES' ? undefined : range(token.start, token.end);
    else if (current) current = range(current.start, token.end);
  }
  return current ? [...found, current] : found;
}
