/** Explains the answer of a run (`run --explain`): findings that concern it, and why an answer is empty. */
import { performance } from 'node:perf_hooks';
import { explainFinding } from '../core/check/finding-text';
import type { Finding } from '../core/check/verifier';
import { verify, visibleFindings, type VerifyOptions } from '../core/check/verify';
import type { Execution, KnowledgeBase, QueryAnswer } from '../core/kb/knowledge-base';
import type { QueryModel } from '../core/language/sparql/model';
import { onOneLine } from '../core/language/text/control-characters';
import type { LineIndex } from '../core/language/text/line-index';
import { concernsAnswer, verifyExecution } from '../core/query/answered-run';
import type { EntityDirectory } from '../core/query/entity-directory';
import { whyEmpty, type WhyEmpty } from '../core/query/why-empty/why-empty';
import { writers } from './writers';

export interface AnswerExplanation {
  readonly findings: readonly Finding[];
  /** Set if the answer is empty, or the answer to ASK is no. */
  readonly whyEmpty?: WhyEmpty;
}

interface ExplainPorts extends Pick<VerifyOptions, 'schema' | 'severities' | 'onDefect'> {
  readonly entities: { readonly kb: KnowledgeBase; readonly directory: EntityDirectory };
}

export async function explainAnswer(
  query: QueryModel,
  execution: Execution,
  ports: ExplainPorts,
  signal: AbortSignal,
): Promise<AnswerExplanation> {
  const verified = await verifyExecution(query, execution, ports.entities, ports, signal);
  const isEmpty = hasNoRows(execution) || verified.some(({ rule }) => rule === 'empty-answer');
  const why = isEmpty
    ? await whyEmpty(query, { ...ports.entities, schema: ports.schema, now: () => performance.now() }, signal)
    : undefined;
  // The advice is to search for the reason, which was done.
  const findings = verified.map((finding) =>
    finding.rule === 'empty-answer' ? { ...finding, advice: '' } : finding,
  );
  return {
    findings: [
      ...verify(query, ports).filter(concernsAnswer),
      ...visibleFindings(query, findings, ports.severities),
    ],
    ...(why && { whyEmpty: why }),
  };
}

/** An incomplete answer never counts as empty. */
function hasNoRows(execution: Execution): boolean {
  if (execution.status !== 'answered' || execution.incomplete) return false;
  const { answer } = execution;
  switch (answer.kind) {
    case 'table':
      return !answer.rows.length;
    case 'graph':
      return !answer.triples.length;
    case 'boolean':
      return !answer.value;
    case 'done':
      return false;
  }
}

/** Whether the answer is probably not what was meant. */
export function hasWarnings(explanation: AnswerExplanation | undefined): boolean {
  const findings = explanation?.findings ?? [];
  return findings.some(({ severity }) => severity === 'error' || severity === 'warning');
}

/** The fields of --jsonl and of --format json. */
export function explanationToJson({ findings, whyEmpty: why }: AnswerExplanation): object {
  return {
    findings: findings.map(writers.finding),
    ...(why && {
      whyEmpty: {
        verdict: why.verdict,
        summary: why.summary,
        probes: why.probes.map(({ added, start, end, outcome, matches }) => ({
          text: added,
          range: { start, end },
          outcome,
          ...(matches !== undefined && { matches }),
        })),
        instead: why.instead,
        fixes: writers.fixes(why.fixes ?? []),
      },
    }),
  };
}

/** One line for each finding, and the parts that were tested. `offset` is the start of the query in the file. */
export function formatExplanation(
  { findings, whyEmpty: why }: AnswerExplanation,
  { name, lines, offset }: { readonly name: string; readonly lines: LineIndex; readonly offset: number },
  { kind }: Pick<QueryAnswer, 'kind'>,
): readonly string[] {
  const placeOf = (start: number): string => {
    const { line, character } = lines.positionOf(offset + start);
    return `${name}:${line + 1}:${character + 1}`;
  };
  const shown = findings.filter(({ severity }) => severity !== 'hint');
  return [
    ...shown.map(
      (finding) =>
        `${placeOf(finding.range.start)}: ${finding.severity} ${finding.code}: ${onOneLine(explainFinding(finding))}`,
    ),
    ...(why
      ? formatWhyEmpty(why, kind === 'boolean' ? 'why the answer is no' : 'why it is empty', placeOf)
      : []),
  ];
}

function formatWhyEmpty(
  { summary, probes, instead }: WhyEmpty,
  title: string,
  placeOf: (start: number) => string,
): readonly string[] {
  const failing = probes.find(({ outcome }) => outcome === 'nothing') ?? probes[0];
  return [
    `${placeOf(failing?.start ?? 0)}: ${title}: ${onOneLine(summary)}`,
    ...probes.map(({ added, outcome, matches }) => {
      const result =
        outcome === 'unknown'
          ? 'not known'
          : outcome === 'nothing'
            ? 'no matches'
            : matches === undefined
              ? 'matches'
              : `${matches} ${matches === 1 ? 'match' : 'matches'}`;
      return `  ${result}: ${onOneLine(added)}`;
    }),
    ...instead.map((what) => `  what matches there: ${onOneLine(what)}`),
  ];
}
