import { infer } from '../schema/inference/inference';
import type { KbSchema } from '../schema/schema';
import { compareCues } from '../describe/compare-cues';
import type { Agreement } from '../describe/description';
import { questionOf } from '../language/sparql/header';
import type { QueryModel } from '../language/sparql/model';
import { touches } from '../language/text/range';
import { divide, type CleanParts } from './clean-parts';
import { suppressionsOf } from './suppressions';
import type { AnsweredRun } from './answered-run';
import { usesOnlyDefaultGraph, type KbKnowledge } from './kb-knowledge';
import { suite } from './suite';
import type { Evidence, Finding, Severity, VerifierStage, Verifier } from './verifier';

export type SeverityChoice = 'default' | Severity | 'off';
export type Severities = Readonly<Record<string, SeverityChoice>>;

export interface VerifyOptions {
  /** Without a schema only the text is checked. */
  readonly schema: KbSchema | undefined;
  readonly severities: Severities;
  /** The question of a query whose text does not contain it. */
  readonly question?: string;
  /** What is known about the KB of a query; undefined if it may not be queried. */
  readonly kb?: (query: QueryModel) => KbKnowledge | undefined;
  /** Receives the exception of a verifier. The others still run. */
  readonly onDefect: (code: string, error: unknown) => void;
  /** Called when a check reports something or uses the KB, so that disabling it could change the result. */
  readonly onEffect?: ((code: string) => void) | undefined;
  /** What earlier checks of the same document found nothing in. */
  readonly cleanParts?: CleanParts | undefined;
}

/** Runs the text and schema verifiers, and compares the query with its question by structure. */
export function verify(query: QueryModel, options: VerifyOptions): readonly Finding[] {
  const findings: Finding[] = [];
  run(suite.text, { query }, options, findings);
  if (options.schema && query.query.form !== 'none') {
    const { schema } = options;
    const kb = usesOnlyDefaultGraph(query) ? options.kb?.(query) : undefined;
    const { cleanParts } = options;
    if (cleanParts && !options.onEffect) verifyParts(query, schema, kb, cleanParts, options, findings);
    else verifySchema(query, schema, kb, options, findings);
    const question = questionOf(query)?.text ?? options.question;
    if (question !== undefined && options.severities['nl_semantic'] !== 'off') {
      const agreement = guarded('nl_semantic', options, () => {
        const cues = compareCues(question, query, schema);
        // The answers of a query that ends at a mediator differ from those of any other, and that is reported already.
        const isDecided =
          cues.verdict === 'different' ||
          findings.some(({ code, severity }) => severity === 'error' || code === 'intermediate');
        return (isDecided ? undefined : kb?.agreement?.(query, question)) ?? cues;
      });
      if (agreement) run(suite.intent, { query, question, agreement }, options, findings);
    }
  }
  if (query.tooDeep) findings.push(tooDeepFinding(query.tooDeep));
  return withoutSuppressed(query, findings).sort((left, right) => left.range.start - right.range.start);
}

function verifySchema(
  query: QueryModel,
  schema: KbSchema,
  kb: KbKnowledge | undefined,
  options: VerifyOptions,
  findings: Finding[],
): void {
  const inference = guarded('inference', options, () => infer(query, schema));
  if (inference) run(suite.schema, { query, schema, inference, ...(kb && { kb }) }, options, findings);
}

/** Skips the parts of the query in which an earlier check found nothing. */
function verifyParts(
  query: QueryModel,
  schema: KbSchema,
  kb: KbKnowledge | undefined,
  cleanParts: CleanParts,
  options: VerifyOptions,
  findings: Finding[],
): void {
  const divided = divide(query, kb ? `${kb.name} ${kb.complete}` : '');
  if (!divided) {
    verifySchema(query, schema, kb, options, findings);
    return;
  }
  // A lookup must be repeated, because the KB may give another answer. After an exception, findings may be missing.
  let canRecord = !query.problems.length && !query.tooDeep;
  const doNotRecord = (): void => {
    canRecord = false;
  };
  const watched: VerifyOptions = {
    ...options,
    onDefect: (code, error) => {
      doNotRecord();
      options.onDefect(code, error);
    },
  };
  const partial = guarded('inference', watched, () => cleanParts.infer(query, divided, schema));
  if (!partial) return;
  const { inference, skipped } = partial;
  const watchedKb = kb && reportingLookups(kb, doNotRecord);
  run(suite.schema, { query, schema, inference, ...(watchedKb && { kb: watchedKb }) }, watched, findings);
  if (!canRecord) return;
  const found = findings.filter(({ stage }) => stage === 'schema');
  cleanParts.record(
    query,
    divided,
    inference.scopes,
    (part) => skipped.has(part) || !found.some(({ range }) => touches(range, part.range)),
  );
}

