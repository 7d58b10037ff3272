/** The comparisons of queries with their questions. A comparison is valid until the query or its question changes. */
import type { Agreement, QueryDescription } from '../core/describe/description';
import { questionOf } from '../core/language/sparql/header';
import type { QueryModel } from '../core/language/sparql/model';
import type { CheckOptions } from '../core/check/check';
import { visibleFindings, verifyIntent, type Severities } from '../core/check/verify';
import type { Finding } from '../core/check/verifier';

export interface Judgement {
  readonly question: string;
  readonly reading: QueryDescription;
  readonly agreement: Agreement;
}

interface SavedJudgement extends Judgement {
  /** The tokens of the query. White space and comments may change. */
  readonly tokens: string;
}

export class Judgements {
  /** By document, and by the index of the query in it. */
  private readonly saved = new Map<string, Map<number, SavedJudgement>>();

  record(uri: string, index: number, query: QueryModel, judgement: Judgement): void {
    const byIndex = this.saved.get(uri) ?? new Map<number, SavedJudgement>();
    this.saved.set(uri, byIndex);
    byIndex.set(index, { ...judgement, tokens: tokensOf(query) });
  }

  /** The last comparison of a query; `stale` if the query or its question has changed since. */
  of(uri: string, index: number, query: QueryModel): (Judgement & { readonly stale: boolean }) | undefined {
    const saved = this.saved.get(uri)?.get(index);
    return saved && { ...saved, stale: !isCurrent(saved, query) };
  }

  /** The findings for the current queries of a document. Differences by cues are found by the check itself. */
  findingsIn(
    uri: string,
    queries: readonly QueryModel[],
    severities: Severities,
    onDefect: CheckOptions['onDefect'],
  ): readonly Finding[] {
    const saved = this.saved.get(uri);
    if (!saved) return [];
    return [...saved].flatMap(([index, one]) => {
      const query = queries[index];
      if (!query || one.agreement.by === 'cues' || !isCurrent(one, query)) return [];
      return visibleFindings(
        query,
        verifyIntent(query, one.question, one.agreement, { onDefect }),
        severities,
      );
    });
  }

  forget(uri: string): void {
    this.saved.delete(uri);
  }
}

/** A question that the user entered, and that the document does not contain, cannot change. */
function isCurrent({ tokens, question }: SavedJudgement, query: QueryModel): boolean {
  return tokens === tokensOf(query) && (questionOf(query)?.text ?? question) === question;
}

/** The text without white space and comments. */
export function tokensOf({ text, tokens }: QueryModel): string {
  return tokens.map(({ start, end }) => text.slice(start, end)).join('\n');
}
