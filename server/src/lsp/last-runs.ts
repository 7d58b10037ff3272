/** What the last run of each query said of it: kept as long as the query stays the same, wherever in its file it stands. */
import type { QueryModel } from '../core/language/sparql/model';
import type { TextRange } from '../core/language/text/range';
import { shown, type Severities } from '../core/check/verify';
import type { Finding } from '../core/check/verifier';

export type LastRun = Pick<Kept, 'kb' | 'query' | 'findings'>;

interface Kept {
  readonly kb: string;
  /** The query as it was run. White space and comments may change, these may not. */
  readonly words: readonly string[];
  readonly query: QueryModel;
  readonly findings: readonly Finding[];
}

export class LastRuns {
  private readonly kept = new Map<string, Kept[]>();

  /** Of a query as it was run, with findings whose ranges are in its text; those of the run before go. Whether that is anything new. */
  keep(uri: string, kb: string, query: QueryModel, findings: readonly Finding[]): boolean {
    const words = wordsOf(query);
    const before = this.kept.get(uri) ?? [];
    const others = before.filter((one) => !isSame(one.words, words));
    const news = findings.length > 0 || others.length < before.length;
    if (words.length && findings.length) others.push({ kb, words, query, findings });
    if (others.length) this.kept.set(uri, others);
    else this.kept.delete(uri);
    return news;
  }

  /** What holds for the queries of a document as they are now. What no query of it is any more is forgotten. */
  findingsIn(uri: string, queries: readonly QueryModel[], severities: Severities): readonly Finding[] {
    const kept = this.kept.get(uri);
    if (!kept) return [];
    const found: Finding[] = [];
    const current = kept.filter((one) => {
      const same = queries.filter(
        (query) => query.tokens.length === one.words.length && isSame(wordsOf(query), one.words),
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
    if (current.length) this.kept.set(uri, current);
    else this.kept.delete(uri);
    return found;
  }

  /** The KB that a query was last run on and what was said of it, with ranges in the text as it was run. */
  of(uri: string, query: QueryModel): LastRun | undefined {
    const words = wordsOf(query);
    return this.kept.get(uri)?.find((one) => isSame(one.words, words));
  }

  forget(uri: string): void {
    this.kept.delete(uri);
  }
}

function wordsOf({ text, tokens }: QueryModel): readonly string[] {
  return tokens.map(({ start, end }) => text.slice(start, end));
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((word, index) => word === right[index]);
}

/** The same finding where the same words stand now. */
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
