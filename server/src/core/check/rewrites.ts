import type { Group, QueryModel, Select } from '../language/sparql/model';
import { childGroups, hasAggregate } from '../language/sparql/query-parts';
import type { TextEdit } from '../language/text/edit';
import { touches, type TextRange } from '../language/text/range';
import { isBroken } from './text/syntax';

interface Rewrite {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Code actions that are offered without a finding. */
export function rewritesAt(query: QueryModel, selection: TextRange): readonly Rewrite[] {
  if (isBroken(query)) return [];
  return selectsOf(query.query).flatMap((select) => {
    const { limit } = select;
    if (!limit || !touches(limit.range, selection)) return [];
    const reason = reasonAgainstLimit(query, select);
    return reason === undefined
      ? []
      : [{ title: `Remove LIMIT ${limit.value}: ${reason}`, edits: [removal(query, limit.range)] }];
  });
}

/**
 * Gold queries use LIMIT only after ORDER BY, for a superlative. Without an order it keeps arbitrary answers, and for a
 * single answer it has no effect.
 */
function reasonAgainstLimit({ tokens }: QueryModel, select: Select): string | undefined {
  const { form, projection, groupBy, orderBy, range } = select;
  const hasOffset = tokens.some(
    ({ type, value, start }) =>
      type === 'keyword' && value === 'OFFSET' && start >= range.start && start < range.end,
  );
  if (hasOffset) return undefined;
  if (form === 'ask') return 'ASK has one answer';
  if (form !== 'select') return undefined;
  if (!groupBy && projection.some(({ expression }) => expression && hasAggregate(expression)))
    return 'an aggregate has one answer';
  return orderBy.length ? undefined : 'without ORDER BY, it keeps arbitrary answers';
}

/** Removes the white space before it, or after it if a comment ends there: its line must not go on. */
function removal({ text, comments }: QueryModel, { start, end }: TextRange): TextEdit {
  const before = start - (/\s*$/.exec(text.slice(0, start))?.[0].length ?? 0);
  const after = end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
  const isAfterComment = comments.some((comment) => comment.end === before);
  return { range: isAfterComment ? { start, end: after } : { start: before, end }, newText: '' };
}

function selectsOf(select: Select): readonly Select[] {
  const inside = (group: Group): readonly Select[] => [
    ...(group.select ? selectsOf(group.select) : []),
    ...childGroups(group).flatMap(inside),
  ];
  return [select, ...select.groups.flatMap(inside)];
}
