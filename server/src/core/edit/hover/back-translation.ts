import type { Agreement, QueryDescription } from '../../describe/description';
import { plain } from './markdown';

const VERDICTS: Readonly<Record<Agreement['verdict'], string>> = {
  same: 'The query matches its question',
  different: 'The query does not match its question',
  unknown: 'It is unknown whether the query matches its question',
};

/** The description of a query, and whether it matches the query's question. */
export function describeBackTranslation(
  { question, by }: QueryDescription,
  judged: { readonly agreement: Agreement; readonly stale: boolean } | undefined,
): readonly string[] {
  const lines = [`**Reads:** ${plain(question)}`];
  if (by !== 'templates') lines.push(`*Described by ${plain(by)}*`);
  if (!judged) return lines;
  const { verdict, explanation, by: judge } = judged.agreement;
  const who = judge === 'cues' ? '' : `, according to ${plain(judge)}`;
  return judged.stale
    ? [...lines, 'The query or its question has changed since the last comparison.']
    : [...lines, `${VERDICTS[verdict]}${who}. ${plain(explanation)}`];
}
