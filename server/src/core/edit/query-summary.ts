import type { QueryModel } from '../language/sparql/model';
import { range, type TextRange } from '../language/text/range';
import type { Finding, Severity } from '../check/verifier';
import { countOf } from '../language/english/count-of';

/** The findings of one query in one line. */
export interface QueryCheckSummary {
  readonly title: string;
  /** The first token of the query. */
  readonly range: TextRange;
  /** The first of the most severe findings. */
  readonly first: Finding | undefined;
}

/** One summary for each query that is not empty, in the order of the text. */
export function summarizeQueries(
  queries: readonly QueryModel[],
  findings: readonly Finding[],
  { schema }: { readonly schema: boolean },
): readonly QueryCheckSummary[] {
  const sorted = [...findings].sort((left, right) => left.range.start - right.range.start);
  let next = 0;
  return queries.flatMap((query) => {
    const from = next;
    while ((sorted[next]?.range.start ?? Infinity) <= query.range.end) next++;
    const [token] = query.tokens;
    if (!token) return [];
    const own = sorted.slice(from, next);
    const first = BY_SEVERITY.flatMap((severity) => own.filter((one) => one.severity === severity))[0];
    return [{ title: titleOf(own, schema), range: range(token.start, token.end), first }];
  });
}

const BY_SEVERITY: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

function titleOf(findings: readonly Finding[], schema: boolean): string {
  const listCount = (noun: string, ...severities: readonly Severity[]): readonly string[] => {
    const { length } = findings.filter(({ severity }) => severities.includes(severity));
    return length ? [countOf(length, noun)] : [];
  };
  const parts = [
    ...listCount('error', 'error'),
    ...listCount('warning', 'warning'),
    ...listCount('hint', 'information', 'hint'),
  ];
  if (parts.length) return parts.join(', ');
  // Beside “Run”, “nothing found” would read like an empty answer.
  return schema ? '✓ no problems found' : '✓ no problems found in the syntax, no schema to check more';
}
