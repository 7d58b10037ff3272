/** The findings of the last run of each query, as long as its tokens stay the same, wherever it is in its document. */
import type { QueryModel } from '../core/language/sparql/model';
import type { TextRange } from '../core/language/text/range';
import { shown, type Severities } from '../core/check/verify';
import type { Finding } from '../core/check/verifier';

export type LastRun = Pick<RunFindings, 'kb' | 'query' | 'findings'>;

interface RunFindings {
  readonly kb: string;
  /** The tokens of the query. White space and comments may change. */
  readonly texts: readonly string[];
  readonly query: QueryModel;
  readonly findings: readonly Finding[];
}

export class LastRuns {
  private readonly runs = new Map<string, RunFindings[]>();

  /** Replaces the findings of the previous run. The ranges are in the text of `query`. Returns whether the findings have changed. */
  record(uri: string, kb: string, query: QueryModel, findings: readonly Finding[]): boolean {
    const texts = tokensOf(query);
    const before = this.runs.get(uri) ?? [];
    const others = before.filter((one) => !isSame(one.texts, texts));
    const changed = findings.length > 0 || others.length < before.length;
    if (texts.length && findings.length) others.push({ kb, texts, query, findings });
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
      const same = queries.filter(
        (query) => query.tokens.length === one.texts.length && isSame(tokensOf(query), one.texts),
      );
      for (const query of same)
        found.push(
          ...shown(
            query,
            one.findings.map((finding) => movedTo(finding, one.query, query)),
            severities,
          ),
        );
      return same.length > 0;
    });
    if (current.length) this.runs.set(uri, current);
    else this.runs.delete(uri);
    return found;
  }

  /** The last run of a query, with ranges in the text that was run. */
  of(uri: string, query: QueryModel): LastRun | undefined {
    const texts = tokensOf(query);
    return this.runs.get(uri)?.find((one) => isSame(one.texts, texts));
  }

  forget(uri: string): void {
    this.runs.delete(uri);
  }
}

function tokensOf({ text, tokens }: QueryModel): readonly string[] {
  return tokens.map(({ start, end }) => text.slice(start, end));
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((word, index) => word === right[index]);
}

/** The finding with the ranges of the same tokens in another query. */
function movedTo(finding: Finding, from: QueryModel, to: QueryModel): Finding {
  const place = (offset: number): number => {
    const index = Math.max(
      0,
      from.tokens.findLastIndex(({ start }) => start <= offset),
    );
    const [before, after] = [from.tokens[index], to.tokens[index]];
    return before && after ? after.start + Math.min(offset - before.start, after.end - after.start) : offset;
  };
  const moved = ({ start, end }: TextRange): TextRange => ({
    start: place(start),
    end: end > start ? place(end - 1) + 1 : place(start),
  });
  const { related, fixes } = finding;
  return {
    ...finding,
    range: moved(finding.range),
    ...(related && { related: related.map((one) => ({ ...one, range: moved(one.range) })) }),
    ...(fixes && {
      fixes: fixes.map((fix) => ({
        ...fix,
        edits: fix.edits.map((edit) => ({ ...edit, range: moved(edit.range) })),
      })),
    }),
  };
}
