import type { Agreement, Reading } from '../../describe/description';
import { plain } from './markdown';

const VERDICTS: Readonly<Record<Agreement['verdict'], string>> = {
  same: 'It asks what its question asks',
  different: 'It asks something else than its question',
  unknown: 'Whether it asks what its question asks is not known',
};

/** What a query asks in words, and how that was judged. */
export function describeReading(
  { question, by }: Reading,
  judged: { readonly agreement: Agreement; readonly stale: boolean } | undefined,
): readonly string[] {
  const lines = [`**Reads:** ${plain(question)}`];
  if (by !== 'templates') lines.push(`*in the words of ${plain(by)}*`);
  if (!judged) return lines;
  const { verdict, explanation, by: judge } = judged.agreement;
  const who = judge === 'cues' ? '' : `, says ${plain(judge)}`;
  return judged.stale
    ? [...lines, 'The query or its question has changed since the two were compared.']
    : [...lines, `${VERDICTS[verdict]}${who}. ${plain(explanation)}`];
}
