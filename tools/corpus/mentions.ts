import type { QueryModel } from '../../server/src/core/language/sparql/model';
import type { TextRange } from '../../server/src/core/language/text/range';

/** Everywhere that a variable stands, but where it is selected. */
export function mentionsOf({ text, tokens, query }: QueryModel, name: string): readonly TextRange[] {
  const from = query.groups[0]?.range.start ?? 0;
  return tokens
    .filter(
      ({ type, start, end }) => type === 'variable' && start >= from && text.slice(start + 1, end) === name,
    )
    .map(({ start, end }) => ({ start, end }));
}
