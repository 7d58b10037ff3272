/** Runs the verifiers on gold and reports what is certainly wrong. */
import { checkForms } from '../../core/logical-form/check-forms';
import { checkQuery } from '../../core/check/check';
import { summarizeFinding } from '../../core/check/finding-text';
import type { Finding } from '../../core/check/verifier';
import type { EvalQuestion } from '../eval-question';
import {
  parseLabel,
  type LintCheck,
  type LintRule,
  type LintContext,
  type LintProblem,
} from './lint-finding';

export const wrongGold: LintCheck = (context) => {
  const { question } = context;
  return question.gold.parses.flatMap(({ sparql, sexpr }, at) => {
    const options = optionsOf(context);
    const ofQuery = sparql === undefined ? [] : checkQuery(sparql, options);
    const ofForm = sexpr === undefined ? [] : checkForms(sexpr, options).findings;
    return [
      ...problemsOf(ofQuery, `${parseLabel(question, at)}In the SPARQL: `, question),
      ...problemsOf(notAmong(ofForm, ofQuery), `${parseLabel(question, at)}In the s-expression: `, question),
    ];
  });
};

function optionsOf({ schema, onDefect }: LintContext): Parameters<typeof checkQuery>[1] {
  return { dialect: 'virtuoso', schema, severities: {}, onDefect };
}

/** A mistake in both is reported once. */
function notAmong(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const known = new Set(others.map(({ message }) => message));
  return findings.filter(({ message }) => !known.has(message));
}

function problemsOf(
  findings: readonly Finding[],
  where: string,
  question: EvalQuestion,
): readonly LintProblem[] {
  const problems = findings
    .filter(({ strength, severity }) => strength === 'strong' && severity === 'error')
    .map(
      (finding) =>
        ({ rule: RULES[finding.code] ?? 'wrong-query', message: where + summarizeFinding(finding) }) as const,
    )
    // A name that was removed from the schema is expected to be unknown.
    .filter(({ rule }) => !(rule === 'unknown-name' && question.gold.answerability === 'schema'));
  const unreadable = problems.filter(({ rule }) => rule === 'syntax');
  return unreadable.length ? unreadable : problems;
}

const RULES: Readonly<Record<string, LintRule>> = { syntax: 'syntax', grounding: 'unknown-name' };
