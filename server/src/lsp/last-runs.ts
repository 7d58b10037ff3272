/** The findings of the last run of each query. They stay valid while the tokens of the query are the same, even if it moves. */
import type { QueryModel } from '../core/language/sparql/model';
import type { TextRange } from '../core/language/text/range';
import { visibleFindings, type Severities } from '../core/check/verify';
import type { Finding } from '../core/check/verifier';

export type LastRun = Pick<RunFindings, 'kb' | 'query' | 'findings'>;

interface RunFindings {
  readonly kb: string;
  /** The tokens of the query. White space and comments may change. */
  readonly tokens: readonly string[];
  readonly query: QueryModel;
  readonly findings: readonly Finding[];
}

export class LastRuns {
  private readonly runs = new Map<string, RunFindings[]>();

  /** Replaces the findings of the previous run. The ranges are in the text of `query`. Returns whether the findings have changed. */
  record(uri: string, kb: string, query: QueryModel, findings: readonly Finding[]): boolean {
    const tokens = tokensOf(query);
    const before = this.runs.get(uri) ?? [];
    const others = before.filter((one) => !areEqual(one.tokens, tokens));
    const changed = findings.length > 0 || others.length < before.length;
    if (tokens.length && findings.length) others.push({ kb, tokens, query, findings });
    if (others.length) this.runs.set(uri, others);
    else this.runs.delete(uri);
    return changed;
  }

  /** The findings for the current queries of a document. Those of queries that it no longer contains are dropped. */
  findingsIn(uri: string, queries: readonly QueryModel[], severities: Severities): readonly Finding[] {
    const runs = this.runs.get(uri);
    if (!runs) return [];
    const found: Finding[] = [];
    const current = runs.filter((one) => {
      const matching = queries.filter(
        (query) => query.tokens.length === one.tokens.length && areEqual(tokensOf(query), one.tokens),
      );
      for (const query of matching)
        found.push(
          ...visibleFindings(
            query,
            one.findings.map((finding) => moveTo(finding, one.query, query)),
            severities,
          ),
        );
      return matching.length > 0;
    });
    if (current.length) this.runs.set(uri, current);
    else this.runs.delete(uri);
    return found;
  }

  /** The last run of a query, with ranges in the text that was run. */
  of(uri: string, query: QueryModel): LastRun | undefined {
    const tokens = tokensOf(query);
    return this.runs.get(uri)?.find((one) => areEqual(one.tokens, tokens));
  }

  forget(uri: string): void {
    this.runs.delete(uri);
  }
}

function tokensOf({ text, tokens }: QueryModel): readonly string[] {
  return tokens.map(({ start, end }) => text.slice(start, end));
}

function areEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((token, index) => token === right[index]);
}

/** Moves a finding to the same tokens of another query. */
function moveTo(finding: Finding, from: QueryModel, to: QueryModel): Finding {
  const moveOffset = (offset: number): number => {
    const index = Math.max(
      0,
      from.tokens.findLastIndex(({ start }) => start <= offset),
    );
    const [before, after] = [from.tokens[index], to.tokens[index]];
    return before && after ? after.start + Math.min(offset - before.start, after.end - after.start) : offset;
  };
  const moveRange = ({ start, end }: TextRange): TextRange => ({
    start: moveOffset(start),
    end: end > start ? moveOffset(end - 1) + 1 : moveOffset(start),
  });
  const { related, fixes } = finding;
  return {
    ...finding,
    range: moveRange(finding.range),
    ...(related && { related: related.map((one) => ({ ...one, range: moveRange(one.range) })) }),
    ...(fixes && {
      fixes: fixes.map((fix) => ({
        ...fix,
        edits: fix.edits.map((edit) => ({ ...edit, range: moveRange(edit.range) })),
      })),
    }),
  };
}
