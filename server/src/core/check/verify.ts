/** Runs the verifiers on a query and turns their observations into findings. */
import { infer } from '../schema/inference/inference';
import type { KbSchema } from '../schema/schema';
import { compareCues } from '../describe/compare-cues';
import type { Agreement } from '../describe/description';
import { questionOf } from '../language/sparql/header';
import type { QueryModel } from '../language/sparql/model';
import { suppressionsOf } from './suppressions';
import type { AnsweredRun } from './answered-run';
import { asksTheKbItself, type KbKnowledge } from './kb-knowledge';
import { suite } from './suite';
import type { Evidence, Finding, Severity, Stage, Verifier } from './verifier';

export type SeverityChoice = 'default' | Severity | 'off';
export type Severities = Readonly<Record<string, SeverityChoice>>;

export interface VerifyOptions {
  /** Without a schema only the text is checked. */
  readonly schema: KbSchema | undefined;
  readonly severities: Severities;
  /** What is known about the KB of a query, where it may be queried. */
  readonly kb?: (query: QueryModel) => KbKnowledge | undefined;
  /** A verifier that crashes must not take the others with it. */
  readonly onDefect: (code: string, error: unknown) => void;
  /** Called when a check finds something or looks something up in the KB, so that switching it off could change the result. */
  readonly onEffect?: ((code: string) => void) | undefined;
}

export function verify(query: QueryModel, options: VerifyOptions): readonly Finding[] {
  const findings: Finding[] = [];
  run(suite.text, { query }, options, findings);
  if (options.schema && query.query.form !== 'none') {
    const { schema } = options;
    const inference = guarded('inference', options, () => infer(query, schema));
    const kb = asksTheKbItself(query) ? options.kb?.(query) : undefined;
    if (inference) run(suite.schema, { query, schema, inference, ...(kb && { kb }) }, options, findings);
    const question = questionOf(query)?.text;
    if (question !== undefined) compareWithQuestion(query, question, schema, options, findings);
  }
  if (query.tooDeep) findings.push(tooDeep(query.tooDeep));
  return withoutSuppressed(query, findings).sort((left, right) => left.range.start - right.range.start);
}

/** The findings from the answer of a query. They can be stored; `shown` applies the settings and comments later. */
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

/** The findings from comparing a query with its question. They can be stored too. */
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

/** Compares by structure only, which is cheap and hardly ever wrong. */
function compareWithQuestion(
  query: QueryModel,
  question: string,
  schema: KbSchema,
  options: VerifyOptions,
  findings: Finding[],
): void {
  const agreement = guarded('nl_semantic', options, () => compareCues(question, query, schema));
  if (agreement) run(suite.intent, { query, question, agreement }, options, findings);
}

/** Stored findings with the current settings and comments applied. */
export function shown(
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

function run<S extends Stage>(
  verifiers: readonly Verifier<S>[],
  evidence: Evidence[S],
  options: VerifyOptions,
  findings: Finding[],
): void {
  for (const { code, stage, strength, severity, verify: look } of verifiers) {
    const choice = options.severities[code] ?? 'default';
    if (choice === 'off') continue;
    guarded(code, options, () => {
      for (const observation of look(observed(evidence, code, options))) {
        options.onEffect?.(code);
        const shownAs = choice === 'default' ? (observation.severity ?? severity) : choice;
        findings.push({ strength, ...observation, code, stage, severity: shownAs });
      }
    });
  }
}

/** The same evidence, with look-ups in the KB reported to `onEffect`. */
function observed<S extends Stage>(
  evidence: Evidence[S],
  code: string,
  { onEffect }: VerifyOptions,
): Evidence[S] {
  if (!onEffect || !('kb' in evidence)) return evidence;
  const { kb } = evidence;
  const known: KbKnowledge = {
    name: kb.name,
    complete: kb.complete,
    entity: (iri) => {
      onEffect(code);
      return kb.entity(iri);
    },
    matches: (pattern) => {
      onEffect(code);
      return kb.matches(pattern);
    },
  };
  return { ...evidence, kb: known };
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

function tooDeep(range: Finding['range']): Finding {
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