/** The findings about the answer of a query. They can be stored; `shown` applies settings and comments later. */
export function verifyAnswer(
  query: QueryModel,
  answered: AnsweredRun,
  options: Omit<VerifyOptions, 'severities'>,
): readonly Finding[] {
  const { schema } = options;
  const findings: Finding[] = [];
  if (!schema) return findings;
  const all = { ...options, severities: {} };
  const inference = guarded('inference', all, () => infer(query, schema));
  if (inference) run(suite.answer, { query, schema, inference, run: answered }, all, findings);
  return findings;
}

/** The findings about a query and its question. They can be stored too. */
export function verifyIntent(
  query: QueryModel,
  question: string,
  agreement: Agreement,
  { onDefect, onEffect }: Pick<VerifyOptions, 'onDefect' | 'onEffect'>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const all = { onDefect, onEffect, schema: undefined, severities: {} };
  run(suite.intent, { query, question, agreement }, all, findings);
  return findings;
}

/** Stored findings with the current settings and comments applied. */
export function visibleFindings(
  query: QueryModel,
  findings: readonly Finding[],
  severities: Severities,
): readonly Finding[] {
  const chosen = findings.flatMap((finding) => {
    const choice = severities[finding.code] ?? 'default';
    if (choice === 'off') return [];
    return choice === 'default' ? [finding] : [{ ...finding, severity: choice }];
  });
  return withoutSuppressed(query, chosen);
}

function run<S extends VerifierStage>(
  verifiers: readonly Verifier<S>[],
  evidence: Evidence[S],
  options: VerifyOptions,
  findings: Finding[],
): void {
  for (const { code, stage, strength, severity, verify: observe } of verifiers) {
    const choice = options.severities[code] ?? 'default';
    if (choice === 'off') continue;
    guarded(code, options, () => {
      for (const observation of observe(withReportedLookups(evidence, code, options))) {
        options.onEffect?.(code);
        const effective = choice === 'default' ? (observation.severity ?? severity) : choice;
        findings.push({ strength, ...observation, code, stage, severity: effective });
      }
    });
  }
}

function withReportedLookups<S extends VerifierStage>(
  evidence: Evidence[S],
  code: string,
  { onEffect }: VerifyOptions,
): Evidence[S] {
  if (!onEffect || !('kb' in evidence)) return evidence;
  return { ...evidence, kb: reportingLookups(evidence.kb, () => onEffect(code)) };
}

/** The same KB, with lookups reported to `onLookup`. */
function reportingLookups(kb: KbKnowledge, onLookup: () => void): KbKnowledge {
  return {
    name: kb.name,
    complete: kb.complete,
    entity: (iri) => {
      onLookup();
      return kb.entity(iri);
    },
    matches: (pattern) => {
      onLookup();
      return kb.matches(pattern);
    },
  };
}

function guarded<Result>(code: string, options: VerifyOptions, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    options.onDefect(code, error);
    return undefined;
  }
}

function withoutSuppressed(query: QueryModel, findings: readonly Finding[]): Finding[] {
  const suppressed = suppressionsOf(query);
  return suppressed ? findings.filter((finding) => !suppressed(finding)) : [...findings];
}

function tooDeepFinding(range: Finding['range']): Finding {
  return {
    range,
    code: 'syntax',
    stage: 'text',
    strength: 'weak',
    severity: 'information',
    message: 'Nested too deeply: the inner part is not checked',
    because: 'More than 200 levels of brackets are open.',
    advice: 'Use fewer nested groups.',
  };
}
