/** The feedback to a model about an attempt: the first fault, then all other certain ones, each with its evidence. */
import type { KbSchema } from '../schema/schema';
import type { WhyEmpty } from '../query/why-empty/why-empty';
import { explainFinding } from '../check/finding-text';
import type { Finding } from '../check/verifier';
import type { Attempt } from './attempt';
import { faultsOf, isCertain } from './checks';
import { nearestNames } from './nearest-names';

interface FeedbackEvidence {
  readonly schema: KbSchema | undefined;
  readonly why?: WhyEmpty | undefined;
  /** An earlier attempt with the same query. */
  readonly sameAs?: Attempt | undefined;
}

const MAX_NEAR = 6;
const MAX_LINE_LENGTH = 600;

/** Numbered paragraphs; empty without faults. */
export function feedbackOn(attempt: Attempt, evidence: FeedbackEvidence): string {
  const [main, ...others] = faultsOf(attempt);
  if (!main) return '';
  const remarks = attempt.findings.filter(({ rule }) => rule === 'outside-context');
  const reported = [main, ...others.filter(isCertain), ...remarks.filter((one) => one !== main)];
  const paragraphs = [...new Set(reported)].map(
    (finding, index) => `${index + 1}. ${paragraph(attempt, finding, evidence)}`,
  );
  const repeated = evidence.sameAs ? ['This query was tried before. Change something else.'] : [];
  return [...repeated, ...paragraphs].join('\n');
}

function paragraph({ query, reading }: Attempt, finding: Finding, evidence: FeedbackEvidence): string {
  const { code, range, related = [] } = finding;
  const written = query.slice(range.start, range.end);
  const lines = [
    `${isCertain(finding) ? 'certain' : 'likely'} (${code}): ${promptLine(explainFinding(withModelAdvice(finding)))}`,
    ...(written && written.length <= 200 && code !== 'nl_semantic' ? [`at: ${promptLine(written)}`] : []),
    ...related.map(({ message }) => `evidence: ${promptLine(message)}`),
    ...nearLine(finding, evidence.schema),
    ...(code === 'egf' ? whyLines(evidence.why) : []),
    ...(code === 'nl_semantic' && reading ? [`the query asks: ${promptLine(reading.question)}`] : []),
  ];
  return lines.join('\n   ');
}

/** Replaces advice that refers to actions in the editor. */
function withModelAdvice(finding: Finding): Pick<Finding, 'message' | 'because' | 'advice'> {
  if (finding.code === 'nl_semantic')
    return { ...finding, advice: 'Change the query so that it asks what the question asks.' };
  if (finding.code !== 'egf') return finding;
  return {
    ...finding,
    advice: 'A step matches nothing: use another relation, direction, entity or value.',
  };
}

function nearLine(finding: Finding, schema: KbSchema | undefined): readonly string[] {
  const similar = nearestNames([finding], schema, MAX_NEAR);
  return similar.length ? [`exists: ${similar.join(', ')}`] : [];
}

/** The part that matches nothing, and what would match instead. */
function whyLines(why: WhyEmpty | undefined): readonly string[] {
  if (!why || why.verdict === 'unknown') return [];
  return [
    `why: ${promptLine(why.summary)}`,
    ...(why.instead.length
      ? [`would match: ${why.instead.slice(0, MAX_NEAR).map(promptLine).join(', ')}`]
      : []),
  ];
}

/** Untrusted text for a prompt: one line of limited length, without a tag that could end the surrounding block. */
export function promptLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/<(?=\/?(?:findings|query|question|context|exemplars|tried)\b)/gi, '&lt;')
    .trim();
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}
