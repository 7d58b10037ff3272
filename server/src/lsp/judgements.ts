/** Whether queries ask what their questions ask, as somebody has judged: it holds until the query or its question changes. */
import type { Agreement, Reading } from '../core/describe/description';
import { questionOf } from '../core/language/sparql/header';
import type { QueryModel } from '../core/language/sparql/model';
import type { CheckOptions } from '../core/check/check';
import { shown, verifyIntent, type Severities } from '../core/check/verify';
import type { Finding } from '../core/check/verifier';

export interface Judgement {
  readonly question: string;
  readonly reading: Reading;
  readonly agreement: Agreement;
}

interface Kept extends Judgement {
  /** White space and comments may change, these may not. */
  readonly words: string;
}

export class Judgements {
  /** By document, and by the place of the query among those of its document. */
  private readonly kept = new Map<string, Map<number, Kept>>();

  keep(uri: string, index: number, query: QueryModel, judgement: Judgement): void {
    const ofDocument = this.kept.get(uri) ?? new Map<number, Kept>();
    this.kept.set(uri, ofDocument);
    ofDocument.set(index, { ...judgement, words: wordsOf(query) });
  }

  /** `stale` where the query or its question has changed since. */
  of(uri: string, index: number, query: QueryModel): (Judgement & { readonly stale: boolean }) | undefined {
    const kept = this.kept.get(uri)?.get(index);
    return kept && { ...kept, stale: !holds(kept, query) };
  }

  /** What holds for the queries of a document as they are now. What cues tell is told without us. */
  findingsIn(
    uri: string,
    queries: readonly QueryModel[],
    severities: Severities,
    onDefect: CheckOptions['onDefect'],
  ): readonly Finding[] {
    const kept = this.kept.get(uri);
    if (!kept) return [];
    return [...kept].flatMap(([index, one]) => {
      const query = queries[index];
      if (!query || one.agreement.by === 'cues' || !holds(one, query)) return [];
      return shown(query, verifyIntent(query, one.question, one.agreement, { onDefect }), severities);
    });
  }

  forget(uri: string): void {
    this.kept.delete(uri);
  }
}

/** A question that was asked for, and is not written above the query, cannot change. */
function holds({ words, question }: Kept, query: QueryModel): boolean {
  return words === wordsOf(query) && (questionOf(query)?.text ?? question) === question;
}

function wordsOf({ text, tokens }: QueryModel): string {
  return tokens.map(({ start, end }) => text.slice(start, end)).join('\n');
}
