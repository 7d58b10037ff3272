/** What is told to a model about an attempt: the first complaint, then what else is certain, each with its evidence. */
import type { KbSchema } from '../schema/schema';
import type { WhyEmpty } from '../query/why-empty/why-empty';
import { explainFinding } from '../check/finding-text';
import type { Finding } from '../check/verifier';
import type { Attempt } from './attempt';
import { faultsOf, isCertain } from './checks';
import { nearestNames } from './nearest-names';

interface FeedbackEvidence {
  readonly schema: KbSchema | undefined;
  /** Where the answer is empty, and the KB could say why. */
  readonly why?: WhyEmpty | undefined;
  /** The attempt that was the same query in other clothes. */
  readonly sameAs?: Attempt | undefined;
}

const MAX_NEAR = 6;
const MAX_LENGTH = 600;

/** Numbered, one a paragraph. Nothing where there is nothing to complain about. */
export function feedbackOn(attempt: Attempt, evidence: FeedbackEvidence): string {
  const [main, ...others] = faultsOf(attempt);
  if (!main) return '';
  const remarks = attempt.findings.filter(({ rule }) => rule === 'outside-context');
  const told = [main, ...others.filter(isCertain), ...remarks.filter((one) => one !== main)];
  const paragraphs = [...new Set(told)].map(
    (finding, index) => `${index + 1}. ${paragraph(attempt, finding, evidence)}`,
  );
  const repeated = evidence.sameAs
    ? ['This is the query that was tried before. Proposing it again changes nothing: change something else.']
    : [];
  return [...repeated, ...paragraphs].join('\n');
}

function paragraph({ query, reading }: Attempt, finding: Finding, evidence: FeedbackEvidence): string {
  const { code, range, related = [] } = finding;
  const written = query.slice(range.start, range.end);
  const lines = [
    `${isCertain(finding) ? 'certain' : 'likely'} (${code}): ${oneLine(explainFinding(forModel(finding)))}`,
    ...(written && written.length <= 200 && code !== 'nl_semantic' ? [`at: ${oneLine(written)}`] : []),
    ...related.map(({ message }) => `evidence: ${oneLine(message)}`),
    ...nearLine(finding, evidence.schema),
    ...(code === 'egf' ? whyLines(evidence.why) : []),
    ...(code === 'nl_semantic' && reading ? [`the query reads: ${oneLine(reading.question)}`] : []),
  ];
  return lines.join('\n   ');
}

/** What a person can click on, a model cannot. */
function forModel(finding: Finding): Pick<Finding, 'message' | 'because' | 'advice'> {
  if (finding.code === 'nl_semantic')
    return { ...finding, advice: 'Change the query so that it asks what the question asks.' };
  if (finding.code !== 'egf') return finding;
  return {
    ...finding,
    advice: 'Some step leads nowhere: take another relation, direction, entity or value.',
  };
}

function nearLine(finding: Finding, schema: KbSchema | undefined): readonly string[] {
  const near = nearestNames([finding], schema, MAX_NEAR);
  return near.length ? [`exists: ${near.join(', ')}`] : [];
}

/** Which part leaves nothing, and what would match in its place. */
function whyLines(why: WhyEmpty | undefined): readonly string[] {
  if (!why || why.verdict === 'unknown') return [];
  return [
    `why: ${oneLine(why.summary)}`,
    ...(why.instead.length ? [`would match: ${why.instead.slice(0, MAX_NEAR).map(oneLine).join(', ')}`] : []),
  ];
}

/** Names and messages come from outside: one line, of a bearable length, and no tag that could end the block they stand in. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/<(?=\/?(?:findings|query|question|context|exemplars|tried)\b)/gi, '&lt;')
    .trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
