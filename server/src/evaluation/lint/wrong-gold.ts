/** Gold held against the verifiers: only what is certain is told. */
import { checkForms } from '../../core/logical-form/check-forms';
import { checkQuery } from '../../core/check/check';
import { summarizeFinding } from '../../core/check/finding-text';
import type { Finding } from '../../core/check/verifier';
import type { EvalQuestion } from '../eval-question';
import { readingOf, type LintCheck, type LintRule, type LintScene, type Told } from './lint-finding';

export const wrongGold: LintCheck = (scene) => {
  const { question } = scene;
  return question.gold.parses.flatMap(({ sparql, sexpr }, at) => {
    const options = optionsOf(scene);
    const ofQuery = sparql === undefined ? [] : checkQuery(sparql, options);
    const ofForm = sexpr === undefined ? [] : checkForms(sexpr, options).findings;
    return [
      ...toldOf(ofQuery, `${readingOf(question, at)}In the SPARQL: `, question),
      ...toldOf(notAmong(ofForm, ofQuery), `${readingOf(question, at)}In the s-expression: `, question),
    ];
  });
};

function optionsOf({ schema, onDefect }: LintScene): Parameters<typeof checkQuery>[1] {
  return { dialect: 'virtuoso', schema, severities: {}, onDefect };
}

/** The same mistake in both is one mistake. */
function notAmong(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const known = new Set(others.map(({ message }) => message));
  return findings.filter(({ message }) => !known.has(message));
}

function toldOf(findings: readonly Finding[], where: string, question: EvalQuestion): readonly Told[] {
  const told = findings
    .filter(({ strength, severity }) => strength === 'strong' && severity === 'error')
    .map(
      (finding) =>
        ({ rule: RULES[finding.code] ?? 'wrong-query', message: where + summarizeFinding(finding) }) as const,
    )
    // What was taken from the schema cannot be in it.
    .filter(({ rule }) => !(rule === 'unknown-name' && question.gold.answerability === 'schema'));
  const unreadable = told.filter(({ rule }) => rule === 'syntax');
  return unreadable.length ? unreadable : told;
}

const RULES: Readonly<Record<string, LintRule>> = { syntax: 'syntax', grounding: 'unknown-name' };
