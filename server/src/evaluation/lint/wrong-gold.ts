/** Runs the verifiers on gold queries and reports their strong findings. */
import { checkForms } from '../../core/logical-form/check-forms';
import { checkQuery, type CheckOptions } from '../../core/check/check';
import { summarizeFinding } from '../../core/check/finding-text';
import type { Finding } from '../../core/check/verifier';
import type { EvalQuestion } from '../eval-question';
import { parseLabel, type LintCheck, type LintRule, type LintProblem } from './lint-finding';

export const wrongGold: LintCheck = ({ question, schema, onDefect }) => {
  const options: CheckOptions = { dialect: 'virtuoso', schema, severities: {}, onDefect };
  return question.gold.parses.flatMap(({ sparql, sexpr }, at) => {
    const queryFindings = sparql === undefined ? [] : checkQuery(sparql, options);
    const formFindings = sexpr === undefined ? [] : checkForms(sexpr, options).findings;
    return [
      ...toProblems(queryFindings, `${parseLabel(question, at)}In the SPARQL: `, question),
      ...toProblems(
        withoutDuplicates(formFindings, queryFindings),
        `${parseLabel(question, at)}In the s-expression: `,
        question,
      ),
    ];
  });
};

/** Removes findings that the other form has too. */
function withoutDuplicates(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const known = new Set(others.map(({ message }) => message));
  return findings.filter(({ message }) => !known.has(message));
}

function toProblems(
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
  const syntaxErrors = problems.filter(({ rule }) => rule === 'syntax');
  return syntaxErrors.length ? syntaxErrors : problems;
}

const RULES: Readonly<Record<string, LintRule>> = { syntax: 'syntax', grounding: 'unknown-name' };
